import type { StatsBound } from '../../shared/insight.ts';
import { exactTime } from '../format/time.ts';
import { messages } from '../messages/index.ts';

/** Says which receipts a count left out. Nothing if it counted all of them. */
export function BoundNote({ bound }: { bound: StatsBound | undefined }) {
  if (bound === undefined || bound === null) return null;
  return <p className="secondary">{messages.charts.ofNewest(bound.newest, exactTime(bound.since))}</p>;
}
