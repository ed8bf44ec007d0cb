import { isPayload, type Payload } from '../harnesses/adaptation.ts';
import {
  type AttributeValue,
  integerOf,
  KEPT_ATTRIBUTES,
  KEPT_RESOURCE_ATTRIBUTES,
  millisecondsOf,
  type TelemetryRecord,
} from './telemetry-record.ts';

/** The nesting of a value that is read. Deeper values are left out, as the contract does with tool inputs. */
const MAX_VALUE_DEPTH = 32;

const listOf = (value: unknown): Payload[] => (Array.isArray(value) ? value.filter(isPayload) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads an `AnyValue`. Numbers of 64 bits arrive as text or as number. */
function readValue(value: unknown, depth: number): AttributeValue | undefined {
  if (!isPayload(value) || depth > MAX_VALUE_DEPTH) return undefined;
  if (typeof value.stringValue === 'string') return value.stringValue;
  if (typeof value.boolValue === 'boolean') return value.boolValue;
  const { doubleValue } = value;
  // A double with many digits is text here, and is the same double.
  if (typeof doubleValue === 'number' || typeof doubleValue === 'string') return Number(doubleValue);
  if (value.intValue !== undefined) return integerOf(value.intValue);
  if (isPayload(value.arrayValue)) {
    return listOf(value.arrayValue.values).flatMap((each) => readValue(each, depth + 1) ?? []);
  }
  if (isPayload(value.kvlistValue)) {
    const members = listOf(value.kvlistValue.values).flatMap((each): [string, AttributeValue][] => {
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

/** Joins the resource's attributes with those of a record, which are more exact. */
export function joined(
  resource: ReadonlyMap<string, AttributeValue>,
  own: ReadonlyMap<string, AttributeValue>,
): Map<string, AttributeValue> {
  return new Map([...resource, ...own]);
}

const idOf = (value: unknown) => (typeof value === 'string' && /[1-9a-f]/i.test(value) ? value : undefined);

interface Signal {
  resources: string;
  scopes: string;
  records: string;
}

/** Reads a request of one signal in OTLP's JSON form. Unknown members are ignored, as the specification asks. */
function readSignal(
  body: unknown,
  signal: Signal,
  read: (record: Payload) => Omit<TelemetryRecord, 'service' | 'scope'>,
): TelemetryRecord[] | undefined {
  if (!isPayload(body)) return undefined;
  const groups = body[signal.resources];
  if (groups !== undefined && !Array.isArray(groups)) return undefined;
  return listOf(groups).flatMap((group) => {
    const resource = isPayload(group.resource) ? group.resource : {};
    const shared = attributesOf(resource.attributes, KEPT_RESOURCE_ATTRIBUTES);
    const service = textOf(shared.get('service.name'));
    return listOf(group[signal.scopes]).flatMap((part) => {
      const scope = textOf(isPayload(part.scope) ? part.scope.name : undefined);
      return listOf(part[signal.records]).map((record) => {
        const taken = read(record);
        return { ...taken, service, scope, attributes: joined(shared, taken.attributes) };
      });
    });
  });
}

/** Reads the body of a logs request. Returns undefined where it has another shape. */
export function readJsonLogs(body: unknown): TelemetryRecord[] | undefined {
  return readSignal(
    body,
    { resources: 'resourceLogs', scopes: 'scopeLogs', records: 'logRecords' },
    (record) => {
      const attributes = attributesOf(record.attributes, KEPT_ATTRIBUTES);
      // Codex puts the place in its source into `eventName`.
      const named = textOf(attributes.get('event.name')) || textOf(record.eventName);
      return {
        kind: 'log',
        name: named,
        at: millisecondsOf(record.timeUnixNano) ?? millisecondsOf(record.observedTimeUnixNano),
        traceId: idOf(record.traceId),
        parentSpanId: undefined,
        attributes,
      };
    },
  );
}

/** Reads the body of a traces request. Returns undefined where it has another shape. */
export function readJsonSpans(body: unknown): TelemetryRecord[] | undefined {
  return readSignal(
    body,
    { resources: 'resourceSpans', scopes: 'scopeSpans', records: 'spans' },
    (record) => ({
      kind: 'span',
      name: textOf(record.name),
      at: millisecondsOf(record.startTimeUnixNano),
      traceId: idOf(record.traceId),
      parentSpanId: idOf(record.parentSpanId),
      attributes: attributesOf(record.attributes, KEPT_ATTRIBUTES),
    }),
  );
}
