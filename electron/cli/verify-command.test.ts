import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../test/support/command-line.ts';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';
import { canMountDisks, mountSmallDisk } from '../../test/support/small-disk.ts';
import { type BundleContent, DATA_START, readBundle, signedText } from '../bundle/bundle-content.ts';
import { bundlePage } from '../bundle/bundle-page.ts';
import { receiptLeaf } from '../proof/leaves.ts';
import { hashLeaf } from '../proof/merkle-tree.ts';
import { NoteSigner } from '../proof/signed-note.ts';

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

const environment = () => ({
  ...process.env,
  PLINTH_DATA_DIR: dataDir,
  PLINTH_KEYCHAIN: 'off',
  PLINTH_PORT: '',
});
const plinthRuns = async (words: string[]) => {
  const { status, stdout } = await runCommand(words, { env: environment() });
  return { status, stdout };
};
/** Runs the command in a process of its own, whose standard input it reads as a file. */
const plinthReads = (words: string[], input: string) =>
  spawnSync(process.execPath, [plinth, ...words], { encoding: 'utf8', env: environment(), input });

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
  const yesterday = join(dataDir, 'yesterday.db');
  copyFileSync(database, yesterday);
  await record('agent two');
  copyFileSync(yesterday, database);
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
  const compared = plinthReads(['verify', '--checkpoint', '-'], `Nov 22 host plinth: ${line}`);
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
  if (canMountDisks) {
    const disk = mountSmallDisk(1);
    onTestFinished(() => disk.remove());
    disk.fill();
    const onFull = join(disk.path, 'shared.html');
    const full = { status: 3, stdout: expect.stringContaining('The disk is full. Free some space and try') };
    expect(await plinthRuns(['bundle', onFull, '--yes', '--json'])).toMatchObject(full);
    expect(existsSync(onFull)).toBe(false);
    expect(await plinthRuns(['doctor', '--report', onFull, '--yes', '--json'])).toMatchObject(full);
  }
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

test('a record that took the place of another does not pass with a kept checkpoint', {
  timeout: 120_000,
}, async () => {
  await record('agent');
  const kept = join(dataDir, '..', 'kept-of-the-first.txt');
  writeFileSync(kept, (await plinthRuns(['checkpoint'])).stdout);
  rmSync(dataDir, { recursive: true });
  await record('agent', 1);
  const own = (await plinthRuns(['checkpoint'])).stdout;
  const compared = await plinthRuns(['verify', '--checkpoint', kept]);
  expect(compared.status).toBe(1);
  expect(compared.stdout.split('\n')[0]).toBe(
    'A checkpoint that you gave is not signed with the key of this record.',
  );
  // One that holds does not hide one that does not.
  const many = `${own}\n${readFileSync(kept, 'utf8')}`;
  const json = plinthReads(['verify', '--json', '--checkpoint', '-'], many);
  expect([json.status, JSON.parse(json.stdout).ok]).toEqual([1, false]);
  expect(plinthReads(['verify', '--checkpoint', '-'], own).status).toBe(0);
  rmSync(kept);
});

test('more receipts than a page holds go to several pages', { timeout: 120_000 }, async () => {
  const ids = await record('many', 503);
  const file = join(dataDir, '..', 'pages.html');
  const second = join(dataDir, '..', 'pages-2.html');
  onTestFinished(() => {
    for (const each of [file, second]) rmSync(each, { force: true });
  });
  const done = await plinthRuns(['bundle', file, '--yes', '--json']);
  expect(JSON.parse(done.stdout)).toMatchObject({ files: [file, second], receipts: ids.length });
  const pages = [file, second].map((each) => readBundle(readFileSync(each, 'utf8'))!);
  expect(pages.map(({ olderReceipts }) => olderReceipts)).toEqual([3, 0]);
  const shown = pages.flatMap(({ receipts }) => receipts.map((each) => each.shown.id));
  expect(shown.sort()).toEqual(ids.sort());
  expect((await plinthRuns(['verify', second])).status).toBe(0);
});

