import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { type Console, startConsole } from '../console/console-server.ts';
import { sessionsFileOf } from '../console/console-sessions.ts';
import { peerGuard } from '../listener/peer-guard.ts';
import { unexpectedSentence } from '../platform/fault-log.ts';
import { HostError } from '../platform/host-error.ts';
import { growHeapsSlowly } from '../platform/idle-memory.ts';
import { handleSignals } from '../platform/own-signals.ts';
import { createHost, type Host, openingSentences } from './create-host.ts';
import { type HostFlags, nodeHostOptions, portOf } from './headless-options.ts';

/** What a host prints about its start: sentences, one line of JSON, or only what is wrong. */
type StartOutput = 'sentences' | 'json' | 'faults';

function announce(host: Host, dataDir: string, output: StartOutput): void {
  // JSON has the standard output for itself.
  const print = output === 'json' ? console.error : console.log;
  const moved =
    host.movedFrom === undefined
      ? ''
      : ` Another program uses port ${host.movedFrom}, so Plinth chose the next free one.`;
  if (output === 'sentences')
    print(`Plinth (headless) is listening at ${host.baseUrl}. Receipts are stored in ${dataDir}.${moved}`);
  for (const sentence of openingSentences(host)) print(sentence);
}

const DEFAULT_CONSOLE_PORT = 47700;
const EXIT_STOPPED = 0;
/** EX_SOFTWARE of sysexits.h: a supervisor may restart Plinth. */
const EXIT_CRASHED = 70;
/** Time limit of the stop after a crash. The damaged state can prevent an orderly stop. */
const CRASH_STOP_MS = 5_000;
/** A try only asks for a lock. The SDKs keep and repeat what they report between two hosts for longer than this. */
const WAIT_FOR_OTHER_MS = 2_000;
// A separate build of the window (scripts/built-parts.ts), because Electron Forge's commands replace the one in
// `.vite`.
const WINDOW_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../.host/window' : '../window', import.meta.url),
);

function consolePort(): number | undefined {
  const text = process.env.PLINTH_CONSOLE_PORT;
  const sentence = 'PLINTH_CONSOLE_PORT must be a number from 0 to 65535, or “off” for no console.';
  return text === 'off' ? undefined : portOf(text, DEFAULT_CONSOLE_PORT, sentence);
}

/** Opens the console. A host without a console still collects. */
async function openConsole(host: Host, dataDir: string, port: number): Promise<Console | undefined> {
  let opened: Console | undefined;
  try {
    opened = await startConsole({
      dispatch: host.dispatch,
      hub: host.hub,
      rendererDir: WINDOW_FOLDER,
      sessionsFile: sessionsFileOf(dataDir),
      port,
      // Only this user may open the console, even where other users may report.
      guardPeer: peerGuard(() => false, host.log),
    });
  } catch {
    console.error(`The console found no free port from ${port} on. Choose another with PLINTH_CONSOLE_PORT.`);
    return undefined;
  }
  if (opened === undefined) {
    console.error('The window is not built, so there is no console. Build it with: npm run build');
    return undefined;
  }
  const served = opened;
  host.offerConsole(
    () => served.loginLink(),
    () => served.logOutAll(),
  );
  return served;
}

function announceConsole(served: Console, printsLink: boolean): void {
  if (!printsLink) {
    console.log('Open the window in a browser with: plinth open');
    return;
  }
  const printLink = () =>
    console.log(`Open the window in a browser (works once, for ten minutes): ${served.loginLink()}`);
  printLink();
  if (process.stdin.isTTY) {
    console.log('Press Enter for a new login link.');
    createInterface({ input: process.stdin }).on('line', printLink);
  }
}

interface HeadlessFlags extends HostFlags {
  /** False for a service, whose output other users may read in the log. The default is true. */
  printsLink?: boolean;
  /** True for a service, which starts when the app that uses the data directory quits. */
  waits?: boolean;
  /** A prepared thread of the receipts. */
  receiptThread?: Worker | undefined;
  output?: StartOutput;
}

const isTaken = (error: unknown) => error instanceof HostError && error.code === 'already_running';

/** Creates the host. With `flags.waits` it waits until no other process uses the data directory. */
async function createHostWhenFree(
  options: Parameters<typeof createHost>[0],
  flags: HeadlessFlags,
  toldToStop: Promise<void>,
): Promise<Host | undefined> {
  const stopped = toldToStop.then(() => true);
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await createHost(options);
    } catch (error) {
      if (flags.waits !== true || !isTaken(error)) throw error;
      if (isFirst) console.error(`${(error as HostError).message} This one starts when that one ends.`);
    }
    if (await Promise.race([stopped, delay(WAIT_FOR_OTHER_MS, false)])) return undefined;
  }
}

/** Runs the headless host until a signal ends it. Resolves to the process's exit code. */
export async function runHeadless(flags: HeadlessFlags): Promise<number> {
  // Files that a library creates are private too.
  process.umask(0o077);
  // Registers signal handlers before the host starts, so that a signal during the start still cleans up. They
  // stay until the end: npm and npx forward a Ctrl-C that the terminal has already sent to every process.
  const toldToStop = new Promise<void>((resolve) => {
    // On Windows, a closed terminal is SIGHUP and Ctrl+Break is SIGBREAK.
    handleSignals(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'], () => resolve());
  });
  let host: Host | undefined;
  const crashed = new Promise<void>((resolve) => {
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error: unknown) => {
        if (host === undefined) console.error(unexpectedSentence(error));
        host?.faults.note(event, error);
        resolve();
      });
    }
  });
  let opened: Console | undefined;
  try {
    const port = consolePort();
    const options = { ...nodeHostOptions('headless', flags), receiptThread: flags.receiptThread };
    const starting = createHostWhenFree(options, flags, toldToStop);
    // An error outside the start's own promises would leave it waiting for ever.
    const started = await Promise.race([starting, crashed.then(() => 'crashed' as const)]);
    if (started === 'crashed') {
      const stopped = starting.then((late) => late?.stop()).catch(() => {});
      await Promise.race([stopped, delay(CRASH_STOP_MS)]);
      process.exit(EXIT_CRASHED);
    }
    if (started === undefined) return EXIT_STOPPED;
    host = started;
    const { output = 'sentences', printsLink = true } = flags;
    announce(host, options.dataDir, output);
    if (port !== undefined) opened = await openConsole(host, options.dataDir, port);
    if (output === 'json') {
      const loginLink = printsLink ? (opened?.loginLink() ?? null) : null;
      console.log(JSON.stringify({ baseUrl: host.baseUrl, dataDir: options.dataDir, loginLink }));
    } else if (output === 'sentences' && opened !== undefined) announceConsole(opened, printsLink);
    growHeapsSlowly();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (flags.output === 'json')
      console.log(JSON.stringify({ error: { code: error.code, message: error.message } }));
    else console.error(error.message);
    if (error.code === 'invalid_port') return 2;
    return error.code === 'already_running' ? 3 : 1;
  }
  const exitCode = await Promise.race([
    toldToStop.then(() => EXIT_STOPPED),
    crashed.then(() => EXIT_CRASHED),
  ]);
  const running = host;
  const ended = (async () => {
    await opened?.stop();
    await running.stop();
  })();
  if (exitCode === EXIT_STOPPED) await ended;
  else await Promise.race([ended.catch(() => {}), delay(CRASH_STOP_MS, undefined, { ref: false })]);
  if (process.stdin.isTTY) process.stdin.pause();
  return exitCode;
}
