import type { EventHub } from '../control/event-hub.ts';
import { RecordingSwitch } from '../record/recording.ts';
import type { HostRun } from './host-options.ts';
import type { Stores } from './open-stores.ts';

/** Starts the recording switch and notes in the store whether this run begins in a pause. */
export async function startRecording(
  { settings, receipts, log }: Stores,
  { now }: HostRun,
  hub: EventHub,
  stack: AsyncDisposableStack,
): Promise<RecordingSwitch> {
  const noteGap = (change: 'beginGap' | 'endGap', at: number) => {
    receipts.call(change, at).catch(() => log.error({ change }, 'a gap in the record could not be noted'));
  };
  const recording = new RecordingSwitch(
    settings,
    {
      paused: (at) => noteGap('beginGap', at),
      resumed: (at) => noteGap('endGap', at),
    },
    now,
  );
  stack.defer(() => recording.stop());
  await receipts.call(recording.isPaused() ? 'beginGap' : 'endGap', now());
  settings.on('recording_changed', () => hub.post({ kind: 'recording' }));
  return recording;
}
