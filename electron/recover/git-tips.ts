import { join } from 'node:path';
import type { Repository } from '../git/repository.ts';
import { filesBelow, namesIn } from './files-below.ts';
import { readOwnFile } from './own-file.ts';

const MAX_FILE_BYTES = 64 * 1_048_576;
/** The newest entries of each log of references. Git forgets those older than 90 days. */
const MAX_ENTRIES = 2000;
const ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Files that name a commit until the next operation of their kind. */
const PASSING = ['ORIG_HEAD', 'MERGE_HEAD', 'FETCH_HEAD', 'CHERRY_PICK_HEAD', 'AUTO_MERGE'];

/** The commits from which the rest is reached, by what names them. */
interface Tips {
  refs: Set<string>;
  stash: Set<string>;
  log: Set<string>;
}

async function linesOf(path: string, base: string): Promise<string[]> {
  try {
    return (await readOwnFile(path, base, MAX_FILE_BYTES)).toString('utf8').split('\n');
  } catch {
    return [];
  }
}

/**
 * Reads what names a commit: branches, tags, the stash, the logs of all of them, and the other working trees. Plinth reads these
 * files itself, because git would read the repository's configuration with them.
 */
export async function readTips({ gitDir, commonDir, git }: Repository): Promise<Tips> {
  const tips: Tips = { refs: new Set(), stash: new Set(), log: new Set() };
  const worktrees = join(commonDir, 'worktrees');
  const linked = (await namesIn(worktrees)).map((name) => join(worktrees, name));
  for (const folder of new Set([gitDir, commonDir, ...linked])) {
    for (const name of ['HEAD', 'packed-refs', ...PASSING]) {
      for (const line of await linesOf(join(folder, name), folder)) {
        const [, id = '', ref = ''] = /^\^?([0-9a-f]{40,64})(?:\s+(\S+))?/.exec(line) ?? [];
        const names = PASSING.includes(name) ? tips.log : ref === 'refs/stash' ? tips.stash : tips.refs;
        if (ID.test(id)) names.add(id);
      }
    }
    for (const file of await filesBelow(join(folder, 'refs'))) {
      const [id = ''] = await linesOf(file, folder);
      if (ID.test(id)) (file === join(folder, 'refs', 'stash') ? tips.stash : tips.refs).add(id);
    }
    for (const file of await filesBelow(join(folder, 'logs'))) {
      const isStash = file === join(folder, 'logs', 'refs', 'stash');
      for (const line of (await linesOf(file, folder)).slice(-MAX_ENTRIES))
        for (const id of line.split(' ', 2)) if (ID.test(id)) (isStash ? tips.stash : tips.log).add(id);
    }
  }
  return existing(git, tips);
}

/** Leaves out ids of objects that are gone, or that are no commits. */
async function existing(git: Repository['git'], tips: Tips): Promise<Tips> {
  const ids = [...new Set([...tips.refs, ...tips.stash, ...tips.log])];
  if (ids.length === 0) return tips;
  const answer = await git(['cat-file', '--batch-check=%(objectname) %(objecttype)'], `${ids.join('\n')}\n`);
  const commits = new Set<string>();
  for (const line of answer.split('\n')) {
    const [id = '', type] = line.split(' ');
    // A tag leads to a commit.
    if (type === 'commit' || type === 'tag') commits.add(id);
  }
  const only = (set: Set<string>) => new Set([...set].filter((id) => commits.has(id)));
  return { refs: only(tips.refs), stash: only(tips.stash), log: only(tips.log) };
}
