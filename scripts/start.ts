import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { resolveDataDir } from '../electron/platform/data-dir.ts';
import { readRuntimeInfo } from '../electron/platform/runtime-file.ts';
import { isStale, type Part } from './built-parts.ts';
import { type Ending, runInForeground } from './foreground.ts';
import { windowRuntime } from './window-runtime.ts';

const root = join(import.meta.dirname, '..');
const dataDir = resolveDataDir(undefined);

/**
 * A runtime that lacks a library or its sandbox ends within a second. A user who reads an error message takes
 * longer.
 */
const AT_ONCE_MS = 10_000;
const LISTENING_CHECK_MS = 100;

/**
 * Builds stale parts in a separate process, so that the bundler's memory is released before anything starts.
 */
async function build(...parts: Part[]): Promise<void> {
  const stale = parts.filter(isStale);
  if (stale.length === 0) return;
  const ending = await runInForeground(process.execPath, [
    join(root, 'scripts/build.ts'),
    '--stale',
    ...stale,
  ]);
  if (ending.status !== 0) process.exit(ending.status);
}

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);

/**
 * Returns true where Chromium cannot create the user namespaces that its sandbox needs: Ubuntu from 23.10 on,
 * and hardened kernels.
 */
function isSandboxRefused(): boolean {
  return (
    read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    read('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    read('/proc/sys/user/max_user_namespaces') === '0'
  );
}

const ABORTED: readonly (NodeJS.Signals | null)[] = ['SIGTRAP', 'SIGABRT', 'SIGILL', 'SIGSEGV'];

function whyItEnded({ failure, signal, status }: Ending): string {
  if (failure !== undefined) return `Electron could not be started (${failure})`;
  if (ABORTED.includes(signal)) {
    if (process.getuid?.() === 0) return 'Electron does not run as root';
    if (isSandboxRefused()) return 'this system does not allow the sandbox that Electron runs pages in';
  }
  return `Electron ended at once (${signal ?? `exit code ${status}`})`;
}

/** Prints the app's address as soon as it listens. `stop` returns whether it ever listened. */
function announceListening(pid: number | undefined): { stop(): boolean } {
  let listened = false;
  const look = () => {
    const info = readRuntimeInfo(dataDir);
    if (info === undefined || info.pid !== pid) return;
    listened = true;
    clearInterval(timer);
    console.log(`Plinth is listening at ${info.baseUrl}. Receipts are stored in ${dataDir}.`);
  };
  const timer = setInterval(look, LISTENING_CHECK_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return listened;
    },
  };
}

/** Runs the window. Returns the reason why it could not open. Otherwise this process ends as Electron does. */
async function runWindow(executable: string): Promise<string> {
  await build('app', 'window', 'sdk');
  // Tools that run scripts on Electron's Node set this variable. With it, Electron opens no window.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const startedAt = performance.now();
  let announcement: { stop(): boolean } | undefined;
  const ending = await runInForeground(executable, [root, ...process.argv.slice(2)], {
    env,
    onStart: (child) => {
      announcement = announceListening(child.pid);
    },
  });
  const listened = announcement?.stop() ?? false;
  const atOnce = performance.now() - startedAt < AT_ONCE_MS;
  // Another start holds the data directory. The app has shown this in a window, and a headless host could only
  // repeat it.
  const other = listened || ending.toldToStop ? undefined : readRuntimeInfo(dataDir);
  if (other !== undefined) console.log(`Plinth is already running, and listens at ${other.baseUrl}.`);
  if (ending.status === 0 || ending.toldToStop || listened || !atOnce || other !== undefined) {
    process.exit(ending.status);
  }
  return whyItEnded(ending);
}

/** Returns the arguments of `plinth serve`. The others belong to Electron and Chromium. */
function hostArguments(): string[] {
  const { values } = parseArgs({
    strict: false,
    options: { 'data-dir': { type: 'string' }, port: { type: 'string' } },
  });
  return ['data-dir', 'port'].flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' ? [`--${name}`, value] : [];
  });
}

/** Runs the collector without a window. This process ends as the collector does. */
async function runHeadless(reason: string): Promise<never> {
  console.log(`Running without the window, because ${reason}.`);
  await build('host', 'console', 'sdk');
  const ending = await runInForeground(process.execPath, [
    join(root, 'bin/plinth.js'),
    'serve',
    ...hostArguments(),
  ]);
  process.exit(ending.status);
}

const runtime = await windowRuntime();
await runHeadless('missing' in runtime ? runtime.missing : await runWindow(runtime.executable));
