import type { EventType } from '../../../shared/event.ts';
import type { AdaptedEvent, Counted, ToldCall } from '../harnesses/adaptation.ts';
import { present } from '../harnesses/adaptation.ts';
import type { TelemetryRecord } from './telemetry-record.ts';

/**
 * The meaning of one record. `dropped` is known and not one of the six events, or unknown. `not_user_input` is a
 * prompt that no user typed.
 */
export type TelemetryMeaning = AdaptedEvent[] | ToldCall | Counted | 'dropped' | 'not_user_input';

export const instantOf = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();

/** Builds the events of one record: its session, its time and its call id identify the action. */
export function eventsFrom(
  record: TelemetryRecord,
  sessionId: string,
  action: string | undefined,
  ...events: [EventType, Record<string, unknown>][]
): AdaptedEvent[] {
  return events.map(([event, data]) => ({
    event,
    sessionId,
    occurredAt: instantOf(record.at),
    action,
    numbersAsText: record.numbersAsText,
    data: present(data),
  }));
}
