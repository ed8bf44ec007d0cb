import { CONSOLE_KEY_HEADER, CONSOLE_KEY_STORAGE, CONSOLE_LOGOUT_PATH } from '../../shared/console.ts';
import type {
  ControlChannel,
  ControlEnvelope,
  ControlEvent,
  ControlParams,
  ControlResult,
} from '../../shared/control.ts';
import { messages } from '../messages/index.ts';
import type { ConnectionState, HostConnection } from './host-connection.ts';
import { copySecretInBrowser } from './secret-clipboard.ts';

const RETRY_MS = 1500;

/** The headless host's console: control calls through fetch, control events through server-sent events. */
export function connectConsole(): HostConnection {
  let state: ConnectionState = 'reconnecting';
  let source: EventSource | undefined;
  const stateListeners = new Set<() => void>();
  const eventListeners = new Set<(event: ControlEvent) => void>();

  function setState(next: ConnectionState): void {
    if (state === next || state === 'signed_out') return;
    state = next;
    if (next === 'signed_out') source?.close();
    for (const listener of stateListeners) listener();
  }

  async function post(path: string, params: unknown): Promise<Response> {
    return fetch(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [CONSOLE_KEY_HEADER]: localStorage.getItem(CONSOLE_KEY_STORAGE) ?? '',
      },
      body: JSON.stringify(params),
      cache: 'no-store',
      redirect: 'error',
    });
  }

  let retry: ReturnType<typeof setTimeout> | undefined;

  function lose(): void {
    source?.close();
    setState('reconnecting');
    if (state === 'signed_out' || retry !== undefined) return;
    retry = setTimeout(() => void listen(), RETRY_MS);
  }

  // An EventSource does not distinguish "down" from "refused". Therefore each one follows a plain call that succeeded.
  async function listen(): Promise<void> {
    retry = undefined;
    const probe = await call('host.status', {});
    if (!probe.ok) return;
    source?.close();
    source = new EventSource('/control/events');
    source.onopen = () => setState('connected');
    source.onmessage = (message: MessageEvent<string>) => {
      const event = JSON.parse(message.data) as ControlEvent;
      for (const listener of eventListeners) listener(event);
    };
    source.onerror = lose;
  }

  async function call<C extends ControlChannel>(
    channel: C,
    params: ControlParams<C>,
  ): Promise<ControlEnvelope<ControlResult<C>>> {
    let response: Response;
    try {
      response = await post(`/control/${channel}`, params);
    } catch {
      lose();
      return { ok: false, error: { code: 'unavailable', message: messages.connection.unreachable } };
    }
    if (response.status === 401) {
      setState('signed_out');
      return { ok: false, error: { code: 'refused', message: messages.connection.signedOutTitle } };
    }
    try {
      return (await response.json()) as ControlEnvelope<ControlResult<C>>;
    } catch {
      lose();
      return { ok: false, error: { code: 'internal', message: messages.connection.unreadable } };
    }
  }

  void listen();
  return {
    call,
    subscribe(listener) {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    state: () => state,
    onState(listener) {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    copySecret: copySecretInBrowser,
    async logOut() {
      const response = await post(CONSOLE_LOGOUT_PATH, {}).catch(() => undefined);
      if (response === undefined) lose();
      else {
        localStorage.removeItem(CONSOLE_KEY_STORAGE);
        setState('signed_out');
      }
    },
  };
}
