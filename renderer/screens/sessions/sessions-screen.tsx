import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import type { Session } from '../../../shared/receipt.ts';
import { sessionTitle } from '../../../shared/words/session-title.ts';
import { navigate, useRoute } from '../../app/route.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { readReceipts } from '../export/read-receipts.ts';
import { SessionLines } from '../insight/session-lines.tsx';
import { TitleRow } from '../title-row.tsx';
import { SessionComparison } from './session-comparison.tsx';
import { SessionGone, SessionStory } from './session-story.tsx';
import { scriptOf } from './session-texts.ts';

const words = messages.sessions;
/** The list stays below 1,500 nodes. */
const STEP = 50;
const MOST = 500;

/** All sessions, or the story of one. */
export function SessionsScreen({ detail }: { detail: string | undefined }) {
  const { query } = useRoute();
  const key = Number(detail);
  if (detail !== undefined && Number.isSafeInteger(key) && key >= 0)
    return <SessionStory key={key} sessionKey={key} />;
  if (detail !== undefined) return <SessionGone />;
  const compared = /^(\d+)\.(\d+)$/.exec(query?.compare ?? '');
  if (compared !== null) return <SessionComparison keys={[Number(compared[1]), Number(compared[2])]} />;
  return <SessionList />;
}

/** The mark that chooses a session to compare. The second one leads to the comparison. */
function CompareMark(props: { session: Session; chosen: number | undefined; onChoose(key?: number): void }) {
  const { session, chosen, onChoose } = props;
  const label = messages.comparison.choose(sessionTitle(session));
  const choose = () => {
    if (chosen === undefined || chosen === session.key) {
      onChoose(chosen === undefined ? session.key : undefined);
      if (chosen === undefined) announce(messages.comparison.chosen);
    } else navigate({ screen: 'sessions', query: { compare: `${chosen}.${session.key}` } });
  };
  return (
    <input
      type="checkbox"
      className="lines__choice"
      aria-label={label}
      title={label}
      checked={chosen === session.key}
      onChange={choose}
    />
  );
}

/** Copies the commands of a session without opening it. */
function CopyCommands({ session }: { session: Session }) {
  const connection = useConnection();
  const filter = { sessionKey: session.key, event: 'command.before_run' } as const;
  return (
    <CopyButton
      iconOnly
      label={words.copyScriptOf(sessionTitle(session))}
      text={async () => scriptOf(session, await readReceipts(connection, filter, Number.POSITIVE_INFINITY))}
    />
  );
}

function SessionList() {
  const [limit, setLimit] = useState(STEP);
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const query = useQuery('sessions.query', { limit }, ['receipts']);
  const sessions = query.value?.sessions;
  return (
    <>
      <TitleRow title={words.title}>
        {sessions !== undefined && sessions.length > 1 && (
          <span className="secondary">
            {chosen === undefined ? messages.comparison.markTwo : messages.comparison.chosen}
          </span>
        )}
      </TitleRow>
      <div className="scroll">
        <div className="insight">
          {sessions === undefined ? (
            query.failure === undefined ? (
              <Loading />
            ) : (
              <Failed failure={query.failure} onRetry={query.reload} />
            )
          ) : sessions.length === 0 ? (
            <Empty icon={MessagesSquare} title={words.noneTitle} text={words.noneText} query={query} />
          ) : (
            <SessionLines
              sessions={sessions}
              action={(session) => (
                <>
                  <CopyCommands session={session} />
                  <CompareMark session={session} chosen={chosen} onChoose={setChosen} />
                </>
              )}
            />
          )}
          {query.value?.nextCursor != null && limit < MOST && (
            <p>
              <Button onClick={() => setLimit(Math.min(MOST, limit + STEP))}>{words.more}</Button>
            </p>
          )}
          {query.value?.nextCursor != null && limit === MOST && (
            <p className="secondary">{words.newest(MOST)}</p>
          )}
        </div>
      </div>
    </>
  );
}
