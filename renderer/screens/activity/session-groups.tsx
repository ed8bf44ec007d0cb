import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import type { Session } from '../../../shared/receipt.ts';
import { gapsOfSession, type RecordingGap } from '../../../shared/recording-gap.ts';
import { Button } from '../../components/button.tsx';
import { IntegrationName } from '../../components/integration-name.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { gapsOf, hasReceipt, withCalls, withGaps } from './list-items.ts';
import { GapLine, ReceiptLine } from './receipt-row.tsx';
import { SearchedOnly } from './search-progress.tsx';

const STEP = 100;
const MOST = 500;

interface SessionGroupsProps {
  filter: ReceiptFilter;
  activeId: string | undefined;
  onOpen(id: string): void;
}

/** The activity by session. Each session expands to its receipts, with the same filter. */
export function SessionGroups({ filter, activeId, onOpen }: SessionGroupsProps) {
  const [limit, setLimit] = useState(STEP);
  const sessions = useQuery('sessions.query', { limit, receipts: filter }, ['receipts']);
  if (sessions.value === undefined) {
    return sessions.failure === undefined ? (
      <Loading />
    ) : (
      <Failed failure={sessions.failure} onRetry={sessions.reload} />
    );
  }
  const shown = sessions.value.sessions;
  return (
    <div className="sessions scroll">
      <ul>
        {shown.map((session, index) => (
          <SessionGroup
            key={session.key}
            session={session}
            filter={filter}
            startsOpen={index === 0}
            activeId={activeId}
            onOpen={onOpen}
          />
        ))}
      </ul>
      <SearchedOnly until={sessions.value.searchedUntil} />
      {sessions.value.nextCursor !== null && limit < MOST && (
        <p className="receipts__end">
          <Button onClick={() => setLimit(Math.min(MOST, limit + STEP))}>{messages.common.more}</Button>
        </p>
      )}
    </div>
  );
}

function SessionGroup(props: {
  session: Session;
  filter: ReceiptFilter;
  startsOpen: boolean;
  activeId: string | undefined;
  onOpen(id: string): void;
}) {
  const { session, filter, activeId, onOpen } = props;
  const [open, setOpen] = useState(props.startsOpen);
  const gaps = useQuery('recording.gaps', {}, ['recording']).value?.gaps ?? [];
  return (
    <li className="session">
      <button type="button" className="session__head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={14} strokeWidth={1.5} aria-hidden />
        {session.title === null || session.title === undefined ? (
          <code className="truncate">{session.id}</code>
        ) : (
          <span className="truncate" dir="auto" title={session.id}>
            {session.title}
          </span>
        )}
        <span className="secondary truncate">
          <IntegrationName name={session.integration.name} />
        </span>
        <span className="secondary numeric">
          {messages.activity.sessionEvents(session.events, session.matching)}
        </span>
        <span className="secondary">
          <RelativeTime instant={session.lastEventAt} />
        </span>
      </button>
      {open && (
        <SessionReceipts
          filter={{ ...filter, sessionKey: session.key }}
          gaps={gapsOf(filter, gapsOfSession(session, gaps))}
          activeId={activeId}
          onOpen={onOpen}
        />
      )}
    </li>
  );
}

function SessionReceipts(props: SessionGroupsProps & { gaps: readonly RecordingGap[] }) {
  const { filter, gaps, activeId, onOpen } = props;
  const now = useNow();
  const [limit, setLimit] = useState(STEP);
  const receipts = useQuery('receipts.query', { filter, limit }, ['receipts']);
  if (receipts.value === undefined) {
    return receipts.failure === undefined ? (
      <Loading />
    ) : (
      <Failed failure={receipts.failure} onRetry={receipts.reload} />
    );
  }
  return (
    <>
      <ul className="session__receipts">
        {withCalls(withGaps(receipts.value.receipts, gaps, receipts.value.nextCursor === null)).map((item) =>
          item.kind === 'gap' ? (
            <li key={`gap ${item.gap.from} ${item.gap.cause}`} className="row row--gap row--still">
              <GapLine gap={item.gap} now={now} />
            </li>
          ) : (
            item.kind === 'receipt' && (
              <li key={item.receipt.id}>
                <button
                  type="button"
                  className="row row--still"
                  aria-current={activeId !== undefined && hasReceipt(item, activeId) ? 'true' : undefined}
                  onClick={() => onOpen(item.receipt.id)}
                >
                  <ReceiptLine receipt={item.receipt} call={item.call} now={now} />
                </button>
              </li>
            )
          ),
        )}
      </ul>
      <SearchedOnly until={receipts.value.searchedUntil} />
      {receipts.value.nextCursor !== null && limit < MOST && (
        <p className="receipts__end">
          <Button onClick={() => setLimit(Math.min(MOST, limit + STEP))}>{messages.common.more}</Button>
        </p>
      )}
    </>
  );
}
