import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beginTemporaryFolders } from '../test/support/temporary-folders.ts';
import { buildParts } from './build.ts';
import { ensureBrowser } from './ensure-browser.ts';

const root = join(import.meta.dirname, '..');

const browser = ensureBrowser();
if (browser === undefined) {
  console.error(
    'No Chromium could be found or fetched: install Chromium or Chrome, or set PLINTH_CHROMIUM to its executable.',
  );
  process.exit(1);
}
console.log(`Browser: ${browser}`);
// With the host: from its sources it needs three times as long to start, and each spec starts one.
await buildParts(['app', 'window', 'console', 'host', 'sdk'], { onlyStale: true, logLevel: 'warn' });

const removeTemporaryFolders = beginTemporaryFolders();
const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
const child = spawn(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PLINTH_CHROMIUM: browser },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (status) => {
  removeTemporaryFolders();
  process.exit(status ?? 1);
});
