import type { ControlEnvelope, ControlResult, ReceiptFilter } from '../../../shared/control.ts';
import type { ControlFailure } from '../../../shared/failure.ts';
import type { ReceiptSummary } from '../../../shared/receipt.ts';
import { firstPage, PAGE, type PageQuery } from './first-page.ts';

type Page = ControlResult<'receipts.query'>;
export type QueryReceipts = (params: PageQuery) => Promise<ControlEnvelope<Page>>;

export interface FeedState {
  /** Newest first. */
  rows: readonly ReceiptSummary[];
  /** Receipts that arrived while the list was not at its top. `more` if there are too many to hold. */
  waiting: { rows: readonly ReceiptSummary[]; more: boolean };
  /** Newer receipts exist above the first row, because the list began around an older receipt. */
  newer: boolean;
  first: 'loading' | 'ready' | 'failed';
  /** `stopped`: the user stopped a search, and older receipts were not compared. */
  earlier: 'idle' | 'loading' | 'failed' | 'none' | 'stopped';
  /** How far a search got that goes on or was stopped. */
  searchedUntil: string | undefined;
  failure: ControlFailure | undefined;
  /** The number of lists that were opened. A list that was only loaded again keeps its number. */
  opened: number;
}

const LIVE_PAGES = 5;
/** A receipt that is stored after a look can have a time that is so much earlier, as after a step of the clock. */
const CLOCK_MARGIN_MS = 600_000;
/** A list that has grown only at its top is cut to one page when it exceeds this number of rows. */
const LIVE_ROWS = 5000;

/**
 * The receipts of the activity list: earlier pages by keyset, and new receipts at the top. It drops an answer if
 * the filter has changed since the query.
 */
