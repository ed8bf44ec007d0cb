import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { PlainReason } from '../../shared/failure.ts';

const run = promisify(execFile);

/** A large working tree takes git a second or two. */
const TIMEOUT_MS = 20_000;
/** The output for some hundred thousand changed files. */
const MAX_OUTPUT_BYTES = 32 * 1_048_576;

/** What git says where it refuses a folder, in the language `C`. */
const SAID = [
  [/not a git repository/i, 'no_repository'],
  [/dubious ownership/, 'git_dubious'],
  [/work tree/, 'git_bare'],
] as const;

export class GitRefused extends Error {
  readonly fault: PlainReason;

  constructor(fault: PlainReason) {
    super(fault);
    this.fault = fault;
  }
}

export interface GitChange {
  path: string;
  kind: 'created' | 'modified' | 'deleted' | 'renamed';
}

/**
 * Runs git in a folder without a shell. It takes no lock and starts no file watcher, so it changes nothing and disturbs
 * no other git. A hook of the repository does not run for these commands.
 */
async function git(folder: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await run('git', ['-c', 'core.fsmonitor=false', '-C', folder, ...args], {
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
      windowsHide: true,
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
    });
    return stdout;
  } catch (error) {
    const { code, killed, stderr = '' } = error as { code?: unknown; killed?: boolean; stderr?: string };
    if (code === 'ENOENT') throw new GitRefused('git_missing');
    if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') throw new GitRefused('git_large');
    if (killed === true) throw new GitRefused('git_slow');
    throw new GitRefused(SAID.find(([words]) => words.test(stderr))?.[1] ?? 'git_failed');
  }
}

/** Returns the top of the working tree that contains a folder. Throws {@link GitRefused}. */
export async function gitRoot(folder: string): Promise<string> {
  const status = await stat(folder).catch(() => undefined);
  if (status?.isDirectory() !== true) throw new GitRefused(status ? 'not_a_folder' : 'copy_missing');
  return (await git(folder, 'rev-parse', '--show-toplevel')).replace(/\r?\n$/, '');
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

/** Returns the files of a working tree that differ from the last commit, each untracked file by its own name. */
export async function gitChanges(root: string): Promise<GitChange[]> {
  return parseStatus(await git(root, 'status', '--porcelain=v2', '-z', '--untracked-files=all'));
}
