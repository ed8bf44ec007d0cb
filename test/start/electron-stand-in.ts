import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire, Module } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

// Replaces Electron's executable. STAND_IN selects its behaviour. "exits" and "aborts" end at once. "app" runs
// the built main process on Node, over the fake electron module. "listener" has only a port and a runtime file,
// as the app does, so that it starts quickly.

const {
  STAND_IN = 'listener',
  STAND_IN_NOTES = '',
  STAND_IN_STATUS = '0',
  PLINTH_DATA_DIR = '',
} = process.env;
const status = Number(STAND_IN_STATUS);
const note = (event: string, more: object = {}) =>
  appendFileSync(STAND_IN_NOTES, `${JSON.stringify({ event, pid: process.pid, ...more })}\n`);

if (STAND_IN === 'exits') process.exit(7);
if (STAND_IN === 'aborts') process.kill(process.pid, 'SIGABRT');

const appPath = process.argv[2]!;
const main = join(appPath, JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')).main);
note('spawned', {
  args: process.argv.slice(3),
  appPath,
  asNode: process.env.ELECTRON_RUN_AS_NODE !== undefined,
  missing: [main, ...['preload', 'receipt-worker'].map((name) => join(main, '..', `${name}.cjs`))]
    .concat(join(appPath, '.vite/renderer/main_window/index.html'))
    .filter((file) => !existsSync(file)),
});

/** Runs the built main process. Returns a function that quits it. */
async function startApp(): Promise<() => void> {
  const { createFakeElectron } = await import('../../electron/desktop/fake-electron.ts');
  const fake = createFakeElectron({ appPath });
  const require = createRequire(main);
  // By its bare name, because a packaged app has no package of that name beside it.
  const electron = new Module('electron');
  electron.exports = fake.module;
  electron.loaded = true;
  require.cache.electron = electron;
  const resolver = Module as unknown as { _resolveFilename(request: string, ...rest: unknown[]): string };
  const resolveFilename = resolver._resolveFilename;
  resolver._resolveFilename = (request, ...rest) =>
    request === 'electron' ? request : resolveFilename(request, ...rest);
  let hasWindow = false;
  setInterval(() => {
    if (!hasWindow && fake.windows.length > 0) {
      hasWindow = true;
      note('ready');
    }
    const code = fake.calls.includes('app.ended') ? status : fake.exitCodes[0];
    if (code !== undefined) process.exit(code);
  }, 20);
  require(main);
  fake.becomeReady();
  return () => (fake.module as { app: { quit(): void } }).app.quit();
}

/** Listens on a free port and reports it as the app does. Returns a function that ends it. */
async function startListener(): Promise<() => void> {
  const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const file = join(PLINTH_DATA_DIR, 'runtime.json');
  mkdirSync(PLINTH_DATA_DIR, { recursive: true });
  const info = { baseUrl: `http://127.0.0.1:${port}`, port, pid: process.pid };
  // After the signal handlers below are installed: a test may send a signal as soon as it sees the file.
  setImmediate(() => {
    note('ready');
    writeFileSync(file, JSON.stringify({ ...info, instanceId: 'x', apiVersion: '1.1', startedAt: 'now' }));
  });
  return () => {
    // Takes as long as an orderly stop may take. A second signal would arrive during it.
    setTimeout(() => {
      rmSync(file);
      process.exit(status);
    }, 200);
  };
}

const quit = await (STAND_IN === 'app' ? startApp() : startListener());
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
for (const signal of STOP_SIGNALS) {
  // Electron allows one orderly stop. A second signal of any kind ends it immediately.
  process.on(signal, () => {
    note(signal);
    for (const each of STOP_SIGNALS) process.removeAllListeners(each);
    quit();
  });
}
// Replaces the user's choice of Quit in the menu.
process.on('SIGUSR2', quit);
