import { LOOKED_AT } from '../event-fitting.ts';
import { isPayload, type Payload } from '../harnesses/adaptation.ts';
import { readAnyValue } from './otlp-protobuf.ts';
import {
  type AttributeValue,
  integerOf,
  KEPT_ATTRIBUTES,
  KEPT_RESOURCE_ATTRIBUTES,
  millisecondsOf,
  STATUS_ERROR,
  type TelemetryRecord,
} from './telemetry-record.ts';

/**
 * The nesting of a value that is read. Deeper values are left out, as the contract does with tool inputs: a small body could
 * make the reader recurse without end.
 */
const MAX_VALUE_DEPTH = 32;

/** Returns a member of a message. proto3's JSON names it in lower camel case, or as the `.proto` file does. */
const memberOf = (message: Payload, name: string): unknown =>
  message[name] ?? message[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];

const arrayOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const listOf = (value: unknown): Payload[] => arrayOf(value).filter(isPayload);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads an `AnyValue`. Numbers of 64 bits arrive as text or as number, and a value of protobuf as bytes. */
function readValue(given: unknown, depth: number): AttributeValue | undefined {
  if (depth > MAX_VALUE_DEPTH) return undefined;
  const value = given instanceof Uint8Array ? readAnyValue(given) : given;
  if (!isPayload(value)) return undefined;
  const text = memberOf(value, 'stringValue');
  if (typeof text === 'string') return text;
  const truth = memberOf(value, 'boolValue');
  if (typeof truth === 'boolean') return truth;
  const double = memberOf(value, 'doubleValue');
  // A double with many digits is text here, and is the same double.
  if (typeof double === 'number' || typeof double === 'string') return Number(double);
  const integer = integerOf(memberOf(value, 'intValue'));
  if (integer !== undefined) return integer;
  const array = memberOf(value, 'arrayValue');
  if (isPayload(array)) return arrayOf(array.values).flatMap((each) => readValue(each, depth + 1) ?? []);
  const list = memberOf(value, 'kvlistValue');
  if (isPayload(list)) {
    const members = listOf(list.values).flatMap((each): [string, AttributeValue][] => {
      const member = readValue(each.value, depth + 1);
      return member === undefined ? [] : [[textOf(each.key), member]];
    });
    return Object.fromEntries(members);
  }
  return undefined;
}

/** Reads the attributes of a list that `kept` names. */
function attributesOf(list: unknown, kept: ReadonlySet<string>): Map<string, AttributeValue> {
  const attributes = new Map<string, AttributeValue>();
  for (const { key, value } of listOf(list)) {
    if (typeof key !== 'string' || !kept.has(key)) continue;
    const read = readValue(value, 1);
    if (read !== undefined) attributes.set(key, read);
  }
  return attributes;
}

/** Eight or sixteen bytes as proto3's JSON writes bytes. OTLP asks for hexadecimal digits, and some exporters do not know. */
const BASE64_ID = /^(?:[A-Za-z0-9+/]{11}=|[A-Za-z0-9+/]{22}==)$/;

/** Returns an id in hexadecimal digits. An id of zeros means that there is none. */
function idOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const id = BASE64_ID.test(value) ? Buffer.from(value, 'base64').toString('hex') : value.toLowerCase();
  return /[1-9a-f]/.test(id) ? id : undefined;
}

/** Reads a request of one signal, in OTLP's JSON form or as {@link readRequest} returns it. Unknown members are ignored, as the specification asks. */
function readSignal(
  body: unknown,
  [resources, scopes, records]: readonly [string, string, string],
  read: (record: Payload) => Omit<TelemetryRecord, 'service' | 'scope'>,
): TelemetryRecord[] | undefined {
  if (!isPayload(body)) return undefined;
  const groups = memberOf(body, resources) ?? [];
  if (!Array.isArray(groups)) return undefined;
  return listOf(groups).flatMap((group) => {
    const resource = isPayload(group.resource) ? group.resource : {};
    const shared = attributesOf(resource.attributes, KEPT_RESOURCE_ATTRIBUTES);
    // Each record has them, and nothing fits that is longer.
    for (const [name, text] of shared)
      if (typeof text === 'string') shared.set(name, text.slice(0, LOOKED_AT));
    const service = textOf(shared.get('service.name'));
    return listOf(memberOf(group, scopes)).flatMap((part) => {
      const scope = textOf(isPayload(part.scope) ? part.scope.name : undefined);
      return listOf(memberOf(part, records)).map((record) => {
        const taken = read(record);
        // The attributes of a record are more exact than those of its resource.
        return { ...taken, service, scope, attributes: new Map([...shared, ...taken.attributes]) };
      });
    });
  });
}

/** Reads the body of a logs request. Returns undefined where it has another shape. */
export function readLogs(body: unknown): TelemetryRecord[] | undefined {
  return readSignal(body, ['resourceLogs', 'scopeLogs', 'logRecords'], (record) => {
    const attributes = attributesOf(record.attributes, KEPT_ATTRIBUTES);
    const at = millisecondsOf(memberOf(record, 'timeUnixNano'));
    const observed = millisecondsOf(memberOf(record, 'observedTimeUnixNano'));
    return {
      kind: 'log',
      // Codex puts the place in its source into `eventName`.
      name: textOf(attributes.get('event.name')) || textOf(memberOf(record, 'eventName')),
      // Of a time that is not readable, the time when the record was observed stands in its place.
      at: at || (observed ?? at),
      traceId: idOf(memberOf(record, 'traceId')),
      parentSpanId: undefined,
      attributes,
    };
  });
}

const isError = (code: unknown) => code === STATUS_ERROR || code === 'STATUS_CODE_ERROR';

/** Reads the body of a traces request. Returns undefined where it has another shape. */
export function readSpans(body: unknown): TelemetryRecord[] | undefined {
  return readSignal(body, ['resourceSpans', 'scopeSpans', 'spans'], (record) => ({
    kind: 'span',
    name: textOf(record.name),
    at: millisecondsOf(memberOf(record, 'startTimeUnixNano')),
    traceId: idOf(memberOf(record, 'traceId')),
    parentSpanId: idOf(memberOf(record, 'parentSpanId')),
    failed: isError(isPayload(record.status) ? record.status.code : undefined),
    attributes: attributesOf(record.attributes, KEPT_ATTRIBUTES),
  }));
}
