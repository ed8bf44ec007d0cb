import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readDatabaseCopy } from '../../../test/support/database-copy.ts';
import { incomingEvent, indexAll, openTestStore, testSigner } from '../../../test/support/incoming-events.ts';
import { SeededRandom } from '../../../test/support/seeded-random.ts';
import { storeForEachTest } from '../../../test/support/store-for-each-test.ts';
import { openCheckpoint, signCheckpoint } from '../../proof/checkpoint.ts';
import { NoteSigner } from '../../proof/signed-note.ts';
import { RECEIPT_TABLE_COLUMNS } from '../schema/schema.ts';
import type { AnchorNote } from '../store/check-database.ts';
import type { ReceiptStore } from '../worker/receipt-store.ts';
import { COPY_START } from './record-slice.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 5, 1, 12);

let folder: string;
let file: string;
let store: ReceiptStore;
storeForEachTest(
  (opened) => {
    ({ folder, file, store } = opened);
  },
  () => store,
);

/** Commits receipts, an hour apart, in batches of uneven size. Returns their ids. */
function commit(count: number, from = 0, members: Record<string, unknown> = {}): string[] {
  const events = Array.from({ length: count }, (_, index) =>
    incomingEvent({
      receivedAt: START + (from + index) * 3_600_000,
      sessionId: `session ${index % 7}`,
      integrationId: `int_${index % 3}`,
      integrationName: `name ${index % 3}`,
      data: { content: `prompt ${from + index} by dev@example.com`, cwd: '/srv/a', ...members },
    }),
  );
  const ids: string[] = [];
  for (let at = 0; at < events.length; at += 1 + (at % 40)) {
    ids.push(...store.commit(events.slice(at, at + 1 + (at % 40))).map(({ receiptId }) => receiptId));
  }
  indexAll(store);
  return ids;
}

/** Changes the closed database as another program would, and opens the store again. */
function tamper(change: (db: DatabaseSync) => void): void {
  store.calls.close();
  const db = new DatabaseSync(file);
  change(db);
  db.close();
  store = openTestStore(file);
}

const run = (sql: string, ...values: SQLInputValue[]) => tamper((db) => void db.prepare(sql).run(...values));
const check = (checkpoints: AnchorNote[] = []) => store.calls.checkRecord(checkpoints);

async function faultsOf(checkpoints: AnchorNote[] = []) {
  const { faults, faultCount } = await check(checkpoints);
  expect(faults).toHaveLength(faultCount);
  return faults.map(({ kind, receiptId, from, to }) => ({ kind, receiptId, from, to }));
}

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** Root of a tree by the recursive definition of RFC 6962. */
function rootByDefinition(leaves: Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256('');
  if (leaves.length === 1) return Buffer.from(leaves[0]!);
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return sha256('\u0001', rootByDefinition(leaves.slice(0, half)), rootByDefinition(leaves.slice(half)));
}

function leavesOnDisk(): Uint8Array[] {
  const rows = readDatabaseCopy(
    file,
    (db) => db.prepare('SELECT hash FROM tree_leaves ORDER BY i').all() as { hash: Uint8Array }[],
  );
  return rows.map(({ hash }) => hash);
}

function checkpoint(source: AnchorNote['source'] = 'record', size?: number): AnchorNote {
  const leaves = leavesOnDisk().slice(0, size);
  return { source, note: signCheckpoint(testSigner, leaves.length, rootByDefinition(leaves)), at: null };
}

function byName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(byName);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, byName(member)]),
  );
}

