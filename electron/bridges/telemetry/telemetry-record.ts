import { isPayload } from '../harnesses/adaptation.ts';

/** A value of an OpenTelemetry attribute. Bytes are never read. */
export type AttributeValue =
  | string
  | number
  | boolean
  | AttributeValue[]
  | { [name: string]: AttributeValue };

/** A log record or a span, reduced to the attributes that Plinth can use. */
export interface TelemetryRecord {
  kind: 'log' | 'span';
  /** `service.name` of the resource, or an empty text. */
  service: string;
  /** The name of the instrumentation scope, or an empty text. */
  scope: string;
  /** The event name of a log record, or the name of a span. */
  name: string;
  /** Epoch milliseconds of the record, or of the start of the span. */
  at: number | undefined;
  traceId: string | undefined;
  /** The parent of a span. An agent with a parent can be a sub-agent. */
  parentSpanId: string | undefined;
  attributes: ReadonlyMap<string, AttributeValue>;
}

/**
 * The attributes that the decoders keep. This list is the privacy boundary: a model's answer, a command's output,
 * system instructions and account ids have other names, so they never become values of this process's records.
 */
export const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['event.name', 'event.timestamp', 'event.sequence', 'session.id', 'conversation.id', 'prompt.id'],
  ...['app.version', 'service.version', 'model', 'prompt', 'success', 'decision', 'source', 'reason'],
  ...['tool_name', 'tool_use_id', 'call_id', 'tool_parameters', 'tool_input', 'arguments'],
  ...['function_name', 'function_args', 'mcp_server', 'mcp_server_name', 'provider_name'],
  ...['approval_policy', 'approval_mode', 'prompt_id', 'agent.id', 'agent.type', 'hook_event', 'hook_name'],
  ...['gen_ai.operation.name', 'gen_ai.conversation.id', 'gen_ai.provider.name', 'gen_ai.system'],
  ...['gen_ai.request.model', 'gen_ai.agent.name', 'gen_ai.agent.id', 'gen_ai.input.messages'],
  ...['gen_ai.tool.name', 'gen_ai.tool.call.id', 'gen_ai.tool.call.arguments'],
  ...['github.copilot.tool.parameters.command', 'github.copilot.tool.parameters.file_path'],
  ...['github.copilot.tool.parameters.edit_type', 'copilot_chat.session_id', 'copilot_chat.chat_session_id'],
]);

/** The attributes of a resource that the decoders keep. */
export const KEPT_RESOURCE_ATTRIBUTES: ReadonlySet<string> = new Set([
  'service.name',
  'service.version',
  'session.id',
]);

/** Returns a text attribute that is not empty, or a number as text. */
export function textAttribute(record: TelemetryRecord, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = record.attributes.get(name);
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

/** Returns true for a boolean attribute or its text. Exporters write both. */
export function isTrue(record: TelemetryRecord, name: string): boolean {
  const value = record.attributes.get(name);
  return value === true || value === 'true';
}

/**
 * Returns an attribute that is a JSON object: as structured value, or as text. Returns undefined for anything else,
 * because a text without structure can be anything.
 */
export function objectAttribute(record: TelemetryRecord, name: string): Record<string, unknown> | undefined {
  const value = parsedAttribute(record, name);
  return isPayload(value) ? value : undefined;
}

/** Returns an attribute, parsed where it is a text that contains JSON. */
export function parsedAttribute(record: TelemetryRecord, name: string): unknown {
  const value = record.attributes.get(name);
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** A number as proto3's JSON allows it in a text. */
const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?$/i;

/**
 * Reads an integer of 64 bits: a number, its text, or the halves that older exporters of JavaScript write. Returns NaN for
 * anything else.
 */
export function integerOf(value: unknown): number {
  if (typeof value === 'string') return DECIMAL.test(value) ? Number(value) : Number.NaN;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (!isPayload(value) || typeof value.high !== 'number' || typeof value.low !== 'number') return Number.NaN;
  return value.high * 2 ** 32 + (value.low >>> 0);
}

const NANOSECONDS_PER_MILLISECOND = 1e6;
/** A double holds today's nanoseconds to a quarter of a microsecond: a whole millisecond can come out as less. */
const ROUNDING_ERROR_MS = 0.001;
/** The last instant of JavaScript's `Date`. */
const MAX_DATE_MS = 8.64e15;

/**
 * Converts nanoseconds since the epoch into milliseconds. Zero nanoseconds mean that the exporter did not say. A time that
 * cannot be read becomes the epoch: that is not plausible, so the receipt says that its time is another one.
 */
export function millisecondsOf(nanoseconds: unknown): number | undefined {
  const value = integerOf(nanoseconds ?? 0);
  if (value === 0) return undefined;
  const milliseconds = Math.floor(value / NANOSECONDS_PER_MILLISECOND + ROUNDING_ERROR_MS);
  return milliseconds > 0 && milliseconds <= MAX_DATE_MS ? milliseconds : 0;
}

/** Returns the time of a log record, or the time when it was observed where that one is not readable. */
export const timeOfLog = (at: number | undefined, observed: number | undefined): number | undefined =>
  at || (observed ?? at);
