import { createHash } from 'node:crypto';
import { isAbsolute, relative, sep } from 'node:path';
import type { COPY_SOURCES, FileCopy, FoundCopies, SearchNote } from '../../shared/recover.ts';
import { difference, lineHashes } from './line-difference.ts';
import { MAX_COPY_BYTES, readOwnFile } from './own-file.ts';

export type CopySource = (typeof COPY_SOURCES)[number];

/** A copy that a source claims to have. It is no copy before it has been read to its end. */
export interface Candidate extends Pick<FileCopy, 'source' | 'kind' | 'path' | 'where'> {
  /** In milliseconds; NaN if it is not known. */
  savedAt: number;
  /** Called in the order in which candidates will be read. */
  announce?(): void;
  read(): Promise<Buffer>;
}

/** A copy that can be read again while its source is open. */
export interface OpenCopy extends FileCopy {
  read(): Promise<Buffer>;
}

/** The same as for the window and JSON, with copies that can be read. */
export interface OpenCopies extends FoundCopies {
  copies: OpenCopy[];
}

/** What one source found. */
export interface Looked {
  candidates: Candidate[];
  places: number;
  notes: SearchNote[];
}

/** Copies of one list. More are of a folder, and nobody reads them. */
export const MAX_COPIES = 5000;
/** The last instant that a `Date` can hold. */
const LAST_TIME_MS = 8.64e15;
const MINUTE_MS = 60_000;

/** Returns true if a stored path is the one that was asked for, or lies below it. Case does not count on Windows. */
export function isAsked(stored: string, asked: string): boolean {
  const way = relative(asked, stored);
  return isAbsolute(stored) && way.split(sep, 1)[0] !== '..' && !isAbsolute(way);
}

/** Returns a version that is a file in the folder `base` of a source. */
export function fileCandidate(
  source: CopySource,
  path: string,
  file: string,
  base: string,
  savedAt: number,
): Candidate {
  return { source, kind: 'version', path, savedAt, where: file, read: () => readOwnFile(file, base) };
}

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Orders by path and then by time, newest first, so that two neighbours are versions that follow each other. */
const byPath = (a: Candidate, b: Candidate) =>
  (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || (b.savedAt || 0) - (a.savedAt || 0);

const newestFirst = (a: FileCopy, b: FileCopy) =>
  Number(a.kind === 'may_be') - Number(b.kind === 'may_be') ||
  (a.savedAt === b.savedAt ? 0 : (a.savedAt ?? '') < (b.savedAt ?? '') ? 1 : -1);

/** Reads a copy again. Throws if it is another one by now. */
async function readAgain(read: () => Promise<Buffer>, hash: string): Promise<Buffer> {
  const content = await read();
  if (sha256(content) !== hash) throw new Error('it changed');
  return content;
}

/**
 * Reads candidates to their end, one at a time, and keeps no content. Leaves out what cannot be read, and contents that an
 * earlier one of the same source has. `lostAt` is the time of the report, in milliseconds.
 */
export async function readCopies(looked: readonly Looked[], lostAt?: number): Promise<OpenCopies> {
  const all = looked.flatMap(({ candidates }) => candidates).sort(byPath);
  const candidates = all.slice(0, MAX_COPIES);
  for (const { announce } of candidates) announce?.();
  const copies = new Map<string, OpenCopy>();
  let unread = 0;
  let newer: { path: string; sha256: string; lines: Uint32Array | undefined; copies: OpenCopy[] } | undefined;
  for (const { read, announce: _, savedAt, ...candidate } of candidates) {
    try {
      const content = await read();
      if (content.length > MAX_COPY_BYTES) throw new Error('too large');
      const hash = sha256(content);
      const key = [candidate.kind, candidate.source, candidate.path, hash].join('\0');
      if (copies.has(key)) continue;
      // Anybody can write any number for a time.
      const isTime = Math.abs(savedAt) <= LAST_TIME_MS;
      const copy: OpenCopy = {
        ...candidate,
        savedAt: isTime ? new Date(savedAt).toISOString() : null,
        bytes: content.length,
        sha256: hash,
        minutesBeforeLoss: isTime && lostAt !== undefined ? Math.floor((lostAt - savedAt) / MINUTE_MS) : null,
        lines: null,
        read: () => readAgain(read, hash),
      };
      copies.set(key, copy);
      if (copy.kind === 'may_be') continue;
      if (newer?.path === copy.path && newer.sha256 === hash) {
        newer.copies.push(copy);
        continue;
      }
      const lines = lineHashes(content);
      if (newer?.path === copy.path && newer.lines !== undefined && lines !== undefined)
        for (const each of newer.copies) each.lines = difference(newer.lines, lines);
      newer = { path: copy.path, sha256: hash, lines, copies: [copy] };
    } catch {
      unread += 1;
    }
  }
  const notes = looked.flatMap((each) => each.notes);
  if (all.length > candidates.length) notes.push({ note: 'more_copies' });
  return {
    copies: [...copies.values()].sort(newestFirst),
    places: looked.reduce((sum, { places }) => sum + places, 0),
    unread,
    notes: notes.filter(({ note }, at) => notes.findIndex((each) => each.note === note) === at),
  };
}
