import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** More are not read at the end of a log. */
const SHOWN = 5;

/** Prints the slowest files of a run at its end. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules
      .map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic();
        return {
          file: relative(process.cwd(), module.moduleId),
          ms: collectDuration + setupDuration + duration,
        };
      })
      .sort((a, b) => b.ms - a.ms)
      .slice(0, SHOWN);
    if (slowest.length > 0) console.log('\nThe slowest files:');
    for (const { file, ms } of slowest) console.log(`  ${(ms / 1000).toFixed(1)} s  ${file}`);
  }
}
