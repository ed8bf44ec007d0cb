import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The full minute of hostile neighbours; the suite has a shorter one. */
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/faults/hostile-neighbours.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PLINTH_NEIGHBOUR_SECONDS: '60' },
});
process.exitCode = status ?? 1;
