import {
  Activity,
  Bot,
  CirclePause,
  CirclePlay,
  KeyRound,
  type LucideIcon,
  Settings2,
  Shield,
  Stethoscope,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { announce } from './components/announcer.tsx';
import { useConnection, useQuery } from './control/control-context.tsx';
import { listTime, useNow } from './format/time.ts';
import { messages } from './messages.ts';
import { PlinthMark } from './plinth-mark.tsx';
import { hrefOf, type Screen } from './route.ts';

function NavItem(props: { screen: Screen; current: Screen; icon: LucideIcon; label: string }) {
  const Icon = props.icon;
  return (
    <li>
      <a
        className="nav__item"
        href={hrefOf({ screen: props.screen })}
        aria-current={props.current === props.screen ? 'page' : undefined}
        title={props.label}
      >
        <Icon size={16} strokeWidth={1.5} aria-hidden />
        <span className="nav__label">{props.label}</span>
      </a>
    </li>
  );
}

export function Sidebar({ screen }: { screen: Screen }) {
  return (
    <header className="sidebar">
      <div className="sidebar__brand">
        <PlinthMark />
        <span className="nav__label">{messages.app.name}</span>
      </div>
      <nav className="nav" aria-label={messages.app.navigation}>
        <ul>
          <NavItem screen="activity" current={screen} icon={Activity} label={messages.nav.activity} />
        </ul>
        <p className="nav__group nav__label" id="nav-settings">
          {messages.nav.settings}
        </p>
        <ul aria-labelledby="nav-settings">
          <NavItem screen="general" current={screen} icon={Settings2} label={messages.nav.general} />
          <NavItem screen="agents" current={screen} icon={Bot} label={messages.nav.agents} />
          <NavItem screen="integrations" current={screen} icon={KeyRound} label={messages.nav.integrations} />
          <NavItem screen="privacy" current={screen} icon={Shield} label={messages.nav.privacy} />
          <NavItem
            screen="diagnostics"
            current={screen}
            icon={Stethoscope}
            label={messages.nav.diagnostics}
          />
        </ul>
      </nav>
      <RecordingControl />
    </header>
  );
}

const MINUTES_OF_DAY = 24 * 60;

const minutesUntilTomorrow = (): number => {
  const now = new Date();
  return Math.max(1, MINUTES_OF_DAY - now.getHours() * 60 - now.getMinutes());
};

/** The state of recording, always in sight, and the way to change it. */
function RecordingControl() {
  const connection = useConnection();
  const now = useNow();
  const status = useQuery('host.status', {}, ['recording']);
  const state = status.value?.recording;
  if (state === undefined) return <div className="recording" />;

  const pause = async (minutes: number | null) => {
    const answer = await connection.call('recording.pause', { minutes });
    if (!answer.ok) announce(answer.error.message);
    status.reload();
  };
  const resume = async () => {
    const answer = await connection.call('recording.resume', {});
    if (!answer.ok) announce(answer.error.message);
    status.reload();
  };

  const paused = state.state === 'paused';
  const label = !paused
    ? messages.recording.on
    : state.resumesAt === null
      ? messages.recording.paused
      : messages.recording.pausedUntil(listTime(state.resumesAt, now).slice(0, -3));

  if (paused) {
    return (
      <div className="recording">
        <button
          type="button"
          className="recording__button"
          data-state="paused"
          onClick={() => void resume()}
          aria-label={`${label}. ${messages.recording.resume}`}
          title={messages.recording.resume}
        >
          <CirclePlay size={16} strokeWidth={1.5} aria-hidden />
          <span className="nav__label">{label}</span>
        </button>
      </div>
    );
  }
  return (
    <div className="recording">
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <button
            type="button"
            className="recording__button"
            data-state="recording"
            aria-label={`${label}. ${messages.recording.pauseMenu}`}
            title={messages.recording.pauseMenu}
          >
            <span className="recording__light" aria-hidden />
            <span className="nav__label">{label}</span>
            <CirclePause className="nav__label" size={16} strokeWidth={1.5} aria-hidden />
          </button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className="menu" side="top" align="start" sideOffset={6}>
          <DropdownMenu.Label className="menu__label secondary">
            {messages.recording.pauseMenu}
          </DropdownMenu.Label>
          <DropdownMenu.Item className="menu__item" onSelect={() => void pause(15)}>
            {messages.recording.for15}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu__item" onSelect={() => void pause(60)}>
            {messages.recording.for60}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu__item" onSelect={() => void pause(minutesUntilTomorrow())}>
            {messages.recording.forDay}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu__item" onSelect={() => void pause(null)}>
            {messages.recording.untilResumed}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </div>
  );
}