export class ReceiptFeed {
  #query: QueryReceipts;
  #listeners = new Set<() => void>();
  #filter: ReceiptFilter = {};
  #generation = 0;
  #cursor: string | null = null;
  #ids = new Set<string>();
  /** The receipt in the middle of the first page, if a link led to it. */
  #around: string | undefined;
  #atTop = true;
  #stopped = false;
  /** When the newest receipts were asked for. A search looks again only at those that came since. */
  #lookedAt = 0;
  #refreshing = false;
  #refreshAgain = false;
  #state: FeedState = {
    rows: [],
    waiting: { rows: [], more: false },
    newer: false,
    first: 'loading',
    earlier: 'idle',
    searchedUntil: undefined,
    failure: undefined,
    opened: 0,
  };

  constructor(query: QueryReceipts) {
    this.#query = query;
  }

  state = (): FeedState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Restarts with a filter. The old rows stay until the new ones have loaded. */
  async open(filter: ReceiptFilter, around?: string): Promise<void> {
    this.#filter = filter;
    this.#around = around;
    await this.#startOver({ first: 'loading' });
  }

  /** The receipt in the middle of the first page, if a link or a date led to it. */
  get around(): string | undefined {
    return this.#around;
  }

  /** Says whether the list contains a receipt. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Loads the first page again (after a deletion, or when the host was not available). */
  async reload(): Promise<void> {
    await this.#startOver({});
  }

  /** Leaves the page around a receipt, and shows the newest receipts. */
  async showNewest(): Promise<void> {
    this.#around = undefined;
    await this.#startOver({});
  }

  async #startOver(change: Partial<FeedState>): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    this.#set({ ...change, earlier: 'idle', failure: undefined });
    const askedAt = Date.now();
    const answer = await this.#query(firstPage(this.#filter, this.#around));
    if (generation !== this.#generation) return;
    if (!answer.ok) {
      const kept = this.#state.rows.length > 0 && change.first === undefined;
      this.#set({ first: kept ? 'ready' : 'failed', failure: answer.error });
      return;
    }
    const { receipts, nextCursor, searchedUntil, newer = false } = answer.result;
    this.#lookedAt = askedAt;
    this.#cursor = nextCursor;
    this.#ids = new Set(receipts.map(({ id }) => id));
    this.#set({
      rows: receipts,
      waiting: { rows: [], more: false },
      newer,
      first: 'ready',
      // A reload can overtake the answer to the opening.
      opened: this.#state.opened + (this.#state.first === 'loading' ? 1 : 0),
      earlier: nextCursor === null ? 'none' : 'idle',
      searchedUntil,
    });
    if (searchedUntil !== undefined) await this.loadEarlier();
  }

  /** Loads a page. A search that compares receipts one by one goes on until it has found a page, or is stopped. */
  async loadEarlier(): Promise<void> {
    const { first, earlier, rows } = this.#state;
    if (first !== 'ready' || earlier === 'loading' || earlier === 'none' || this.#cursor === null) return;
    const generation = this.#generation;
    this.#stopped = false;
    this.#set({ earlier: 'loading' });
    // A long scroll loads more rows at a time.
    const limit = rows.length >= 5 * PAGE ? 500 : PAGE;
    const wanted = rows.length + limit;
    for (;;) {
      const answer = await this.#query({ filter: this.#filter, limit, cursor: this.#cursor });
      if (generation !== this.#generation) return;
      if (!answer.ok) {
        this.#set({ earlier: 'failed' });
        return;
      }
      const { receipts, nextCursor, searchedUntil } = answer.result;
      const fresh = receipts.filter(({ id }) => !this.#ids.has(id));
      for (const { id } of fresh) this.#ids.add(id);
      this.#cursor = nextCursor;
      this.#set({ rows: [...this.#state.rows, ...fresh], searchedUntil });
      if (nextCursor === null || searchedUntil === undefined || this.#state.rows.length >= wanted) {
        this.#set({ earlier: nextCursor === null ? 'none' : 'idle' });
        return;
      }
      if (this.#stopped) {
        this.#set({ earlier: 'stopped' });
        return;
      }
      this.#cursor = nextCursor;
    }
  }

  /** Stops a search after the receipts that are compared now. {@link loadEarlier} continues it. */
  stop(): void {
    this.#stopped = true;
  }

  /** Sets whether the user sees the newest row. If so, new rows appear immediately; otherwise they wait. */
  setAtTop(atTop: boolean): void {
    this.#atTop = atTop;
  }

  /** Fetches new receipts. All calls during a fetch cause one more fetch after it. */
  async refresh(): Promise<void> {
    // A list around an older receipt has no top to which new receipts could be added.
    if (this.#state.first !== 'ready' || this.#state.newer) return;
    if (this.#refreshing) {
      this.#refreshAgain = true;
      return;
    }
    this.#refreshing = true;
    try {
      do {
        this.#refreshAgain = false;
        await this.#fetchNew();
      } while (this.#refreshAgain);
    } finally {
      this.#refreshing = false;
    }
  }

  async #fetchNew(): Promise<void> {
    const generation = this.#generation;
    const fresh: ReceiptSummary[] = [];
    const known = new Map<string, ReceiptSummary>();
    let cursor: string | undefined;
    let metKnown = false;
    const askedAt = Date.now();
    const filter = this.#newerOnly();
    for (let page = 0; page < LIVE_PAGES && !metKnown; page += 1) {
      const answer = await this.#query({
        filter,
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      });
      if (generation !== this.#generation || !answer.ok) return;
      for (const receipt of answer.result.receipts) {
        metKnown ||= this.#ids.has(receipt.id);
        if (this.#ids.has(receipt.id)) known.set(receipt.id, receipt);
        else fresh.push(receipt);
      }
      if (answer.result.nextCursor === null) metKnown = true;
      else cursor = answer.result.nextCursor;
    }
    this.#lookedAt = askedAt;
    // What became of a call is told after its receipt.
    const isTold = ({ id, outcome }: ReceiptSummary) => known.has(id) && known.get(id)!.outcome !== outcome;
    if (this.#state.rows.some(isTold)) {
      this.#set({ rows: this.#state.rows.map((row) => (isTold(row) ? known.get(row.id)! : row)) });
    }
    if (fresh.length === 0) return;
    if (this.#atTop) {
      if (!metKnown || this.#state.rows.length + fresh.length > LIVE_ROWS) {
        await this.#startOver({});
        return;
      }
      for (const { id } of fresh) this.#ids.add(id);
      this.#set({ rows: [...fresh, ...this.#state.rows] });
      return;
    }
    this.#set({ waiting: { rows: fresh, more: !metKnown } });
  }

  /** The filter of the new receipts. A search would compare the whole record each time. */
  #newerOnly(): ReceiptFilter {
    const { text, exclude, since } = this.#filter;
    if (text === undefined && exclude === undefined) return this.#filter;
    const recent = new Date(this.#lookedAt - CLOCK_MARGIN_MS).toISOString();
    return since !== undefined && since > recent ? this.#filter : { ...this.#filter, since: recent };
  }

  /** Puts the waiting receipts at the top of the list. */
  async showWaiting(): Promise<void> {
    const { waiting, rows } = this.#state;
    if (waiting.more) {
      await this.#startOver({});
      return;
    }
    const fresh = waiting.rows.filter(({ id }) => !this.#ids.has(id));
    for (const { id } of fresh) this.#ids.add(id);
    this.#set({ rows: [...fresh, ...rows], waiting: { rows: [], more: false } });
  }
}
