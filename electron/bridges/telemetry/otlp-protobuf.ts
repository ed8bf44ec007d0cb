import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { joined } from './otlp-json.ts';
import {
  type AttributeValue,
  integerOf,
  KEPT_ATTRIBUTES,
  KEPT_RESOURCE_ATTRIBUTES,
  millisecondsOf,
  STATUS_ERROR,
  type TelemetryRecord,
  timeOfLog,
} from './telemetry-record.ts';

/*
 * Reads the fields of OTLP's messages that Plinth uses, by their numbers in opentelemetry/proto/*.proto, and skips
 * every other field. A value whose attribute is not kept is skipped as bytes and never decoded.
 */

/** The nesting of a value that is read. A deeper value would also let a small body recurse without end. */
const MAX_VALUE_DEPTH = 32;

/** How a field is written, by its number. */
type WireTypes = Readonly<Record<number, WireType>>;
const { Varint, Bit64, LengthDelimited } = WireType;
const VALUE: WireTypes = {
  ...{ 1: LengthDelimited, 2: Varint, 3: Varint, 4: Bit64, 5: LengthDelimited, 6: LengthDelimited },
};
const LOG: WireTypes = { 1: Bit64, 6: LengthDelimited, 9: LengthDelimited, 11: Bit64, 12: LengthDelimited };
const SPAN: WireTypes = {
  ...{ 1: LengthDelimited, 4: LengthDelimited, 5: LengthDelimited, 7: Bit64, 9: LengthDelimited },
  15: LengthDelimited,
};
const STATUS: WireTypes = { 3: Varint };

/**
 * Calls `read` for each field that is written as its definition says. Every other field is skipped: a field of another
 * wire type is an unknown one, and its bytes were counted as such.
 */
function eachField(
  bytes: Uint8Array,
  types: WireTypes,
  read: (reader: BinaryReader, field: number) => void,
): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (types[field] === type) read(reader, field);
    else reader.skip(type, field);
  }
}

/** Reads the fields of a message that are messages or texts, by number. Every other field is skipped. */
function eachPart(bytes: Uint8Array, parts: Readonly<Record<number, (part: Uint8Array) => void>>): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    const take = parts[field];
    if (take !== undefined && type === LengthDelimited) take(reader.bytes());
    else reader.skip(type, field);
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const text = (bytes: Uint8Array) => decoder.decode(bytes);
const hex = (bytes: Uint8Array) => {
  const id = Buffer.from(bytes).toString('hex');
  return /[1-9a-f]/.test(id) ? id : undefined;
};

function readValue(bytes: Uint8Array, depth: number): AttributeValue | undefined {
  if (depth > MAX_VALUE_DEPTH) return undefined;
  let value: AttributeValue | undefined;
  eachField(bytes, VALUE, (reader, field) => {
    if (field === 1) value = reader.string();
    else if (field === 2) value = reader.bool();
    else if (field === 3) value = integerOf(reader.int64());
    else if (field === 4) value = reader.double();
    else if (field === 5) {
      const list: AttributeValue[] = [];
      eachPart(reader.bytes(), {
        1: (part) => {
          const element = readValue(part, depth + 1);
          if (element !== undefined) list.push(element);
        },
      });
      value = list;
    } else {
      const members: [string, AttributeValue][] = [];
      eachPart(reader.bytes(), { 1: (part) => addAttribute(part, undefined, members, depth + 1) });
      value = Object.fromEntries(members);
    }
  });
  return value;
}

/** Reads a `KeyValue`. Its value is decoded only where `kept` names its key, or where everything is kept. */
function addAttribute(
  bytes: Uint8Array,
  kept: ReadonlySet<string> | undefined,
  members: [string, AttributeValue][],
  depth: number,
): void {
  let key = '';
  let encoded: Uint8Array | undefined;
  eachPart(bytes, {
    1: (part) => {
      key = text(part);
    },
    2: (part) => {
      encoded = part;
    },
  });
  if (encoded === undefined || (kept !== undefined && !kept.has(key))) return;
  const value = readValue(encoded, depth);
  if (value !== undefined) members.push([key, value]);
}

