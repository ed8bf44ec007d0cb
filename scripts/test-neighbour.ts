import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs the full minute of hostile neighbours. The suite runs a shorter time. */
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/faults/hostile-neighbours.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PLINTH_NEIGHBOUR_SECONDS: '60' },
});
process.exitCode = status ?? 1;
