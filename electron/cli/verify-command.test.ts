import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';

const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));

let dataDir: string;
let database: string;
let running: RunningHost | undefined;

beforeEach(() => {
  dataDir = temporaryFolder();
  database = join(dataDir, 'receipts.db');
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs a host that records some events, and stops it. Returns the ids of the receipts. */
async function record(run: string, events = 3): Promise<string[]> {
  running = await startTestHost({ dataDir });
  const { token } = await running.generateToken(run);
  const ids: string[] = [];
  for (let index = 0; index < events; index += 1) {
    const event = sampleEvent(run, { data: { content: `${run} ${index}` } });
    ids.push(((await (await running.post(token, event)).json()) as { receiptId: string }).receiptId);
  }
  await running.stop();
  running = undefined;
  return ids;
}

function plinthRuns(args: string[], input = ''): Promise<{ status: number | null; stdout: string }> {
  const child = spawn(process.execPath, [plinth, ...args], {
    env: { ...process.env, PLINTH_DATA_DIR: dataDir, PLINTH_KEYCHAIN: 'off', PLINTH_PORT: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(input);
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout })));
}

const UNCHANGED =
  /^Since the checkpoint of .* in the record nothing that is kept was altered, and nothing was removed without a mark\.$/m;

test('an untouched record verifies, with a running host and without one', { timeout: 120_000 }, async () => {
  await record('agent');
  const stopped = await plinthRuns(['verify']);
  expect(stopped).toMatchObject({ status: 0, stdout: expect.stringMatching(UNCHANGED) });
  running = await startTestHost({ dataDir });
  const { token } = await running.generateToken('other');
  await running.post(token, sampleEvent('other'));
  const { stdout, status } = await plinthRuns(['verify', '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, check: { receipts: 4, entries: 4, faults: [] } });
  expect(JSON.parse(stdout).check.checkpoints).toContainEqual(
    expect.objectContaining({ source: 'settings', state: 'matches', entries: 3 }),
  );
});

test('an altered receipt and a removed one are named', { timeout: 120_000 }, async () => {
  const ids = await record('agent');
  const db = new DatabaseSync(database);
  db.prepare("UPDATE receipts SET data = replace(data, 'agent 1', 'agent 9') WHERE id = ?").run(ids[1]!);
  db.prepare('DELETE FROM receipts WHERE id = ?').run(ids[2]!);
  db.close();
  const { status, stdout } = await plinthRuns(['verify']);
  expect(status).toBe(1);
  expect(stdout).toContain('This record was changed outside Plinth. Found: altered; removed without a mark.');
  expect(stdout).toContain(`${ids[1]} at position 1 altered.`);
  expect(stdout).toMatch(/1 entry at position 2 removed without a mark, after 20/);
});

test('an older copy of the store is named, also after it went on', { timeout: 120_000 }, async () => {
  await record('agent');
  copyFileSync(database, join(dataDir, '..', 'yesterday.db'));
  await record('agent two');
  copyFileSync(join(dataDir, '..', 'yesterday.db'), database);
  for (let round = 0; round < 2; round += 1) {
    const { status, stdout } = await plinthRuns(['verify']);
    expect(stdout).toContain('replaced by another record, such as an older copy');
    expect(status).toBe(1);
    await record(`agent after ${round}`, 8);
  }
});

test('a kept checkpoint shows an older copy of the whole folder', { timeout: 120_000 }, async () => {
  await record('agent');
  const older = `${dataDir}-older`;
  cpSync(dataDir, older, { recursive: true });
  await record('agent two');
  const { stdout: line } = await plinthRuns(['checkpoint', '--line']);
  const note = (await plinthRuns(['checkpoint'])).stdout;
  expect(note).toContain(
    `plinth.local/${JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')).vaultAccount}\n6\n`,
  );
  const kept = join(dataDir, '..', 'kept.txt');
  writeFileSync(kept, note);
  expect((await plinthRuns(['verify', '--checkpoint', kept])).status).toBe(0);
  rmSync(dataDir, { recursive: true });
  cpSync(older, dataDir, { recursive: true });
  rmSync(older, { recursive: true });
  const alone = await plinthRuns(['verify']);
  expect(alone.status).toBe(0);
  expect(alone.stdout).toContain('an older copy of the whole folder would not be noticed');
  const compared = await plinthRuns(['verify', '--checkpoint', '-'], `Nov 22 host plinth: ${line}`);
  expect(compared).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('replaced by another record'),
  });
});

test('a bundle has no private name, verifies, and names a change', { timeout: 120_000 }, async () => {
  running = await startTestHost({ dataDir });
  const { token } = await running.generateToken('agent of anna');
  const data = { command: 'cat /srv/secret-merger/plan.md </script><b>', cwd: '/srv/secret-merger' };
  await running.post(token, sampleEvent('agent of anna', { event: 'command.before_run', data }));
  await running.post(
    token,
    sampleEvent('agent of anna', { data: { content: 'about Secret-Merger', cwd: '/srv' } }),
  );
  const file = join(dataDir, '..', 'shared.html');
  rmSync(file, { force: true });
  const preview = await plinthRuns(['bundle', file, '--preview']);
  expect(preview.stdout).toContain('2 receipts');
  expect(preview.stdout).toContain('secret-merger');
  const empty = await plinthRuns(['bundle', file, '--session', 'no such session', '--yes']);
  expect([empty.status, existsSync(file)]).toEqual([1, false]);
  expect(await plinthRuns(['bundle', file, '--yes'])).toMatchObject({ status: 0 });
  const html = readFileSync(file, 'utf8');
  expect(html).not.toMatch(/secret-merger|anna/i);
  expect(html).toContain("default-src 'none'");
  expect(html).not.toContain('unsafe-inline');
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  expect((await plinthRuns(['bundle', file, '--yes'])).status).toBe(1);
  const elsewhere = await plinthRuns(['verify', file]);
  expect(elsewhere).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('All 2 receipts are in the record'),
  });
  for (const [from, to] of [
    ['plan', 'plaN'],
    ['"command":"cat ', '"command":"rm '],
    ['"leftOutReceipts":0', '"leftOutReceipts":1'],
  ] as const) {
    if (!html.includes(from)) continue;
    writeFileSync(file, html.replaceAll(from, to));
    expect((await plinthRuns(['verify', file])).status).toBe(1);
  }
  writeFileSync(file, 'no bundle');
  expect((await plinthRuns(['verify', file])).status).toBe(2);
  rmSync(file);
});

