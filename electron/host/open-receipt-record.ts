import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { Logger } from 'pino';
import type { EventHub } from '../control/event-hub.ts';
import type { KeyVault } from '../integrations/key-vault.ts';
import type { FaultLog } from '../platform/fault-log.ts';
import { userNames } from '../platform/user-account.ts';
import { checkpointLine, originOf } from '../proof/checkpoint.ts';
import { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import { type AnchorPlace, CheckpointAnchors } from '../record/checkpoint-anchors.ts';
import { type CrashLoss, filesBeforeOpening, ReceiptWitness } from '../record/receipt-witness.ts';
import { SystemLogAnchor, writeSystemLog } from '../record/system-log.ts';
import type { SettingsStore } from '../state-file/settings-store.ts';
import type { HostOptions, HostRun } from './host-options.ts';
import { inDataDir, openReceipts } from './start-steps.ts';

/** Receipt store with the witness that notices lost receipts. */
export interface ReceiptRecord {
  receipts: ReceiptClient;
  anchors: CheckpointAnchors;
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
  const { options, settings } = opened;
  const { dataDir } = options;
  const listens = options.host !== 'stores-only';
  const database = join(dataDir, 'receipts.db');
  const receipts = createReceiptClient(opened, database, listens);
  const witness = new ReceiptWitness(settings, () => receipts.call('tally'));
  const anchors = openAnchors(opened, receipts);
  observeReceipts({ receipts, witness, anchors }, opened);
  const before = filesBeforeOpening(database);
  await openReceipts(receipts, options);
  stack.defer(() => anchors.close());
  stack.defer(() => receipts.close());
  await inDataDir(dataDir, () =>
    witness.open(before, listens, (loss) => noteCrash(receipts, anchors, loss, options.reads === true)),
  );
  stack.defer(() => witness.close());
  if (listens) void anchors.load();
  return { receipts, witness, anchors };
}

/** Notes a gap for the receipts that a crash took. A process that only reads notes nothing. */
async function noteCrash(
  receipts: ReceiptClient,
  anchors: CheckpointAnchors,
  { at, expected, found }: CrashLoss,
  isRead: boolean,
): Promise<void> {
  const [newest] = (await receipts.call('query', {}, undefined, 1)).receipts;
  if (newest !== undefined) anchors.allowCrash(Date.parse(newest.receivedAt));
  if (isRead) return;
  const precision = newest === undefined ? 'unknown' : 'exact';
  const from = Math.min(at, Date.parse(newest?.receivedAt ?? '') || at);
  const notRecorded = expected - found;
  await receipts.call('noteGap', { from, until: at, cause: 'crashed', precision, notRecorded });
}

/** The newest checkpoint is kept in the settings file and, where there is one, in the keychain. */
function openAnchors({ options, settings, vault, log }: Opened, receipts: ReceiptClient): CheckpointAnchors {
  const places: AnchorPlace[] = [
    {
      source: 'settings',
      read: async () => settings.anchor,
      write: async (text) => settings.keep({ anchor: text }),
    },
  ];
  const readsOnly = options.reads === true ? { write: async () => {} } : {};
  if (vault.keptText !== undefined) places.push({ source: 'keychain', ...vault.keptText, ...readsOnly });
  const continuationOf = (note: string) => receipts.call('continuationOf', note);
  const onDisputed = (source: string) =>
    log.error({ source }, 'record does not continue from its checkpoint');
  return new CheckpointAnchors(places, continuationOf, onDisputed);
}

function createReceiptClient(
  { options, settings, vault }: Opened,
  file: string,
  listens: boolean,
): ReceiptClient {
  const data = {
    file,
    reads: options.reads,
    // A process that only reads makes no digests.
    keyId: listens ? vault.keyId : undefined,
    // A stand-in signs nothing: the key of the earlier checkpoints only waits for its keychain.
    signing:
      vault.state.otherKey === 'stand_in'
        ? undefined
        : { origin: originOf(settings.vaultAccount), seed: vault.key('checkpoint-signing') },
    history: {
      holdsRecord: settings.witness !== undefined,
      integrations: settings.load().map(({ id, name }) => ({ id, name })),
    },
    digestKey: vault.key('receipt-digests'),
    fingerprintKey: vault.key('secret-fingerprints'),
    homeDirectories: [homedir()],
    userNames: userNames(),
  };
  return new ReceiptClient(options.receiptWorker, data, { prepared: options.receiptThread });
}

/** Logs what happens to the store's file, and reports new receipts. */
function observeReceipts(
  { receipts, witness, anchors }: ReceiptRecord,
  { log, faults, hub, setAside, settings, run }: Opened,
): void {
  const recount = () => {
    witness.recount().catch(() => log.error('receipts could not be counted'));
  };
  receipts.on('set_aside', (file) => {
    setAside.push(basename(file));
    anchors.recheck();
    recount();
    log.error('receipt store was damaged and has been set aside');
  });
  receipts.on('failure', (failure) => log.error({ failure }, 'receipt store refused'));
  receipts.on('thread_fault', (fault) => faults.noteFault('receipts', fault));
  receipts.on('redaction_fault', (fault) => faults.noteFault('redaction', fault));
  const isWanted = () => settings.settings.checkpointsInSystemLog;
  const write = writeSystemLog(() => log.error('the system log took no checkpoint'));
  const systemLog = new SystemLogAnchor(isWanted, write, run.now);
  receipts.on('checkpoint', (note, sessionEnded) => {
    anchors.add(note, new Date(run.now()).toISOString());
    systemLog.add(checkpointLine(note), sessionEnded);
  });
  receipts.on('index_rebuilt', () => {
    log.warn('damaged indexes were made anew');
    hub.post({ kind: 'incidents' });
  });
  receipts.on('indexed', () => hub.receiptsChanged(0, false));
  receipts.on('restored', () => {
    // Receipts that waited for the file are counted now.
    anchors.recheck();
    recount();
  });
  receipts.on('committed', (added) => {
    // In a pause, the count of an open gap may have changed.
    const { pausedAt, pauses = [] } = settings.recording;
    if (pausedAt !== null || pauses.length > 0) hub.post({ kind: 'recording' });
    if (added === 0) return;
    witness.added(added);
    hub.post({ kind: 'receipts', added, deleted: false });
  });
}
