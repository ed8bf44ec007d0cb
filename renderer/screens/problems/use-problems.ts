import type { ControlResult, RecordingGap } from '../../../shared/control.ts';
import type { ControlFailure } from '../../../shared/failure.ts';
import { problemName } from '../../../shared/problems.ts';
import { useQuery } from '../../control/control-context.tsx';

const RECENT_MS = 14 * 86_400_000;

type Listed = Pick<ControlResult<'problems.list'>, 'silent' | 'unended' | 'late' | 'refusals' | 'clockSteps'>;

export interface Problems extends Listed {
  pauses: readonly RecordingGap[];
  /** The problems that the user dismissed and that have not occurred again. */
  dismissed: Listed;
  loaded: boolean;
  failure: ControlFailure | undefined;
  reload(): void;
}

const NONE: Listed = { silent: [], unended: [], late: 0, refusals: [], clockSteps: [] };

/** Everything that the record shows to be missing, without the dismissed problems. */
export function useProblems(): Problems {
  const problems = useQuery('problems.list', {}, ['receipts', 'refusal', 'problems']);
  const gaps = useQuery('recording.gaps', {}, ['recording']);
  const { dismissed: dismissals = {}, ...all } = problems.value ?? NONE_LISTED;
  const since = new Date(Date.now() - RECENT_MS).toISOString();
  const isDismissed = (problem: string, lastAt: string) => (dismissals[problem] ?? '') > lastAt;
  const part = (dismissed: boolean): Listed => ({
    silent: all.silent.filter(
      ({ integrationId, lastAt }) => isDismissed(problemName.silent(integrationId), lastAt) === dismissed,
    ),
    unended: all.unended.filter(
      ({ key, lastEventAt }) => isDismissed(problemName.unended(key), lastEventAt) === dismissed,
    ),
    refusals: all.refusals.filter(({ problem, lastAt }) => isDismissed(problem, lastAt) === dismissed),
    clockSteps: all.clockSteps.filter(({ at }) => isDismissed(problemName.clock(at), at) === dismissed),
    late: dismissed ? 0 : all.late,
  });
  return {
    ...part(false),
    dismissed: part(true),
    pauses: (gaps.value?.gaps ?? []).filter(({ until }) => until === null || until >= since),
    loaded: problems.value !== undefined,
    failure: problems.failure,
    reload: () => void problems.reload(),
  };
}

const NONE_LISTED: ControlResult<'problems.list'> = { ...NONE, dismissed: {} };

/** Counts the problems that a user can act on. Many sessions without an end are one problem. Pauses are the user's own. */
export const countProblems = ({ silent, unended, late, refusals, clockSteps }: Listed): number =>
  silent.length +
  (unended.length > 0 ? 1 : 0) +
  (late > 0 ? 1 : 0) +
  (clockSteps.length > 0 ? 1 : 0) +
  new Set(refusals.map(({ integrationId, code }) => `${integrationId} ${code}`)).size;
