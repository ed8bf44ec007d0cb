import type { ControlEnvelope } from '../../shared/control.ts';
import type { ControlFailure } from '../../shared/failure.ts';
import type { PauseScope } from '../../shared/pause.ts';
import type { RecordingGap } from '../../shared/recording-gap.ts';
import type { FormatInstant } from '../../shared/words/instants.ts';
import { gapSentence } from '../../shared/words/recording-gaps.ts';
import { useConnection, useQuery } from '../control/control-context.tsx';
import { messages } from '../messages/index.ts';
import { announce } from './announcer.tsx';

const words = messages.recording;

/** Gives the name of a paused agent or project. */
export function usePartNames(): (scope: PauseScope) => string {
  const integrations = useQuery('integrations.list', { includeRevoked: true }, ['integrations']);
  return (scope) =>
    'project' in scope
      ? scope.project
      : (integrations.value?.integrations.find(({ id }) => id === scope.integrationId)?.name ??
        scope.integrationId);
}

/** Says when and why nothing was recorded, with the name of a paused agent or project. */
export function useGapSentence(): (gap: RecordingGap, instant: FormatInstant) => string {
  const nameOf = usePartNames();
  return (gap, instant) => gapSentence(gap, instant, gap.scope === null ? undefined : nameOf(gap.scope));
}

/** Pauses and resumes recording, and announces the result. Gives the failure if there is one. */
export function useRecordingSwitch() {
  const connection = useConnection();
  const nameOf = usePartNames();
  const told = async (answer: Promise<ControlEnvelope<unknown>>, done: string, undo?: () => void) => {
    const envelope = await answer;
    if (envelope.ok) announce(done, undo);
    else announce(messages.failure(envelope.error));
    return envelope.ok ? undefined : envelope.error;
  };
  const resume = (scope?: PauseScope): Promise<ControlFailure | undefined> =>
    told(
      connection.call('recording.resume', scope === undefined ? {} : { scope }),
      scope === undefined ? words.nowRecording : words.nowRecordingPart(nameOf(scope)),
    );
  return {
    resume,
    pause: (minutes: number | null, scope?: PauseScope): Promise<ControlFailure | undefined> =>
      told(
        connection.call('recording.pause', { minutes, ...(scope === undefined ? {} : { scope }) }),
        scope === undefined ? words.nowPaused : words.nowPausedPart(nameOf(scope)),
        () => void resume(scope),
      ),
  };
}
