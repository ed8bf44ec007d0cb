import { ArrowLeft, ChevronLeft, ChevronRight, Trash2 } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { ControlResult, ReceiptFilter } from '../../../shared/control.ts';
import type { ReceiptSummary } from '../../../shared/receipt.ts';
import { gapsOfSession, isUnwanted, type RecordingGap } from '../../../shared/recording-gap.ts';
import type { Approval, SessionNotes } from '../../../shared/session-notes.ts';
import { sessionState } from '../../../shared/session-state.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { approvalWords, BY_USER, coverageLine, outcomeWords } from '../../../shared/words/coverage.ts';
import { sessionStateWords } from '../../../shared/words/session-state.ts';
import { sessionTitle } from '../../../shared/words/session-title.ts';
import { navigate } from '../../app/route.ts';
import { BundleDialog } from '../../components/bundle-dialog.tsx';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { EventIcon } from '../../components/event-icon.tsx';
import { IntegrationName } from '../../components/integration-name.tsx';
import { useGapSentence } from '../../components/pauses.ts';
import { ProjectName } from '../../components/project-name.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { SummaryText } from '../../components/summary-text.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { exactTime, lengthOfTime, timeOfDay, useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { timeline } from '../activity/filter-state.ts';
import { ExportButton } from '../export/export-button.tsx';
import { readReceipts } from '../export/read-receipts.ts';
import { NotableCounts } from '../insight/notable-counts.tsx';
import { WhatWasReportedGone } from '../recover/what-is-gone.tsx';
import { TitleRow } from '../title-row.tsx';
import { scriptOf, storyAsMarkdown } from './session-texts.ts';
import { type StoryItem, type Turn, turnsOf } from './story.ts';

const words = messages.sessions;
const PAGE = 500;

/** Who approved a call, by the id of its receipt. */
const ApprovalsOfStory = createContext<ReadonlyMap<string, Approval>>(new Map());
const approvalsOf = ({ approvals }: SessionNotes) =>
  new Map(approvals.map(({ receiptId, approval }) => [receiptId, approval]));

/** One session, oldest first, under its prompts. */
export function SessionStory({ sessionKey }: { sessionKey: number }) {
  const query = useQuery('sessions.get', { key: sessionKey }, ['receipts']);
  const listed = useQuery('recording.gaps', {}, ['recording']);
  const receipts = useSessionReceipts(sessionKey, query.value);
  useNeighbourKeys(query.value);
  // Without the gaps, the story would look whole.
  if (query.value === undefined || listed.value === undefined) {
    const failed = query.value === undefined ? query : listed;
    if (query.failure?.code === 'not_found') return <SessionGone />;
    return (
      <>
        <TitleRow title={words.title} isLoading={failed.failure === undefined}>
          <BackLink />
        </TitleRow>
        {failed.failure === undefined ? (
          <Loading />
        ) : (
          <Failed failure={failed.failure} onRetry={failed.reload} />
        )}
      </>
    );
  }
  const { session } = query.value;
  const approvals = approvalsOf(query.value.notes);
  const gaps = gapsOfSession(session, listed.value.gaps);
  // The others follow the receipts that are not shown yet.
  const last = receipts.more ? receipts.shown.at(-1)?.receivedAt : undefined;
  const told = last === undefined ? gaps : gaps.filter(({ from }) => from < last);
  return (
    <>
      <TitleRow title={sessionTitle(session)}>
        <StoryActions found={query.value} receipts={receipts.shown} />
      </TitleRow>
      <div className="scroll">
        <div className="insight">
          <Facts session={session} notes={query.value.notes} gaps={gaps} />
          <NotableCounts filter={{ sessionKey }} />
          <WhatWasReportedGone filter={{ sessionKey }} title={messages.recover.title} />
          <ApprovalsOfStory.Provider value={approvals}>
            <ol className="story">
              {turnsOf(receipts.shown, told).map((turn) => (
                <TurnPart key={turn.key} turn={turn} />
              ))}
            </ol>
          </ApprovalsOfStory.Provider>
          {receipts.more && (
            <p>
              <Button onClick={receipts.loadMore}>{words.more}</Button>
            </p>
          )}
        </div>
      </div>
    </>
  );
}

/** The page of an address whose session does not exist. */
export function SessionGone() {
  return (
    <>
      <TitleRow title={words.title}>
        <BackLink />
      </TitleRow>
      <p className="insight">{words.gone}</p>
    </>
  );
}

const open = (key: number | null) => key !== null && navigate({ screen: 'sessions', detail: String(key) });

/** `[` and `]` lead to the sessions before and after this one. */
function useNeighbourKeys(found: ControlResult<'sessions.get'> | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '[') open(found?.previous ?? null);
      if (event.key === ']') open(found?.next ?? null);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [found]);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** The receipts of a session, oldest first, page by page. New ones are added while it runs. */
