import { controlFailure } from '../../../shared/failure.ts';
import { TooManyPauses } from '../../record/recording.ts';
import { ControlError } from '../dispatch.ts';
import { allGaps } from '../known-problems.ts';
import { type ControlledHost, type HandlersOf, unlessUnkept } from './controlled-host.ts';

/** Handles the channels that pause and resume recording. */
export function recordingHandlers(host: ControlledHost): HandlersOf<'recording'> {
  const { recording } = host;
  return {
    'recording.pause': ({ minutes, scope }) => {
      try {
        return unlessUnkept(host, { recording: recording.pause(minutes, scope) });
      } catch (error) {
        if (!(error instanceof TooManyPauses)) throw error;
        throw new ControlError(controlFailure('too_many_pauses'));
      }
    },
    'recording.resume': ({ scope }) => unlessUnkept(host, { recording: recording.resume(scope) }),
    'recording.gaps': async () => ({ gaps: await allGaps(host) }),
  };
}
