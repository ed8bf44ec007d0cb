import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { incomingEvent, indexAll, openTestStore, testSigner } from '../../../test/support/incoming-events.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { openCheckpoint } from '../../proof/checkpoint.ts';
import { publicKeyOf } from '../../proof/signed-note.ts';
import { MIGRATIONS } from './migrations.ts';

/*
 * Stores as released versions left them, with leaves, marks and deletions. `PLINTH_STORE_RELEASE=0.1.0 npx vitest run
 * electron/receipts/store/stored-stores.test.ts` adds the one of a release.
 */

const FOLDER = join(import.meta.dirname, 'stored-stores');
const START = Date.UTC(2026, 5, 1, 12);
const RECEIPTS = 40;

interface StoredStore {
  schema: number;
  /** Ids of the receipts that are left. */
  receipts: string[];
  erased: number;
  /** The newest checkpoint, and the key that verifies it. */
  checkpoint: string;
  verifierKey: string;
  /** The database, compressed. */
  store: string;
}

function newFile(): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'receipts.db');
}

async function makeStore(): Promise<StoredStore> {
  const file = newFile();
  const store = openTestStore(file);
  const ids = Array.from({ length: RECEIPTS }, (_, index) => {
    const data = {
      content: `words of release ${index} by dev@example.com`,
      cwd: `/srv/project-${index % 3}`,
    };
    const event = { receivedAt: START + index * 60_000, sessionId: `session ${index % 5}`, data };
    return store.commit([incomingEvent(event)])[0]!.receiptId;
  });
  indexAll(store);
  const erased = ids.filter((_, index) => index % 9 === 4);
  for (const receiptId of erased) await store.calls.erase({ receiptId }, false);
  const checkpoint = store.calls.signCheckpoint()!;
  store.calls.close();
  return {
    schema: MIGRATIONS.length,
    receipts: ids.filter((id) => !erased.includes(id)),
    erased: erased.length,
    checkpoint,
    verifierKey: testSigner.verifierKey,
    store: gzipSync(readFileSync(file), { level: 9 }).toString('base64'),
  };
}

test.runIf(process.env.PLINTH_STORE_RELEASE)('stores what this release writes', async () => {
  mkdirSync(FOLDER, { recursive: true });
  const text = `${JSON.stringify(await makeStore(), null, 2)}\n`;
  writeFileSync(join(FOLDER, `${process.env.PLINTH_STORE_RELEASE}.json`), text);
});

test.each(readdirSync(FOLDER))(
  'the store of %s opens, keeps its receipts, verifies and records on',
  async (name) => {
    const stored: StoredStore = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
    const file = newFile();
    writeFileSync(file, gunzipSync(Buffer.from(stored.store, 'base64')));
    const store = openTestStore(file);
    onTestFinished(() => store.calls.close());
    const added = store.commit([incomingEvent({ receivedAt: START + 86_400_000 })])[0]!.receiptId;
    indexAll(store);
    const { receipts } = store.calls.query({}, undefined, 500);
    expect(receipts.map(({ id }) => id)).toEqual([added, ...stored.receipts.toReversed()]);
    expect(store.calls.query({ text: 'release 7' }, undefined, 10).receipts).toHaveLength(1);
    expect(JSON.stringify(store.calls.export({}, undefined, 500).receipts)).not.toContain('dev@example.com');
    const { faultCount, erased, unproven } = await store.calls.checkRecord([]);
    expect({ faultCount, erased, unproven }).toEqual({ faultCount: 0, erased: stored.erased, unproven: 0 });
    // The record continues from the checkpoint that the release signed.
    const { size, root } = openCheckpoint(stored.checkpoint, publicKeyOf(stored.verifierKey)!)!;
    expect(store.calls.continuesCopy(size, root)).toBe(true);
    expect(store.calls.integrity()).toEqual([]);
  },
);
