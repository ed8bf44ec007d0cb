import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs the full minute of hostile neighbours, and all hostile bodies. The suite runs a shorter form. */
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const files = ['hostile-neighbours', 'hostile-bodies'].map((name) => `test/faults/${name}.test.ts`);
// Each measures times, so no two run at once.
const { status } = spawnSync(process.execPath, [vitest, 'run', '--no-file-parallelism', ...files], {
  stdio: 'inherit',
  env: { ...process.env, PLINTH_NEIGHBOUR_SECONDS: '60' },
});
process.exitCode = status ?? 1;
