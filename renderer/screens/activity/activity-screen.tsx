import './activity.css';
import { Inbox, SearchX } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { keepsNothing } from '../../../shared/settings.ts';
import { navigate } from '../../app/route.ts';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/dialog.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { useConnection, useControlEvents, useQuery } from '../../control/control-context.tsx';
import { useSettings } from '../../control/use-settings.ts';
import { messages } from '../../messages/index.ts';
import { TitleRow } from '../title-row.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useActivityFilter } from './filter-state.ts';
import { ReceiptDetail } from './receipt-detail.tsx';
import { ReceiptFeed } from './receipt-feed.ts';
import { ReceiptList } from './receipt-list.tsx';
import { SessionGroups } from './session-groups.tsx';
import { useMediaQuery } from './use-media-query.ts';

const LIVE_PAUSE_MS = 250;
const RESULT_PAUSE_MS = 600;

export function ActivityScreen({ receiptId }: { receiptId: string | undefined }) {
  const connection = useConnection();
  const [filter, setFilter] = useActivityFilter();
  const [grouped, setGrouped] = useState(false);
  const [activeId, setActiveId] = useState(receiptId);
  const narrow = useMediaQuery('(max-width: 999px)');
  const [feed] = useState(() => new ReceiptFeed((params) => connection.call('receipts.query', params)));
  const state = useSyncExternalStore(feed.subscribe, feed.state);
  const gaps = useQuery('recording.gaps', {}, ['recording']);
  const count = useQuery('receipts.count', { filter }, ['receipts']);
  const { settings } = useSettings();
  const keepsNothingAtAll = settings !== undefined && keepsNothing(settings.privacy, '');

  useEffect(() => void feed.open(filter), [feed, filter]);
  useEffect(() => {
    if (receiptId !== undefined) setActiveId(receiptId);
  }, [receiptId]);
  useLiveFeed(feed);

  const open = (id: string) => navigate({ screen: 'activity', receiptId: id }, 'replace');
  const close = () => {
    navigate({ screen: 'activity' }, 'replace');
    // Closing the pane removes the pressed button. A sheet returns the focus itself.
    if (!narrow) focusList();
  };
  const clear = () => {
    setFilter({});
    focusSearch();
  };
  const activate = (id: string) => {
    setActiveId(id);
    // A pane beside the list follows the selection. A sheet over the list opens only on request.
    if (!narrow) open(id);
  };

  const filtered = Object.keys(filter).length > 0;
  const blank = state.first === 'ready' && state.rows.length === 0;
  const detail =
    receiptId === undefined ? undefined : (
      <ReceiptDetail id={receiptId} onClose={close} onFiltered={narrow ? close : undefined} />
    );
  const shownGaps = filtered ? [] : (gaps.value?.gaps ?? []);

  return (
    <>
      <TitleRow title={messages.activity.title}>
        <span className="secondary numeric" aria-live="off">
          {count.value === undefined
            ? messages.activity.counting
            : messages.activity.count(count.value.count)}
        </span>
      </TitleRow>
      <FilterBar
        filter={filter}
        onFilter={setFilter}
        onClear={clear}
        grouped={grouped}
        onGrouped={setGrouped}
      />
      <FilterResult filter={filter} count={count.value?.count} />
      <div className="activity" data-detail={detail !== undefined && !narrow}>
        {state.first === 'failed' && state.failure !== undefined ? (
          <Failed failure={state.failure} onRetry={() => void feed.open(filter)} />
        ) : state.first === 'loading' && state.rows.length === 0 ? (
          <Loading />
        ) : grouped && !blank ? (
          <SessionGroups
            filter={filter}
            activeId={activeId}
            onOpen={(id) => {
              setActiveId(id);
              open(id);
            }}
          />
        ) : blank && filtered ? (
          <Empty
            icon={SearchX}
            title={messages.activity.noMatchTitle}
            text={messages.activity.noMatchText}
            action={<Button onClick={clear}>{messages.activity.clear}</Button>}
          />
        ) : blank && shownGaps.length === 0 && keepsNothingAtAll ? (
          <Empty
            icon={Inbox}
            title={messages.activity.emptyTitle}
            text={messages.activity.emptyKeepsNothing}
            action={
              <Button onClick={() => navigate({ screen: 'privacy' })}>
                {messages.activity.emptyPrivacy}
              </Button>
            }
          />
        ) : blank && shownGaps.length === 0 ? (
          <Empty
            icon={Inbox}
            title={messages.activity.emptyTitle}
            text={messages.activity.emptyText}
            action={
              <div className="empty__actions">
                <Button look="main" onClick={() => navigate({ screen: 'agents' })}>
                  {messages.activity.emptyConnect}
                </Button>
                <Button onClick={() => navigate({ screen: 'integrations' })}>
                  {messages.activity.emptyAction}
                </Button>
              </div>
            }
          />
        ) : (
          <ReceiptList
            feed={feed}
            state={state}
            gaps={shownGaps}
            activeId={activeId}
            onActive={activate}
            onOpen={open}
            onClose={close}
          />
        )}
        {detail !== undefined && !narrow && (
          <aside
            className="activity__detail"
            onKeyDown={(event) => {
              if (event.key === 'Escape' && !event.defaultPrevented) close();
            }}
          >
            {detail}
          </aside>
        )}
        {detail !== undefined && narrow && (
          <Sheet title={messages.receipt.title} onClose={close}>
            {detail}
          </Sheet>
        )}
      </div>
    </>
  );
}

const focusList = () => document.querySelector<HTMLElement>('.activity [role="listbox"]')?.focus();
const focusSearch = () => document.querySelector<HTMLElement>('.filters input[type="search"]')?.focus();

/** Announces the number of receipts that match a new filter, after the user stops typing. */
function FilterResult({ filter, count }: { filter: ReceiptFilter; count: number | undefined }) {
  const key = JSON.stringify(filter);
  const lastKey = useRef(key);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (key === lastKey.current || count === undefined) return;
    const timer = setTimeout(() => {
      lastKey.current = key;
      setSaid(messages.activity.count(count));
    }, RESULT_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, count]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}

/** Reacts to control events: fetches new receipts at most four times a second, and reloads the list after a deletion. */
function useLiveFeed(feed: ReceiptFeed): void {
  const [pending] = useState<{ timer: ReturnType<typeof setTimeout> | undefined; reload: boolean }>({
    timer: undefined,
    reload: false,
  });
  useControlEvents(['receipts'], (event) => {
    pending.reload ||= event === undefined || (event.kind === 'receipts' && event.deleted);
    pending.timer ??= setTimeout(() => {
      pending.timer = undefined;
      const reload = pending.reload;
      pending.reload = false;
      void (reload ? feed.reload() : feed.refresh());
    }, LIVE_PAUSE_MS);
  });
  useEffect(() => () => clearTimeout(pending.timer), [pending]);
}