describe('an untouched record', () => {
  test('fits its leaves, which anybody can compute from the exported receipts and the salts', async () => {
    commit(300);
    const { receipts } = store.calls.export({}, undefined, 500);
    readDatabaseCopy(file, (db) => {
      for (const receipt of receipts) {
        const row = db.prepare('SELECT leaf, salt FROM receipts WHERE id = ?').get(receipt.id)!;
        const { repeats: _, session, ...rest } = receipt;
        const content = JSON.stringify(byName({ ...rest, session: { id: session.id } }));
        const c = sha256(row.salt as Uint8Array, content).toString('base64');
        const { id, receivedAt } = receipt;
        const leaf = JSON.stringify({ c, i: row.leaf, id, receivedAt, v: 1 });
        const stored = db.prepare('SELECT hash FROM tree_leaves WHERE i = ?').get(row.leaf as number)!;
        expect(sha256('\0', leaf)).toEqual(Buffer.from(stored.hash as Uint8Array));
      }
    });
    expect(await check([checkpoint('record', 123), checkpoint()])).toEqual({
      entries: 300,
      receipts: 300,
      erased: 0,
      faults: [],
      faultCount: 0,
      checkpoints: [
        { source: 'record', entries: 123, at: null, state: 'matches' },
        { source: 'record', entries: 300, at: null, state: 'matches' },
      ],
    });
  });

  test('is read in short turns where its receipts are long, and is complete', async () => {
    const data = { toolName: 'Write', toolInput: Array(7).fill('long text '.repeat(6000)) };
    const long = { event: 'tool.before_use', data, bodyBytes: 420_000 } as const;
    for (let index = 0; index < 7; index += 1) store.commit([incomingEvent(long)]);
    const exported: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = store.calls.export({}, cursor, 500);
      exported.push(page.receipts.length);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(exported).toEqual([3, 3, 1]);
    const copied: number[] = [];
    for (let from = COPY_START; ; ) {
      const slice = store.calls.copySlice(from);
      copied.push(slice.receipts.length);
      if (slice.isLast) break;
      from = slice.to;
    }
    expect(copied).toEqual([3, 3, 1]);
    expect(await check()).toMatchObject({ receipts: 7, faultCount: 0 });
  });

  test('stays so over restarts, retries, renumbered sessions and a member order that is not sorted', async () => {
    const event = incomingEvent({
      integrationId: 'int_9',
      data: { toolInput: { z: 1, a: [{ y: 1, b: 2 }], 10: 'x', 9: 'y' } },
    });
    store.commit([event]);
    store.calls.close();
    store = openTestStore(file);
    expect(store.commit([event])[0]).toMatchObject({ replayed: true });
    commit(20);
    expect(await check()).toMatchObject({ entries: 21, receipts: 21, faultCount: 0 });
  });

  test('has the root of the definition at every size', async () => {
    for (let size = 1; size <= 40; size += 1) {
      commit(1, size);
      expect((await check([checkpoint()])).checkpoints[0]!.state).toBe('matches');
    }
    commit(700, 100);
    store.calls.close();
    store = openTestStore(file);
    commit(30, 900);
    expect((await check([checkpoint()])).checkpoints[0]!.state).toBe('matches');
  });

  test('costs at most 100 bytes a receipt', () => {
    commit(2000);
    tamper((db) => {
      const bytes = (sql: string) => (db.prepare(sql).get() as { bytes: number }).bytes;
      const salts = bytes('SELECT sum(length(salt) + 6) AS bytes FROM receipts');
      const trees = bytes("SELECT sum(pgsize) AS bytes FROM dbstat WHERE name LIKE 'tree~_%' ESCAPE '~'");
      expect((salts + trees) / 2000).toBeLessThan(100);
    });
  });
});

describe('deletion', () => {
  test('by the user and by retention leaves marks, and the record stays in order', async () => {
    const ids = commit(600);
    await store.calls.erase({ receiptId: ids[5]! }, false);
    await store.calls.erase({ integrationId: 'int_1' }, false);
    await store.calls.applyRetention({ olderThan: START + 100 * 3_600_000, maxBytes: null }, false);
    const found = await check([checkpoint('given', 600), checkpoint()]);
    expect(found).toMatchObject({ faultCount: 0, erased: 600 - found.receipts });
    expect(found.receipts).toBe(store.calls.count());
    expect(found.checkpoints.every(({ state }) => state === 'matches')).toBe(true);
    await store.calls.erase({ everything: true }, false);
    commit(10, 1000);
    expect(await check([checkpoint()])).toMatchObject({ faultCount: 0, erased: 600, receipts: 10 });
  });

  test('leaves no salt of a deleted receipt in any file', async () => {
    const ids = commit(500);
    const rows = readDatabaseCopy(
      file,
      (db) => db.prepare('SELECT id, salt FROM receipts').all() as { id: string; salt: Uint8Array }[],
    );
    const salts = rows.map(({ id, salt }) => ({ id, salt: Buffer.from(salt) }));
    await store.calls.erase({ integrationId: 'int_2' }, false);
    await store.calls.applyRetention({ olderThan: START + 2 * DAY, maxBytes: null }, false);
    const left = new Set(store.calls.export({}, undefined, 500).receipts.map(({ id }) => id));
    expect(left.size).toBeGreaterThan(100);
    expect(left.size).toBeLessThan(ids.length - 100);
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    for (const { id, salt } of salts) {
      expect(files.some((bytes) => bytes.includes(salt))).toBe(left.has(id));
    }
  });

  test('during a check is no fault', async () => {
    const ids = commit(600);
    const checking = check();
    await store.calls.erase({ receiptId: ids[599]! }, false);
    await store.calls.erase({ integrationId: 'int_0' }, false);
    commit(5, 2000);
    expect(await checking).toMatchObject({ entries: 600, faultCount: 0 });
    expect(store.calls.checkProgress()).toBeUndefined();
  });
});

