import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { SessionLines } from '../insight/session-lines.tsx';
import { TitleRow } from '../title-row.tsx';
import { SessionStory } from './session-story.tsx';

const words = messages.sessions;
const STEP = 100;
const MOST = 500;

/** All sessions, or the story of one. */
export function SessionsScreen({ detail }: { detail: string | undefined }) {
  const key = Number(detail);
  if (detail !== undefined && Number.isInteger(key)) return <SessionStory key={key} sessionKey={key} />;
  return <SessionList />;
}

function SessionList() {
  const [limit, setLimit] = useState(STEP);
  const query = useQuery('sessions.query', { limit }, ['receipts']);
  const sessions = query.value?.sessions;
  return (
    <>
      <TitleRow title={words.title} />
      <div className="scroll">
        <div className="insight">
          {sessions === undefined ? (
            query.failure === undefined ? (
              <Loading />
            ) : (
              <Failed failure={query.failure} onRetry={query.reload} />
            )
          ) : sessions.length === 0 ? (
            <Empty icon={MessagesSquare} title={words.noneTitle} text={words.noneText} />
          ) : (
            <SessionLines sessions={sessions} />
          )}
          {query.value?.nextCursor != null && limit < MOST && (
            <p>
              <Button onClick={() => setLimit(Math.min(MOST, limit + STEP))}>{words.more}</Button>
            </p>
          )}
        </div>
      </div>
    </>
  );
}
