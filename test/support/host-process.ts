import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { callControlSocket } from '../../electron/control/transports/control-socket.ts';
import type { ControlChannel, ControlParams, ControlResult } from '../../shared/control.ts';

const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));

/** The arguments of Node and the streams of a process to which {@link sendSignal} sends signals. */
export const takesSignals: { args: readonly string[]; stdio: 'ipc'[] } =
  process.platform === 'win32'
    ? { args: ['--import', new URL('signals-by-message.ts', import.meta.url).href], stdio: ['ipc'] }
    : { args: [], stdio: [] };

/** Sends a signal to a process with {@link takesSignals}. */
export function sendSignal(child: ChildProcess, signal: NodeJS.Signals): void {
  if (process.platform !== 'win32' || signal === 'SIGKILL') child.kill(signal);
  else if (child.connected) child.send(signal);
}

/** A real headless host in its own process. */
export interface HostProcess {
  child: ChildProcess;
  port: number;
  baseUrl: string;
  /** Returns its terminal output so far. */
  output(): string;
  control<C extends ControlChannel>(channel: C, params: ControlParams<C>): Promise<ControlResult<C>>;
  /** Ends it by a signal and returns its exit code, or null when the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

interface HostProcessOptions {
  dataDir: string;
  port?: number;
  env?: Record<string, string | undefined>;
  /** The user who runs the host. Only the superuser can choose one. */
  user?: { uid: number; gid: number };
  /** A program and its arguments that run the host's command line, such as one that drops privileges. */
  before?: string[];
}

function launch({ dataDir, port = 0, env = {}, user, before = [] }: HostProcessOptions) {
  const [program, ...args] = [
    ...before,
    process.execPath,
    ...takesSignals.args,
    plinth,
    '--data-dir',
    dataDir,
    'serve',
    '--port',
    String(port),
  ];
  const child = spawn(program!, args, {
    ...user,
    env: { ...process.env, PLINTH_KEYCHAIN: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...takesSignals.stdio],
  }) as ChildProcessByStdio<null, Readable, Readable>;
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const listening = new Promise<string | undefined>((resolve) => {
    const onText = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const baseUrl = /listening at (http:\/\/127\.0\.0\.1:[0-9]+)\./.exec(output)?.[1];
      if (baseUrl !== undefined) resolve(baseUrl);
    };
    child.stdout.on('data', onText);
    child.stderr.on('data', onText);
    exited.then(() => resolve(undefined));
  });
  return { child, listening, exited, output: () => output };
}

/** Starts a host and waits until it listens. Throws its output when it does not. */
export async function startHostProcess(options: HostProcessOptions): Promise<HostProcess> {
  const { child, listening, exited, output } = launch(options);
  const baseUrl = await listening;
  if (baseUrl === undefined) throw new Error(`the host ended: ${output()}`);
  return {
    child,
    baseUrl,
    port: Number(new URL(baseUrl).port),
    output,
    async control(channel, params) {
      const envelope = await callControlSocket(options.dataDir, channel, params);
      if (!envelope.ok) throw new Error(envelope.error.code);
      return envelope.result;
    },
    end(signal) {
      sendSignal(child, signal);
      return exited;
    },
  };
}

/** Starts a host that is expected to fail. Returns its output and its exit code. */
export async function failToStart(
  options: HostProcessOptions,
): Promise<{ output: string; exitCode: number | null }> {
  const { child, listening, exited, output } = launch(options);
  if ((await listening) !== undefined) {
    child.kill('SIGKILL');
    await exited;
    throw new Error('the host came up');
  }
  return { output: output(), exitCode: await exited };
}
