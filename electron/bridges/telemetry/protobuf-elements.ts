/** A message of OTLP that the decoder reads, by the messages that its fields hold. */
interface Message {
  readonly [field: number]: Message;
  isRecord?: true;
}

const value: Record<number, Message> = {};
const attribute: Message = { 2: value };
value[5] = { 1: value };
value[6] = { 1: attribute };
const resource: Message = { 1: attribute };
const request = (record: Message): Message => ({
  1: { 1: resource, 2: { 1: {}, 2: { ...record, isRecord: true } } },
});
const REQUESTS = { logs: request({ 6: attribute }), traces: request({ 9: attribute }) };

/** The levels that are counted. The decoder leaves deeper values out. */
const MAX_LEVELS = 128;

const VARINT = 0;
const BIT_64 = 1;
const LENGTH_DELIMITED = 2;
const BIT_32 = 5;

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
    const part = level.message[Math.floor(tag / 8)];
    if (type === LENGTH_DELIMITED) {
      const length = varint();
      const isRead = part !== undefined && levels.length < MAX_LEVELS;
      if (!(at + length <= level.end)) return undefined;
      if (isRead) levels.push({ message: part, end: at + length });
      else at += length;
      if (part?.isRecord === true) records += 1;
    } else if (type === VARINT) varint();
    else if (type === BIT_64) at += 8;
    else if (type === BIT_32) at += 4;
    else return undefined;
    if (!(at <= level.end)) return undefined;
  }
  return { elements, records };
}
