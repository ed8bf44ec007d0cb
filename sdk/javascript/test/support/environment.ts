import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach } from 'node:test';

const NAMES = ['PLINTH_TOKEN', 'PLINTH_BASE_URL', 'PLINTH_DATA_DIR', 'XDG_DATA_HOME'];

/** Keeps each test from the machine's own Plinth: an empty data folder, and none of its variables. */
export function isolateEnvironment(): { dataDir: () => string } {
  const saved = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));
  const folders: string[] = [];
  beforeEach(() => {
    for (const name of NAMES) delete process.env[name];
    const folder = mkdtempSync(join(tmpdir(), 'plinth-sdk-'));
    folders.push(folder);
    process.env.PLINTH_DATA_DIR = folder;
  });
  after(() => {
    for (const [name, value] of Object.entries(saved)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return { dataDir: () => folders.at(-1)! };
}
