import type { SeededRandom } from './seeded-random.ts';

/** Breaks JSON text at a place that a parser might tolerate. */
export function mutateText(text: string, random: SeededRandom): string {
  const at = random.below(text.length);
  switch (random.below(5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text + random.pick(['}', ' ', '\n{}', '\u0000', ',']);
    case 2:
      return text.replace(/}$/, ',"event":"session.ended"}');
    case 3:
      return text.replaceAll('"', "'");
    default:
      return text.replace(
        /:"[^"]*"/,
        `:${random.pick(['1e999', '-1e999', '01', '.5', 'NaN', '1e-999', '"\\ud800"', '"\\x"'])}`,
      );
  }
}

/** Flips, drops, doubles and inserts bytes, in pieces too short to move the canary elsewhere. */
export function mutateBytes(original: Buffer, random: SeededRandom): Buffer {
  let bytes = Buffer.from(original);
  for (let rounds = 1 + random.below(4); rounds > 0; rounds -= 1) {
    const at = random.below(bytes.length);
    const piece = bytes.subarray(at, at + 1 + random.below(8));
    const around = [bytes.subarray(0, at), bytes.subarray(at + piece.length)] as const;
    switch (random.below(5)) {
      case 0:
        bytes[at] = bytes[at]! ^ (1 << random.below(8));
        break;
      case 1:
        bytes = Buffer.concat([around[0], around[1]]);
        break;
      case 2:
        bytes = Buffer.concat([around[0], piece, piece, around[1]]);
        break;
      case 3:
        bytes = Buffer.concat([
          around[0],
          Buffer.from(
            random.pick(['\r\n', '\n', '\r', '\0', ':', ' ', '\r\n\r\n', '\xff\xfe', '{', '"', '\\u0000']),
            'latin1',
          ),
          bytes.subarray(at),
        ]);
        break;
      default:
        bytes = bytes.subarray(0, Math.max(1, at));
    }
  }
  return bytes;
}

/** Frames a body as chunks of random lengths. */
export function inChunks(body: Buffer, random: SeededRandom): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const part = body.subarray(at, at + 1 + random.below(body.length));
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
    at += part.length;
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
