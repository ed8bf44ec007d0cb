import type { ControlResult } from '../../../shared/control.ts';
import type { ControlFailure } from '../../../shared/failure.ts';
import { problemName } from '../../../shared/problems.ts';
import { isUnwanted, type RecordingGap, recentGaps } from '../../../shared/recording-gap.ts';
import { useQuery } from '../../control/control-context.tsx';

type Listed = Pick<
  ControlResult<'problems.list'>,
  'silent' | 'unended' | 'late' | 'refusals' | 'clockSteps'
> & {
  /** Times without a record that the user did not wish. */
  gaps: readonly RecordingGap[];
};

export interface Problems extends Listed {
  pauses: readonly RecordingGap[];
  /** The problems that the user dismissed and that have not occurred again. */
  dismissed: Listed;
  loaded: boolean;
  failure: ControlFailure | undefined;
  reload(): void;
}

const NONE: Listed = { silent: [], unended: [], late: 0, refusals: [], clockSteps: [], gaps: [] };

/** Everything that the record shows to be missing, without the dismissed problems. */
export function useProblems(): Problems {
  const problems = useQuery('problems.list', {}, ['receipts', 'refusal', 'problems']);
  const gaps = useQuery('recording.gaps', {}, ['recording']);
  const { dismissed: dismissals = {}, ...all } = problems.value ?? NONE_LISTED;
  const recent = recentGaps(gaps.value?.gaps ?? [], Date.now());
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
    gaps: recent.filter(
      (gap) => isUnwanted(gap) && isDismissed(problemName.gap, gap.until ?? gap.from) === dismissed,
    ),
    late: dismissed ? 0 : all.late,
  });
  return {
    ...part(false),
    dismissed: part(true),
    pauses: recent.filter(({ cause }) => cause === 'paused'),
    loaded: problems.value !== undefined && gaps.value !== undefined,
    failure: problems.failure ?? gaps.failure,
    reload: () => {
      problems.reload();
      gaps.reload();
    },
  };
}

const NONE_LISTED = { ...NONE, dismissed: {} };

/** Counts the problems that a user can act on. Many sessions without an end are one problem. Pauses are the user's own. */
export const countProblems = ({ silent, unended, late, refusals, clockSteps, gaps }: Listed): number =>
  silent.length +
  (unended.length > 0 ? 1 : 0) +
  (late > 0 ? 1 : 0) +
  (clockSteps.length > 0 ? 1 : 0) +
  (gaps.length > 0 ? 1 : 0) +
  new Set(refusals.map(({ integrationId, code }) => `${integrationId} ${code}`)).size;