/** Writes zeros over the pages of a table that have this content. */
function damageTable(table: string): void {
  const db = new DatabaseSync(database);
  const { page } = db.prepare('SELECT max(pageno) AS page FROM dbstat WHERE name = ?').get(table) as {
    page: number;
  };
  db.close();
  const bytes = readFileSync(database);
  bytes.fill(0, (page - 1) * 4096, page * 4096);
  writeFileSync(database, bytes);
}

test('a repair is told before it is done, with a running host and without one', {
  timeout: 120_000,
}, async () => {
  expect(await plinthRuns(['repair', '--dry-run'])).toEqual({ status: 3, stdout: '' });
  await record('agent', 40);
  damageTable('receipts');
  const harmed = readFileSync(database);
  const told = await plinthRuns(['repair', '--dry-run', '--json']);
  expect(told.status).toBe(1);
  const { state, parts, receipts, lost, aside } = JSON.parse(told.stdout);
  expect([state, parts, aside, receipts + lost]).toEqual(['salvage', ['receipts'], null, 40]);
  expect(lost).toBeGreaterThan(0);
  expect(readFileSync(database).equals(harmed)).toBe(true);

  const done = await plinthRuns(['repair']);
  expect(done.status).toBe(0);
  expect(done.stdout).toContain(`Plinth wrote ${receipts} receipts to a new store.`);
  expect(done.stdout).toMatch(/The damaged file is now receipts\.db\.corrupt-/);
  expect((await plinthRuns(['verify'])).stdout).toContain('lost when the file was damaged');
  running = await startTestHost({ dataDir });
  expect(await plinthRuns(['repair'])).toEqual({
    status: 0,
    stdout: `Nothing is damaged. The store contains ${receipts} receipts.\n`,
  });
});
