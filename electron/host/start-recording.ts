import { homedir } from 'node:os';
import type { EventHub } from '../control/event-hub.ts';
import { RecordingSwitch } from '../record/recording.ts';
import { giveSignsOfLife } from '../record/sign-of-life.ts';
import type { HostParts } from './host-parts.ts';
import type { Stores } from './open-stores.ts';

/** Starts the recording switch and notes in the store the pauses in which this run begins, unless it only reads. */
export async function startRecording(
  { settings, receipts, log }: Stores,
  hub: EventHub,
  stack: AsyncDisposableStack,
  reads: boolean,
): Promise<RecordingSwitch> {
  const noteGap = (change: 'beginGap' | 'endGap', at: number, scope: string | null) => {
    receipts
      .call(change, at, scope)
      .catch(() => log.error({ change }, 'a gap in the record could not be noted'));
  };
  const recording = new RecordingSwitch(
    settings,
    {
      paused: (at, scope) => noteGap('beginGap', at, scope),
      resumed: (at, scope) => noteGap('endGap', at, scope),
    },
    [homedir()],
  );
  stack.defer(() => recording.stop());
  if (!reads) await receipts.call('setOpenGaps', Date.now(), recording.openScopes());
  settings.on('recording_changed', () => hub.post({ kind: 'recording' }));
  return recording;
}

/** Notes how long no host recorded, and gives signs of life from now on. */
export function startSignsOfLife(
  { options, stores, run, hub, survival }: HostParts,
  stack: AsyncDisposableStack,
): void {
  const signs = giveSignsOfLife(options.dataDir, run.now, (gap) => {
    stores.receipts.call('noteGap', gap).then(
      () => hub.post({ kind: 'recording' }),
      () => stores.log.error({ cause: gap.cause }, 'a gap in the record could not be noted'),
    );
  });
  stack.defer(signs.stop);
  stack.defer(survival.guard({ name: 'runtime', ...signs }));
}
