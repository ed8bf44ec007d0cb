import { ControlError } from '../dispatch.ts';
import type { ControlledHost, HandlersOf } from './controlled-host.ts';

/** Handles the channels of the sample data. */
export function sampleHandlers({ sample }: ControlledHost): HandlersOf<'sample'> {
  return {
    'sample.call': async ({ channel, params }) => {
      const answer = await sample.call(channel, params);
      if (!answer.ok) throw new ControlError(answer.error);
      return { answer: answer.result };
    },
    'sample.close': async () => {
      await sample.close();
      return {};
    },
  };
}
