import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Checks that the texts of reporters take linear time. The suite leaves this out, because it takes two minutes. */
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/linear-time'], {
  stdio: 'inherit',
  env: { ...process.env, PLINTH_LONG_TESTS: '1' },
});
process.exitCode = status ?? 1;
