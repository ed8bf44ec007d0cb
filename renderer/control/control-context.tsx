import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ControlChannel, ControlEvent, ControlParams, ControlResult } from '../../shared/control.ts';
import { type ConnectionState, type HostConnection, onRestored } from './host-connection.ts';
import { NOT_ASKED, type QueryAnswer, QueryCache } from './query-cache.ts';

const ConnectionContext = createContext<HostConnection | undefined>(undefined);
const QueryContext = createContext<QueryCache | undefined>(undefined);

export function ControlProvider({
  connection,
  children,
}: {
  connection: HostConnection;
  children: ReactNode;
}) {
  const queries = useMemo(() => new QueryCache(connection), [connection]);
  return (
    <ConnectionContext value={connection}>
      <QueryContext value={queries}>{children}</QueryContext>
    </ConnectionContext>
  );
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

/** Gives the time at which the host was last heard, or undefined while it answers. */
export function useLostAt(): number | undefined {
  const connection = useConnection();
  return useSyncExternalStore(connection.onState, connection.lostAt);
}

/** Runs `onEvent` for control events of these kinds, and once each time a lost connection is restored. */
export function useControlEvents(
  kinds: readonly ControlEvent['kind'][],
  onEvent: (event?: ControlEvent) => void,
) {
  const connection = useConnection();
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  const wanted = kinds.join(' ');
  useEffect(() => {
    const set = new Set(wanted.split(' '));
    const stopEvents = connection.subscribe((event) => {
      if (set.has(event.kind)) latest.current(event);
    });
    const stopState = onRestored(connection, () => latest.current());
    return () => {
      stopEvents();
      stopState();
    };
  }, [connection, wanted]);
}

/** A query's answer. A later failure keeps the last value, so that a screen never becomes empty while the user reads it. */
export interface Query<C extends ControlChannel> extends QueryAnswer<ControlResult<C>> {
  /** The parameters that `value` answers. They are the earlier ones until the answer to others arrives. */
  params: ControlParams<C>;
  /** Queries again and gives the new value, or undefined if there is none. */
  reload(): Promise<ControlResult<C> | undefined>;
}

/**
 * Queries a channel, and again for every control event of the given kinds. Components with the same query at the same time
 * share it. Without `isAsked` it waits.
 */
export function useQuery<C extends ControlChannel>(
  channel: C,
  params: ControlParams<C>,
  refreshOn: readonly ControlEvent['kind'][],
  isAsked = true,
): Query<C> {
  const queries = use(QueryContext);
  if (queries === undefined) throw new Error('useQuery needs a ControlProvider above it');
  const key = JSON.stringify(params);
  const query = useMemo(
    () => (isAsked ? queries.query(channel, key) : NOT_ASKED),
    [queries, channel, key, isAsked],
  );
  const kinds = refreshOn.join(' ');
  const subscribe = useCallback(
    (changed: () => void) => query.subscribe(changed, kinds.split(' ') as ControlEvent['kind'][]),
    [query, kinds],
  );
  const answer = useSyncExternalStore(subscribe, query.answer);

  // The shown value stays while other parameters load, and if they fail.
  const [shown, setShown] = useState({ answer, ...answer, params });
  if (shown.answer === answer) return { ...withoutAnswer(shown), reload: query.reload };
  const { value, failure, loading, isCurrent } = answer.loading ? shown : answer;
  const keepsValue = answer.loading || (failure !== undefined && value === undefined);
  const next = {
    answer,
    value: keepsValue ? shown.value : value,
    failure,
    loading,
    isCurrent: isCurrent && !keepsValue,
    params: keepsValue && shown.value !== undefined ? shown.params : params,
  };
  setShown(next);
  return { ...withoutAnswer(next), reload: query.reload };
}

function withoutAnswer<C extends ControlChannel>({
  value,
  failure,
  loading,
  isCurrent,
  params,
}: Omit<Query<C>, 'reload'>): Omit<Query<C>, 'reload'> {
  return { value, failure, loading, isCurrent, params };
}
