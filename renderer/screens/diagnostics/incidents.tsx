import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Group } from '../../components/setting.tsx';
import { Callout } from '../../components/states.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';

const words = messages.incidents;
const SHOWN = 5;

/** Shows what other programs did to Plinth's files, and receipts that are not on the disk yet. */
export function IncidentsGroup() {
  const connection = useConnection();
  const list = useQuery('incidents.list', { limit: SHOWN }, ['incidents']);
  const status = useQuery('host.status', {}, ['incidents', 'recording']);
  const waiting = status.value?.waiting ?? 0;
  const incidents = list.value?.incidents ?? [];
  if (waiting === 0 && incidents.length === 0) return null;
  const see = async () => {
    const answer = await connection.call('incidents.see', {});
    void list.reload();
    if (!answer.ok) announce(messages.failure(answer.error));
    else announce(words.seen, () => void takeBack(answer.result.keys));
  };
  const takeBack = async (takenBack: number[]) => {
    const answer = await connection.call('incidents.see', { takenBack });
    announce(answer.ok ? words.seenAgain : messages.failure(answer.error));
    void list.reload();
  };
  return (
    <Group title={words.title} note={words.note}>
      {waiting > 0 && (
        <Callout tone="failure" live="alert">
          <strong>{words.waiting(waiting)}</strong>
          <span>{words.waitingNote}</span>
        </Callout>
      )}
      {incidents.map((incident) => {
        const { title, outcome, lastReport } = messages.incident(incident);
        return (
          <Callout key={incident.key} tone={incident.isSeen ? 'note' : 'attention'}>
            <strong>
              {title} <RelativeTime instant={incident.at} />
            </strong>
            <span>{outcome}</span>
            {lastReport !== null && <span>{lastReport}</span>}
          </Callout>
        );
      })}
      {incidents.length === SHOWN && <p className="secondary">{words.newest(SHOWN)}</p>}
      {incidents.some(({ isSeen }) => !isSeen) && (
        <div>
          <Button onClick={() => void see()}>{words.see}</Button>
        </div>
      )}
    </Group>
  );
}
