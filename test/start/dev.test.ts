import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { copyProject } from '../packaging/project.ts';
import { type Display, startDisplay } from './displays.ts';
import { makeRuntime, Started } from './started.ts';

const isLinux = process.platform === 'linux';
if (!isLinux) console.log('The tests of npm run dev are skipped: they read processes from /proc.');
const CHANGE_LIMIT_MS = 80_000;

describe.skipIf(!isLinux)('npm run dev', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-dev-'));
  const project = join(folder, 'project');
  let display: Display;

  beforeAll(async () => {
    copyProject(project);
    display = await startDisplay({ silent: false });
  });
  afterAll(async () => {
    await display.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('restarts the app after a change of the host or of the window, and leaves nothing behind', {
    timeout: 240_000,
  }, async () => {
    const env = {
      ELECTRON_OVERRIDE_DIST_PATH: makeRuntime(join(folder, 'runtime')),
      DISPLAY: display.name,
    };
    const run = new Started({ project, script: 'scripts/dev.ts' }, env);
    const spawned = (count: number) =>
      vi.waitFor(
        () => {
          const notes = run.notes().filter(({ event }) => event === 'ready');
          if (notes.length < count) throw new Error(`${notes.length} of ${count} starts: ${run.output}`);
        },
        { timeout: CHANGE_LIMIT_MS, interval: 50 },
      );
    try {
      await spawned(1);
      expect(run.notes()[0]).toMatchObject({ missing: [] });
      appendFileSync(join(project, 'renderer/main.tsx'), '\ndocument.title = "changed";\n');
      await spawned(2);
      appendFileSync(join(project, 'electron/main.ts'), '\nprocess.title = "changed";\n');
      await spawned(3);
      // Only the app's own port, and no server of Vite.
      await vi.waitFor(() => expect(run.ports()).toHaveLength(1), { timeout: CHANGE_LIMIT_MS, interval: 50 });
      process.kill(-run.process.pid!, 'SIGINT');
      await run.ended();
      await run.everyProcessGone();
      expect(run.files()).toEqual([]);
    } finally {
      run.dispose();
    }
  });
});
