import { isUtf8 } from 'node:buffer';
import type { UnreadableReason } from '../../shared/event.ts';
import { ElementBudget, MAX_INNER_CHARACTERS, MAX_REPORTS } from '../body/body-budget.ts';
import { hasDuplicateMembersAnywhere, parseJsonText } from '../body/json-text.ts';
import { type AdaptedEvent, isPayload, type Payload } from './harnesses/adaptation.ts';

/** A report as its agent meant it, with the marks of its receipts, and the number of parts that are left out. */
export interface ReadReport<T = Payload> {
  value: T;
  bytes: number;
  marks: Pick<AdaptedEvent, 'mended' | 'numbersAsText' | 'leftOut'>;
}
/** A report that could not be read. */
export interface UnreadReport {
  reason: UnreadableReason;
  bytes: number;
}
export type Reading<T = Payload> = ReadReport<T> | UnreadReport;

/** The text outside of strings that is not copied as it is. A comma before the end of a list has one reading. */
const SPECIAL = /["{}[\]]|,(?=[\p{Cc}\s]*[}\]])|(?![ \t\r\n])[\p{Cc}\s]/gu;
/** White space, byte order marks and control characters outside of JSON. */
const BLANK = /^[\p{Cc}\s]*$/u;
/** A defined escape, a backslash that begins none, or a control character. */
const IN_STRING = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\|\p{Cc}/gu;

/** Escapes the control characters and the backslashes of undefined escapes. */
function mendedString(string: string): string {
  let mended = '';
  let from = 0;
  // One match after the other: `replaceAll` would hold all of them, and a long text has millions of defined escapes.
  for (const { 0: found, index } of string.matchAll(IN_STRING)) {
    if (found.length > 1) continue;
    mended += string.slice(from, index) + JSON.stringify(found).slice(1, -1);
    from = index + 1;
  }
  return mended + string.slice(from);
}

/** Returns the index after the string that a quote opens at `start`, or the end of a text without its end. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** Splits a text into the objects and lists in it, mended where they have one reading. The last one can be no JSON. */
function documentsIn(text: string): { text: string; mended: boolean }[] {
  const documents: { text: string; mended: boolean }[] = [];
  let document = '';
  let depth = 0;
  for (let at = 0, start = 0; at < text.length; ) {
    SPECIAL.lastIndex = at;
    const from = SPECIAL.exec(text)?.index ?? text.length;
    const until = text[from] === '"' ? endOfString(text, from) : SPECIAL.lastIndex || text.length;
    const part = text.slice(from, until);
    if (part === '{' || part === '[') depth += 1;
    // Only blanks may stand between documents.
    const isRest = depth === 0 ? !BLANK.test(text.slice(at, until)) : documents.length === MAX_REPORTS;
    if (isRest) return [...documents, { text: text.slice(start), mended: false }];
    document += text.slice(at, from);
    document += part[0] === '"' ? mendedString(part) : part === ',' || BLANK.test(part) ? ' ' : part;
    at = until;
    if (part === '}' || part === ']') depth -= 1;
    if (depth > 0 || BLANK.test(part)) continue;
    documents.push({ text: document, mended: document !== text.slice(start, at) });
    document = '';
    start = at;
  }
  return BLANK.test(document) ? documents : [...documents, { text: document, mended: false }];
}

/** Parses one document. Two values for one name are two readings. */
function parsed(text: string, mended: boolean): Reading<unknown> {
  const bytes = Buffer.byteLength(text);
  try {
    const { value, numbersAsText } = parseJsonText(text);
    if (hasDuplicateMembersAnywhere(text, value)) return { reason: 'two_readings', bytes };
    return { value, bytes, marks: { ...(mended && { mended }), ...(numbersAsText && { numbersAsText }) } };
  } catch {
    // V8's message quotes the text, so it is dropped here.
    return { reason: 'not_json', bytes };
  }
}

/** Reads the documents of a text. `isExact` is false where its bytes were no text. */
function readDocuments(text: string, isExact: boolean): Reading<unknown>[] {
  const whole = parsed(text, !isExact);
  if ('value' in whole || whole.reason === 'two_readings') return [whole];
  const documents = documentsIn(text);
  return documents.map(({ text: document, mended }, at) =>
    at < MAX_REPORTS
      ? parsed(document, mended || !isExact || documents.length === 1)
      : { reason: 'too_many', bytes: Buffer.byteLength(document) },
  );
}

/** Returns the reports of a document: an object, the elements of a list, or those of a text that is JSON. */
function reportsOf(reading: Reading<unknown>, budget: ElementBudget): Reading[] {
  if ('reason' in reading) return [reading];
  const { value, bytes, marks } = reading;
  if (isPayload(value)) return [{ value, bytes, marks }];
  if (Array.isArray(value) && value.every(isPayload)) {
    if (value.length > MAX_REPORTS) return [{ reason: 'too_many', bytes }];
    return value.map((each) => ({ value: each, bytes, marks }));
  }
  const inner = typeof value === 'string' ? innerReading(value, budget) : undefined;
  if (inner === undefined) return [{ reason: 'not_json', bytes }];
  return reportsOf({ ...inner, marks: { ...inner.marks, mended: true } }, budget);
}

/**
 * Reads the reports of one body within a budget. JSON is parsed as it is. A body that is not JSON is mended where it has
 * one reading; a second document in it is a second report. There is at least one reading.
 */
export function readReports(body: Buffer, budget: ElementBudget = new ElementBudget()): Reading[] {
  // Programs of Windows also write UTF-16: with its mark, or with a zero in every second byte.
  const isWide = (body[0] === 0xff && body[1] === 0xfe) || (body[1] === 0 && body[3] === 0);
  const text = body.toString(isWide ? 'utf16le' : 'utf8');
  // The bytes of a letter in UTF-16 can look like any other character.
  if (!budget.take(isWide ? Buffer.from(text) : body)) return [{ reason: 'too_large', bytes: body.length }];
  const readings = readDocuments(text, !isWide && isUtf8(body)).flatMap((each) => reportsOf(each, budget));
  if (readings.length === 0) readings.push({ reason: 'not_json', bytes: 0 });
  // A body counts as it was sent, with what is around the report.
  if (readings.length === 1) readings[0]!.bytes = body.length;
  return readings;
}

/** The members that hold an object in every harness that has them. Some harnesses write it as a text. */
const OBJECTS = new Set([
  ...['tool_input', 'toolInput', 'toolArgs', 'tool_response', 'tool_result', 'tool_info', 'mcp_context'],
  ...['mcp_tool_arguments', 'input', 'output', 'args', 'metadata', 'actor', 'info'],
]);
/** The members that hold an id. Some programs write it as a number. */
const ID = /^(?:id|session|turn|agent|parent|root)$|_id$|I[dD]$/;

/** Reads a text that is a JSON object or list. Returns undefined where it is none, or is over the budget. */
function innerReading(text: string, budget: ElementBudget): ReadReport<unknown> | undefined {
  if (text.length > MAX_INNER_CHARACTERS || !/^\s*[{[]/.test(text)) return undefined;
  if (!budget.take(Buffer.from(text))) return undefined;
  const [first, second] = readDocuments(text, true);
  return first !== undefined && 'value' in first && second === undefined ? first : undefined;
}

/** Gives the members of one object of a report their type. Returns the marks of what it changed. */
export function mendMembers(payload: Payload, budget: ElementBudget): ReadReport['marks'] {
  const marks: ReadReport['marks'] = {};
  for (const [name, value] of Object.entries(payload)) {
    const inner = typeof value === 'string' && OBJECTS.has(name) ? innerReading(value, budget) : undefined;
    if (inner !== undefined) {
      payload[name] = inner.value;
      Object.assign(marks, inner.marks, { mended: true });
    } else if (typeof value === 'number' && ID.test(name)) {
      payload[name] = String(value);
      marks.mended = true;
    }
  }
  return marks;
}
