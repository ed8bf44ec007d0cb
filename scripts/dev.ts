import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { markUnbuilt } from './built-parts.ts';
import { runInForeground } from './foreground.ts';
import { onChange } from './on-change.ts';
import { ensurePackagingTools } from './packaging-tools.ts';
import { watchWindow } from './watch-window.ts';
import { windowRuntime } from './window-runtime.ts';

const root = join(import.meta.dirname, '..');

/** Runs Electron Forge's watch mode, which builds on every change. forge.config.ts then restarts the app. */
async function developInElectron(): Promise<number> {
  ensurePackagingTools();
  const forge = dirname(createRequire(import.meta.url).resolve('@electron-forge/cli/package.json'));
  const ending = await runInForeground(process.execPath, [join(forge, 'dist/electron-forge.js'), 'start'], {
    // On a terminal, Forge has its own interface. Quitting it leaves Electron running, and so do INT and TERM.
    withoutInput: true,
    wholeGroup: true,
  });
  return ending.status;
}

/**
 * Runs the headless host from its sources and restarts it when they change. The page is rebuilt on each of its
 * own changes.
 */
async function developHeadless(): Promise<number> {
  const window = join(root, '.host/window');
  // The next `npm start` rebuilds the console.
  markUnbuilt('console');
  await watchWindow(window);
  let host: ChildProcess | undefined;
  let isOutdated = false;
  onChange([join(root, 'electron'), join(root, 'shared'), window], () => {
    isOutdated = true;
    host?.kill('SIGTERM');
  });
  for (;;) {
    isOutdated = false;
    const ending = await runInForeground(
      process.execPath,
      [join(root, 'bin/plinth.js'), 'serve', ...process.argv.slice(2)],
      {
        onStart: (child) => {
          host = child;
        },
      },
    );
    if (ending.toldToStop || !isOutdated) return ending.status;
    console.log('A source changed: starting again.');
  }
}

const runtime = await windowRuntime();
if ('missing' in runtime) console.log(`Running without the window, because ${runtime.missing}.`);
process.exit('missing' in runtime ? await developHeadless() : await developInElectron());
