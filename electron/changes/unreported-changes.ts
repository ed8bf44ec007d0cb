import { lstat, realpath } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import type { ChangeReport } from '../../shared/changes.ts';
import { firstReceipts, pagesOf } from '../../shared/pages.ts';
import { isWithin } from '../../shared/path-below.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { withRepository } from '../git/repository.ts';
import { comparablePath } from '../platform/comparable-path.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import { type FileOnDisk, verdictsOf } from './change-verdicts.ts';
import { belowRoot, type GitChange, gitChanges, lastCommitAt } from './git-status.ts';

/** More changed files than a person reads. A new `node_modules` without an ignore file has more. */
const MAX_FILES = 1000;
const PAGE = 500;
/** The most receipts that are read for one comparison. */
const MAX_RECEIPTS = 50_000;
/** A command can have started this long before the change. */
const BEFORE_FIRST_CHANGE_MS = 3_600_000;
/** A deletion can be this much older than the last commit, which was then of other files. */
const BEFORE_LAST_COMMIT_MS = 7 * 86_400_000;

type Reads = Pick<ReceiptClient, 'call' | 'lane'>;

const timeOf = (path: string) =>
  lstat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

/** Returns the time of the nearest folder that exists: what was in it was deleted by then. */
async function timeOfFolder(path: string, root: string): Promise<number> {
  const folder = dirname(path);
  return (await timeOf(folder)) ?? (folder.length <= root.length ? Date.now() : timeOfFolder(folder, root));
}

/** Writes paths as the record does: the user's home folder as `~`, and secrets masked. */
async function recordedPaths(receipts: Reads, paths: readonly string[]): Promise<string[]> {
  const named = await receipts.lane.mask(paths.map((path) => ({ path })));
  return named.map(({ path }) => path);
}

const isBelow = (path: unknown, folder: string) =>
  typeof path === 'string' && isWithin(comparablePath(path), comparablePath(folder));

interface Found {
  root: string;
  changes: GitChange[];
  notCompared: number;
  committedAt: number | undefined;
}

/** Returns the files with the times in which they changed, and their names in the record. */
async function filesOnDisk(receipts: Reads, { root, changes, committedAt }: Found, roots: readonly string[]) {
  const recorded = await recordedPaths(
    receipts,
    roots.flatMap((each) => changes.map(({ path }) => belowRoot(each, path))),
  );
  return Promise.all(
    changes.map(async (change, at): Promise<FileOnDisk> => {
      const path = belowRoot(root, change.path);
      const changedAt = await timeOf(path);
      // A renamed file keeps the time of its content, and a deleted one has none.
      const isTimed = changedAt !== undefined && change.kind !== 'renamed';
      return {
        ...change,
        changedAt,
        earliest: isTimed ? changedAt : (committedAt ?? 0),
        latest: isTimed ? changedAt : await timeOfFolder(path, root),
        recordedPaths: roots.map((_, root) => recorded[root * changes.length + at]!),
      };
    }),
  );
}

/** Returns the top of the working tree as the user names it: below a link, if the folder is named so. */
async function rootAsNamed(root: string, folder: string): Promise<string> {
  const named = resolve(folder);
  const inside = relative(root, await realpath(named));
  return inside === ''
    ? named
    : named.endsWith(`${sep}${inside}`)
      ? named.slice(0, -inside.length - 1)
      : root;
}

/** Compares the working tree that contains `folder` with the record. Throws {@link GitRefused}. */
export async function compareWithRecord(receipts: Reads, folder: string): Promise<ChangeReport> {
  const found: Found = await withRepository(folder, async (repository) => ({
    root: repository.root,
    committedAt: await lastCommitAt(repository),
    ...(await gitChanges(repository)),
  }));
  const { root, notCompared } = found;
  const listed = { ...found, changes: found.changes.slice(0, MAX_FILES) };
  const roots = [...new Set([root, await rootAsNamed(root, folder)])];
  const files = await filesOnDisk(receipts, listed, roots);
  const recordedRoots = await recordedPaths(receipts, roots);
  const isOfProject = ({ data }: Receipt) =>
    recordedRoots.some((each) => isBelow(data.cwd, each) || isBelow(data.path, each));
  const oldest = await receipts.call('query', {}, undefined, 1, { order: 'oldest' });
  const times = files.map(({ kind, earliest }) =>
    kind === 'deleted' || kind === 'renamed' ? earliest - BEFORE_LAST_COMMIT_MS : earliest,
  );
  const first = Math.min(Date.now(), ...times) - BEFORE_FIRST_CHANGE_MS;
  const since = new Date(Math.max(0, first)).toISOString();
  const pages = pagesOf(({ cursor }) => receipts.call('export', { since }, cursor, PAGE));
  const read = (await firstReceipts(pages, MAX_RECEIPTS)).found.reverse();
  return {
    root,
    files: await verdictsOf(files, read, isOfProject),
    isCut: listed.changes.length < found.changes.length,
    notCompared,
    withoutPath: read.filter(({ event, data }) => event === 'file.changed' && data.path === undefined).length,
    withoutCommand: read.filter(
      ({ event, data }) => event === 'command.before_run' && data.command === undefined,
    ).length,
    recordBegins: oldest.receipts[0]?.receivedAt ?? null,
  };
}
