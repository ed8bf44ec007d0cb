import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { ReceiptStore } from '../../electron/receipts/worker/receipt-store.ts';
import { openTestStore } from './incoming-events.ts';
import { temporaryFolder } from './running-host.ts';

interface OpenedStore {
  folder: string;
  file: string;
  store: ReceiptStore;
}

/**
 * Gives each test of a file a new store in a folder of its own. `current` returns the store to close after the test, which can have
 * opened it again.
 */
export function storeForEachTest(
  take: (opened: OpenedStore) => void,
  current: () => ReceiptStore,
  open: (file: string) => ReceiptStore = openTestStore,
): void {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    const file = join(folder, 'receipts.db');
    take({ folder, file, store: open(file) });
  });
  afterEach(() => {
    current().calls.close();
    rmSync(folder, { recursive: true, force: true });
  });
}