const resourceOf = (bytes: Uint8Array) => {
  const members: [string, AttributeValue][] = [];
  eachPart(bytes, { 1: (part) => addAttribute(part, KEPT_RESOURCE_ATTRIBUTES, members, 1) });
  return new Map(members);
};

type OwnRecord = Omit<TelemetryRecord, 'service' | 'scope'>;

/** Reads a request of one signal: resources, scopes and records have the same field numbers in each signal. */
function readSignal(
  body: Uint8Array,
  read: (record: Uint8Array) => OwnRecord,
): TelemetryRecord[] | undefined {
  const records: TelemetryRecord[] = [];
  const readScope = (bytes: Uint8Array, shared: ReadonlyMap<string, AttributeValue>) => {
    const own: OwnRecord[] = [];
    let scope = '';
    eachPart(bytes, {
      1: (part) =>
        eachPart(part, {
          1: (name) => {
            scope = text(name);
          },
        }),
      2: (part) => own.push(read(part)),
    });
    const service = shared.get('service.name');
    for (const record of own) {
      records.push({
        ...record,
        scope,
        service: typeof service === 'string' ? service : '',
        attributes: joined(shared, record.attributes),
      });
    }
  };
  try {
    eachPart(body, {
      1: (group) => {
        let shared: ReadonlyMap<string, AttributeValue> = new Map();
        const scopes: Uint8Array[] = [];
        eachPart(group, {
          1: (part) => {
            shared = resourceOf(part);
          },
          2: (part) => scopes.push(part),
        });
        for (const scope of scopes) readScope(scope, shared);
      },
    });
  } catch {
    // The reader's message can quote bytes of the body, so it is dropped here.
    return undefined;
  }
  return records;
}

/** Reads the body of a logs request. Returns undefined where it is not protobuf of that form. */
export function readProtobufLogs(body: Uint8Array): TelemetryRecord[] | undefined {
  return readSignal(body, (bytes) => {
    const members: [string, AttributeValue][] = [];
    const record = { at: undefined as number | undefined, observed: undefined as number | undefined };
    let name = '';
    let traceId: string | undefined;
    eachField(bytes, LOG, (reader, field) => {
      if (field === 1) record.at = millisecondsOf(reader.fixed64());
      else if (field === 6) addAttribute(reader.bytes(), KEPT_ATTRIBUTES, members, 1);
      else if (field === 9) traceId = hex(reader.bytes());
      else if (field === 11) record.observed = millisecondsOf(reader.fixed64());
      else name = reader.string();
    });
    const attributes = new Map(members);
    const named = attributes.get('event.name');
    return {
      kind: 'log',
      // Codex puts the place in its source into the field.
      name: typeof named === 'string' && named !== '' ? named : name,
      at: timeOfLog(record.at, record.observed),
      traceId,
      parentSpanId: undefined,
      attributes,
    };
  });
}

/** Reads the body of a traces request. Returns undefined where it is not protobuf of that form. */
export function readProtobufSpans(body: Uint8Array): TelemetryRecord[] | undefined {
  return readSignal(body, (bytes) => {
    const members: [string, AttributeValue][] = [];
    let name = '';
    let at: number | undefined;
    let traceId: string | undefined;
    let parentSpanId: string | undefined;
    let failed = false;
    eachField(bytes, SPAN, (reader, field) => {
      if (field === 1) traceId = hex(reader.bytes());
      else if (field === 4) parentSpanId = hex(reader.bytes());
      else if (field === 5) name = reader.string();
      else if (field === 7) at = millisecondsOf(reader.fixed64());
      else if (field === 15) {
        eachField(reader.bytes(), STATUS, (status) => {
          failed = status.int32() === STATUS_ERROR;
        });
      } else addAttribute(reader.bytes(), KEPT_ATTRIBUTES, members, 1);
    });
    return { kind: 'span', name, at, traceId, parentSpanId, failed, attributes: new Map(members) };
  });
}