describe('an altered record', () => {
  let ids: string[];
  beforeEach(() => {
    ids = commit(400);
  });
  const at = (index: number) => ({ receiptId: ids[index], from: index, to: index });

  test.each([
    ['the text', "UPDATE receipts SET data = replace(data, 'prompt', 'prompT') WHERE leaf = 77"],
    ['sizes beside a kept text', "UPDATE receipts SET sizes = '{}' WHERE leaf = 77"],
    ['the time', 'UPDATE receipts SET occurred_at = occurred_at + 1 WHERE leaf = 77'],
    ['the time of receipt', 'UPDATE receipts SET received_at = received_at - 1 WHERE leaf = 77'],
    ['the kind', 'UPDATE receipts SET event = 4 WHERE leaf = 77'],
    ['the findings', "UPDATE receipts SET found = json_set('{}', '$.omittedFindings', 7) WHERE leaf = 77"],
    ['the flags', 'UPDATE receipts SET flags = 2 WHERE leaf = 77'],
    ['the salt', 'UPDATE receipts SET salt = zeroblob(32) WHERE leaf = 77'],
    ['JSON that is none', "UPDATE receipts SET data = '{' WHERE leaf = 77"],
    ['the session', 'UPDATE receipts SET session_key = session_key + 1 WHERE leaf = 77'],
    ['the agent', 'UPDATE receipts SET integration_key = integration_key % 3 + 1 WHERE leaf = 77'],
    ['the leaf', 'UPDATE tree_leaves SET hash = zeroblob(32) WHERE i = 77'],
  ])('names the receipt if %s differs', async (_what, sql) => {
    run(sql);
    expect(await faultsOf()).toEqual([{ kind: 'altered', ...at(77) }]);
  });

  test('names a whole session whose name was changed', async () => {
    run("UPDATE sessions SET label = 'another' WHERE key = 1");
    const faults = await faultsOf();
    expect(faults.length).toBeGreaterThan(10);
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(['altered']));
  });

  test('names what was removed without a mark, with the times around it', async () => {
    run('DELETE FROM receipts WHERE leaf BETWEEN 100 AND 102 OR leaf = 399');
    const { faults } = await check();
    expect(faults).toEqual([
      {
        kind: 'removed',
        receiptId: null,
        from: 100,
        to: 102,
        after: new Date(START + 99 * 3_600_000).toISOString(),
        before: new Date(START + 103 * 3_600_000).toISOString(),
      },
      expect.objectContaining({ kind: 'removed', from: 399, to: 399, before: null }),
    ]);
    await store.calls.erase({ integrationId: 'int_0' }, false);
    expect((await faultsOf())[0]).toMatchObject({ kind: 'removed', from: 100, to: 102 });
  });

  test.each([
    ['leaves', 'UPDATE receipts SET leaf = iif(leaf = 10, 20, 10) WHERE leaf IN (10, 20)'],
    [
      'hashes',
      'UPDATE tree_leaves SET i = CASE i WHEN 10 THEN -1 ELSE 10 END WHERE i IN (10, 20); UPDATE tree_leaves SET i = 20 WHERE i = -1',
    ],
  ])('names receipts whose %s were swapped', async (_what, sql) => {
    tamper((db) => db.exec(sql));
    const faults = await faultsOf();
    expect(faults.map(({ kind }) => kind)).toEqual(['reordered', 'reordered']);
    expect(faults.map(({ receiptId }) => receiptId).sort()).toEqual([ids[10]!, ids[20]!].sort());
  });

  test('names a receipt that was moved in time', async () => {
    run('UPDATE receipts SET seq = seq + 5000000 WHERE leaf = 50');
    expect(await faultsOf()).toMatchObject([{ kind: 'altered', from: 50, to: 50 }]);
  });

  test('names receipts that were put in, and a deleted one that is back', async () => {
    const columns =
      'integration_key, session_key, event, occurred_at, received_at, digest, body_bytes, dropped, flags, data, sizes, redaction';
    run(
      `INSERT INTO receipts (seq, random, leaf, salt, ${columns})
       SELECT seq + 1, random, 1000000, salt, ${columns.replace('digest', "x'00'")} FROM receipts WHERE leaf = 3`,
    );
    expect(await faultsOf()).toMatchObject([{ kind: 'added', from: null, to: null }]);
    run('DELETE FROM receipts WHERE leaf = 1000000');
    store.calls.close();
    const copy = join(folder, 'copy.db');
    copyFileSync(file, copy);
    store = openTestStore(file);
    await store.calls.erase({ receiptId: ids[9]! }, false);
    tamper((db) => {
      db.prepare('ATTACH ? AS old').run(copy);
      const all = RECEIPT_TABLE_COLUMNS.join(', ');
      db.exec(`INSERT INTO receipts (${all}) SELECT ${all} FROM old.receipts WHERE leaf = 9`);
    });
    expect(await faultsOf()).toEqual([{ kind: 'added', ...at(9) }]);
  });

  test('names a forged mark', async () => {
    tamper((db) => {
      db.exec('DELETE FROM receipts WHERE leaf = 5');
      db.prepare('INSERT INTO tree_marks (i, leaf) VALUES (400, ?)').run(
        '{"erased":[[5,5]],"v":1,"why":"user"}',
      );
      const hash = sha256('\0', '{"erased":[[5,5]],"v":1,"why":"retention"}');
      db.prepare('INSERT INTO tree_leaves (i, hash) VALUES (400, ?)').run(hash);
    });
    expect(await faultsOf()).toEqual([
      { kind: 'altered', receiptId: null, from: 400, to: 400 },
      { kind: 'removed', receiptId: null, from: 5, to: 5 },
    ]);
  });

  test('names the part between two checkpoints if the leaves were computed again', async () => {
    const known = [checkpoint('record', 100), checkpoint('record', 200), checkpoint('record', 300)];
    tamper((db) => {
      db.exec('DELETE FROM receipts WHERE leaf = 150; DELETE FROM tree_subtrees');
      const leaf = '{"erased":[[140,141]],"v":1,"why":"user"}';
      db.prepare('INSERT INTO tree_marks (i, leaf) VALUES (150, ?)').run(leaf);
      db.prepare('UPDATE tree_leaves SET hash = ? WHERE i = 150').run(sha256('\0', leaf));
      db.exec('DELETE FROM receipts WHERE leaf IN (140, 141)');
    });
    expect(await faultsOf(known)).toEqual([{ kind: 'altered', receiptId: null, from: 100, to: 199 }]);
  });

  test('names a cut end, and an older copy in its place', async () => {
    const known = checkpoint('record');
    tamper((db) => db.exec('DELETE FROM receipts WHERE leaf >= 350; DELETE FROM tree_leaves WHERE i >= 350'));
    expect(await faultsOf([known])).toEqual([{ kind: 'truncated', receiptId: null, from: 350, to: 399 }]);
    expect(await faultsOf([{ ...known, source: 'keychain' }])).toEqual([
      { kind: 'replaced', receiptId: null, from: 350, to: 399 },
    ]);
    commit(60, 5000);
    expect(await faultsOf([checkpoint('record'), { ...known, source: 'keychain' }])).toEqual([
      { kind: 'replaced', receiptId: null, from: 0, to: 399 },
    ]);
  });

  test('names every random change of the receipts', async () => {
    const random = new SeededRandom(13);
    const picked = new Set(Array.from({ length: 12 }, () => random.below(400)));
    const expected: string[] = [];
    tamper((db) => {
      for (const index of picked) {
        const isRemoved = random.below(2) === 0;
        expected.push(`${isRemoved ? 'removed' : 'altered'} ${index}`);
        if (isRemoved) db.prepare('DELETE FROM receipts WHERE leaf = ?').run(index);
        else db.prepare("UPDATE receipts SET data = json_insert(data, '$.x', 1) WHERE leaf = ?").run(index);
      }
    });
    const faults = await faultsOf();
    const named = faults.flatMap(({ kind, from, to }) =>
      Array.from({ length: to! - from! + 1 }, (_, offset) => `${kind} ${from! + offset}`),
    );
    expect(named.sort()).toEqual(expected.sort());
  });
});

