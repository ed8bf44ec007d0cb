import type { Outcome } from '../../../shared/session-notes.ts';
import { ElementBudget } from '../../body/body-budget.ts';
import { parseJsonText } from '../../body/json-text.ts';
import { isPayload } from '../harnesses/adaptation.ts';

/** A value of an OpenTelemetry attribute. An integer that a double would round is a `bigint`. Bytes are never read. */
export type AttributeValue =
  | string
  | number
  | bigint
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
  /** The status of a span is an error. */
  failed?: boolean;
  /** {@link parsedAttribute} has returned a number as its own text. */
  numbersAsText?: boolean;
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

/** The code of the status of a span that failed. */
export const STATUS_ERROR = 2;

/** Returns a text attribute that is not empty, or a number as text. */
export function textAttribute(record: TelemetryRecord, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = record.attributes.get(name);
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  }
  return undefined;
}

/** Returns true for a boolean attribute or its text. Exporters write both. */
export function isTrue(record: TelemetryRecord, name: string): boolean {
  const value = record.attributes.get(name);
  return value === true || value === 'true';
}

/** Returns what became of a call, where its record says whether it succeeded. */
export function outcomeOf(record: TelemetryRecord): Outcome | undefined {
  if (!record.attributes.has('success')) return undefined;
  return isTrue(record, 'success') ? 'succeeded' : 'failed';
}

/**
 * Returns an attribute that is a JSON object: as structured value, or as text. Returns undefined for anything else,
 * because a text without structure can be anything.
 */
export function objectAttribute(record: TelemetryRecord, name: string): Record<string, unknown> | undefined {
  const value = parsedAttribute(record, name);
  return isPayload(value) ? value : undefined;
}

/** Writes a `bigint` as a number, and what JSON has no number for as text. TypeScript does not know `rawJSON` yet. */
const { rawJSON } = JSON as unknown as { rawJSON(number: string): object };
const exactly = (_: string, value: unknown) => {
  if (typeof value === 'bigint') return rawJSON(`${value}`);
  return typeof value === 'number' && !Number.isFinite(value) ? `${value}` : value;
};

/**
 * Returns an attribute, parsed where it is a text that contains JSON. A number that a double would round is text. A text
 * over the budget of a report is not parsed.
 */
export function parsedAttribute(record: TelemetryRecord, name: string): unknown {
  const value = record.attributes.get(name);
  if (typeof value === 'string' && !new ElementBudget().take(Buffer.from(value))) return undefined;
  try {
    const parsed = parseJsonText(typeof value === 'string' ? value : JSON.stringify(value, exactly));
    record.numbersAsText ||= parsed.numbersAsText;
    return parsed.value;
  } catch {
    return undefined;
  }
}

/**
 * Reads an integer of 64 bits: a number, its text, or the halves that older exporters of JavaScript write. Undefined for
 * anything else.
 */
export function integerOf(value: unknown): number | bigint | undefined {
  const { low, high } = isPayload(value) ? value : {};
  const isHalved = Number.isInteger(low) && Number.isInteger(high);
  const text = String(isHalved ? (BigInt(high as number) << 32n) + BigInt((low as number) >>> 0) : value);
  if (!/^-?\d{1,20}$/.test(text)) return undefined;
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
}

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

/**
 * Converts nanoseconds since the epoch into milliseconds. Zero nanoseconds mean that the exporter did not say. A time that
 * cannot be read becomes the epoch: that is not plausible, so the receipt says that its time is another one.
 */
export function millisecondsOf(nanoseconds: unknown): number | undefined {
  const value = integerOf(nanoseconds ?? 0);
  if (value === 0) return undefined;
  return Math.max(0, Number(BigInt(value ?? 0) / NANOSECONDS_PER_MILLISECOND));
}
