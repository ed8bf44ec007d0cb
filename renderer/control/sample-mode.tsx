import { Fragment, type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { ControlProvider, useConnection } from './control-context.tsx';
import type { HostConnection } from './host-connection.ts';
import { sampleConnection } from './sample-connection.ts';

let shown = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  shown = next;
  for (const each of listeners) each();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isSampleShown = (): boolean => shown;

/** Whether the screens of the record show the sample data. A reload ends it. */
export const useSampleMode = (): boolean => useSyncExternalStore(subscribe, isSampleShown);

export const showSample = (): void => set(true);

/** Shows the own record again and removes the sample data from the host. */
export function removeSample(connection: HostConnection): void {
  set(false);
  void connection.call('sample.close', {});
}

/** Gives its children the sample data instead of the record. */
export function SampleSource({ on, children }: { on: boolean; children: ReactNode }) {
  const real = useConnection();
  const sample = useMemo(() => sampleConnection(real), [real]);
  // The queries of one record never answer for the other. Those of the own record are shared with what is around.
  return on ? (
    <ControlProvider key="sample" connection={sample}>
      {children}
    </ControlProvider>
  ) : (
    <Fragment key="record">{children}</Fragment>
  );
}
