#!/usr/bin/env node
import { createRequire } from 'node:module';

const REQUIRED_MAJOR = 24;
/**
 * Of a CommonJS file that an ES module imports, Node first reads the names of the exports, which takes 10 ms more. Of
 * node:fs, it loads all that the exports stand for, which takes as long again.
 */
const require = createRequire(import.meta.url);
const { existsSync, readdirSync, statSync } = require('node:fs');
const { fileURLToPath } = require('node:url');
const inCheckout = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The package of the host has the bundles without their sources. */
const isPackage = !existsSync(inCheckout('electron'));

/** Runs this file again with the Node that the checkout installs as a package, and exits with its status. */
function handOver() {
  if (isPackage) {
    console.error(
      `Plinth needs Node ${REQUIRED_MAJOR}, and this is Node ${process.versions.node}. Install Node ${REQUIRED_MAJOR}, then try again.`,
    );
    process.exit(3);
  }
  const node = inCheckout(`node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`);
  if (!existsSync(node)) {
    console.error(
      `Plinth needs Node ${REQUIRED_MAJOR}. Run "npm ci" in the checkout: it installs this Node.`,
    );
    process.exit(3);
  }
  const child = require('node:child_process').spawn(
    node,
    [fileURLToPath(import.meta.url), ...process.argv.slice(2)],
    { stdio: 'inherit' },
  );
  // Windows has no signals: a Ctrl+C reaches both processes, and to "send" one would kill the other before it cleans up.
  const pass = (signal) => process.platform === 'win32' || child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']) process.on(signal, () => pass(signal));
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function newestChange(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .reduce((newest, entry) => Math.max(newest, statSync(`${entry.parentPath}/${entry.name}`).mtimeMs), 0);
}

const BUNDLES = [
  'plinth',
  'plinth-redact',
  'plinth-serve',
  'receipt-worker',
  'receipt-thread',
  'compile-cache',
].map((name) => `.host/bundle/${name}.cjs`);

/** True where the bundles are as new as the sources, which Node runs as well. */
function isBuilt() {
  if (isPackage) return true;
  const bundles = BUNDLES.map(inCheckout);
  if (!bundles.every((bundle) => existsSync(bundle))) return false;
  const sources = Math.max(newestChange(inCheckout('electron')), newestChange(inCheckout('shared')));
  return Math.min(...bundles.map((bundle) => statSync(bundle).mtimeMs)) >= sources;
}

/**
 * Gives a user without an account a home folder. A container may run under such a user, and its `HOME` may be unset. Node
 * then has no home folder, and it and the packages throw. Container runtimes set the same value.
 */
function ensureHome() {
  try {
    require('node:os').homedir();
  } catch {
    process.env.HOME = '/';
  }
}

/**
 * Options of the host's process that Node reads only at its start. Options that V8 takes later are set after the start
 * (idle-memory.ts). Measured over five runs of each: bench/README.md.
 */
const HOST_OPTIONS = [
  // By default, V8 lets short-lived objects grow to 32 MB in each isolate. A flood of requests would fill all of it.
  '--max-semi-space-size=4',
  // An idle host needs 7 MB less without Node's snapshot.
  '--no-node-snapshot',
  // By default, V8 compiles a regular expression again at its second use. Compiled once, the first events of a host need
  // 3 to 14 % less processor time. V8 crashes if this option changes after the start.
  '--no-regexp-tier-up',
];

/**
 * Replaces this process with one that has the host's options. Keeps the process id, the environment and the terminal.
 * A process with a channel to its parent would lose it, and on Windows the call exists and throws: there the host runs
 * as it is.
 */
function restartWithHostOptions() {
  const missing = HOST_OPTIONS.filter((option) => !process.execArgv.includes(option));
  if (missing.length === 0 || process.channel) return;
  // The GNU C library keeps free memory apart for each thread. One area needs 9 MB less after a load. Without a fixed
  // threshold, the first large buffer that is freed moves all later ones into that area, which never shrinks.
  const env = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', ...process.env };
  const options = [...process.execArgv, ...missing];
  // Node would print that the call is experimental.
  const listeners = process.listeners('warning');
  process.removeAllListeners('warning');
  try {
    process.execve(process.execPath, [process.execPath, ...options, ...process.argv.slice(1)], env);
  } catch {
    // The warning itself comes a moment later.
    setImmediate(() => {
      for (const listener of listeners) process.on('warning', listener);
    });
  }
}

/** Ends the process when its own files cannot be read, as after half an installation. */
function failToLoad(error) {
  const next = isPackage ? 'Install Plinth again.' : 'Run "npm ci" in the checkout.';
  console.error(`Plinth cannot load its program (${error?.code ?? error?.name}). ${next}`);
  process.exit(70);
}

/** The programs of commands that load without the others. */
const ALONE = { redact: 'plinth-redact', serve: 'plinth-serve' };

const GLOBAL_OPTION = /^(?:--data-dir(?:=.*)?|--json|--quiet|-q)$/;

/** Returns the name of the command behind the global options, or another option that stands before it. */
function commandName() {
  const words = process.argv.slice(2);
  return words.find((word, at) => !GLOBAL_OPTION.test(word) && words[at - 1] !== '--data-dir');
}

/** Returns the path of a module: in the bundle, or in a folder of the sources. */
const modulePath = (built, name, folder) =>
  built ? `../.host/bundle/${name}.cjs` : `../electron/${folder}/${name}.ts`;

async function load(built, name, folder) {
  const path = modulePath(built, name, folder);
  return built ? require(path) : await import(path);
}

/** Starts the thread of the receipts, unless the command only prints its help. */
async function prepareThread(built) {
  if (process.argv.some((word) => word === '--help' || word === '-h')) return undefined;
  const { prepareReceiptThread } = await load(built, 'receipt-thread', 'receipts/worker');
  return prepareReceiptThread(new URL(modulePath(built, 'receipt-worker', 'host'), import.meta.url));
}

if (Number(process.versions.node.split('.')[0]) < REQUIRED_MAJOR) {
  handOver();
} else {
  process.on('uncaughtException', failToLoad);
  ensureHome();
  // By default, SIGUSR1 opens Node's debugger for every program of this user, and a file over a limit of its size
  // (`ulimit -f`) ends the process instead of the write.
  for (const signal of ['SIGUSR1', 'SIGXFSZ']) process.on(signal, () => {});
  const command = commandName();
  if (command === 'serve') restartWithHostOptions();
  const built = isBuilt();
  // A hook runs `redact` on every commit: it starts without the host, and writes nothing to the disk, which the cache would.
  const isRedact = command === 'redact';
  if (!isRedact) {
    const { enableOwnCompileCache } = await load(built, 'compile-cache', 'platform');
    enableOwnCompileCache(command === 'serve');
  }
  // Both programs of the host load at the same time.
  const receiptThread = command === 'serve' ? await prepareThread(built) : undefined;
  const { main } = await load(built, ALONE[command] ?? 'plinth', 'cli');
  process.off('uncaughtException', failToLoad);
  await main(process.argv, receiptThread);
}
