import { controlFailure } from '../../../shared/failure.ts';
import { TooManyPauses } from '../../record/recording.ts';
import { ControlError } from '../dispatch.ts';
import type { ControlledHost, HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

/** Handles the channels that pause and resume recording. */
export function recordingHandlers({ recording, receipts }: ControlledHost): HandlersOf<'recording'> {
  return {
    'recording.pause': ({ minutes, scope }) => {
      try {
        return { recording: recording.pause(minutes, scope) };
      } catch (error) {
        if (!(error instanceof TooManyPauses)) throw error;
        throw new ControlError(controlFailure('too_many_pauses'));
      }
    },
    'recording.resume': ({ scope }) => ({ recording: recording.resume(scope) }),
    'recording.gaps': async () => ({ gaps: await fromStore(receipts.call('gaps')) }),
  };
}
