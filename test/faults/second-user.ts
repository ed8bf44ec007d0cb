import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Another user of this computer, created for one test. */
export interface SecondUser {
  name: string;
  uid: number;
  gid: number;
  /** Starts a program as this user, without any group of the user who runs the tests. */
  spawn(program: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
  /** Runs a program as this user to its end. */
  run(
    program: string,
    args: readonly string[],
    options?: SpawnOptions,
  ): Promise<{ status: number | null; output: string }>;
  /** Ends this user's processes that were started here, and removes the user. */
  remove(): Promise<void>;
}

/** The environment of a fresh login. No variable of the test reaches the other user. */
const LOGIN_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', LANG: 'C.UTF-8' };

/**
 * Returns the reason why no second user can be created here, or undefined where one can. A skipped test prints
 * this reason.
 */
export function noSecondUser(): string | undefined {
  if (process.platform !== 'linux') return 'a second user is made with useradd, which Linux has';
  if (process.getuid?.() !== 0) return 'only root can make a second user';
  if (spawnSync('useradd', ['--help'], { stdio: 'ignore' }).error !== undefined) {
    return 'useradd is not installed';
  }
  return undefined;
}

/** Creates a user without a home, a password or a group of another user. The caller removes it. */
export function makeSecondUser(): SecondUser {
  const name = `plinth-t-${randomBytes(4).toString('hex')}`;
  const made = spawnSync(
    'useradd',
    ['--no-create-home', '--home-dir', '/nonexistent', '--user-group', '--shell', '/usr/sbin/nologin', name],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`useradd: ${made.stderr}`);
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}:`));
  if (entry === undefined) throw new Error('useradd made no user');
  const [, , uid, gid] = entry.split(':').map(Number) as [number, number, number, number];
  const children = new Set<ChildProcess>();

  const user: SecondUser = {
    name,
    uid,
    gid,
    spawn(program, args, options = {}) {
      // With a uid, libuv drops the supplementary groups before it sets the new user and group.
      const child = spawn(program, args, { cwd: '/', env: LOGIN_ENVIRONMENT, ...options, uid, gid });
      children.add(child);
      child.once('exit', () => children.delete(child));
      return child;
    },
    run(program, args, options = {}) {
      const child = user.spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk) => {
          output += chunk;
        });
      }
      return new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('close', (status) => resolve({ status, output }));
      });
    },
    async remove() {
      await Promise.all(
        [...children].map((child) => {
          const exited = new Promise((resolve) => child.once('exit', resolve));
          child.kill('SIGKILL');
          return exited;
        }),
      );
      const removed = spawnSync('userdel', [name], { encoding: 'utf8' });
      if (removed.status !== 0) throw new Error(`userdel: ${removed.stderr}`);
    },
  };
  return user;
}