function useSessionReceipts(sessionKey: number, found: ControlResult<'sessions.get'> | undefined) {
  // What became of a call is told after its receipt.
  const version = found && `${found.session.events} ${found.notes.outcomes}`;
  const connection = useConnection();
  const [state, setState] = useState<{ shown: ReceiptSummary[]; cursor: string | null | undefined }>({
    shown: [],
    cursor: undefined,
  });
  const [pages, setPages] = useState(1);
  useEffect(() => {
    let current = true;
    const load = async () => {
      const shown: ReceiptSummary[] = [];
      let cursor: string | null | undefined;
      for (let page = 0; page < pages && cursor !== null; page += 1) {
        const answer = await connection.call('receipts.query', {
          filter: { sessionKey },
          order: 'oldest',
          limit: PAGE,
          ...(cursor === undefined ? {} : { cursor }),
        });
        if (!current || !answer.ok) return;
        shown.push(...answer.result.receipts);
        cursor = answer.result.nextCursor;
      }
      setState({ shown, cursor });
    };
    if (version !== undefined) void load();
    return () => {
      current = false;
    };
  }, [connection, sessionKey, version, pages]);
  return { shown: state.shown, more: typeof state.cursor === 'string', loadMore: () => setPages(pages + 1) };
}

function BackLink() {
  return (
    <a className="button" data-look="quiet" href={hrefOf({ screen: 'sessions' })}>
      <ArrowLeft size={14} strokeWidth={1.5} aria-hidden />
      <span className="title-row__action">{words.back}</span>
    </a>
  );
}

function StoryActions(props: { found: ControlResult<'sessions.get'>; receipts: readonly ReceiptSummary[] }) {
  const { session, previous, next } = props.found;
  const [deleting, setDeleting] = useState(false);
  return (
    <div className="story__actions">
      <BackLink />
      <Button
        look="icon"
        aria-label={words.previous}
        disabled={previous === null}
        onClick={() => open(previous)}
      >
        <ChevronLeft size={16} strokeWidth={1.5} aria-hidden />
      </Button>
      <Button look="icon" aria-label={words.next} disabled={next === null} onClick={() => open(next)}>
        <ChevronRight size={16} strokeWidth={1.5} aria-hidden />
      </Button>
      <Button look="icon" aria-label={words.delete} title={words.delete} onClick={() => setDeleting(true)}>
        <Trash2 size={16} strokeWidth={1.5} aria-hidden />
      </Button>
      {deleting && (
        <DeleteDialog
          scope={{ sessionKey: session.key }}
          question={words.deleteQuestion}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate({ screen: 'sessions' })}
        />
      )}
    </div>
  );
}

