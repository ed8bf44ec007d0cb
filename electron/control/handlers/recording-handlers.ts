import { controlFailure } from '../../../shared/failure.ts';
import { currentGap } from '../../../shared/recording-gap.ts';
import { TooManyPauses } from '../../record/recording.ts';
import { readSign } from '../../record/sign-of-life.ts';
import { ControlError } from '../dispatch.ts';
import { type ControlledHost, type HandlersOf, unlessUnkept } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

/** Handles the channels that pause and resume recording. */
export function recordingHandlers(host: ControlledHost): HandlersOf<'recording'> {
  const { recording, receipts } = host;
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
    'recording.gaps': async () => {
      const gaps = await fromStore(receipts.call('gaps'));
      const last = host.listener() === undefined ? readSign(host.dataDir) : undefined;
      return { gaps: last === undefined ? gaps : [currentGap(last, host.now()), ...gaps] };
    },
  };
}
