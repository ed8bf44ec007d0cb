import { CirclePause, CirclePlay } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { Recording } from '../../shared/control.ts';
import { minutesUntilTomorrow, PAUSE_MINUTES, pauseScopeName } from '../../shared/pause.ts';
import { part } from '../components/part.tsx';
import { usePartNames, useRecordingSwitch } from '../components/pauses.ts';
import { useConnectionState, useQuery } from '../control/control-context.tsx';
import { clockTime, useNow } from '../format/time.ts';
import { messages } from '../messages/index.ts';

const PauseDialog = part(() => import('../components/pause-dialog.tsx').then((file) => file.PauseDialog));

const words = messages.recording;

/** Nobody knows whether a host that does not answer records, so nothing here says that it does. */
function NotAnswering() {
  return (
    <div className="recording">
      <button type="button" className="recording__button" data-recording="unknown" disabled>
        <span className="recording__light" aria-hidden />
        <span className="nav__label">{words.notAnswering}</span>
      </button>
    </div>
  );
}

function labelOf({ state, resumesAt, pauses }: Recording, now: number): string {
  if (state === 'paused')
    return resumesAt === null ? words.paused : words.pausedUntil(clockTime(resumesAt, now));
  return pauses.length === 0 ? words.on : words.onExcept(pauses.length);
}

/** Shows the recording state at all times, with a control to change it. */
export function RecordingControl() {
  const now = useNow();
  const status = useQuery('host.status', {}, ['recording']);
  const recording = useRecordingSwitch();
  const [menuOpen, setMenuOpen] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const answers = useConnectionState() === 'connected';
  const state = status.value?.recording;
  if (!answers) return <NotAnswering />;
  if (state === undefined) return <div className="recording" />;

  const paused = state.state === 'paused';
  const label = labelOf(state, now);
  const action = paused ? words.resume : words.pauseMenu;

  // One button for both states, so that the focus stays on it when the state changes.
  return (
    <div className="recording">
      <DropdownMenu.Root
        modal={false}
        open={menuOpen && !paused}
        onOpenChange={(open) => {
          if (paused && open) void recording.resume();
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
          <PauseItems pauses={state.pauses} onChoose={() => setChoosing(true)} />
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {choosing && <PauseDialog onClose={() => setChoosing(false)} />}
    </div>
  );
}

function PauseItems({ pauses, onChoose }: { pauses: Recording['pauses']; onChoose(): void }) {
  const recording = useRecordingSwitch();
  const nameOf = usePartNames();
  const item = (label: string, onSelect: () => void) => (
    <DropdownMenu.Item key={label} className="menu__item" onSelect={onSelect}>
      {label}
    </DropdownMenu.Item>
  );
  return (
    <>
      <DropdownMenu.Label className="menu__label secondary">{words.pauseMenu}</DropdownMenu.Label>
      {PAUSE_MINUTES.map((minutes) => item(words.lengths[minutes], () => void recording.pause(minutes)))}
      {item(words.lengths.tomorrow, () => void recording.pause(minutesUntilTomorrow(new Date())))}
      {item(words.lengths.resumed, () => void recording.pause(null))}
      {item(words.choose, onChoose)}
      {pauses.map(({ scope }) => (
        <DropdownMenu.Item
          key={pauseScopeName(scope)}
          className="menu__item"
          onSelect={() => void recording.resume(scope)}
        >
          <span className="truncate" dir="auto">
            {words.resumePart(nameOf(scope))}
          </span>
        </DropdownMenu.Item>
      ))}
    </>
  );
}
