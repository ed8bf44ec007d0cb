import { homedir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import type { Logger } from 'pino';
import type { EventHub } from '../control/event-hub.ts';
import type { KeyVault } from '../integrations/key-vault.ts';
import type { FaultLog } from '../platform/fault-log.ts';
import { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import { filesBeforeOpening, ReceiptWitness } from '../record/receipt-witness.ts';
import type { SettingsStore } from '../state-file/settings-store.ts';
import type { HostOptions, HostRun } from './host-options.ts';
import { inDataDir, openReceipts } from './start-steps.ts';

/** Receipt store with the witness that notices lost receipts. */
export interface ReceiptRecord {
  receipts: ReceiptClient;
  witness: ReceiptWitness;
}

/** Parts that are open before the receipt store. */
interface Opened {
  options: HostOptions;
  run: HostRun;
  settings: SettingsStore;
  vault: KeyVault;
  hub: EventHub;
  log: Logger;
  faults: FaultLog;
  /** Names of damaged files that were set aside; the store adds its own. */
  setAside: string[];
}

/** Opens the receipt store, then compares it with the witness. Throws a HostError. */
export async function openReceiptRecord(opened: Opened, stack: AsyncDisposableStack): Promise<ReceiptRecord> {
  const { options, run, settings, setAside } = opened;
  const { dataDir } = options;
  const listens = options.host !== 'stores-only';
  const database = join(dataDir, 'receipts.db');
  const receipts = createReceiptClient(opened, database, listens);
  const witness = new ReceiptWitness(settings, () => receipts.call('tally'), run.now);
  const setAsideBefore = setAside.length;
  observeReceipts({ receipts, witness }, opened);
  const before = filesBeforeOpening(database);
  await openReceipts(receipts, dataDir);
  stack.defer(() => receipts.close());
  await inDataDir(dataDir, () => witness.open(before, setAside.length > setAsideBefore, listens));
  stack.defer(() => witness.close());
  return { receipts, witness };
}

function createReceiptClient({ options, vault }: Opened, file: string, listens: boolean): ReceiptClient {
  return new ReceiptClient(options.receiptWorker, {
    file,
    // A process that only reads makes no digests.
    keyId: listens ? vault.keyId : undefined,
    digestKey: vault.key('receipt-digests'),
    fingerprintKey: vault.key('secret-fingerprints'),
    homeDirectories: [homedir()],
    userNames: [userInfo().username],
  });
}

/** Logs what happens to the store's file, and reports new receipts. */
function observeReceipts(
  { receipts, witness }: ReceiptRecord,
  { log, faults, hub, setAside, settings }: Opened,
): void {
  receipts.on('set_aside', (file) => {
    setAside.push(basename(file));
    witness.begunAnew();
    log.error('receipt store was damaged and has been set aside');
  });
  receipts.on('failure', (failure) => log.error({ failure }, 'receipt store refused'));
  receipts.on('redaction_fault', (fault) => faults.noteFault('redaction', fault));
  receipts.on('index_rebuilt', () => log.warn('damaged indexes were made anew'));
  receipts.on('indexed', () => hub.receiptsChanged(0, false));
  receipts.on('replaced', () => {
    log.error('receipt store was deleted or replaced by another program');
    witness.replaced().catch(() => log.error('lost receipts could not be noted'));
  });
  receipts.on('committed', (added) => {
    if (added === 0) {
      // While recording is paused, only the count of the open gap has changed.
      if (settings.recording.pausedAt !== null) hub.post({ kind: 'recording' });
      return;
    }
    witness.added(added);
    hub.receiptsChanged(added, false);
  });
}
