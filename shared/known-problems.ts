import type { ControlResult } from './control.ts';
import { type Dismissals, problemName } from './problems.ts';
import { isUnwanted } from './recording-gap.ts';

/** The kinds of problems that the record shows. */
export type ListedProblems = Omit<ControlResult<'problems.list'>, 'findings' | 'dismissed'>;

/** Separates the problems that the user dismissed and that did not occur again from the others. Pauses are no problem. */
export function splitProblems({ dismissed, ...all }: ListedProblems & { dismissed: Dismissals }): {
  open: ListedProblems;
  dismissed: ListedProblems;
} {
  const isDismissed = (problem: string, lastAt: string) => (dismissed[problem] ?? '') > lastAt;
  const part = (which: boolean): ListedProblems => ({
    silent: all.silent.filter(
      ({ integrationId, lastAt }) => isDismissed(problemName.silent(integrationId), lastAt) === which,
    ),
    refusals: all.refusals.filter(({ problem, lastAt }) => isDismissed(problem, lastAt) === which),
    clockSteps: all.clockSteps.filter(({ at }) => isDismissed(problemName.clock(at), at) === which),
    gaps: all.gaps.filter(
      (gap) => isUnwanted(gap) && isDismissed(problemName.gap, gap.until ?? gap.from) === which,
    ),
    // Those from before the dismissal are not listed.
    late: which ? 0 : all.late,
    unended: which ? [] : all.unended,
    unendedCount: which ? 0 : all.unendedCount,
  });
  return { open: part(false), dismissed: part(true) };
}
