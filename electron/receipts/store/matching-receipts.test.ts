import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { incomingEvent, indexAll, openTestStore } from '../../../test/support/incoming-events.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';

const BATCH = 600;
/** Batches with more receipts than a turn compares with a condition. */
const MORE_THAN_A_TURN = 8;

test('all receipts of an agent are counted and deleted, also those that are not indexed yet', async () => {
  const folder = temporaryFolder();
  const store = openTestStore(join(folder, 'receipts.db'));
  onTestFinished(() => {
    store.calls.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const commit = (id: string, batches: number) => {
    for (let batch = 0; batch < batches; batch += 1) {
      const event = { integrationId: id, integrationName: id, sessionId: `of ${id}` };
      store.commit(Array.from({ length: BATCH }, () => incomingEvent(event)));
    }
  };
  commit('agent', MORE_THAN_A_TURN);
  commit('other', 1);
  indexAll(store);
  commit('agent', 1);
  // A turn without a match is not the end.
  commit('other', MORE_THAN_A_TURN);
  commit('agent', MORE_THAN_A_TURN);
  const scope = { integrationId: 'agent' };
  const forecast = await store.calls.erase(scope, true);
  expect(forecast.receipts).toBe((MORE_THAN_A_TURN + 1 + MORE_THAN_A_TURN) * BATCH);
  expect(await store.calls.erase(scope, false)).toEqual(forecast);
  expect(store.calls.countTurn({ integrationId: 'agent' }).count).toBe(0);
  expect(store.calls.statistics().receipts).toBe((1 + MORE_THAN_A_TURN) * BATCH);
});
