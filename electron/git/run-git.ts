import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

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
type GitFault =
  | (typeof SAID)[number][1]
  | (
      | 'copy_missing'
      | 'not_a_folder'
      | 'git_elsewhere'
      | 'git_missing'
      | 'git_slow'
      | 'git_large'
      | 'git_oversized'
      | 'git_failed'
    );

/** Git cannot, or must not, read a folder. */
export class GitRefused extends Error {
  readonly fault: GitFault;

  constructor(fault: GitFault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * Variables for each git: it takes no lock, asks nobody, fetches nothing, and takes no object for another. Older versions
 * know only the first of the two that keep it from fetching. A host inside of a git hook has variables that name another
 * repository, so the others that begin with `GIT_` are left out.
 */
const SAFE_VARIABLES = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ATTR_NOSYSTEM: '1',
  LC_ALL: 'C',
};

const ownVariables = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name)));

interface GitCall {
  /**
   * The folder in which the program starts. It must be empty: some systems, and a `.` in the PATH, look for programs in
   * this folder first.
   */
  startIn: string;
  variables?: Record<string, string>;
  input?: string;
  /** The output counts although git found faults, as `fsck` does. */
  withFaults?: boolean;
}

/** Runs git without a shell, and returns its output as text. Throws {@link GitRefused}. */
export const runGit = async (args: readonly string[], call: GitCall): Promise<string> =>
  (await runGitForBytes(args, call)).toString('utf8');

/** What `execFile` throws. */
interface Failed {
  code?: unknown;
  killed?: boolean;
  stdout?: Buffer;
  stderr?: Buffer | string;
}

/** Runs git without a shell, and returns its output. Throws {@link GitRefused}. */
export async function runGitForBytes(args: readonly string[], call: GitCall): Promise<Buffer> {
  const { startIn, variables, input } = call;
  try {
    const running = run('git', args, {
      cwd: startIn,
      encoding: 'buffer',
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_OUTPUT_BYTES,
      windowsHide: true,
      env: { ...ownVariables(), ...SAFE_VARIABLES, ...variables },
    });
    const { child } = running;
    // A process that ends would leave a git behind that reads on.
    const end = () => void child.kill('SIGKILL');
    process.once('exit', end);
    child.once('close', () => process.off('exit', end));
    child.stdin?.on('error', () => {}).end(input);
    return (await running).stdout;
  } catch (error) {
    const { code, killed, stdout, stderr = '' } = error as Failed;
    if (call.withFaults === true && typeof code === 'number' && stdout !== undefined) return stdout;
    if (code === 'ENOENT') throw new GitRefused('git_missing');
    if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') throw new GitRefused('git_large');
    if (killed === true) throw new GitRefused('git_slow');
    throw new GitRefused(SAID.find(([words]) => words.test(String(stderr)))?.[1] ?? 'git_failed');
  }
}
