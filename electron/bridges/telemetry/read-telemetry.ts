import type { HarnessId } from '../../../shared/bridge.ts';
import {
  ElementBudget,
  MAX_EVENTS_OF_TELEMETRY,
  MAX_RECORDS,
  MAX_TELEMETRY_ELEMENTS,
} from '../../body/body-budget.ts';
import { type BodyRefusal, unparsed } from '../../body/event-of-body.ts';
import { parseJsonText } from '../../body/json-text.ts';
import { fitEvents } from '../adapted-report.ts';
import { type FittedEvent, fittingId, fittingSessionId } from '../event-fitting.ts';
import type { ToldCall } from '../harnesses/adaptation.ts';
import { HARNESSES } from '../harnesses/index.ts';
import { adaptTelemetryRecord, agentOf } from './adapt-record.ts';
import { readLogs, readSpans } from './otlp-json.ts';
import { protobufElements, readRequest } from './otlp-protobuf.ts';
import { type TelemetryRecord, textAttribute } from './telemetry-record.ts';

export type TelemetrySignal = 'logs' | 'traces' | 'metrics';

/** The body of a telemetry request, decompressed. `connection` is set for the credential of a harness's own exporter. */
export interface TelemetryBody {
  signal: TelemetrySignal;
  encoding: 'json' | 'protobuf';
  connection: HarnessId | undefined;
  body: Uint8Array;
}

/** The events of one record. A token's record names the agent whose hooks may have reported the same. */
export interface RecordEvents {
  events: FittedEvent[];
  agent: HarnessId | undefined;
}

/** What the records of a request mean. A record that gives nothing is only counted. */
interface TelemetryMeanings {
  records: number;
  events: number;
  dropped: number;
  notUserInput: number;
  /** Records that do not fit the contract, or that could not be read. */
  rejected: number;
  taken: RecordEvents[];
  told: ToldCall[];
  /** The sessions of hooks that an agent counted. */
  hookRuns: string[];
  /** The numbers that Claude Code gives to all records of a session, so that missing ones can be counted. */
  numbers: { sessionId: string; number: number }[];
}
export type TelemetryReading = { refusal: BodyRefusal } | TelemetryMeanings;

const tooLarge = { refusal: { code: 'payload_too_large' } } as const;
const unreadable = { refusal: { code: 'invalid_json' } } as const;

/** Reads the records of a body. Its elements are counted before anything is made of them. */
function recordsOf({ signal, encoding, body }: TelemetryBody): TelemetryRecord[] | { refusal: BodyRefusal } {
  // No metric describes one of the six events. A refusal would make exporters warn their user.
  if (signal === 'metrics') return [];
  const isJson = encoding === 'json';
  if (isJson) {
    if (!new ElementBudget(MAX_TELEMETRY_ELEMENTS).take(body)) return tooLarge;
  } else {
    const size = protobufElements(body, signal, MAX_TELEMETRY_ELEMENTS);
    if (size === undefined) return unreadable;
    if (size.elements > MAX_TELEMETRY_ELEMENTS || size.records > MAX_RECORDS) return tooLarge;
  }
  let records: TelemetryRecord[] | undefined;
  try {
    const text = () => Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
    const request = isJson ? parseJsonText(text()).value : readRequest(body, signal);
    records = signal === 'logs' ? readLogs(request) : readSpans(request);
  } catch {
    // The parsers' messages quote the body, so they are dropped here.
  }
  if (records === undefined) return isJson ? { refusal: unparsed(body) } : unreadable;
  return records.length > MAX_RECORDS ? tooLarge : records;
}

function addNumber({ numbers }: TelemetryMeanings, record: TelemetryRecord): void {
  const sessionId = textAttribute(record, 'session.id');
  const number = Number(textAttribute(record, 'event.sequence') ?? Number.NaN);
  if (sessionId === undefined || !Number.isSafeInteger(number) || number < 0) return;
  numbers.push({ sessionId: fittingSessionId(sessionId), number });
}

/** Adds the meaning of one record. */
function addRecord(meanings: TelemetryMeanings, record: TelemetryRecord, connection?: HarnessId): void {
  // A connection's credential writes nothing for other programs.
  const isForeign = connection !== undefined && HARNESSES[connection].telemetry?.owns(record) !== true;
  if (!isForeign) addNumber(meanings, record);
  const meaning = isForeign ? 'dropped' : adaptTelemetryRecord(record);
  if (meaning === 'dropped') meanings.dropped += 1;
  else if (meaning === 'not_user_input') meanings.notUserInput += 1;
  else if (Array.isArray(meaning)) {
    const { events } = fitEvents(meaning);
    meanings.events += events.length;
    // A command without its line is not recorded, where the tool's use is.
    if (events.length === 0 && meaning.length > 0) meanings.rejected += 1;
    else meanings.taken.push({ events, agent: connection === undefined ? agentOf(record) : undefined });
  } else {
    const sessionId = fittingSessionId(meaning.sessionId);
    if (meaning.kind === 'counted') meanings.hookRuns.push(sessionId);
    else meanings.told.push({ ...meaning, sessionId, callId: meaning.callId && fittingId(meaning.callId) });
  }
}

/** Reads a request of telemetry. It needs nothing but the body, so any thread can do it. */
export function readTelemetryBody(body: TelemetryBody): TelemetryReading {
  const records = recordsOf(body);
  if ('refusal' in records) return records;
  const meanings: TelemetryMeanings = {
    ...{ records: records.length, events: 0, dropped: 0, notUserInput: 0, rejected: 0 },
    ...{ taken: [], told: [], hookRuns: [], numbers: [] },
  };
  for (const record of records) {
    try {
      if (meanings.events > MAX_EVENTS_OF_TELEMETRY) meanings.rejected += 1;
      else addRecord(meanings, record, body.connection);
    } catch {
      // The other records are read. The answer says that one was not.
      meanings.rejected += 1;
    }
  }
  return meanings;
}
