import { collectWhenIdle } from '../platform/idle-memory.ts';
import { checkIfDue } from '../record/record-checks.ts';
import type { HostParts } from './host-parts.ts';

const MAINTENANCE_INTERVAL_MS = 3_600_000;
/** Lets the start finish before the store is searched. */
const FIRST_MAINTENANCE_DELAY_MS = 60_000;
/** A session of a managed harness counts as ended after this time without an event. */
const SILENCE_MS = 86_400_000;

/** Applies retention, checks the record daily and closes silent sessions, soon after the start and then every hour, and frees idle memory. */
export function startMaintenance(parts: HostParts, stack: AsyncDisposableStack): void {
  stack.defer(collectWhenIdle());
  const { log } = parts.stores;
  keepSizeLimit(parts);
  const maintain = (isStart: boolean) =>
    Promise.all([
      applyRetention(parts).catch(() => log.error('retention could not run')),
      checkIfDue(parts.stores, parts.run.now(), isStart).catch(() =>
        log.error('the record could not be checked'),
      ),
      closeSilentSessions(parts).catch(() => log.error('silent sessions could not be closed')),
    ]);
  // An index that lost rows shows too few receipts for ever.
  void parts.stores.receipts.call('health').catch(() => log.error('the indexes could not be compared'));
  const first = setTimeout(() => maintain(true), FIRST_MAINTENANCE_DELAY_MS).unref();
  const hourly = setInterval(() => maintain(false), MAINTENANCE_INTERVAL_MS).unref();
  stack.defer(() => {
    clearTimeout(first);
    clearInterval(hourly);
  });
}

/** Gives the store the size limit of the settings, and counts what it deletes. */
function keepSizeLimit({ stores: { settings, receipts, witness, log }, hub }: HostParts): void {
  const tell = () =>
    receipts
      .call('limitSize', settings.settings.retention.maxBytes)
      .catch(() => log.error('retention could not run'));
  void tell();
  settings.on('settings_changed', tell);
  receipts.on('trimming', () => {
    const ended = new Promise<void>((resolve) => receipts.once('trimmed', resolve));
    witness
      .whileDeleting(() => ended)
      .then(() => hub.receiptsChanged(0, true))
      .catch(() => log.error('receipts could not be counted'));
  });
}

async function applyRetention({ retention, stores, hub }: HostParts): Promise<void> {
  const wasHeld = retention.held;
  const isDue = (await retention.due()).receipts > 0;
  const { receipts: deleted } = isDue
    ? await stores.witness.whileDeleting(() => retention.runByItself())
    : await retention.runByItself();
  if (deleted > 0) hub.receiptsChanged(0, true);
  if ((retention.held === undefined) !== (wasHeld === undefined)) hub.post({ kind: 'settings' });
}

async function closeSilentSessions({ stores, run }: HostParts): Promise<void> {
  const managed = stores.integrations.list().filter(({ kind }) => kind === 'managed');
  const ids = managed.map(({ id }) => id);
  await stores.receipts.call('closeSilentSessions', run.now() - SILENCE_MS, ids);
}
