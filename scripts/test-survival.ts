import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs 50 rounds of harm to the data directory under load. The suite runs a few. */
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/faults/survival-rounds.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PLINTH_SURVIVAL_ROUNDS: '50' },
});
process.exitCode = status ?? 1;
