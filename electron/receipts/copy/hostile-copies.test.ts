import { copyFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../../test/support/running-host.ts';
import { readRecordFile } from './restore-copy.ts';

/** A copy of the record is read as data. Nothing in its schema ever runs. */

const PAGE = 4096;
const FAR_PAGE = 4_294_967_294;
const ENDLESS = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n';

let folder: string;
let backup: string;
let aside: string;
let host: RunningHost;

beforeAll(async () => {
  folder = temporaryFolder();
  backup = join(folder, 'backup.db');
  host = await startTestHost();
  const { token } = await host.generateToken('agent');
  for (let index = 0; index < 3; index += 1) {
    await host.post(token, sampleEvent('agent', { data: { content: `prompt ${index}` } }));
  }
  await host.control('record.backup', { file: backup });
  // A store that was set aside has the tables of the index, too.
  await host.control('receipts.query', { filter: { text: 'prompt' } });
  const { dataDir } = host;
  await host.stop();
  aside = join(folder, 'aside.db');
  copyFileSync(join(dataDir, 'receipts.db'), aside);
  host = await startTestHost({ dataDir });
});
afterAll(async () => {
  await host.remove();
  rmSync(folder, { recursive: true, force: true });
});

const changeSchema = (sql: string) => (file: string) => {
  const db = new DatabaseSync(file);
  db.enableDefensive(false);
  db.exec(sql);
  db.close();
};

type Sums = [number, number];
function checksum(bytes: Buffer, [first, second]: Sums): Sums {
  let [a, b] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + bytes.readUInt32LE(at) + b) >>> 0;
    b = (b + bytes.readUInt32LE(at + 4) + a) >>> 0;
  }
  return [a, b];
}

/** Adds a log with one valid frame for a page that no disk can hold, and perhaps a damaged frame before the next one. */
const farPage = (isDamaged: boolean) => (file: string) => {
  const header = Buffer.alloc(32);
  [0x37_7f_06_82, 3_007_000, PAGE, 0, 1, 2].forEach((word, index) => {
    header.writeUInt32BE(word, index * 4);
  });
  let sums = checksum(header.subarray(0, 24), [0, 0]);
  const state = (to: Buffer, at: number) =>
    sums.forEach((sum, index) => void to.writeUInt32BE(sum, at + index * 4));
  state(header, 24);
  const frames = [false, isDamaged, false].map((isBroken) => {
    const frame = Buffer.alloc(24 + PAGE);
    frame.writeUInt32BE(FAR_PAGE, 0);
    frame.writeUInt32BE(FAR_PAGE, 4);
    header.copy(frame, 8, 16, 24);
    sums = checksum(frame.subarray(24), checksum(frame.subarray(0, 8), sums));
    state(frame, 16);
    if (isBroken) frame.fill(7, 24);
    return frame;
  });
  writeFileSync(`${file}-wal`, Buffer.concat([header, ...frames]));
};

const hostile: [string, (file: string) => void][] = [
  [
    'a trigger that keeps what is deleted',
    changeSchema(
      `CREATE TABLE kept (text); CREATE TRIGGER keep BEFORE DELETE ON receipts BEGIN INSERT INTO kept VALUES (old.data); END`,
    ),
  ],
  ['a view', changeSchema(`CREATE VIEW endless AS ${ENDLESS}`)],
  [
    'a view without end in the place of a table',
    changeSchema(
      `DROP TABLE tree_leaves; CREATE VIEW tree_leaves (i, hash) AS ${ENDLESS.replace('SELECT i FROM n', "SELECT i, x'00' FROM n").replace(/SELECT i, x'00' FROM n\)/, 'SELECT i FROM n)')}`,
    ),
  ],
  ['a virtual table', changeSchema('CREATE VIRTUAL TABLE more USING fts5 (text)')],
  ['an index', changeSchema('CREATE INDEX more ON receipts (data) WHERE data > 1')],
  ['a column', changeSchema('ALTER TABLE sessions ADD COLUMN more INTEGER AS (length(label))')],
  [
    'another trigger under the name of one of Plinth',
    changeSchema(
      `DROP TRIGGER session_notes_end; CREATE TRIGGER session_notes_end AFTER DELETE ON sessions BEGIN SELECT 1; END`,
    ),
  ],
  [
    'leaves far behind the end',
    changeSchema('INSERT INTO tree_leaves VALUES (900000000000, zeroblob(32)), (900000000001, zeroblob(32))'),
  ],
  ['a text that is no JSON', changeSchema("UPDATE receipts SET data = '{' WHERE leaf = 1")],
  ['a text of 20 MB', changeSchema("UPDATE receipts SET data = json_object('a', hex(zeroblob(10000000)))")],
];

const names = () =>
  readdirSync(host.dataDir)
    .filter((name) => name.startsWith('receipts.db'))
    .sort();

