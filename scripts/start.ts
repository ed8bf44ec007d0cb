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

/** A runtime that lacks a library or its sandbox ends within a second; whoever reads an error message takes longer. */
const AT_ONCE_MS = 10_000;
const LISTENING_CHECK_MS = 100;

/** Builds what is stale, in a process of its own: the bundler's memory is given back before anything starts. */
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

/** True where Chromium can make no user namespaces, which its sandbox needs: Ubuntu from 23.10 on, and hardened kernels. */
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

/** Says where the app listens as soon as it does. Answers whether it ever did. */
function announceListening(pid: number | undefined): { stop(): boolean } {
  let listened = false;
  const look = () => {
    const info = readRuntimeInfo(dataDir);
    if (info === undefined || info.pid !== pid) return;
    listened = true;
    clearInterval(timer);
    console.log(`Plinth is listening at ${info.baseUrl}. Receipts are kept in ${dataDir}.`);
  };
  const timer = setInterval(look, LISTENING_CHECK_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return listened;
    },
  };
}

/** Runs the window. Answers why it could not be opened; otherwise this process ends as Electron does. */
async function runWindow(executable: string): Promise<string> {
  await build('app', 'window');
  // Set by tools that run scripts on Electron's Node: with it, Electron is a Node without a window.
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
  // Another start has the data directory: the app has said so in a window, and a headless host could only say it again.
  const other = listened || ending.toldToStop ? undefined : readRuntimeInfo(dataDir);
  if (other !== undefined) console.log(`Plinth is already running, and listens at ${other.baseUrl}.`);
  if (ending.status === 0 || ending.toldToStop || listened || !atOnce || other !== undefined) {
    process.exit(ending.status);
  }
  return whyItEnded(ending);
}

/** What `plinth serve` takes of the arguments; the others are Electron's and Chromium's. */
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

/** Runs the same collector without a window. This process ends as it does. */
async function runHeadless(reason: string): Promise<never> {
  console.log(`Running without the window, because ${reason}.`);
  await build('host', 'console');
  const ending = await runInForeground(process.execPath, [
    join(root, 'bin/plinth.js'),
    'serve',
    ...hostArguments(),
  ]);
  process.exit(ending.status);
}

const runtime = await windowRuntime();
await runHeadless('missing' in runtime ? runtime.missing : await runWindow(runtime.executable));
