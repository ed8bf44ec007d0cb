import { createHash } from 'node:crypto';

/** The place of a copy. */
export type CopySource =
  | 'git_index'
  | 'git_commit'
  | 'git_stash'
  | 'git_reflog'
  | 'git_unreachable'
  | 'trash'
  | 'editor_history'
  | 'backup_file'
  | 'agent_history'
  | 'open_file';

/** A copy that a source claims to have. It is no copy before it has been read to its end. */
export interface Candidate {
  source: CopySource;
  /** `version`: the source stores the path. `may_be`: it stores the content alone. */
  kind: 'version' | 'may_be';
  /** The path that the source stores, else the one that was asked for. */
  path: string;
  /** When the content was as it is, in milliseconds. Undefined if the source does not tell. */
  savedAt: number | undefined;
  /** What the user needs to find it without Plinth: a commit, or a file. */
  where: string;
  read(): Promise<Buffer>;
}

/** A copy that was read to its end. */
export interface FileCopy extends Omit<Candidate, 'read'> {
  bytes: number;
  sha256: string;
  /** Only of the copies that were asked for: a list of large files must not fill the memory. */
  content?: Buffer;
}

/** What one source found, and the places that it could not read. */
export interface Looked {
  candidates: Candidate[];
  /** Places in which it looked. */
  places: number;
  /** Places that have a copy in a format of their own: what to type there. */
  named: string[];
  /** One sentence for each place that could not be read. */
  failures: string[];
}

export const NOTHING: Looked = { candidates: [], places: 0, named: [], failures: [] };

/** The most content that is read for one list. A larger file is named and not read. */
export const MAX_COPY_BYTES = 24 * 1_048_576;

/** The last instant that a `Date` can hold. */
const LAST_TIME_MS = 8.64e15;

/**
 * Reads candidates to their end. Leaves out what cannot be read, and contents that an earlier one of the same source has. Keeps
 * the contents with the hashes `wanted`.
 */
export async function readCopies(
  candidates: readonly Candidate[],
  wanted: ReadonlySet<string>,
): Promise<{ copies: FileCopy[]; unread: number }> {
  const copies = new Map<string, FileCopy>();
  let unread = 0;
  for (const { read, ...candidate } of candidates) {
    try {
      const content = await read();
      if (content.length > MAX_COPY_BYTES) throw new Error('too large');
      const sha256 = createHash('sha256').update(content).digest('hex');
      const key = [candidate.kind, candidate.source, candidate.path, sha256].join('\0');
      if (copies.has(key)) continue;
      const { savedAt = Number.NaN } = candidate;
      // Anybody can write any number for a time.
      const isTime = Math.abs(savedAt) <= LAST_TIME_MS;
      const copy = { ...candidate, savedAt: isTime ? savedAt : undefined, bytes: content.length, sha256 };
      copies.set(key, wanted.has(sha256) ? { ...copy, content } : copy);
    } catch {
      unread += 1;
    }
  }
  return { copies: [...copies.values()], unread };
}
