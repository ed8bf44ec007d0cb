import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type HostProcess, startHostProcess } from '../support/host-process.ts';
import { sampleEvent } from '../support/running-host.ts';
import { canMountDisks } from '../support/small-disk.ts';

/* Rounds of harm under load: `npm run test:survival` runs 50 of them. */

const ROUNDS = Number(process.env.PLINTH_SURVIVAL_ROUNDS ?? 3);
const ROUND_MS = 60_000;
const EVENTS_PER_SECOND = 200;
/** The harm comes at a random moment of this time. */
const HARM_WITHIN_MS = 800;
const NAME = 'survivor';
const WAIT = { timeout: 60_000, interval: 20 };

/** Deletes a folder by the program that agents use. */
const removeFolder = (folder: string) =>
  new Promise<void>((resolve) => {
    spawn('rm', ['-rf', folder]).once('close', () => resolve());
  });

/** Moves the data directory of a host that does not run to a disk in memory, which takes its place. */
function moveToDisk(dataDir: string, root: string): void {
  const moved = join(root, `moved-${Date.now()}`);
  renameSync(dataDir, moved);
  mkdirSync(dataDir, { mode: 0o700 });
  const options = ['-t', 'tmpfs', '-o', 'size=256m,mode=700', 'plinth-test', dataDir];
  if (spawnSync('mount', options).status !== 0) throw new Error('no disk could be mounted');
  cpSync(moved, dataDir, { recursive: true, filter: (source) => !source.endsWith('.sock') });
}

type Act = (dataDir: string, root: string) => unknown;

/** The name of each harm, the harm, and what prepares it while no host runs. */
const harms: [string, Act, Act?][] = [
  ['deleted', removeFolder],
  ['renamed', (dataDir, root) => renameSync(dataDir, join(root, `moved-${Date.now()}`))],
  [
    'emptied',
    (dataDir) => {
      for (const name of ['receipts.db', 'receipts.db-wal', 'settings.json', 'vault.key']) {
        if (statSync(join(dataDir, name), { throwIfNoEntry: false }) !== undefined)
          truncateSync(join(dataDir, name));
      }
    },
  ],
  [
    'replaced by an older copy',
    (dataDir, root) => {
      renameSync(dataDir, join(root, `moved-${Date.now()}`));
      cpSync(join(root, 'copy'), dataDir, { recursive: true });
    },
  ],
];
if (canMountDisks) {
  harms.push(['unmounted', (dataDir) => spawnSync('umount', ['--lazy', dataDir]), moveToDisk]);
} else {
  console.warn('The rounds leave out the removal of a disk: this needs the permission to mount one.');
}

class Load {
  readonly #host: HostProcess;
  readonly #token: string;
  readonly #acknowledged: Set<string>;
  readonly #timer: NodeJS.Timeout;

  constructor(host: HostProcess, token: string, acknowledged: Set<string>) {
    this.#host = host;
    this.#token = token;
    this.#acknowledged = acknowledged;
    this.#timer = setInterval(() => void this.report().catch(() => {}), 1000 / EVENTS_PER_SECOND);
  }

  /** Reports one event, and returns true if it was recorded. */
  async report(): Promise<boolean> {
    const response = await fetch(`${this.#host.baseUrl}/api/developer/v1/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(sampleEvent(NAME, { sessionId: crypto.randomUUID() })),
    });
    const answer = (await response.json()) as { recorded?: boolean; receiptId: string };
    if (response.status === 202 && answer.recorded === true) this.#acknowledged.add(answer.receiptId);
    return answer.recorded === true;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function storedIds(dataDir: string): Set<string> {
  const db = new DatabaseSync(join(dataDir, 'receipts.db'));
  const rows = db.prepare('SELECT id FROM receipts').all() as { id: string }[];
  db.close();
  return new Set(rows.map(({ id }) => id));
}

test.skipIf(process.platform === 'win32')(
  `${ROUNDS} rounds of harm under load lose no acknowledged receipt`,
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'plinth-rounds-'));
    const dataDir = join(root, 'data');
    onTestFinished(() => {
      spawnSync('umount', ['--lazy', dataDir]);
      rmSync(root, { recursive: true, force: true });
    });
    const start = () => startHostProcess({ dataDir, env: { PLINTH_CONSOLE_PORT: 'off' } });
    let host = await start();
    onTestFinished(async () => void (await host.end('SIGKILL')));
    const { token } = await host.control('integrations.generate', {
      name: NAME,
      permissions: ['events:write'],
    });
    const acknowledged = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [name, harm] = harms[round % harms.length]!;
      rmSync(join(root, 'copy'), { recursive: true, force: true });
      cpSync(dataDir, join(root, 'copy'), { recursive: true, filter: (source) => !source.endsWith('.sock') });
      const load = new Load(host, token, acknowledged);
      await delay(Math.random() * HARM_WITHIN_MS);
      await harm(dataDir, root);
      await vi.waitFor(async () => expect(await load.report()).toBe(true), WAIT);
      await vi.waitFor(() => expect(statSync(join(dataDir, 'settings.json')).size).toBeGreaterThan(0), WAIT);
      for (let more = 0; more < 20; more += 1) await load.report();
      await host.end('SIGKILL');
      load.stop();
      const stored = storedIds(dataDir);
      const lost = [...acknowledged].filter((id) => !stored.has(id));
      expect({ name, lost }).toEqual({ name, lost: [] });
      harms[(round + 1) % harms.length]![2]?.(dataDir, root);
      host = await start();
    }
    expect(acknowledged.size).toBeGreaterThan(ROUNDS * 20);
  },
  ROUNDS * ROUND_MS,
);
