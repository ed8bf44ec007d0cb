import type { ControlResult, LoggedRefusal, RecordingGap } from '../../../shared/control.ts';
import { useQuery } from '../../control/control-context.tsx';

const RECENT_MS = 14 * 86_400_000;

interface Problems extends ControlResult<'problems.list'> {
  refusals: readonly LoggedRefusal[];
  pauses: readonly RecordingGap[];
  loaded: boolean;
}

/** Everything that the record shows to be missing. */
export function useProblems(): Problems {
  const problems = useQuery('problems.list', {}, ['receipts']);
  const refusals = useQuery('refusals.list', { limit: 200 }, ['refusal']);
  const gaps = useQuery('recording.gaps', {}, ['recording']);
  const { silent = [], unended = [], late = 0 } = problems.value ?? {};
  const since = new Date(Date.now() - RECENT_MS).toISOString();
  return {
    silent,
    unended,
    late,
    refusals: refusals.value?.refusals ?? [],
    pauses: (gaps.value?.gaps ?? []).filter(({ until }) => until === null || until >= since),
    loaded: problems.value !== undefined && refusals.value !== undefined,
  };
}

/** Counts the problems that a user can act on. Many sessions without an end are one problem. Pauses are the user's own. */
export const countProblems = ({ silent, unended, late, refusals }: Problems): number =>
  silent.length +
  (unended.length > 0 ? 1 : 0) +
  (late > 0 ? 1 : 0) +
  new Set(refusals.map(({ code }) => code)).size;
