import type { HarnessId } from '../../shared/bridge.ts';
import type { UnreadableReason } from '../../shared/event.ts';
import { ElementBudget, MAX_EVENTS } from '../body/body-budget.ts';
import { type FittedEvent, fitEvent, fittingId, fittingSessionId } from './event-fitting.ts';
import {
  type Adaptation,
  type AdaptedEvent,
  type Payload,
  type ToldCall,
  textOf,
} from './harnesses/adaptation.ts';
import { HARNESSES } from './harnesses/index.ts';
import { removeMarks } from './left-out-strings.ts';
import { mendMembers, type ReadReport, readReports, type UnreadReport } from './report-reader.ts';

/** The body of a bridge's request. `mark` stands for each string that was left out of an oversized one. */
export interface BridgeBody {
  harness: HarnessId;
  body: Uint8Array;
  mark?: string | undefined;
}

/** The events of a report that fit the contract. `unfit` is the reason of the first that does not, where none fits. */
interface FittedEvents {
  kind: 'events';
  events: FittedEvent[];
  unfit: UnreadableReason | undefined;
  unknownFields: number;
}

/** The meaning of a report. Its size is bounded, so that the thread that records it only moves it. */
export interface AdaptedReport {
  /** The harness that sent it. */
  speaker: HarnessId;
  bytes: number;
  sessionId: string | undefined;
  adaptation: Exclude<Adaptation, { kind: 'events' | 'told' }> | FittedEvents | ToldCall<FittedEvent>;
}
export type BridgeReading = AdaptedReport | UnreadReport;

/**
 * Returns the harness that sent the payload. Cursor can also run Claude Code's hooks, and its payloads identify Cursor.
 * No other connection may report for another harness. A receipt that came this way says so.
 */
function speakerOf(route: HarnessId, payload: Payload): HarnessId {
  return route === 'claude-code' && typeof payload.cursor_version === 'string' ? 'cursor' : route;
}

/** Fits the first events of a report or a record. The others are counted with the first. */
export function fitEvents(
  events: readonly AdaptedEvent[],
  marks: Partial<AdaptedEvent> = {},
): Pick<FittedEvents, 'events' | 'unfit'> {
  const further = events.length - Math.min(events.length, MAX_EVENTS);
  const fitted = events.slice(0, MAX_EVENTS).map((event, at) => {
    const leftOut = (event.leftOut ?? 0) + (marks.leftOut ?? 0) + (at === 0 ? further : 0);
    return fitEvent({ ...event, ...marks, leftOut });
  });
  const fitting = fitted.filter((event) => typeof event !== 'string');
  const unfit = fitting.length > 0 ? undefined : fitted.find((event) => typeof event === 'string');
  return { events: fitting, unfit };
}

function adaptReport(
  route: HarnessId,
  { value: payload, marks, bytes }: ReadReport,
  budget: ElementBudget,
): AdaptedReport {
  const speaker = speakerOf(route, payload);
  const { adapt, parts } = HARNESSES[speaker];
  Object.assign(marks, mendMembers(payload, budget));
  Object.assign(marks, ...(parts?.(payload) ?? []).map((part) => mendMembers(part, budget)));
  const adaptation = adapt(payload);
  const [first] = adaptation.kind === 'events' ? adaptation.events : [adaptation];
  const about = first !== undefined && 'sessionId' in first ? first.sessionId : undefined;
  const session = about ?? textOf(payload, 'conversation_id', 'session_id', 'sessionId');
  const sessionId = session && fittingSessionId(session);
  if (adaptation.kind === 'told') {
    const { callId, events = [] } = adaptation;
    const told = { sessionId: fittingSessionId(adaptation.sessionId), callId: callId && fittingId(callId) };
    const found = { ...adaptation, ...told, events: fitEvents(events).events };
    return { speaker, bytes, sessionId, adaptation: found };
  }
  if (adaptation.kind !== 'events') return { speaker, bytes, sessionId, adaptation };
  const fitted = fitEvents(adaptation.events, marks);
  return { speaker, bytes, sessionId, adaptation: { ...adaptation, ...fitted } };
}

/** Reads and adapts the reports of one body. It needs nothing but the body, so any thread can do it. */
export function readBridgeBody({ harness, body, mark }: BridgeBody): BridgeReading[] {
  const budget = new ElementBudget();
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return readReports(bytes, budget).map((reading) => {
    if ('reason' in reading) return reading;
    if (mark !== undefined) reading.marks.leftOut = removeMarks(reading.value, mark);
    return adaptReport(harness, reading, budget);
  });
}
