import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Damages 200 pages of a store, one after the other. The suite damages a few. */
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/faults/damaged-pages.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PLINTH_DAMAGE_CASES: '200' },
});
process.exitCode = status ?? 1;
