import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type {
  ControlChannel,
  ControlFailure,
  ControlNotice,
  ControlParams,
  ControlResult,
} from '../../shared/control.ts';
import type { ConnectionState, HostConnection } from './host-connection.ts';

const ConnectionContext = createContext<HostConnection | undefined>(undefined);

export function ControlProvider({
  connection,
  children,
}: {
  connection: HostConnection;
  children: ReactNode;
}) {
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

export function useConnection(): HostConnection {
  const connection = use(ConnectionContext);
  if (connection === undefined) throw new Error('useConnection needs a ControlProvider above it');
  return connection;
}

export function useConnectionState(): ConnectionState {
  const connection = useConnection();
  return useSyncExternalStore(connection.onState, connection.state);
}

/** Runs `onNotice` for notices of these kinds, and once each time a lost connection is there again. */
export function useNotices(
  kinds: readonly ControlNotice['kind'][],
  onNotice: (notice?: ControlNotice) => void,
) {
  const connection = useConnection();
  const latest = useRef(onNotice);
  useEffect(() => {
    latest.current = onNotice;
  });
  const wanted = kinds.join(' ');
  useEffect(() => {
    const set = new Set(wanted.split(' '));
    const stopNotices = connection.subscribe((notice) => {
      if (set.has(notice.kind)) latest.current(notice);
    });
    const stopState = connection.onState(() => {
      if (connection.state() === 'connected') latest.current();
    });
    return () => {
      stopNotices();
      stopState();
    };
  }, [connection, wanted]);
}

/** A query's answer. A later failure keeps the last value, so that a screen never empties under its reader. */
export interface Query<T> {
  value: T | undefined;
  failure: ControlFailure | undefined;
  loading: boolean;
  /** Asks again; gives the new value, undefined where there is none. */
  reload(): Promise<T | undefined>;
}

const NOTICE_PAUSE_MS = 200;

/** Queries a channel, and again for every notice of the given kinds (several at once cost one query). */
export function useQuery<C extends ControlChannel>(
  channel: C,
  params: ControlParams<C>,
  refreshOn: readonly ControlNotice['kind'][],
): Query<ControlResult<C>> {
  const connection = useConnection();
  const [answer, setAnswer] = useState<Omit<Query<ControlResult<C>>, 'reload'>>({
    value: undefined,
    failure: undefined,
    loading: true,
  });
  const key = JSON.stringify(params);
  const newest = useRef(0);

  const reload = useCallback(async () => {
    newest.current += 1;
    const asked = newest.current;
    const envelope = await connection.call(channel, JSON.parse(key) as ControlParams<C>);
    if (asked !== newest.current) return undefined;
    setAnswer((before) =>
      envelope.ok
        ? { value: envelope.result, failure: undefined, loading: false }
        : { value: before.value, failure: envelope.error, loading: false },
    );
    return envelope.ok ? envelope.result : undefined;
  }, [connection, channel, key]);

  useEffect(() => {
    void reload();
    return () => {
      newest.current += 1;
    };
  }, [reload]);

  // The parameters may change while a notice waits: asking by the old ones would overtake the answer to the new ones.
  const current = useRef(reload);
  useEffect(() => {
    current.current = reload;
  }, [reload]);

  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useNotices(refreshOn, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void current.current();
    }, NOTICE_PAUSE_MS);
  });

  return { ...answer, reload };
}
