import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { RECEIPT_ID_SQL, randomOfReceipt, receiptIdOf, seqAt, seqOfReceiptId } from './receipt-id.ts';

const SEQ = seqAt(Date.parse('2026-07-01T12:00:00.000Z')) + 7;

test('SQLite and Plinth make the same id of a row, and the id tells the row', () => {
  const db = new DatabaseSync(':memory:');
  const inSql = db.prepare(
    `SELECT ${RECEIPT_ID_SQL} AS id FROM (SELECT CAST(? AS INTEGER) AS seq, CAST(? AS INTEGER) AS random)`,
  );
  for (const seq of [0, SEQ, SEQ + 2040, seqAt(Date.parse('2108-12-31T23:59:59.999Z')) + 2047]) {
    for (const random of [0, 1, 2 ** 40 - 1, 2 ** 48 - 1, 2 ** 50 + 5, -3, randomOfReceipt()]) {
      const id = receiptIdOf(seq, random);
      expect(inSql.get(seq, random)).toEqual({ id });
      expect(seqOfReceiptId(id)).toBe(seq);
    }
  }
  db.close();
});