function Facts(
  props: Pick<ControlResult<'sessions.get'>, 'session' | 'notes'> & { gaps: readonly RecordingGap[] },
) {
  const { session, notes, gaps } = props;
  const now = useNow();
  const connection = useConnection();
  const [handingOver, setHandingOver] = useState(false);
  const state = sessionState(session, now);
  const last = Date.parse(session.endedAt ?? session.lastEventAt);
  const exported = (filter: ReceiptFilter = {}) =>
    readReceipts(connection, { ...filter, sessionKey: session.key }, Number.POSITIVE_INFINITY);
  const fact = (name: string, value: ReactNode) => (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  );
  return (
    <section className="card card__body story__facts">
      <dl className="facts">
        {fact(words.facts.agent, <IntegrationName name={session.integration.name} />)}
        {fact(
          words.facts.project,
          session.project === null ? (
            <ProjectName session={session} />
          ) : (
            <a href={hrefOf({ screen: 'projects', detail: session.project })}>{session.project}</a>
          ),
        )}
        {fact(
          words.facts.time,
          `${exactTime(session.firstEventAt)} – ${timeOfDay(new Date(last).toISOString())} (${lengthOfTime(last - Date.parse(session.firstEventAt))})`,
        )}
        {fact(
          words.facts.state,
          <>
            <span className="chip" data-state={state}>
              {sessionStateWords(session, now, lengthOfTime)}
            </span>{' '}
            {words.counts(session.events)}
          </>,
        )}
        {fact(words.facts.id, <code>{session.id}</code>)}
      </dl>
      <p className="secondary">{coverageLine(session, notes, gaps, now, exactTime)}</p>
      <div className="detail__actions">
        <CopyButton
          label={words.copyScript}
          text={async () => scriptOf(session, await exported({ event: 'command.before_run' }))}
        />
        <CopyButton
          label={words.copyStory}
          text={async () => storyAsMarkdown(session, await exported(), gaps)}
        />
        <ExportButton filter={{ sessionKey: session.key }} title={session.title ?? session.id} />
        <Button onClick={() => setHandingOver(true)}>{messages.bundle.open}</Button>
        <a className="button" href={hrefOf(timeline({ sessionKey: session.key }))}>
          {words.toTimeline}
        </a>
      </div>
      {handingOver && (
        <BundleDialog filter={{ sessionKey: session.key }} onClose={() => setHandingOver(false)} />
      )}
    </section>
  );
}

function TurnPart({ turn }: { turn: Turn }) {
  return (
    <li className="turn">
      {turn.prompt === undefined ? (
        <h2 className="turn__prompt turn__prompt--none">{words.beforeFirst}</h2>
      ) : (
        <h2 className="turn__prompt" dir="auto">
          <StoryText receipt={turn.prompt} />
        </h2>
      )}
      <StoryItems items={turn.items} />
    </li>
  );
}

function StoryItems({ items }: { items: readonly StoryItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="turn__items">
      {items.map((item) =>
        item.kind === 'receipt' ? (
          <li key={item.receipt.id} className="turn__item">
            <StoryText receipt={item.receipt} call={item.call} />
          </li>
        ) : item.kind === 'run' ? (
          <li key={item.receipts[0]!.id}>
            <details className="turn__run">
              <summary>{words.folded(item.receipts.length, item.tool)}</summary>
              <StoryItems items={item.receipts.map((receipt) => ({ kind: 'receipt', receipt }))} />
            </details>
          </li>
        ) : item.kind === 'gap' ? (
          <StoryGap key={`${item.gap.from} ${item.gap.cause}`} gap={item.gap} />
        ) : (
          <li key={item.id} className="turn__agent">
            <span className="secondary">{words.agentLine(item.type ?? words.unknownAgent)}</span>
            <StoryItems items={item.items} />
          </li>
        ),
      )}
    </ul>
  );
}

function StoryGap({ gap }: { gap: RecordingGap }) {
  const text = useGapSentence()(gap, timeOfDay);
  return (
    <li className="turn__item turn__gap" data-tone={isUnwanted(gap) ? 'attention' : undefined}>
      {text}
    </li>
  );
}

function StoryText({ receipt, call }: { receipt: ReceiptSummary; call?: ReceiptSummary | undefined }) {
  const approvals = useContext(ApprovalsOfStory);
  const approval = approvals.get(receipt.id) ?? (call && approvals.get(call.id));
  const outcome = receipt.outcome ?? call?.outcome;
  return (
    <a className="story__line" href={hrefOf(timeline({ sessionKey: receipt.session.key }, receipt.id))}>
      <time className="secondary numeric" dateTime={receipt.receivedAt} title={exactTime(receipt.receivedAt)}>
        {timeOfDay(receipt.receivedAt)}
      </time>
      <EventIcon type={receipt.event} />
      <span className="story__text" dir="auto">
        <SummaryText receipt={receipt} />
        {approval !== undefined && <span className="secondary"> · {approvalWords[approval]}</span>}
        {receipt.flags.includes('by_user') && <span className="secondary"> · {BY_USER}</span>}
        {outcome !== undefined && <span className="secondary"> · {outcomeWords[outcome]}</span>}
      </span>
    </a>
  );
}