test('a tree that is gone is made again from the receipts', async () => {
  commit(30);
  tamper((db) => db.exec('DELETE FROM tree_leaves; DELETE FROM tree_subtrees'));
  commit(10, 100);
  expect(await check()).toMatchObject({ entries: 40, receipts: 40, faultCount: 0 });
});

test('the progress of a check stays within the whole, also if the counts are damaged', async () => {
  commit(600);
  run('UPDATE sessions SET events = -1000');
  let isDone = false;
  const checking = check().finally(() => {
    isDone = true;
  });
  const parts: number[] = [];
  while (!isDone) {
    const progress = store.calls.checkProgress();
    if (progress !== undefined) parts.push(progress.done / progress.of);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await checking;
  expect(parts.length).toBeGreaterThan(0);
  for (const part of parts) {
    expect(part).toBeGreaterThanOrEqual(0);
    expect(part).toBeLessThanOrEqual(1);
  }
});

test('others have turns while thousands of checkpoints are checked', async () => {
  commit(10);
  const turnsOf = async (checkpoints: AnchorNote[]) => {
    let isDone = false;
    const checking = check(checkpoints).finally(() => {
      isDone = true;
    });
    let turns = 0;
    for (; !isDone; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await checking).toMatchObject({ receipts: 10, faultCount: 0 });
    return turns;
  };
  const few = await turnsOf([checkpoint()]);
  expect(await turnsOf(Array(4000).fill(checkpoint()))).toBeGreaterThan(few + 8);
});

describe('checkpoints of the record', () => {
  const signed = () => {
    const rows = readDatabaseCopy(
      file,
      (db) => db.prepare('SELECT note FROM tree_checkpoints ORDER BY key').all() as { note: string }[],
    );
    return rows.map(({ note }) => openCheckpoint(note, testSigner.publicKey)?.size);
  };

  test('are signed when the record has grown; the first of an hour and the newest stay', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    expect(store.calls.signCheckpoint()).toBeUndefined();
    for (let step = 0; step < 10; step += 1) {
      commit(1, step);
      vi.setSystemTime(START + step * 900_000);
      const note = store.calls.signCheckpoint()!;
      expect(openCheckpoint(note, testSigner.publicKey)).toMatchObject({ size: step + 1 });
      expect(store.calls.continuationOf(note)).toBe('continues');
      expect(store.calls.signCheckpoint()).toBeUndefined();
    }
    vi.useRealTimers();
    expect(signed()).toEqual([1, 5, 9, 10]);
    expect(await check()).toMatchObject({
      faultCount: 0,
      checkpoints: [1, 10].map((entries) => ({ entries })),
    });
  });

  test('name an older copy that went on, and stay as the evidence', async () => {
    commit(40);
    store.calls.signCheckpoint();
    store.calls.close();
    copyFileSync(file, `${file}.old`);
    store = openTestStore(file);
    commit(40, 100);
    const newest = store.calls.signCheckpoint()!;
    store.calls.close();
    copyFileSync(`${file}.old`, file);
    store = openTestStore(file);
    expect(store.calls.continuationOf(newest)).not.toBe('continues');
    const anchor: AnchorNote = { source: 'keychain', note: newest, at: null };
    expect(await faultsOf([anchor])).toEqual([{ kind: 'replaced', receiptId: null, from: 40, to: 79 }]);
    commit(60, 200);
    store.calls.signCheckpoint();
    expect(await faultsOf([anchor])).toEqual([{ kind: 'replaced', receiptId: null, from: 40, to: 79 }]);
  });

  test('of another key prove nothing', async () => {
    commit(5);
    const other = new NoteSigner('plinth.local/test', Buffer.alloc(32, 1));
    const note = signCheckpoint(other, 5, rootByDefinition(leavesOnDisk()));
    run('INSERT INTO tree_checkpoints (size, at, note) VALUES (5, 1, ?)', note);
    expect((await check()).checkpoints).toEqual([
      { source: 'record', at: new Date(1).toISOString(), entries: 0, state: 'invalid' },
    ]);
  });

  test('do not sign what another program appended', async () => {
    commit(5);
    store.calls.signCheckpoint();
    tamper((db) => db.prepare('INSERT INTO tree_leaves (i, hash) VALUES (5, ?)').run(sha256('forged')));
    expect(store.calls.signCheckpoint()).toBeUndefined();
    expect(await faultsOf()).toEqual([{ kind: 'removed', receiptId: null, from: 5, to: 5 }]);
  });

  test.each([1, 2])('%i leaves far behind the end do not keep the store from opening', async (count) => {
    commit(5);
    for (let at = 0; at < count; at += 1) {
      run(`INSERT INTO tree_leaves (i, hash) VALUES (${9_000_000_000_000 + at}, zeroblob(32))`);
    }
    commit(5, 100);
    expect(await check()).toMatchObject({ entries: 10, receipts: 10 });
  });
});
