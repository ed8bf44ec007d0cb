import { lstat } from 'node:fs/promises';
import type { ChangeReport } from '../../shared/changes.ts';
import type { ReceiptSummary } from '../../shared/receipt.ts';
import { withRepository } from '../git/repository.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import { belowRoot, type FileOnDisk, verdictsOf } from './change-verdicts.ts';
import { gitChanges } from './git-status.ts';

/** More changed files than a person reads. A new `node_modules` without an ignore file has more. */
const MAX_FILES = 1000;
const PAGE = 500;
/** The most receipts that are read for one comparison. */
const MAX_RECEIPTS = 50_000;
/** A command can have started this long before the change. */
const BEFORE_FIRST_CHANGE_MS = 3_600_000;

type Reads = Pick<ReceiptClient, 'call'>;

async function changedAt(path: string): Promise<number | undefined> {
  try {
    return (await lstat(path)).mtimeMs;
  } catch {
    return undefined;
  }
}

/** Writes paths as the record does: the user's home folder as `~`, and secrets masked. */
async function recordedPaths(receipts: Reads, paths: readonly string[]): Promise<string[]> {
  const named = paths.map((path) => ({ path }));
  return ((await receipts.call('maskValue', named)) as typeof named).map(({ path }) => path);
}

/** Reads the receipts since a time, oldest first. */
async function receiptsSince(receipts: Reads, since: number): Promise<ReceiptSummary[]> {
  const found: ReceiptSummary[] = [];
  let cursor: string | undefined;
  do {
    const filter = { since: new Date(since).toISOString() };
    const page = await receipts.call('query', filter, cursor, PAGE, {});
    found.push(...page.receipts);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length < MAX_RECEIPTS);
  return found.reverse();
}

const isOf = (recordedRoot: string) => {
  const below = `${recordedRoot}/`;
  return ({ context }: ReceiptSummary) =>
    [context.project, context.path].some(
      (path) => path !== undefined && (path === recordedRoot || path.startsWith(below)),
    );
};

/** Compares the working tree that contains `folder` with the record. Throws {@link GitRefused}. */
export async function compareWithRecord(receipts: Reads, folder: string): Promise<ChangeReport> {
  const { root, changes, notCompared } = await withRepository(folder, async (repository) => ({
    root: repository.root,
    ...(await gitChanges(repository)),
  }));
  const listed = changes.slice(0, MAX_FILES);
  const paths = listed.map(({ path }) => belowRoot(root, path));
  const [recordedRoot, ...recorded] = await recordedPaths(receipts, [root, ...paths]);
  const files: FileOnDisk[] = await Promise.all(
    listed.map(async (change, at) => ({
      ...change,
      changedAt: await changedAt(paths[at]!),
      recordedPath: recorded[at]!,
    })),
  );
  const oldest = await receipts.call('query', {}, undefined, 1, { order: 'oldest' });
  const first = Math.min(...files.map((file) => file.changedAt ?? Number.POSITIVE_INFINITY));
  const since = Number.isFinite(first) ? first - BEFORE_FIRST_CHANGE_MS : 0;
  const found = (await receiptsSince(receipts, since)).filter(isOf(recordedRoot!));
  const withoutPath = found.filter(
    ({ event, context }) => event === 'file.changed' && context.path === undefined,
  ).length;
  return {
    root,
    files: verdictsOf(files, found),
    isCut: listed.length < changes.length,
    notCompared,
    withoutPath,
    recordBegins: oldest.receipts[0]?.receivedAt ?? null,
  };
}
