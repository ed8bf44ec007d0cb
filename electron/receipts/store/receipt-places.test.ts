import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { placeOfRow, ReceiptPlaces } from './receipt-places.ts';
import { ensureSchema } from './schema.ts';

const ROWS = 700;
const GAP = 2048;
const NO_FACTS = { project: 0, destination: 0, secrets: 0, personal: 0, notable: 0 };
/** Which rows a deletion leaves. */
const KEPT: [string, (index: number) => boolean][] = [
  ['all rows', () => true],
  ['one row of twenty', (index) => index % 20 === 7],
  ['one row of sixteen', (index) => index % 16 === 3],
  ['the newest rows', (index) => index > 500],
  ['the oldest rows', (index) => index < 40],
  ['one row', (index) => index === 333],
  ['no row', () => false],
];

test.each(KEPT)('places and row numbers lead to each other after a deletion that leaves %s', (_, isKept) => {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  ensureSchema(db);
  const places = new ReceiptPlaces(db);
  const rows = Array.from({ length: ROWS }, (__, index) => {
    const seq = (index + 1) * GAP;
    return { seq, place: places.add(seq, { ...NO_FACTS, notable: index }), isKept: isKept(index) };
  });
  for (const { place, isKept: stays } of rows) if (!stays) places.remove(place);
  const kept = rows.filter((row) => row.isKept);
  const ofRow = db.prepare(`SELECT ${placeOfRow('?1')} AS place`);
  for (let seq = 0; seq <= (ROWS + 2) * GAP; seq += GAP / 2) {
    const own = kept.find((row) => row.seq === seq);
    expect(places.from(seq)).toBe(kept.find((row) => row.seq >= seq)?.place ?? Number.MAX_SAFE_INTEGER);
    expect(places.until(seq)).toBe(kept.findLast((row) => row.seq <= seq)?.place ?? 0);
    expect(places.factsOf(seq)?.place).toBe(own?.place);
    expect(ofRow.get(seq)).toEqual({ place: own?.place ?? null });
  }
  expect(places.next()).toBe((kept.at(-1)?.place ?? 0) + 1);
});
