import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { callControlSocket } from '../electron/control/transports/control-socket.ts';
import type { LoadOrder, LoadResult } from './load-generator.ts';
import { pinToCores } from './processor-use.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export interface ServerProcess {
  name: string;
  port: number;
  pid: number;
  /** Milliseconds from the start of the process until it listens. */
  startedInMs: number;
  dataDir?: string;
  stop(): Promise<void>;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! });
  const [line] = (await once(lines, 'line')) as [string];
  return line;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Starts one of the bare servers in its own process. */
export async function startBareServer(name: string, file: string): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [here(`./servers/${file}`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { port } = JSON.parse(await firstLine(child));
  return { name, port, pid: child.pid!, startedInMs: performance.now() - startedAt, stop: () => end(child) };
}

const built = new Set<string>();

/** Builds the host of a checkout once. Without it, a host whose sources are newer runs from these and starts slower. */
function buildHost(checkout: string): void {
  if (built.has(checkout)) return;
  execFileSync(process.execPath, [join(checkout, 'scripts/build.ts'), 'host'], { stdio: 'ignore' });
  built.add(checkout);
}

/**
 * Starts the headless host, as a user would, on a temporary data directory or a given one. `checkout` is the folder of
 * its sources.
 */
export async function startPlinth(
  dataDir?: string,
  checkout: string = here('..'),
): Promise<ServerProcess & { dataDir: string }> {
  buildHost(checkout);
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'plinth-bench-'));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(checkout, 'bin/plinth.js'), 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PLINTH_DATA_DIR: folder, PLINTH_KEYCHAIN: 'off' },
  });
  await firstLine(child);
  const startedInMs = performance.now() - startedAt;
  const { port } = JSON.parse(readFileSync(join(folder, 'runtime.json'), 'utf8'));
  return {
    name: 'Plinth',
    port,
    pid: child.pid!,
    startedInMs,
    dataDir: folder,
    async stop() {
      await end(child);
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Generates a number of tokens, so that none of them reaches its rate limit. */
export async function generateTokens(dataDir: string, count: number): Promise<LoadOrder['integrations']> {
  const integrations: LoadOrder['integrations'] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `bench ${process.pid} ${Date.now()} ${index}`;
    const envelope = await callControlSocket(dataDir, 'integrations.generate', {
      name,
      permissions: ['events:write'],
    });
    if (!envelope.ok) throw new Error(envelope.error.reason);
    integrations.push({ name, token: envelope.result.token });
  }
  return integrations;
}

/** Runs the load generator in its own process. Calls `onStart` before the first request. */
export async function runLoad(
  order: LoadOrder,
  { core, onStart }: { core?: string | undefined; onStart?: () => void } = {},
): Promise<LoadResult> {
  const child = fork(here('./load-generator.ts'));
  if (core !== undefined) pinToCores(child.pid!, core);
  child.send(order);
  await once(child, 'message');
  onStart?.();
  const [result] = (await once(child, 'message')) as [LoadResult];
  return result;
}