const endlessRanges = JSON.stringify(Array.from({ length: 100_000 }, () => [0, 9e15]));
const trimmedTo = (ranges: string) =>
  changeSchema(`INSERT OR REPLACE INTO copy_state (name, value) VALUES ('trimmed', '${ranges}')`);
const manyLeaves = `WITH RECURSIVE n (i) AS (SELECT (SELECT count(*) FROM tree_leaves) UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
  INSERT INTO tree_leaves SELECT i, zeroblob(32) FROM n`;
const manyMarks = (more: string) =>
  changeSchema(`${manyLeaves}; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
    INSERT OR REPLACE INTO tree_marks SELECT 100000 + i, '{"erased":[[0,200000]],"v":1,"why":"user"}' FROM n; ${more}`);

test.each<[string, (file: string) => void]>([
  ['ranges beyond its leaves', trimmedTo('[[0,9e15]]')],
  ['ranges that are none', trimmedTo('[[5,1]]')],
  ['no list of ranges', trimmedTo('{"length":1}')],
  [
    'more ranges than can be read',
    (file) => {
      changeSchema(manyLeaves)(file);
      trimmedTo(endlessRanges)(file);
    },
  ],
  ['marks that name each leaf again and again', manyMarks('')],
])('a copy with %s is not restored', async (_name, change) => {
  const copy = join(folder, 'copy.db');
  copyFileSync(backup, copy);
  change(copy);
  await expect(host.control('record.restore', { source: copy, dryRun: true })).rejects.toThrow('refused');
  rmSync(copy, { force: true });
});

test('a damaged copy with such marks is not read', async () => {
  const copy = join(folder, 'copy.db');
  copyFileSync(backup, copy);
  // A mark whose leaf is lost counts, and a gap of the leaves is damage.
  manyMarks('DELETE FROM tree_leaves WHERE i >= 100000')(copy);
  await expect(readRecordFile(copy)).rejects.toThrow('not_a_record');
  rmSync(copy, { force: true });
});

describe.each(hostile)('a copy with %s', (_name, change) => {
  test.each(['backup.db', 'aside.db'])('is not restored from %s', async (file) => {
    const copy = join(folder, 'copy.db');
    copyFileSync(join(folder, file), copy);
    change(copy);
    const before = names();
    for (const dryRun of [true, false]) {
      await expect(host.control('record.restore', { source: copy, dryRun })).rejects.toThrow('refused');
    }
    expect(names()).toEqual(before);
    expect(await host.control('receipts.count', {})).toEqual({ count: 3 });
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true });
  });
});

test.each([false, true])('a log that names a far page takes no room (damaged: %s)', async (isDamaged) => {
  const copy = join(folder, 'copy.db');
  copyFileSync(aside, copy);
  farPage(isDamaged)(copy);
  expect(await host.control('record.restore', { source: copy, dryRun: false })).toMatchObject({
    receipts: 3,
  });
  expect(statSync(join(host.dataDir, 'receipts.db')).size).toBeLessThan(2 * statSync(aside).size);
  for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true });
});

test('an unchanged copy is restored', async () => {
  const before = names();
  await host.control('record.restore', { source: backup, dryRun: true });
  expect(names()).toEqual(before);
  expect(await host.control('record.restore', { source: backup, dryRun: false })).toMatchObject({
    receipts: 3,
  });
  expect(await host.control('record.restore', { source: aside, dryRun: false })).toMatchObject({
    receipts: 3,
  });
});

test('what a trigger kept is removed at the start, and told', async () => {
  const { dataDir } = host;
  await host.stop();
  changeSchema(`CREATE TABLE kept (text);
    CREATE TRIGGER keep AFTER INSERT ON receipts BEGIN INSERT INTO kept VALUES (new.data); END;
    CREATE VIEW endless AS ${ENDLESS}; CREATE INDEX more ON receipts (data)`)(join(dataDir, 'receipts.db'));
  host = await startTestHost({ dataDir });
  const { token } = await host.generateToken('second');
  await host.post(token, sampleEvent('second', { data: { content: 'after the trigger' } }));
  expect((await host.control('incidents.list', {})).incidents).toMatchObject([{ harm: 'schema' }]);
  const { findings } = await host.control('doctor.run', {});
  expect(findings).toContainEqual(expect.objectContaining({ code: 'files_were_harmed' }));
  await host.stop();
  const db = new DatabaseSync(join(dataDir, 'receipts.db'), { readOnly: true });
  const foreign = db.prepare(
    "SELECT name FROM sqlite_schema WHERE name IN ('kept', 'keep', 'endless', 'more')",
  );
  expect(foreign.all()).toEqual([]);
  expect(db.prepare('SELECT count(*) AS receipts FROM receipts').get()).toEqual({ receipts: 4 });
  db.close();
  host = await startTestHost({ dataDir });
});
