import type { ControlledHost, HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

/** Handles the channels that pause and resume recording. */
export function recordingHandlers({ recording, receipts }: ControlledHost): HandlersOf<'recording'> {
  return {
    'recording.pause': ({ minutes }) => ({ recording: recording.pause(minutes) }),
    'recording.resume': () => ({ recording: recording.resume() }),
    'recording.gaps': async () => ({ gaps: await fromStore(receipts.call('gaps')) }),
  };
}
