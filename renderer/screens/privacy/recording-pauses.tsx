import { CirclePause, CirclePlay } from 'lucide-react';
import { useState } from 'react';
import type { Recording, RecordingGap } from '../../../shared/control.ts';
import { pauseScopeName } from '../../../shared/pause.ts';
import { gapCells } from '../../../shared/words/recording-gaps.ts';
import { Button } from '../../components/button.tsx';
import { PauseDialog } from '../../components/pause-dialog.tsx';
import { usePartNames, useRecordingSwitch } from '../../components/pauses.ts';
import { Group, Setting } from '../../components/setting.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { clockTime, exactTime, useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';

const words = messages.privacy;
const GAPS_SHOWN = 10;

/** Pauses of everything and of single parts, and the gaps that pauses left. */
export function RecordingPauses() {
  const status = useQuery('host.status', {}, ['recording']);
  const gaps = useQuery('recording.gaps', {}, ['recording', 'receipts']);
  const recording = useRecordingSwitch();
  const [choosing, setChoosing] = useState(false);
  const [shown, setShown] = useState(GAPS_SHOWN);
  const state = status.value?.recording;
  const paused = state?.state === 'paused';
  const newestFirst = [...(gaps.value?.gaps ?? [])].sort((a, b) => (a.from < b.from ? 1 : -1));
  const Icon = paused ? CirclePlay : CirclePause;

  return (
    <Group title={words.pause} note={words.pauseNote}>
      <div className="card">
        <Setting
          label={
            status.isCurrent ? messages.recording[paused ? 'paused' : 'on'] : messages.recording.notAnswering
          }
        >
          <span className="button-row">
            <Button onClick={() => setChoosing(true)}>{words.pausePart}</Button>
            <Button onClick={() => void (paused ? recording.resume() : recording.pause(null))}>
              <Icon size={14} strokeWidth={1.5} aria-hidden />
              {paused ? messages.recording.resume : messages.recording.pauseMenu}
            </Button>
          </span>
        </Setting>
        {state !== undefined && state.pauses.length > 0 && <PausedParts pauses={state.pauses} />}
        {newestFirst.length > 0 && <Gaps gaps={newestFirst.slice(0, shown)} />}
        {newestFirst.length > shown && (
          <div className="card__body">
            <Button onClick={() => setShown(newestFirst.length)}>{words.allGaps(newestFirst.length)}</Button>
          </div>
        )}
      </div>
      {choosing && <PauseDialog onClose={() => setChoosing(false)} />}
    </Group>
  );
}

function PausedParts({ pauses }: Pick<Recording, 'pauses'>) {
  const now = useNow();
  const nameOf = usePartNames();
  const recording = useRecordingSwitch();
  return (
    <ul className="setting-divider" aria-label={words.pausedParts}>
      {pauses.map(({ scope, resumesAt }) => (
        <li key={pauseScopeName(scope)} className="lines__one">
          <span className="lines__text">
            <span className="truncate" dir="auto">
              {nameOf(scope)}
            </span>
            <span className="secondary">
              {resumesAt === null
                ? messages.recording.untilResumed
                : messages.recording.until(clockTime(resumesAt, now))}
            </span>
          </span>
          <Button
            aria-label={messages.recording.resumePart(nameOf(scope))}
            onClick={() => void recording.resume(scope)}
          >
            {words.resume}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Gaps({ gaps }: { gaps: readonly RecordingGap[] }) {
  const nameOf = usePartNames();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable with the keyboard
    <section className="setting-divider table-scroll" tabIndex={0}>
      <table className="gaps" aria-label={words.gaps}>
        <thead>
          <tr>
            <th scope="col">{words.gapFrom}</th>
            <th scope="col">{words.gapUntil}</th>
            <th scope="col">{words.gapCause}</th>
            <th scope="col">{words.gapOf}</th>
            <th scope="col" className="gaps__number">
              {words.gapEvents}
            </th>
          </tr>
        </thead>
        <tbody>
          {gaps.map((gap) => {
            const [from, until, cause, notRecorded] = gapCells(gap, exactTime);
            return (
              <tr key={`${gap.from} ${gap.cause} ${JSON.stringify(gap.scope)}`}>
                <td>{from}</td>
                <td>{until}</td>
                <td>{cause}</td>
                <td className="truncate" dir="auto">
                  {gap.scope === null ? messages.pausePart.everything : nameOf(gap.scope)}
                </td>
                <td className="gaps__number">{notRecorded}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
