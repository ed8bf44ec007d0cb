import type { EventType } from '../../../shared/event.ts';
import type { AdaptedEvent, Counted, ToldCall } from '../harnesses/adaptation.ts';
import { present } from '../harnesses/adaptation.ts';
import type { TelemetryRecord } from './telemetry-record.ts';

/**
 * The meaning of one record. `dropped` is known and not one of the six events, or unknown. `not_user_input` is a
 * prompt that no user typed.
 */
export type TelemetryMeaning = AdaptedEvent[] | ToldCall | Counted | 'dropped' | 'not_user_input';

const instantOf = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();

/** Builds an event of one record: its session, its time and its call id identify the action. */
export const eventFrom = (
  record: TelemetryRecord,
  sessionId: string,
  action: string | undefined,
  event: EventType,
  data: Record<string, unknown>,
): AdaptedEvent => ({
  event,
  sessionId,
  occurredAt: instantOf(record.at),
  action,
  numbersAsText: record.numbersAsText,
  data: present(data),
});

/** Builds the events of a call: the use of a tool, the command that it runs, and the files that it changed. */
export function callEvents(
  record: TelemetryRecord,
  sessionId: string,
  action: string | undefined,
  tool: { toolName: string | undefined; toolInput: unknown },
  told: { who: object; command: string | undefined; changes: readonly object[] },
): AdaptedEvent[] {
  const { who, command, changes } = told;
  const event = (type: EventType, data: object) =>
    eventFrom(record, sessionId, action, type, { ...data, ...who });
  return [
    event('tool.before_use', tool),
    ...(command === undefined ? [] : [event('command.before_run', { command })]),
    ...changes.map((change) => event('file.changed', change)),
  ];
}
