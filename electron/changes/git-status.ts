import { isAbsolute, join } from 'node:path';
import type { Repository } from '../git/repository.ts';

export interface GitChange {
  path: string;
  kind: 'created' | 'modified' | 'deleted' | 'renamed';
}

function kindOf(states: string): GitChange['kind'] {
  if (states.includes('D')) return 'deleted';
  return states.includes('A') ? 'created' : 'modified';
}

/** The number of fields before the path in each kind of entry of `--porcelain=v2`. */
const FIELDS_BEFORE_PATH: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10 };

/** Reads the output of `git status --porcelain=v2 -z`. Ignored files and unknown entries are left out. */
export function parseStatus(output: string): GitChange[] {
  const entries = output.split('\0');
  const changes: GitChange[] = [];
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at]!;
    const type = entry.charAt(0);
    if (type === '?') {
      changes.push({ path: entry.slice(2), kind: 'created' });
      continue;
    }
    const before = FIELDS_BEFORE_PATH[type];
    if (before === undefined) continue;
    const path = entry.split(' ').slice(before).join(' ');
    changes.push({ path, kind: type === '2' ? 'renamed' : kindOf(entry.slice(2, 4)) });
    // The old name of a renamed file follows as an entry of its own.
    if (type === '2') at += 1;
  }
  return changes;
}

/**
 * Returns the files that git attributes to a filter, which keeps another content than the file's in the repository. The
 * filter is a program, so such files are not compared.
 */
async function filteredFiles({ git }: Repository, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const fields = (await git(['check-attr', '-z', '--stdin', 'filter'], `${paths.join('\0')}\0`)).split('\0');
  const filtered = new Set<string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    if (!['unspecified', 'unset'].includes(fields[at + 2]!)) filtered.add(fields[at]!);
  }
  return filtered;
}

/**
 * Returns the files of a working tree that differ from the last commit, each untracked file by its own name, and the
 * number of files whose content is not compared. Submodules are left out: they have settings of their own.
 */
export async function gitChanges(
  repository: Repository,
): Promise<{ changes: GitChange[]; notCompared: number }> {
  const args = ['status', '--porcelain=v2', '-z', '--untracked-files=all', '--ignore-submodules=all'];
  const found = parseStatus(await repository.git(args));
  const modified = found.filter(({ kind }) => kind === 'modified').map(({ path }) => path);
  const filtered = await filteredFiles(repository, modified);
  const changes = found.filter(({ path, kind }) => kind !== 'modified' || !filtered.has(path));
  return { changes, notCompared: filtered.size };
}

/** Returns the time of the last commit, in milliseconds. Undefined if there is none. */
export const lastCommitAt = ({ git }: Repository): Promise<number | undefined> =>
  git(['log', '-1', '--format=%ct']).then(
    (seconds) => Number(seconds) * 1000,
    () => undefined,
  );

/** Returns a path below a folder. git writes paths with slashes on every system. */
export const belowRoot = (root: string, path: string): string => (isAbsolute(path) ? path : join(root, path));
