import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { Payload } from '../harnesses/adaptation.ts';

/*
 * Reads the fields of OTLP's messages that Plinth uses, by their numbers in opentelemetry/proto/*.proto, and skips every
 * other field. What it returns has the members of OTLP's JSON form.
 */

interface Field {
  name: string;
  type: WireType;
  read(reader: BinaryReader): unknown;
  isList?: boolean;
  /** The message that the field holds. */
  message?: Message;
}
interface Message {
  readonly fields: Readonly<Record<number, Field>>;
  /** One of the fields counts: the last one. */
  isOneOf?: boolean;
  isRecord?: boolean;
}

const { Varint, Bit64, LengthDelimited } = WireType;
const text = (name: string): Field => ({ name, type: LengthDelimited, read: (reader) => reader.string() });
const key: Field = { name: 'key', type: LengthDelimited, read: (reader) => reader.string(true) };
const nanoseconds = (name: string): Field => ({ name, type: Bit64, read: (reader) => reader.fixed64() });
const id = (name: string): Field => ({
  ...{ name, type: LengthDelimited },
  read: (reader) => Buffer.from(reader.bytes()).toString('hex'),
});
const part = (name: string, message: Message): Field => ({
  ...{ name, message, type: LengthDelimited },
  read: (reader) => messageOf(reader.bytes(), message),
});
const list = (name: string, message: Message): Field => ({ ...part(name, message), isList: true });

const ANY_VALUE: { fields: Record<number, Field>; isOneOf: true } = {
  fields: {
    1: text('stringValue'),
    2: { name: 'boolValue', type: Varint, read: (reader) => reader.bool() },
    3: { name: 'intValue', type: Varint, read: (reader) => reader.int64() },
    4: { name: 'doubleValue', type: Bit64, read: (reader) => reader.double() },
  },
  isOneOf: true,
};
/** A value stays bytes until it is known that its attribute is kept, and how deep it is. */
const value: Field = {
  ...{ name: 'value', message: ANY_VALUE, type: LengthDelimited },
  read: (reader) => reader.bytes(),
};
const ATTRIBUTE: Message = { fields: { 1: key, 2: value } };
ANY_VALUE.fields[5] = part('arrayValue', { fields: { 1: { ...value, name: 'values', isList: true } } });
ANY_VALUE.fields[6] = part('kvlistValue', { fields: { 1: list('values', ATTRIBUTE) } });
const attributes = list('attributes', ATTRIBUTE);
const SCOPE: Message = { fields: { 1: { ...key, name: 'name' } } };
const LOG: Message = {
  fields: {
    ...{ 1: nanoseconds('timeUnixNano'), 6: attributes, 9: id('traceId') },
    ...{ 11: nanoseconds('observedTimeUnixNano'), 12: text('eventName') },
  },
  isRecord: true,
};
const code: Field = { name: 'code', type: Varint, read: (reader) => reader.int32() };
const SPAN: Message = {
  fields: {
    ...{ 1: id('traceId'), 4: id('parentSpanId'), 5: text('name'), 7: nanoseconds('startTimeUnixNano') },
    ...{ 9: attributes, 15: part('status', { fields: { 3: code } }) },
  },
  isRecord: true,
};

/** Resources, scopes and records have the same numbers in each signal. */
const request = (resources: string, scopes: string, records: string, record: Message): Message => {
  const ofScope: Message = { fields: { 1: part('scope', SCOPE), 2: list(records, record) } };
  const resource = part('resource', { fields: { 1: attributes } });
  return { fields: { 1: list(resources, { fields: { 1: resource, 2: list(scopes, ofScope) } }) } };
};
const REQUESTS = {
  logs: request('resourceLogs', 'scopeLogs', 'logRecords', LOG),
  traces: request('resourceSpans', 'scopeSpans', 'spans', SPAN),
};

/** Reads a message. A field of another wire type than its own is an unknown one, and is skipped like one. Throws. */
function messageOf(bytes: Uint8Array, { fields, isOneOf }: Message): Payload {
  let members: Payload = {};
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const field = fields[number];
    if (field?.type !== type) {
      reader.skip(type, number);
      continue;
    }
    if (isOneOf === true) members = {};
    const read = field.read(reader);
    if (field.isList === true) members[field.name] ??= [];
    if (field.isList === true) (members[field.name] as unknown[]).push(read);
    else members[field.name] = read;
  }
  return members;
}

/** Reads the value of an attribute. Throws for bytes that are none. */
export const readAnyValue = (bytes: Uint8Array): Payload => messageOf(bytes, ANY_VALUE);

/** Reads a request. Throws for bytes that are not protobuf of that form. */
export const readRequest = (body: Uint8Array, signal: keyof typeof REQUESTS): Payload =>
  messageOf(body, REQUESTS[signal]);

/** The levels that are counted. The decoder leaves deeper values out. */
const MAX_LEVELS = 128;

/**
 * Counts the fields of a request at all levels that the decoder reads, and its records. It makes no objects, does not
 * recurse, and stops past `most`. Returns undefined for bytes that are no protobuf. A group is none: OTLP has no groups.
 */
export function protobufElements(
  bytes: Uint8Array,
  signal: keyof typeof REQUESTS,
  most: number,
): { elements: number; records: number } | undefined {
  const levels: { message: Message; end: number }[] = [{ message: REQUESTS[signal], end: bytes.length }];
  let at = 0;
  const varint = () => {
    let number = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at];
      at += 1;
      if (byte === undefined || factor > 2 ** 63) return Number.NaN;
      number += (byte & 127) * factor;
      if (byte < 128) return number;
    }
  };
  let elements = 0;
  let records = 0;
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (at === level.end) {
      levels.pop();
      continue;
    }
    elements += 1;
    if (elements > most) break;
    const tag = varint();
    const type = tag % 8;
    const message = level.message.fields[Math.floor(tag / 8)]?.message;
    if (type === LengthDelimited) {
      const length = varint();
      const isRead = message !== undefined && levels.length < MAX_LEVELS;
      if (!(at + length <= level.end)) return undefined;
      if (isRead) levels.push({ message, end: at + length });
      else at += length;
      if (message?.isRecord === true) records += 1;
    } else if (type === Varint) varint();
    else if (type === Bit64) at += 8;
    else if (type === WireType.Bit32) at += 4;
    else return undefined;
    if (!(at <= level.end)) return undefined;
  }
  return { elements, records };
}
