import {
  CONSOLE_KEY_HEADER,
  CONSOLE_KEY_STORAGE,
  CONSOLE_LOGOUT_PATH,
  CONTROL_SEVERAL_PATH,
} from '../../shared/console.ts';
import type {
  ControlChannel,
  ControlEnvelope,
  ControlEvent,
  ControlParams,
  ControlResult,
} from '../../shared/control.ts';
import { controlFailure } from '../../shared/failure.ts';
import type { ConnectionState, HostConnection } from './host-connection.ts';
import { copySecretInBrowser } from './secret-clipboard.ts';

const RETRY_MS = 1500;
/** What a line of the stream with an event begins with. */
const DATA = 'data: ';
const requestOptions = { cache: 'no-store', redirect: 'error' } as const;
const keyHeader = () => ({ [CONSOLE_KEY_HEADER]: localStorage.getItem(CONSOLE_KEY_STORAGE) ?? '' });

/** Control events as server-sent events, and the connection's state that follows from them. */
class EventStream {
  /** Returns true if the host answers. */
  readonly #probe: () => Promise<boolean>;
  readonly #stateListeners = new Set<() => void>();
  readonly #eventListeners = new Set<(event: ControlEvent) => void>();
  readonly #firstResult = Promise.withResolvers<void>();
  #state: ConnectionState = 'connecting';
  #lostAt: number | undefined;
  #reading = new AbortController();
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(probe: () => Promise<boolean>) {
    this.#probe = probe;
    // The first one needs no probe: the calls that wait for it say why it failed.
    this.#listen();
  }

  /** Fulfilled when the first stream is open or has failed. An answer to a later call misses no event. */
  get first(): Promise<void> {
    return this.#firstResult.promise;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  get lostAt(): number | undefined {
    return this.#lostAt;
  }

  // A stream does not distinguish "down" from "refused". Therefore each one follows a plain call that succeeded.
  async #open(): Promise<void> {
    this.#retry = undefined;
    if (await this.#probe()) this.#listen();
  }

  #listen(): void {
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const ended = () => {
      if (!signal.aborted) this.lose();
    };
    this.#read(signal).then(ended, ended);
  }

  /** Reads events until the stream ends. An EventSource could not send the key, and the cookie alone can be stolen. */
  async #read(signal: AbortSignal): Promise<void> {
    const response = await fetch('/control/events', { ...requestOptions, headers: keyHeader(), signal });
    if (!response.ok || response.body === null) return;
    this.#setState('connected');
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; ; ) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = `${text}${value}`.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith(DATA)) this.#tell(line.slice(DATA.length));
    }
  }

  #tell(json: string): void {
    const event = JSON.parse(json) as ControlEvent;
    for (const listener of this.#eventListeners) listener(event);
  }

  /** Closes the stream and opens it again after a pause. */
  lose(): void {
    this.#reading.abort();
    this.#setState('reconnecting');
    if (this.#state === 'signed_out' || this.#retry !== undefined) return;
    this.#retry = setTimeout(() => void this.#open(), RETRY_MS);
  }

  /** Closes the stream for good: this page has no login any more. */
  signOut(): void {
    this.#setState('signed_out');
    clearTimeout(this.#retry);
    this.#reading.abort();
  }

  onEvent(listener: (event: ControlEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  #setState(next: ConnectionState): void {
    if (this.#state === next || this.#state === 'signed_out') return;
    this.#state = next;
    this.#lostAt = next === 'reconnecting' ? Date.now() : undefined;
    this.#firstResult.resolve();
    for (const listener of this.#stateListeners) listener();
  }
}

async function post(path: string, params: unknown): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    ...requestOptions,
    headers: { 'Content-Type': 'application/json', ...keyHeader() },
    body: JSON.stringify(params),
  });
}

/** The headless host's console: control calls through fetch, control events through server-sent events. */
export function connectConsole(): HostConnection {
  const stream = new EventStream(async () => (await call('host.status', {})).ok);

  const call = <C extends ControlChannel>(channel: C, params: ControlParams<C>) =>
    ask<ControlResult<C>>(`/control/${channel}`, params);

  async function ask<R>(path: string, params: unknown): Promise<ControlEnvelope<R>> {
    await stream.first;
    let response: Response;
    try {
      response = await post(path, params);
    } catch {
      stream.lose();
      return { ok: false, error: controlFailure('unreachable') };
    }
    if (response.status === 401) {
      stream.signOut();
      return { ok: false, error: controlFailure('signed_out') };
    }
    try {
      return (await response.json()) as ControlEnvelope<R>;
    } catch {
      stream.lose();
      return { ok: false, error: controlFailure('unreadable') };
    }
  }

  return {
    call,
    async callAll(questions) {
      const envelope = await ask<ControlEnvelope<unknown>[]>(CONTROL_SEVERAL_PATH, questions);
      return envelope.ok ? envelope.result : questions.map(() => envelope);
    },
    lostAt: () => stream.lostAt,
    subscribe: (listener) => stream.onEvent(listener),
    state: () => stream.state,
    onState: (listener) => stream.onState(listener),
    copySecret: copySecretInBrowser,
    async logOut() {
      const response = await post(CONSOLE_LOGOUT_PATH, {}).catch(() => undefined);
      if (response === undefined) stream.lose();
      else {
        localStorage.removeItem(CONSOLE_KEY_STORAGE);
        stream.signOut();
      }
    },
  };
}
