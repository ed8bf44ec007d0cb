import type { ControlChannel, ControlEvent, ControlParams, ControlResult } from '../../shared/control.ts';
import type { ControlFailure } from '../../shared/failure.ts';
import { type HostConnection, onRestored, type Question } from './host-connection.ts';

type ControlEventKind = ControlEvent['kind'];

export interface QueryAnswer<T> {
  value: T | undefined;
  failure: ControlFailure | undefined;
  loading: boolean;
  /** The host gave this value over the present connection, and has not failed since. Only then does an empty value mean nothing. */
  isCurrent: boolean;
}

/** Several control events at the same time cause one query. */
const EVENT_PAUSE_MS = 200;
/** Reports arrive all the time. What they change is asked again at most this often. */
const REPORT_PAUSE_MS = 2000;
const OF_REPORTS: readonly ControlEventKind[] = ['receipts', 'refusal'];

/** What a component has of a query that it does not ask yet. */
const unasked: QueryAnswer<never> = { value: undefined, failure: undefined, loading: true, isCurrent: false };
export const NOT_ASKED = {
  answer: () => unasked,
  subscribe: () => () => {},
  reload: async () => undefined,
};

/** One query to the host. All components that need it share it. */
class SharedQuery<C extends ControlChannel = ControlChannel> {
  readonly #cache: QueryCache;
  readonly #channel: C;
  readonly #params: string;
  readonly #subscribers = new Map<() => void, readonly ControlEventKind[]>();
  #stop: (() => void) | undefined;
  #newest = 0;
  /** Queries without an answer yet. */
  #open = 0;
  /** What changed while the host was answering, if anything did. */
  #stale: 'report' | 'change' | undefined;
  #answer: QueryAnswer<ControlResult<C>> = unasked;

  constructor(cache: QueryCache, channel: C, params: string) {
    this.#cache = cache;
    this.#channel = channel;
    this.#params = params;
  }

  /** Gives the same object until another answer arrives. */
  readonly answer = (): QueryAnswer<ControlResult<C>> => this.#answer;

  get question(): Question {
    return [this.#channel, JSON.parse(this.#params) as ControlParams<C>] as unknown as Question;
  }

  /** Queries for the first subscriber, and again for every control event of the kinds that any subscriber names. */
  subscribe(changed: () => void, refreshOn: readonly ControlEventKind[]): () => void {
    this.#subscribers.set(changed, refreshOn);
    if (this.#stop === undefined) this.#start();
    return () => {
      this.#subscribers.delete(changed);
      if (this.#subscribers.size > 0) return;
      this.#newest += 1;
      this.#stale = undefined;
      this.#stop?.();
      this.#stop = undefined;
      this.#cache.left(this, `${this.#channel} ${this.#params}`);
    };
  }

  /** Queries again and gives the new value. Gives undefined if there is none, or if a later query replaced this one. */
  readonly reload = (): Promise<ControlResult<C> | undefined> =>
    this.take(this.#cache.connection.call(this.#channel, JSON.parse(this.#params) as ControlParams<C>));

  /** Takes an answer that the host was asked for, unless a later question replaces it. */
  async take(asked: ReturnType<HostConnection['call']>): Promise<ControlResult<C> | undefined> {
    this.#newest += 1;
    const number = this.#newest;
    this.#open += 1;
    const envelope = await asked;
    this.#open -= 1;
    if (this.#stale !== undefined && this.#open === 0 && this.#stop !== undefined) {
      this.#cache.askSoon(this as unknown as SharedQuery, this.#stale === 'report');
      this.#stale = undefined;
    }
    if (number !== this.#newest) return undefined;
    const isConnected = this.#cache.connection.state() === 'connected';
    const result = envelope.ok ? (envelope.result as ControlResult<C>) : undefined;
    this.#set(
      envelope.ok
        ? { value: result, failure: undefined, loading: false, isCurrent: isConnected }
        : { value: this.#answer.value, failure: envelope.error, loading: false, isCurrent: false },
    );
    return result;
  }

  #set(answer: QueryAnswer<ControlResult<C>>): void {
    this.#answer = answer;
    for (const changed of this.#subscribers.keys()) changed();
  }

  #start(): void {
    const { connection } = this.#cache;
    const stopEvents = connection.subscribe(({ kind }) => {
      const isWanted = [...this.#subscribers.values()].some((kinds) => kinds.includes(kind));
      if (isWanted) this.#reloadSoon(OF_REPORTS.includes(kind));
    });
    const stopLost = connection.onState(() => {
      if (this.#answer.isCurrent && connection.state() !== 'connected') {
        this.#set({ ...this.#answer, isCurrent: false });
      }
    });
    const stopRestored = onRestored(connection, () => this.#reloadSoon());
    this.#stop = () => {
      stopEvents();
      stopLost();
      stopRestored();
    };
    void this.reload();
  }

  // A query that waits for its answer is not asked again before it. Otherwise each change would void the answer that a busy
  // host works on, and the screen would stay empty.
  #reloadSoon(isReport = false): void {
    if (this.#open === 0) this.#cache.askSoon(this as unknown as SharedQuery, isReport);
    else this.#stale = isReport ? (this.#stale ?? 'report') : 'change';
  }
}

const isHidden = () => globalThis.document?.visibilityState === 'hidden';

/** The queries of the components on the screen, by channel and parameters. What changed is asked in one request. */
export class QueryCache {
  readonly connection: HostConnection;
  readonly #queries = new Map<string, SharedQuery>();
  readonly #due = new Set<SharedQuery>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #askAt = Number.POSITIVE_INFINITY;
  #lastAt = 0;

  constructor(connection: HostConnection) {
    this.connection = connection;
  }

  /** `params` as JSON. */
  query<C extends ControlChannel>(channel: C, params: string): SharedQuery<C> {
    const key = `${channel} ${params}`;
    let query = this.#queries.get(key);
    if (query === undefined) {
      query = new SharedQuery<ControlChannel>(this, channel, params);
      this.#queries.set(key, query);
    }
    return query as unknown as SharedQuery<C>;
  }

  /** Forgets a query whose last subscriber has left. */
  left(query: object, key: string): void {
    this.#due.delete(query as SharedQuery);
    this.#queries.delete(key);
  }

  /** Asks a query again with all others that are due: after a report later than after a user's change. */
  askSoon(query: SharedQuery, isReport: boolean): void {
    this.#due.add(query);
    const soon = Date.now() + EVENT_PAUSE_MS;
    const at = isReport ? Math.max(soon, this.#lastAt + REPORT_PAUSE_MS) : soon;
    if (at >= this.#askAt) return;
    this.#askAt = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), at - Date.now());
  }

  /** Nobody sees a hidden page, so what changes meanwhile is asked when it is shown. */
  readonly #ask = (): void => {
    if (isHidden()) {
      document.addEventListener('visibilitychange', this.#ask, { once: true });
      return;
    }
    this.#askAt = Number.POSITIVE_INFINITY;
    this.#lastAt = Date.now();
    const due = [...this.#due];
    this.#due.clear();
    const answers = this.connection.callAll(due.map(({ question }) => question));
    for (const [index, query] of due.entries()) void query.take(answers.then((all) => all[index]!));
  };
}
