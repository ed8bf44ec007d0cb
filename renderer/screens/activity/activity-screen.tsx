import './activity.css';
import {
  type CSSProperties,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { keepsNothing } from '../../../shared/settings.ts';
import { navigate } from '../../app/route.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { Found } from '../../components/masked-text.tsx';
import { part } from '../../components/part.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { useMediaQuery } from '../../components/use-media-query.ts';
import { useConnection, useLostAt, useQuery } from '../../control/control-context.tsx';
import { useSettings } from '../../control/use-settings.ts';
import { messages } from '../../messages/index.ts';
import { ExportButton } from '../export/export-button.tsx';
import { TitleRow } from '../title-row.tsx';
import { DeleteFiltered } from './delete-filtered.tsx';
import { DetailPane } from './detail-pane.tsx';
import { NoMatch, NoReceipts } from './empty-activity.tsx';
import { FilterBar } from './filter-bar.tsx';
import { countOf, countText } from './filter-count.ts';
import { FilterResult } from './filter-result.tsx';
import { timeline, useTimelineState } from './filter-state.ts';
import { gapsOf } from './list-items.ts';
import { useLiveFeed } from './live-feed.ts';
import { PaneDivider, usePaneWidth } from './pane-divider.tsx';
import { ReceiptDetail } from './receipt-detail.tsx';
import { ReceiptFeed } from './receipt-feed.ts';
import { ReceiptList } from './receipt-list.tsx';
import { SearchNotes } from './search-notes.tsx';
import { SearchProgress } from './search-progress.tsx';
import { SessionGroups } from './session-groups.tsx';
import { TimeSpan } from './time-span.tsx';

const BundleDialog = part(() =>
  import('../../components/bundle-dialog.tsx').then((file) => file.BundleDialog),
);

export function ActivityScreen({ receiptId }: { receiptId: string | undefined }) {
  const { filter, setFilter, grouped, setGrouped } = useTimelineState();
  /** The number of receipts that a search found, once its list is complete. */
  const [whole, setWhole] = useState<{ filter: ReceiptFilter; receipts: number }>();
  const [handingOver, setHandingOver] = useState(false);
  const [activeId, setActiveId] = useState(receiptId);
  const narrow = useMediaQuery('(max-width: 999px)');
  const [paneWidth, setPaneWidth] = usePaneWidth();
  const short = useMediaQuery('(max-width: 620px), (max-height: 420px)');
  const isLost = useLostAt() !== undefined;
  const count = useQuery('receipts.count', countOf(filter), ['receipts']);
  // Until the answer to another filter arrives, the number is that of its own. Where none arrives, there is no number.
  const isUnknown =
    (count.failure !== undefined || isLost) &&
    JSON.stringify(count.params) !== JSON.stringify(countOf(filter));
  const found = isUnknown ? undefined : count.value;
  const counted =
    whole?.filter === filter
      ? countText(filter, whole.receipts)
      : isUnknown
        ? messages.activity.notCounted
        : countText(count.params.filter ?? {}, found?.count, found?.searchedUntil !== undefined);

  useEffect(() => {
    if (receiptId !== undefined) setActiveId(receiptId);
  }, [receiptId]);

  const open = (id: string) => {
    setActiveId(id);
    navigate(timeline(filter, id, grouped), 'replace');
  };
  const close = () => {
    navigate(timeline(filter, undefined, grouped), 'replace');
    // Closing the pane removes the pressed button. A sheet returns the focus itself.
    if (!narrow) focusList();
  };
  const clear = () => {
    announce(messages.activity.cleared, () => setFilter(filter));
    setFilter({});
    focusSearch();
  };

  return (
    <>
      <TitleRow title={messages.activity.title}>
        <span className="secondary numeric" aria-live="off">
          {counted ?? (isLost ? messages.common.notKnown : messages.activity.counting)}
        </span>
        <ExportButton filter={filter} title={messages.activity.title} />
        {found !== undefined && found.count > 0 && (
          <Button onClick={() => setHandingOver(true)}>{messages.bundle.open}</Button>
        )}
        <DeleteFiltered filter={filter} count={found?.count} />
      </TitleRow>
      <FilterBar
        filter={filter}
        onFilter={setFilter}
        onClear={clear}
        grouped={grouped}
        onGrouped={setGrouped}
        short={short}
      >
        <TimeSpan filter={filter} onFilter={setFilter} />
      </FilterBar>
      <SearchNotes search={filter.text ?? ''} />
      {handingOver && <BundleDialog filter={filter} onClose={() => setHandingOver(false)} />}
      <FilterResult filter={filter} counted={counted} />
      <Found search={filter.text}>
        <div
          className="activity"
          data-detail={receiptId !== undefined && !narrow}
          style={{ '--pane-width': `${paneWidth}px` } as CSSProperties}
        >
          <ReceiptsOrState
            filter={filter}
            grouped={grouped}
            activeId={activeId}
            // A pane beside the list follows the selection. A sheet over the list opens only on request.
            onActive={narrow ? setActiveId : open}
            onOpen={open}
            onClose={close}
            onFilter={setFilter}
            onClear={clear}
            onWhole={setWhole}
          />
          {receiptId !== undefined && !narrow && <PaneDivider width={paneWidth} onWidth={setPaneWidth} />}
          {receiptId !== undefined && (
            <DetailPane narrow={narrow} onClose={close}>
              <ReceiptDetail id={receiptId} onClose={close} closesOnFilter={narrow} />
            </DetailPane>
          )}
        </div>
      </Found>
    </>
  );
}

const focusList = () => document.querySelector<HTMLElement>('.activity [role="listbox"]')?.focus();
const focusSearch = () => document.querySelector<HTMLElement>('.filters__search input')?.focus();

interface ReceiptsOrStateProps {
  filter: ReceiptFilter;
  grouped: boolean;
  activeId: string | undefined;
  onActive(id: string): void;
  onOpen(id: string): void;
  onClose(): void;
  onFilter(filter: ReceiptFilter): void;
  onClear(): void;
  onWhole(whole: { filter: ReceiptFilter; receipts: number }): void;
}

/** The receipts that match the filter, or the state that explains why there are none. */
function ReceiptsOrState(props: ReceiptsOrStateProps) {
  const { filter, grouped, activeId, onActive, onOpen, onClose, onFilter, onClear, onWhole } = props;
  const connection = useConnection();
  const [feed] = useState(() => new ReceiptFeed((params) => connection.call('receipts.query', params)));
  const state = useSyncExternalStore(feed.subscribe, feed.state);
  const gaps = useQuery('recording.gaps', {}, ['recording']);
  const { settings } = useSettings();
  // Only the address that the screen opened with leads to a page around its receipt.
  const linked = useRef(activeId);
  const wanted = useRef(filter);
  // Before the effects in which the counts and bars are queried: the host answers in order, and the rows come first.
  useLayoutEffect(() => {
    wanted.current = filter;
    void feed.open(filter, linked.current);
    linked.current = undefined;
  }, [feed, filter]);
  // The Back button or a link can lead to a receipt outside the loaded pages.
  useEffect(() => {
    if (activeId !== undefined && feed.state().first === 'ready' && !feed.has(activeId)) {
      void feed.open(wanted.current, activeId);
    }
  }, [feed, activeId]);
  useLiveFeed(feed);

  const receipts =
    state.first === 'ready' && state.earlier === 'none' && !state.newer ? state.rows.length : undefined;
  const searches = filter.text !== undefined || filter.exclude !== undefined;
  useEffect(() => {
    if (searches && receipts !== undefined && wanted.current === filter) onWhole({ filter, receipts });
  }, [searches, receipts, filter, onWhole]);

  const filtered = Object.keys(filter).length > 0;
  const blank = state.first === 'ready' && state.rows.length === 0;
  const shownGaps = gapsOf(filter, gaps.value?.gaps ?? []);

  if (state.first === 'failed' && state.failure !== undefined) {
    return <Failed failure={state.failure} onRetry={() => void feed.open(filter)} />;
  }
  if (state.first === 'loading' && state.rows.length === 0) return <Loading />;
  if (grouped && !blank) return <SessionGroups filter={filter} activeId={activeId} onOpen={onOpen} />;
  if (blank && state.searchedUntil !== undefined) return <SearchProgress feed={feed} state={state} />;
  if (blank && filtered && shownGaps.length === 0)
    return <NoMatch filter={filter} onFilter={onFilter} onClear={onClear} />;
  // A computer that was off does not explain an empty record.
  if (blank && shownGaps.every(({ cause }) => cause === 'computer_off')) {
    return <NoReceipts keepsNothing={settings !== undefined && keepsNothing(settings.privacy, '')} />;
  }
  return (
    <ReceiptList
      feed={feed}
      state={state}
      filter={filter}
      gaps={shownGaps}
      activeId={activeId}
      onActive={onActive}
      onOpen={onOpen}
      onClose={onClose}
    />
  );
}
