import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { incomingEvent, indexAll, openTestStore } from '../../../test/support/incoming-events.ts';
import { SeededRandom } from '../../../test/support/seeded-random.ts';
import { storeForEachTest } from '../../../test/support/store-for-each-test.ts';
import type { ReceiptStore } from '../worker/receipt-store.ts';
import { RECEIPTS_AHEAD } from './received-time.ts';

const NOON = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let file: string;
let store: ReceiptStore;
storeForEachTest(
  (opened) => {
    ({ file, store } = opened);
  },
  () => store,
);

const instant = (time: number) => new Date(time).toISOString();

/** Commits receipts under a clock that is set forward and back. Returns their times of receipt in order of arrival. */
function commitUnder(clock: readonly number[]): Map<string, number> {
  const received = new Map<string, number>();
  for (const receivedAt of clock) {
    const [outcome] = store.commit([incomingEvent({ receivedAt, data: { content: 'words to find' } })]);
    received.set(outcome!.receiptId, receivedAt);
  }
  return received;
}

const steppingClock = (): number[] => {
  const random = new SeededRandom(7);
  let clock = NOON;
  return Array.from({ length: 300 }, () => {
    if (random.chance(0.05)) clock += (random.below(2000) - 1000) * HOUR;
    clock += random.below(2 * HOUR);
    return clock;
  });
};

describe('after forward and backward steps of the clock', () => {
  test.each([false, true])('filters use the time of receipt (indexed: %s)', (indexed) => {
    const received = commitUnder(steppingClock());
    if (indexed) indexAll(store);
    const times = [...received.values()].sort((a, b) => a - b);
    const bounds = [times[0]!, times[70]!, times[150]!, times[151]! + 1, times[290]!, times.at(-1)! + 1];
    for (const since of [undefined, ...bounds]) {
      for (const until of [undefined, ...bounds]) {
        const expected = [...received]
          .filter(([, at]) => (since === undefined || at >= since) && (until === undefined || at < until))
          .map(([id]) => id)
          .reverse();
        const filter = {
          ...(since === undefined ? {} : { since: instant(since) }),
          ...(until === undefined ? {} : { until: instant(until) }),
        };
        const page = (more: object) =>
          store.calls.query({ ...filter, ...more }, undefined, 500).receipts.map(({ id }) => id);
        expect(page({})).toEqual(expected);
        expect(store.calls.countTurn(filter).count).toBe(expected.length);
        expect(page({ integrationId: 'int_1' })).toEqual(expected);
        if (indexed) expect(page({ text: 'words' })).toEqual(expected);
      }
    }
  });

  test('retention by age uses the time of receipt', async () => {
    const received = commitUnder(steppingClock());
    const limit = [...received.values()].sort((a, b) => a - b)[120]!;
    const tooOld = [...received.values()].filter((at) => at < limit).length;
    expect((await store.calls.applyRetention({ olderThan: limit, maxBytes: null }, true)).receipts).toBe(
      tooOld,
    );
    expect((await store.calls.applyRetention({ olderThan: limit, maxBytes: null }, false)).receipts).toBe(
      tooOld,
    );
    const left = [...received].filter(([, at]) => at >= limit).map(([id]) => id);
    expect(store.calls.query({}, undefined, 500).receipts.map(({ id }) => id)).toEqual(left.reverse());
  });

  test('the store reports the number of receipts ahead of their time, and the latest time', async () => {
    commitUnder([NOON, NOON + DAY, NOON + 10, NOON + 20]);
    expect(await store.calls.health()).toMatchObject({
      receipts: 4,
      counted: 4,
      oldestAt: NOON,
      latestTime: NOON + DAY,
      aheadOfTime: 2,
    });
  });
});

test('under a steady clock the index of receipts ahead of their time is empty, and a query uses it', () => {
  commitUnder(Array.from({ length: 200 }, (_, index) => NOON + index));
  store.calls.close();
  const db = new DatabaseSync(file);
  const plan = db
    .prepare(
      `EXPLAIN QUERY PLAN SELECT max(seq) FROM receipts INDEXED BY receipts_ahead WHERE ${RECEIPTS_AHEAD} AND received_at < 5`,
    )
    .all() as { detail: string }[];
  expect(plan[0]?.detail).toContain('COVERING INDEX receipts_ahead');
  const entries = db.prepare(
    `SELECT count(*) AS n FROM receipts INDEXED BY receipts_ahead WHERE ${RECEIPTS_AHEAD}`,
  );
  expect(entries.get()).toEqual({ n: 0 });
  db.close();
  store = openTestStore(file);
});