describe('a file that says more than its signature', () => {
  const signer = new NoteSigner('plinth.local/somebody', Buffer.alloc(32, 1));
  const tree = ['a', 'b'].map((id, i) => receiptLeaf(i, { id, receivedAt: '2026' }, 'c'));
  const [left, right] = tree.map((leaf) => hashLeaf(leaf)) as [Buffer, Buffer];
  const root = hash('sha256', Buffer.concat([Buffer.of(1), left, right]), 'buffer');
  const receipts = [
    { leaf: tree[0]!, proof: [right.toString('base64')], shown: { id: 'a', receivedAt: '2026' } },
    { leaf: tree[1]!, proof: [left.toString('base64')], shown: { id: 'b', receivedAt: '2026' } },
  ];
  const content = (changes: Partial<BundleContent> = {}, by = signer): BundleContent => {
    const checkpoint = by.sign(`${by.name}\n2\n${root.toString('base64')}\n`);
    const unsigned = {
      ...{ v: 1 as const, madeAt: '2026', checkpoint, verifierKey: by.verifierKey },
      ...{ olderReceipts: 0, leftOutReceipts: 0, gaps: '' },
      ...{ receipts, signature: '' },
      ...changes,
    };
    return { ...unsigned, signature: by.sign(signedText(by.name, unsigned)) };
  };
  const page = bundlePage(content());
  const data = page.slice(page.indexOf(DATA_START), page.indexOf('</script>', page.indexOf(DATA_START)));
  const verify = async (html: string) => {
    const file = join(dataDir, 'shared.html');
    writeFileSync(file, html);
    return plinthRuns(['verify', file]);
  };
  const CHANGED = /^The receipts are signed, but the page around them was changed/;

  test('the page itself passes', async () => {
    expect(await verify(page)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('All 2 receipts are in the record plinth.local/somebody'),
    });
  });

  test.each<[string, string, RegExp]>([
    ['another word', page.replace('Reports of AI agents', 'Reports of Claude'), CHANGED],
    ['another script', page.replace("'use strict';", "'use strict'; document.title = 1;"), CHANGED],
    ['text behind the page', `${page}<p>1 receipt</p>`, CHANGED],
    ['text before the page', `<!-- a -->${page}`, CHANGED],
    ['another policy', page.replace("default-src 'none'", "default-src 'self'"), CHANGED],
    ['a blank in the data', page.replace('{"v":1', '{ "v":1'), CHANGED],
    ['a member twice in the data', page.replace('{"v":1', '{"v":1,"v":1'), CHANGED],
    ['a second element of data', page.replace('<main>', `${data}</script><main>`), /^$/],
    [
      'an element of data in other letters',
      page.replace('<main>', `<SCRIPT id=bundle type="application/json">{}</SCRIPT><main>`),
      CHANGED,
    ],
    [
      'one receipt many times',
      bundlePage(content({ receipts: Array(50).fill(receipts[0]) })),
      /^This file shows 49 of its receipts more than once\.$/m,
    ],
    [
      'a receipt under the leaf of another',
      bundlePage(content({ receipts: [{ ...receipts[0]!, shown: receipts[1]!.shown }] })),
      /^1 of 1 receipts are not in the record/,
    ],
    [
      'the key under another name',
      bundlePage(
        content({
          verifierKey: new NoteSigner('plinth.local/anna', Buffer.alloc(32, 1)).verifierKey,
        }),
      ),
      /^This file was changed/,
    ],
    [
      'control characters in its origin',
      bundlePage(content({}, new NoteSigner('plinth.local/\x1b[2K\x1b[1G', Buffer.alloc(32, 1)))),
      /^This file was changed/,
    ],
  ])('%s', async (_, html, answer) => {
    const { status, stdout } = await verify(html);
    expect(status).not.toBe(0);
    expect(stdout).toMatch(answer);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal must not get them
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
  });

  test.runIf(process.platform === 'linux')('a pipe or an endless file is refused at once', async () => {
    const pipe = `${dataDir}.pipe`;
    execFileSync('mkfifo', [pipe]);
    await record('agent');
    for (const file of [pipe, '/dev/zero', dataDir]) {
      for (const args of [[file], ['--checkpoint', file]]) {
        expect((await plinthRuns(['verify', ...args])).status).toBe(2);
      }
    }
    rmSync(pipe);
  });
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

test('receipts of a backup and of a damaged store are read with --file, and the files stay as they are', async () => {
  const ids = await record('file', 4);
  const aside = join(dataDir, 'aside.db');
  copyFileSync(database, aside);
  const db = new DatabaseSync(aside);
  const { root } = db.prepare("SELECT rootpage AS root FROM sqlite_schema WHERE name = 'sessions'").get()!;
  db.close();
  const damaged = readFileSync(aside);
  writeFileSync(aside, damaged.fill(0xa5, ((root as number) - 1) * 4096, (root as number) * 4096));
  const backup = join(dataDir, 'backup.db');
  expect((await plinthRuns(['backup', backup])).status).toBe(0);
  for (const file of [backup, aside]) {
    const before = hash('sha256', readFileSync(file));
    const listed = await plinthRuns(['receipts', 'list', '--json', '--file', file, '--text', 'file 2']);
    expect(JSON.parse(listed.stdout).receipts.map(({ id }: { id: string }) => id)).toEqual([ids[2]]);
    const exported = await plinthRuns(['receipts', 'export', '--file', file]);
    expect(exported.stdout.trim().split('\n')).toHaveLength(4);
    expect((await plinthRuns(['receipts', 'show', ids[1]!, '--file', file])).stdout).toContain('file 1');
    expect(hash('sha256', readFileSync(file))).toBe(before);
  }
  const none = await plinthRuns(['receipts', 'list', '--file', join(dataDir, 'settings.json')]);
  expect(none.status).not.toBe(0);
});
