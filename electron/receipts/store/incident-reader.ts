import type { Incident } from '../../../shared/control.ts';
import { listIncidents } from '../survival/incidents.ts';
import type { StoreParts } from './store-parts.ts';

/** Receipts before the harm that an incident shows. */
const LAST_REPORTS = 5;

/** Returns the last incidents, newest first, with the last receipts before each. */
export function readIncidents({ db, reader }: StoreParts, limit: number): Incident[] {
  return listIncidents(db, limit).map((incident) => ({
    key: incident.key,
    at: new Date(incident.at).toISOString(),
    harm: incident.harm,
    restored: [...incident.restored],
    receipts: incident.receipts,
    waited: incident.waited,
    unrecorded: incident.unrecorded,
    lost: incident.lost,
    isSeen: incident.seenAt !== null,
    // A page begins below its cursor.
    lastReports: reader.query({}, `r${incident.lastSeq + 1}`, LAST_REPORTS).receipts,
  }));
}
