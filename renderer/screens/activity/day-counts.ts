import { useMemo } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { useQuery } from '../../control/control-context.tsx';
import { startOfDay } from '../../format/time-range.ts';

/** Most edges that one query takes. A longer list has no counts at its oldest days. */
const MAX_EDGES = 1001;

/**
 * Gives the edges of the days from the newest to the oldest one, inside the time of a filter. `days` are starts of
 * days, newest first.
 */
export function dayEdges(days: readonly number[], { since, until }: ReceiptFilter): string[] {
  const newest = days[0];
  const oldest = days.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const earliest = since === undefined ? oldest : Math.max(oldest, Date.parse(since));
  const end = startOfDay(newest, 1);
  const latest = until === undefined ? end : Math.min(end, Date.parse(until));
  const edges = [latest];
  for (let back = 0; edges.length < MAX_EDGES && edges[0]! > earliest; back -= 1) {
    const start = startOfDay(newest, back);
    if (start < edges[0]!) edges.unshift(Math.max(earliest, start));
  }
  return edges.map((edge) => new Date(edge).toISOString());
}

/**
 * Counts the matching receipts of the shown days. Gives undefined for a day while its count is not known, and for one that
 * was not counted to its start.
 */
export function useDayCounts(
  filter: ReceiptFilter,
  days: readonly number[],
): (day: number) => number | undefined {
  // The list asks in each frame of a scroll.
  const edges = useMemo(() => dayEdges(days, filter), [days, filter]);
  const stats = useQuery(
    'stats.query',
    // One bin that holds nothing, because there is no query without a bin.
    { edges: edges.length < 2 ? ['1970-01-01T00:00:00.000Z', '1970-01-01T00:15:00.000Z'] : edges, filter },
    ['receipts'],
  );
  const { value, params } = stats;
  const counts = useMemo(() => {
    const countedSince = value?.bound?.since ?? '';
    const counted = new Map<number, number>();
    for (const { bin, totals } of value?.rows ?? []) {
      const from = params.edges[bin]!;
      if (from >= countedSince) counted.set(startOfDay(Date.parse(from)), totals.events);
    }
    return counted;
  }, [value, params]);
  return (day) => counts.get(day);
}
