import { endianness } from 'node:os';
import { PAGE_BYTES } from './page-format.ts';

const LOG_HEADER_BYTES = 32;
/** Bytes before each page: https://sqlite.org/fileformat2.html#the_write_ahead_log. */
export const FRAME_HEADER_BYTES = 24;
const FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES;
/** The first word of a log. Its lowest bit tells the byte order of the checksums. */
const MAGIC = 0x37_7f_06_82;
const BIG_ENDIAN_BIT = 1;

/** One page as a transaction wrote it to the write-ahead log. */
interface LogFrame {
  page: number;
  /** Place of the page in the log. */
  at: number;
}

/** The frames of a write-ahead log, also those behind a damaged frame. */
interface LogFrames {
  /** Frames of committed transactions, oldest first. */
  intact: LogFrame[];
  /** Frames whose checksum does not fit. Parts of their pages may be readable. */
  damaged: LogFrame[];
  /** True if SQLite would silently ignore committed frames. */
  losesFrames: boolean;
}

type Sums = readonly [number, number];

function checksum(words: DataView, length: number, isLittle: boolean, [first, second]: Sums): Sums {
  let a = first;
  let b = second;
  for (let at = 0; at < length; at += 8) {
    a = (a + words.getUint32(at, isLittle) + b) >>> 0;
    b = (b + words.getUint32(at + 4, isLittle) + a) >>> 0;
  }
  return [a, b];
}

const viewOf = (bytes: Uint8Array, at: number, length: number) =>
  new DataView(bytes.buffer, bytes.byteOffset + at, length);

const FRAMES_COMPARED = 64;

/** True if a log began with the first salts after it had begun with the second ones: SQLite adds one to the first number. */
const isNewer = (one: string, other: string): boolean => {
  const numberOf = (salts: string) => Buffer.from(salts, 'latin1').readUInt32BE(0);
  return ((numberOf(one) - numberOf(other)) | 0) > 0;
};

/**
 * Returns the salts of the newest frames. They change when a log begins again, so they tell its frames from older ones
 * behind them. A damaged header does not tell them, but the first frames do.
 */
function newestSalts(log: Buffer): string | undefined {
  const counts = new Map<string, number>();
  const end = Math.min(log.length, LOG_HEADER_BYTES + FRAMES_COMPARED * FRAME_BYTES);
  for (let at = LOG_HEADER_BYTES; at + FRAME_BYTES <= end; at += FRAME_BYTES) {
    const salts = log.toString('latin1', at + 8, at + 16);
    counts.set(salts, (counts.get(salts) ?? 0) + 1);
  }
  const all = [...counts.keys()];
  // A damaged frame can have any salts.
  const repeated = all.filter((salts) => counts.get(salts)! > 1);
  return (repeated.length > 0 ? repeated : all).sort((one, other) => (isNewer(one, other) ? -1 : 1))[0];
}

/**
 * Reads the frames of a write-ahead log. Each checksum continues from the last one. SQLite therefore ends at a damaged
 * frame. This function continues from the checksum that the damaged frame states.
 */
export function readLogFrames(log: Buffer): LogFrames {
  const frames: LogFrames = { intact: [], damaged: [], losesFrames: false };
  if (log.length < LOG_HEADER_BYTES + FRAME_BYTES) return frames;
  const magic = log.readUInt32BE(0);
  const isKnown = magic === MAGIC || magic === MAGIC + BIG_ENDIAN_BIT;
  // A damaged header does not tell the byte order. SQLite uses that of the computer.
  const isLittle = isKnown ? magic === MAGIC : endianness() === 'LE';
  const statedAt = (at: number): Sums => [log.readUInt32BE(at), log.readUInt32BE(at + 4)];
  const headerSums = checksum(viewOf(log, 0, 24), 24, isLittle, [0, 0]);
  const stated = statedAt(24);
  let isBroken = !isKnown || headerSums[0] !== stated[0] || headerSums[1] !== stated[1];
  const salts = isBroken ? newestSalts(log) : log.toString('latin1', 16, 24);
  let before = stated;
  let open: LogFrame[] = [];
  let openDamaged: LogFrame[] = [];
  for (let at = LOG_HEADER_BYTES; at + FRAME_BYTES <= log.length; at += FRAME_BYTES) {
    const page = log.readUInt32BE(at);
    const frame = { page, at: at + FRAME_HEADER_BYTES };
    const head = checksum(viewOf(log, at, 8), 8, isLittle, before);
    const sums = checksum(viewOf(log, frame.at, PAGE_BYTES), PAGE_BYTES, isLittle, head);
    before = statedAt(at + 16);
    const fits = sums[0] === before[0] && sums[1] === before[1];
    if (!fits || log.toString('latin1', at + 8, at + 16) !== salts) {
      openDamaged.push(frame);
      isBroken = true;
      continue;
    }
    open.push(frame);
    const isCommit = log.readUInt32BE(at + 4) !== 0;
    if (!isCommit) continue;
    frames.intact.push(...open);
    frames.damaged.push(...openDamaged);
    frames.losesFrames ||= isBroken;
    open = [];
    openDamaged = [];
  }
  return frames;
}
