import type {
  ControlChannel,
  ControlFailure,
  ControlNotice,
  ControlParams,
  ControlResult,
} from '../../shared/control.ts';
import type { HostConnection } from './host-connection.ts';

type NoticeKind = ControlNotice['kind'];

export interface QueryAnswer<T> {
  value: T | undefined;
  failure: ControlFailure | undefined;
  loading: boolean;
}

/** Several notices at once cost one query. */
const NOTICE_PAUSE_MS = 200;

/** One question to the host, shared by everything on the screen that asks it. */
export class SharedQuery<C extends ControlChannel = ControlChannel> {
  readonly #connection: HostConnection;
  readonly #channel: C;
  readonly #params: string;
  readonly #left: () => void;
  readonly #subscribers = new Map<() => void, readonly NoticeKind[]>();
  #stop: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #newest = 0;
  #answer: QueryAnswer<ControlResult<C>> = { value: undefined, failure: undefined, loading: true };

  /** `left` is called when the last subscriber has left. */
  constructor(connection: HostConnection, channel: C, params: string, left: () => void) {
    this.#connection = connection;
    this.#channel = channel;
    this.#params = params;
    this.#left = left;
  }

  /** The same object until another answer comes. */
  readonly answer = (): QueryAnswer<ControlResult<C>> => this.#answer;

  /** Asks for the first subscriber, and again for every notice of the kinds that any of them names. */
  subscribe(changed: () => void, refreshOn: readonly NoticeKind[]): () => void {
    this.#subscribers.set(changed, refreshOn);
    if (this.#stop === undefined) this.#start();
    return () => {
      this.#subscribers.delete(changed);
      if (this.#subscribers.size > 0) return;
      this.#newest += 1;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#stop?.();
      this.#stop = undefined;
      this.#left();
    };
  }

  /** Asks again; gives the new value, undefined where there is none or a later question overtook this one. */
  readonly reload = async (): Promise<ControlResult<C> | undefined> => {
    this.#newest += 1;
    const asked = this.#newest;
    const envelope = await this.#connection.call(this.#channel, JSON.parse(this.#params) as ControlParams<C>);
    if (asked !== this.#newest) return undefined;
    this.#answer = envelope.ok
      ? { value: envelope.result, failure: undefined, loading: false }
      : { value: this.#answer.value, failure: envelope.error, loading: false };
    for (const changed of this.#subscribers.keys()) changed();
    return envelope.ok ? envelope.result : undefined;
  };

  #start(): void {
    const stopNotices = this.#connection.subscribe(({ kind }) => {
      if ([...this.#subscribers.values()].some((kinds) => kinds.includes(kind))) this.#reloadSoon();
    });
    const stopState = this.#connection.onState(() => {
      if (this.#connection.state() === 'connected') this.#reloadSoon();
    });
    this.#stop = () => {
      stopNotices();
      stopState();
    };
    void this.reload();
  }

  #reloadSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.reload();
    }, NOTICE_PAUSE_MS);
  }
}

/** The questions that are on the screen now, by channel and parameters. */
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
