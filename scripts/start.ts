import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { electronRuntime } from '../electron/electron-runtime.ts';
import { buildWindowIfStale } from './build.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Why the window cannot be opened, or undefined when it can; fetches Electron's runtime on the first start. */
function reasonForHeadless(): string | undefined {
  if (process.env.PLINTH_HEADLESS) return 'PLINTH_HEADLESS is set';
  if (!hasDisplay()) return 'there is no display';
  const runtime = electronRuntime();
  if (runtime.state === 'ready') return undefined;
  if (runtime.state === 'not_installed') return 'Electron is not installed';
  console.log('Fetching Electron’s runtime, once …');
  spawnSync(process.execPath, [runtime.installer], { stdio: 'inherit' });
  return electronRuntime().state === 'ready' ? undefined : 'Electron’s runtime could not be fetched';
}

/** Runs a program of this checkout in the foreground and ends as it ends. */
function run(program: string, args: readonly string[]): void {
  const child = spawn(program, [...args], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (status) => process.exit(status ?? 1));
}

const reason = reasonForHeadless();
if (reason === undefined) {
  run(process.execPath, ['node_modules/@electron-forge/cli/dist/electron-forge.js', 'start']);
} else {
  console.log(`Running without the window, because ${reason}.`);
  await buildWindowIfStale();
  run(process.execPath, ['bin/plinth.js', 'serve', ...process.argv.slice(2)]);
}
