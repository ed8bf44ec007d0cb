import type { ControlResult } from '../../../shared/control.ts';
import type { DoctorFinding } from '../../../shared/doctor.ts';
import type { ControlFailure } from '../../../shared/failure.ts';
import { type ListedProblems, splitProblems } from '../../../shared/known-problems.ts';
import { useQuery } from '../../control/control-context.tsx';

export interface Problems extends ListedProblems, Pick<ControlResult<'problems.list'>, 'findings'> {
  pauses: ListedProblems['gaps'];
  /** The problems that the user dismissed and that have not occurred again. */
  dismissed: ListedProblems;
  loaded: boolean;
  /** False where the host has not said it just now. Then no problem is not fine. */
  isCurrent: boolean;
  failure: ControlFailure | undefined;
  reload(): void;
}

const NONE: ControlResult<'problems.list'> = {
  silent: [],
  unended: [],
  unendedCount: 0,
  late: 0,
  refusals: [],
  clockSteps: [],
  gaps: [],
  findings: [],
  dismissed: {},
};

/** Everything that the record shows to be missing, without the dismissed problems. */
export function useProblems(): Problems {
  const { value, isCurrent, failure, reload } = useQuery('problems.list', {}, [
    'receipts',
    'refusal',
    'problems',
    'recording',
    'bridges',
    'settings',
  ]);
  const listed = value ?? NONE;
  const { open, dismissed } = splitProblems(listed);
  return {
    ...open,
    dismissed,
    findings: listed.findings,
    pauses: listed.gaps.filter(({ cause }) => cause === 'paused'),
    loaded: value !== undefined,
    isCurrent,
    failure,
    reload,
  };
}

/** Counts the dismissed problems. */
export const countDismissed = ({ silent, refusals, clockSteps, gaps }: ListedProblems): number =>
  silent.length + refusals.length + (clockSteps.length > 0 ? 1 : 0) + (gaps.length > 0 ? 1 : 0);

/** The findings that have a group with their details. */
export const IN_GROUPS = new Set<DoctorFinding['code']>([
  'record_has_gaps',
  'requests_refused',
  'agent_silent',
  'reports_late',
  'clock_was_set',
]);
