import type { ControlChannel, ControlEvent, ControlParams, ControlResult } from '../../shared/control.ts';
import type { ControlFailure } from '../../shared/failure.ts';
import { type HostConnection, onRestored } from './host-connection.ts';

type ControlEventKind = ControlEvent['kind'];

export interface QueryAnswer<T> {
  value: T | undefined;
  failure: ControlFailure | undefined;
  loading: boolean;
}

/** Several control events at the same time cause one query. */
const EVENT_PAUSE_MS = 200;

/** What a component has of a query that it does not ask yet. */
const unasked: QueryAnswer<never> = { value: undefined, failure: undefined, loading: true };
export const NOT_ASKED = {
  answer: () => unasked,
  subscribe: () => () => {},
  reload: async () => undefined,
};

/** One query to the host. All components that need it share it. */
class SharedQuery<C extends ControlChannel = ControlChannel> {
  readonly #connection: HostConnection;
  readonly #channel: C;
  readonly #params: string;
  readonly #left: () => void;
  readonly #subscribers = new Map<() => void, readonly ControlEventKind[]>();
  #stop: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #newest = 0;
  /** Queries without an answer yet. */
  #open = 0;
  /** Something changed while the host was answering. */
  #isStale = false;
  #answer: QueryAnswer<ControlResult<C>> = { value: undefined, failure: undefined, loading: true };

  /** `left` is called when the last subscriber has left. */
  constructor(connection: HostConnection, channel: C, params: string, left: () => void) {
    this.#connection = connection;
    this.#channel = channel;
    this.#params = params;
    this.#left = left;
  }

  /** Gives the same object until another answer arrives. */
  readonly answer = (): QueryAnswer<ControlResult<C>> => this.#answer;

  /** Queries for the first subscriber, and again for every control event of the kinds that any subscriber names. */
  subscribe(changed: () => void, refreshOn: readonly ControlEventKind[]): () => void {
    this.#subscribers.set(changed, refreshOn);
    if (this.#stop === undefined) this.#start();
    return () => {
      this.#subscribers.delete(changed);
      if (this.#subscribers.size > 0) return;
      this.#newest += 1;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#isStale = false;
      this.#stop?.();
      this.#stop = undefined;
      this.#left();
    };
  }

  /** Queries again and gives the new value. Gives undefined if there is none, or if a later query replaced this one. */
  readonly reload = async (): Promise<ControlResult<C> | undefined> => {
    this.#newest += 1;
    const asked = this.#newest;
    this.#open += 1;
    const envelope = await this.#connection.call(this.#channel, JSON.parse(this.#params) as ControlParams<C>);
    this.#open -= 1;
    if (this.#isStale && this.#open === 0 && this.#stop !== undefined) this.#reloadSoon();
    if (asked !== this.#newest) return undefined;
    this.#answer = envelope.ok
      ? { value: envelope.result, failure: undefined, loading: false }
      : { value: this.#answer.value, failure: envelope.error, loading: false };
    for (const changed of this.#subscribers.keys()) changed();
    return envelope.ok ? envelope.result : undefined;
  };

  #start(): void {
    const stopEvents = this.#connection.subscribe(({ kind }) => {
      if ([...this.#subscribers.values()].some((kinds) => kinds.includes(kind))) this.#reloadSoon();
    });
    const stopState = onRestored(this.#connection, () => this.#reloadSoon());
    this.#stop = () => {
      stopEvents();
      stopState();
    };
    void this.reload();
  }

  // A query that waits for its answer is not asked again before it. Otherwise each change would void the answer that a busy
  // host works on, and the screen would stay empty.
  #reloadSoon(): void {
    this.#isStale = true;
    if (this.#open > 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#isStale = false;
      void this.reload();
    }, EVENT_PAUSE_MS);
  }
}

/** The queries of the components on the screen, by channel and parameters. */
export class QueryCache {
  readonly #connection: HostConnection;
  readonly #queries = new Map<string, SharedQuery>();

  constructor(connection: HostConnection) {
    this.#connection = connection;
  }

  /** `params` as JSON. */
  query<C extends ControlChannel>(channel: C, params: string): SharedQuery<C> {
    const key = `${channel} ${params}`;
    let query = this.#queries.get(key);
    if (query === undefined) {
      query = new SharedQuery<ControlChannel>(this.#connection, channel, params, () =>
        this.#queries.delete(key),
      );
      this.#queries.set(key, query);
    }
    return query as unknown as SharedQuery<C>;
  }
}
