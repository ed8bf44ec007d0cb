import { BinaryWriter } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { anyPiece, anyTimes, type Piece, written } from './pieces.ts';

/** A change of one field of a protobuf message, by its place from the outside to the inside. */
export interface FieldEdit {
  at: number;
  how: 'repeat' | 'type' | 'length' | 'number' | 'nest' | 'text' | 'empty' | 'varint';
  /** A wire type, a length, a field number or the bytes of a varint, by `how`. */
  value: number;
  times: number;
  piece: Piece;
}

interface Field {
  number: number;
  type: number;
  content: Buffer | Field[];
  times: number;
  /** A length that is not that of the content. */
  length?: number;
}

/** Field numbers and lengths at which decoders go wrong. */
const NUMBERS = [0, 1, 2, 5, 6, 15, 127, 2 ** 29 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1];

export const fieldEdits: fc.Arbitrary<FieldEdit[]> = fc.array(
  fc.record({
    at: fc.nat(120),
    how: fc.constantFrom<FieldEdit['how'][]>(
      ...(['repeat', 'type', 'length', 'number', 'nest', 'text', 'empty', 'varint'] as const),
    ),
    value: fc.oneof(fc.nat(7), fc.constantFrom(...NUMBERS)),
    times: anyTimes,
    piece: anyPiece,
  }),
  { maxLength: 4 },
);

/** The members of OTLP's messages: their field number, and how their value is written. */
type Kind = 'text' | 'int' | 'bool' | 'double' | 'fixed' | 'hex' | (() => Shape);
type Shape = Readonly<Record<string, readonly [number, Kind]>>;

const values = (of: () => Shape): Shape => ({ values: [1, of] });
const anyValue: Shape = {
  stringValue: [1, 'text'],
  boolValue: [2, 'bool'],
  intValue: [3, 'int'],
  doubleValue: [4, 'double'],
  arrayValue: [5, () => values(() => anyValue)],
  kvlistValue: [6, () => values(() => keyValue)],
};
const keyValue: Shape = { key: [1, 'text'], value: [2, () => anyValue] };
const attributed = (number: number): Shape => ({ attributes: [number, () => keyValue] });
const logRecord: Shape = {
  timeUnixNano: [1, 'fixed'],
  body: [5, () => anyValue],
  ...attributed(6),
  traceId: [9, 'hex'],
  observedTimeUnixNano: [11, 'fixed'],
  eventName: [12, 'text'],
};
const span: Shape = {
  traceId: [1, 'hex'],
  parentSpanId: [4, 'hex'],
  name: [5, 'text'],
  startTimeUnixNano: [7, 'fixed'],
  ...attributed(9),
};
const scope: Shape = { name: [1, 'text'], ...attributed(3) };
const scoped: Shape = { scope: [1, () => scope], logRecords: [2, () => logRecord], spans: [2, () => span] };
const group: Shape = {
  resource: [1, () => attributed(1)],
  scopeLogs: [2, () => scoped],
  scopeSpans: [2, () => scoped],
};
const request: Shape = { resourceLogs: [1, () => group], resourceSpans: [1, () => group] };

const varint = (value: number) => Buffer.from(new BinaryWriter().uint64(value).finish());

const SCALARS: Record<Exclude<Kind, () => Shape>, [number, (value: unknown) => Uint8Array]> = {
  text: [2, (value) => Buffer.from(String(value))],
  hex: [2, (value) => Buffer.from(String(value), 'hex')],
  int: [0, (value) => new BinaryWriter().int64(String(value)).finish()],
  bool: [0, (value) => varint(Number(value))],
  double: [1, (value) => new BinaryWriter().double(Number(value)).finish()],
  fixed: [1, (value) => new BinaryWriter().fixed64(String(value)).finish()],
};

function fieldsOf(message: Record<string, unknown>, shape: Shape): Field[] {
  return Object.entries(message).flatMap(([name, member]) => {
    const [number, kind] = shape[name]!;
    return (Array.isArray(member) ? member : [member]).map((value): Field => {
      if (typeof kind === 'function') {
        return { number, type: 2, content: fieldsOf(value as Record<string, unknown>, kind()), times: 1 };
      }
      const [type, write] = SCALARS[kind];
      return { number, type, content: Buffer.from(write(value)), times: 1 };
    });
  });
}

function encoded(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.map(({ number, type, content, times, length }) => {
      const bytes = Array.isArray(content) ? encoded(content) : content;
      const tag = varint(number * 8 + (type % 8));
      const one = Buffer.concat(type === 2 ? [tag, varint(length ?? bytes.length), bytes] : [tag, bytes]);
      const most = Math.max(1, Math.floor((9 * 1_048_576) / one.length));
      return Buffer.alloc(one.length * Math.min(times, most), one);
    }),
  );
}

const allFields = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => [field, ...(Array.isArray(field.content) ? allFields(field.content) : [])]);

/** Wraps a value in a list of a list of a list …. */
function nested(content: Buffer, levels: number): Buffer {
  const heads: Buffer[] = [];
  let { length } = content;
  for (let level = 0; level < levels && length < 1_048_576; level += 1) {
    const inner = Buffer.concat([Buffer.from([0x0a]), varint(length)]);
    const outer = Buffer.concat([Buffer.from([0x2a]), varint(length + inner.length)]);
    heads.push(inner, outer);
    length += inner.length + outer.length;
  }
  return Buffer.concat([...heads.reverse(), content]);
}

function edit(field: Field, { how, value, times, piece }: FieldEdit): void {
  if (how === 'repeat') field.times = times;
  else if (how === 'type') field.type = value % 8;
  else if (how === 'length') field.length = value;
  else if (how === 'number') field.number = value;
  else if (how === 'text') field.content = Buffer.from(written(piece));
  else if (how === 'varint') Object.assign(field, { type: 0, content: Buffer.alloc((value % 14) + 1, 0xff) });
  else if (how === 'empty') Object.assign(field, { content: Buffer.alloc(0), times });
  else
    field.content = nested(Array.isArray(field.content) ? encoded(field.content) : field.content, times / 8);
}

/** Writes a request of telemetry as protobuf, with changes. Its JSON form is the source. */
export function protobufOf(message: Record<string, unknown>, changes: readonly FieldEdit[]): Buffer {
  const fields = fieldsOf(message, request);
  for (const change of changes) {
    const all = allFields(fields);
    edit(all[change.at % all.length]!, change);
  }
  return encoded(fields);
}
