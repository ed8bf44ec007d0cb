import { expect, test } from 'vitest';
import {
  RANDOM_BYTES,
  randomOfReceiptId,
  receiptIdOf,
  receiptIdWith,
  seqAt,
  seqOfReceiptId,
} from './receipt-id.ts';

const SEQ = seqAt(Date.parse('2026-07-01T12:00:00.000Z')) + 7;

test('the random bits of an id give the id again', () => {
  const id = receiptIdOf(SEQ);
  expect(receiptIdWith(SEQ, randomOfReceiptId(SEQ, id)!)).toBe(id);
  expect(randomOfReceiptId(SEQ + 1, id)).toBeUndefined();
});

test('any bytes give an id of the row', () => {
  expect(seqOfReceiptId(receiptIdWith(SEQ, Buffer.alloc(RANDOM_BYTES, 0xff)))).toBe(SEQ);
});
