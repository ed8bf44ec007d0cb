import { CirclePause, CirclePlay } from 'lucide-react';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { Group, Setting } from '../../components/setting.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { formatCount } from '../../format/quantity.ts';
import { exactTime } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';

const words = messages.privacy;
const GAPS_SHOWN = 10;

export function RecordingPauses() {
  const connection = useConnection();
  const status = useQuery('host.status', {}, ['recording']);
  const gaps = useQuery('recording.gaps', {}, ['recording', 'receipts']);
  const paused = status.value?.recording.state === 'paused';

  const toggle = async () => {
    const answer = paused
      ? await connection.call('recording.resume', {})
      : await connection.call('recording.pause', { minutes: null });
    if (!answer.ok) announce(messages.failure(answer.error));
    status.reload();
    gaps.reload();
  };
  const newestFirst = [...(gaps.value?.gaps ?? [])].sort((a, b) => (a.from < b.from ? 1 : -1));
  const Icon = paused ? CirclePlay : CirclePause;

  return (
    <Group title={words.pause} note={words.pauseNote}>
      <div className="card">
        <Setting label={paused ? messages.recording.paused : messages.recording.on}>
          <Button onClick={() => void toggle()}>
            <Icon size={14} strokeWidth={1.5} aria-hidden />
            {paused ? messages.recording.resume : messages.recording.pauseMenu}
          </Button>
        </Setting>
        {newestFirst.length > 0 && (
          <div className="setting-divider table-scroll">
            <table className="gaps" aria-label={words.gaps}>
              <thead>
                <tr>
                  <th scope="col">{words.gapFrom}</th>
                  <th scope="col">{words.gapUntil}</th>
                  <th scope="col" className="gaps__number">
                    {words.gapEvents}
                  </th>
                </tr>
              </thead>
              <tbody>
                {newestFirst.slice(0, GAPS_SHOWN).map((gap) => (
                  <tr key={gap.from}>
                    <td>{exactTime(gap.from)}</td>
                    <td>{gap.until === null ? words.gapOpen : exactTime(gap.until)}</td>
                    <td className="gaps__number">{formatCount(gap.notRecorded)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </Group>
  );
}
