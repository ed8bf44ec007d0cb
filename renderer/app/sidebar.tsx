import { CirclePause, CirclePlay } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { announce } from '../components/announcer.tsx';
import { useConnection, useConnectionState, useQuery } from '../control/control-context.tsx';
import { listTime, useNow } from '../format/time.ts';
import { messages } from '../messages/index.ts';
import { lastTimeline } from '../screens/activity/filter-state.ts';
import { countProblems, useProblems } from '../screens/problems/use-problems.ts';
import { PlinthMark } from './plinth-mark.tsx';
import { hrefOf, SCREENS, type Screen } from './route.ts';
import { screens } from './screens.tsx';

function NavItem({ screen, current }: { screen: Screen; current: Screen }) {
  const { icon: Icon, label } = screens[screen];
  return (
    <li>
      <a
        className="nav__item"
        href={hrefOf(screen === 'activity' && current !== 'activity' ? lastTimeline() : { screen })}
        aria-current={current === screen ? 'page' : undefined}
        title={label}
      >
        <Icon size={16} strokeWidth={1.5} aria-hidden />
        <span className="nav__label">{label}</span>
        {screen === 'problems' && <ProblemsBadge />}
      </a>
    </li>
  );
}

/** The number of problems. Nothing without any. */
function ProblemsBadge() {
  const count = countProblems(useProblems());
  if (count === 0) return null;
  return (
    <span className="nav__badge numeric" title={messages.nav.problemsCount(count)}>
      {count}
      <span className="visually-hidden">{` ${messages.nav.problemsCount(count)}`}</span>
    </span>
  );
}

const screensOf = (group: 'main' | 'settings') => SCREENS.filter((screen) => screens[screen].group === group);

export function Sidebar({ screen: current }: { screen: Screen }) {
  return (
    <header className="sidebar">
      <div className="sidebar__brand">
        <PlinthMark />
        <span className="nav__label">{messages.app.name}</span>
      </div>
      <nav className="nav" aria-label={messages.app.navigation}>
        <ul>
          {screensOf('main').map((screen) => (
            <NavItem key={screen} screen={screen} current={current} />
          ))}
        </ul>
        <p className="nav__group nav__label" id="nav-settings">
          {messages.nav.settings}
        </p>
        <ul aria-labelledby="nav-settings">
          {screensOf('settings').map((screen) => (
            <NavItem key={screen} screen={screen} current={current} />
          ))}
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

/** Nobody knows whether a host that does not answer records, so nothing here says that it does. */
function NotAnswering() {
  return (
    <div className="recording">
      <button type="button" className="recording__button" data-recording="unknown" disabled>
        <span className="recording__light" aria-hidden />
        <span className="nav__label">{messages.recording.notAnswering}</span>
      </button>
    </div>
  );
}

/** Shows the recording state at all times, with a control to change it. */
function RecordingControl() {
  const connection = useConnection();
  const now = useNow();
  const status = useQuery('host.status', {}, ['recording']);
  const [menuOpen, setMenuOpen] = useState(false);
  const answers = useConnectionState() === 'connected';
  const state = status.value?.recording;
  if (!answers) return <NotAnswering />;
  if (state === undefined) return <div className="recording" />;

  const pause = async (minutes: number | null) => {
    const answer = await connection.call('recording.pause', { minutes });
    announce(answer.ok ? messages.recording.nowPaused : messages.failure(answer.error));
    void status.reload();
  };
  const resume = async () => {
    const answer = await connection.call('recording.resume', {});
    announce(answer.ok ? messages.recording.nowRecording : messages.failure(answer.error));
    void status.reload();
  };

  const paused = state.state === 'paused';
  const label = !paused
    ? messages.recording.on
    : state.resumesAt === null
      ? messages.recording.paused
      : messages.recording.pausedUntil(listTime(state.resumesAt, now).slice(0, -3));
  const action = paused ? messages.recording.resume : messages.recording.pauseMenu;

  // One button for both states, so that the focus stays on it when the state changes.
  return (
    <div className="recording">
      <DropdownMenu.Root
        modal={false}
        open={menuOpen && !paused}
        onOpenChange={(open) => {
          if (paused && open) void resume();
          else setMenuOpen(open);
        }}
      >
        <DropdownMenu.Trigger asChild>
          <button
            type="button"
            className="recording__button"
            data-recording={state.state}
            aria-haspopup={paused ? undefined : 'menu'}
            aria-label={`${label}. ${action}`}
            title={action}
          >
            {paused ? (
              <CirclePlay size={16} strokeWidth={1.5} aria-hidden />
            ) : (
              <span className="recording__light" aria-hidden />
            )}
            <span className="nav__label">{label}</span>
            {!paused && <CirclePause className="nav__label" size={16} strokeWidth={1.5} aria-hidden />}
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
