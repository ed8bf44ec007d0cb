import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningHost, startTestHost, temporaryFolder } from '../../../test/support/running-host.ts';

/** A plugin that holds its harness for longer keeps it from its end. */
const HANGS_MS = 10_000;
/** More than Node reads into one text. */
const SPARSE_BYTES = 2 ** 40;

let host: RunningHost;
let home: string;
const bridges = (name: string) => join(host.dataDir, 'bridges', name);
const start = async (dataDir?: string) => {
  const surroundings = { variables: { HOME: home }, platform: 'linux' as const };
  host = await startTestHost({ ...(dataDir !== undefined && { dataDir }), surroundings });
};

beforeAll(async () => {
  home = temporaryFolder();
  await start();
  await host.control('bridges.connect', { harness: 'opencode' });
});
afterAll(async () => {
  await host.remove();
  rmSync(home, { recursive: true, force: true });
});

const pluginFile = () => join(home, '.config/opencode/plugins/plinth.js');

/** Runs code of a harness that has loaded the plugin, and returns its exit code and what it printed. */
async function inHarness(
  code: string,
  plugin = pluginFile(),
): Promise<[status: number | null, printed: string]> {
  const text = `
    const { Plinth } = await import(${JSON.stringify(pathToFileURL(plugin).href)});
    const hooks = await Plinth({ directory: '/srv' });
    const call = (n) => hooks['tool.execute.before']({ tool: 'read', sessionID: session, callID: 'c' + n }, { args: {} });
    const block = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), HANGS_MS);
  const [status] = await once(child, 'close');
  clearTimeout(timer);
  return [status, printed];
}

const receiptsOf = async (sessionId: string) =>
  (await host.control('receipts.query', { filter: { sessionId }, limit: 100 })).receipts.length;
const lost = async () =>
  (await host.control('bridges.status', {})).bridges.find(({ harness }) => harness === 'opencode')!.lost
    ?.dropped ?? 0;

test('a harness that blocks its event loop loses no report', async () => {
  const code = `
    const session = 'blocked';
    for (let n = 0; n < 6; n += 1) {
      await call(n);
      for (let step = 0; step < n; step += 1) await turn();
      block(700);
    }
    await hooks.dispose();`;
  expect(await inHarness(code)).toEqual([0, '']);
  expect(await receiptsOf('blocked')).toBe(6);
  expect(await lost()).toBe(0);
});

test('a harness that ends without its plugins sends what it has', async () => {
  expect(await inHarness(`const session = 'ends'; await call(1); await call(2);`)).toEqual([0, '']);
  expect(await receiptsOf('ends')).toBe(2);
});

// The hanging server is a socket, and on Windows the route is a port.
test.skipIf(process.platform === 'win32')(
  'reports that nobody takes are counted, and keep no harness from its end',
  async () => {
    const hanging: Server = createServer(() => {}).listen(bridges('hanging.sock'));
    await once(hanging, 'listening');
    // Routes of the test, because the host restores a changed file of its own.
    const kept = readFileSync(bridges('opencode.route'), 'utf8');
    writeFileSync(bridges('hanging.route'), kept.replace('collector.sock', 'hanging.sock'));
    const plugin = join(home, 'hanging.mjs');
    writeFileSync(plugin, readFileSync(pluginFile(), 'utf8').replace('opencode.route', 'hanging.route'));
    const three = `const session = 'lost'; for (const n of [1, 2, 3]) await call(n);`;
    expect(await inHarness(three, plugin)).toEqual([0, '']);
    expect(await lost()).toBe(3);
    expect(await inHarness(`${three} await hooks.dispose();`, plugin)).toEqual([0, '']);
    expect(await lost()).toBe(7);
    hanging.close();

    // What another program puts in the place of the route.
    const strange: ((path: string) => void)[] = [
      (path) => execFileSync('mkfifo', [path]),
      (path) => symlinkSync('/dev/zero', path),
      (path) => {
        writeFileSync(path, '');
        truncateSync(path, SPARSE_BYTES);
      },
    ];
    for (const [at, put] of strange.entries()) {
      rmSync(bridges('hanging.route'));
      put(bridges('hanging.route'));
      expect(await inHarness(three, plugin)).toEqual([0, '']);
      expect(await lost()).toBe(7 + 3 * (at + 1));
    }
    rmSync(bridges('hanging.route'));

    // While Plinth is closed, and after its folder is gone.
    const { dataDir } = host;
    await host.stop();
    expect(await inHarness(`${three} await hooks.dispose();`)).toEqual([0, '']);
    await start(dataDir);
    expect(await lost()).toBe(20);
    expect(await receiptsOf('lost')).toBe(0);
    await host.stop();
    rmSync(dataDir, { recursive: true });
    expect(await inHarness(`${three} await hooks.dispose();`)).toEqual([0, '']);
    expect(existsSync(dataDir)).toBe(false);
  },
);
