const BYTE_ORDER_MARKS = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;
/** The number of bytes in which Git looks for a NUL byte to decide that a file is binary. */
const BYTES_LOOKED_AT = 8000;

/** A file contains bytes that do not occur in text. */
export class BinaryContent extends Error {
  constructor() {
    super('The file is binary.');
  }
}

function encodingOf(start: Uint8Array): string {
  const mark = BYTE_ORDER_MARKS.find(({ bytes }) => bytes.every((byte, at) => start[at] === byte));
  if (mark !== undefined) return mark.encoding;
  if (start.subarray(0, BYTES_LOOKED_AT).includes(0)) throw new BinaryContent();
  return 'utf-8';
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}

/**
 * Decodes a file: UTF-16 if it has that byte order mark, otherwise UTF-8. The mark is not part of the text. Throws {@link BinaryContent}
 * for a file with a NUL byte near its start, before it outputs any text.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let start = new Uint8Array(0);
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    if (decoder !== undefined) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    start = joined(start, chunk) as typeof start;
    if (start.length < BYTES_LOOKED_AT) continue;
    decoder = new TextDecoder(encodingOf(start));
    yield decoder.decode(start, { stream: true });
  }
  if (decoder === undefined) {
    yield new TextDecoder(encodingOf(start)).decode(start);
    return;
  }
  yield decoder.decode();
}
