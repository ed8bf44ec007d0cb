import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { readLogFrames } from './log-frames.ts';

const HEADER_BYTES = 32;
const LONG_TEXT = 'plain words of an ordinary report. '.repeat(10_000);

/** Returns a log in which SQLite has begun at its start again, with frames of an earlier time behind the newest. */
function logWithOlderFrames(): Buffer {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const db = new DatabaseSync(join(folder, 'a.db'));
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE t (text)');
  const add = db.prepare('INSERT INTO t VALUES (?)');
  add.run(LONG_TEXT);
  db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  // Each transaction of a store writes several pages.
  for (const text of ['one', 'two', 'three']) add.run(text);
  const log = readFileSync(join(folder, 'a.db-wal'));
  db.close();
  return log;
}

test('older frames behind the newest are no loss', () => {
  const { intact, losesFrames } = readLogFrames(logWithOlderFrames());
  expect(intact.length).toBeGreaterThan(0);
  expect(intact.length).toBeLessThan(10);
  expect(losesFrames).toBe(false);
});

test('a damaged header does not make older frames the newest', () => {
  const log = logWithOlderFrames();
  const [first, ...others] = readLogFrames(log).intact;
  // The checksum of the first frame continues from that of the header.
  expect(readLogFrames(log.fill(0, 0, HEADER_BYTES))).toEqual({
    intact: others,
    damaged: [first],
    losesFrames: true,
  });
});
