import { controlFailure, type PlainReason } from '../../../shared/failure.ts';
import { CopyError } from '../../receipts/worker/copy-client.ts';
import { makeBackup } from '../../record/backup.ts';
import { keepCheck } from '../../record/record-checks.ts';
import { type Restoration, restoreRecord } from '../../record/restoration.ts';
import { ControlError } from '../dispatch.ts';
import type { ControlledHost, HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

const reasons: Partial<Record<CopyError['failure'], PlainReason>> = {
  missing: 'copy_missing',
  exists: 'copy_exists',
  not_a_record: 'copy_unreadable',
  other_version: 'copy_other_version',
  storage_full: 'disk_full',
};

/** Waits for the work on a copy, and turns its failure into one of control. */
async function fromCopy<T>(work: Promise<T>): Promise<T> {
  try {
    return await fromStore(work);
  } catch (error) {
    if (!(error instanceof CopyError)) throw error;
    throw new ControlError(controlFailure(reasons[error.failure] ?? 'copy_unwritable'));
  }
}

const instant = (time: number | null) => (time === null ? null : new Date(time).toISOString());

const restorationOf = ({ receipts, oldestAt, newestAt, check, aside }: Restoration) => ({
  receipts,
  oldestAt: instant(oldestAt),
  newestAt: instant(newestAt),
  check,
  aside: aside ?? null,
});

/** Handles the channels of second copies: the mirror, backups and their restoration. `onReplaced` runs after one. */
export function copyHandlers(
  host: ControlledHost,
  onReplaced: () => void,
): HandlersOf<'mirror'> & Pick<HandlersOf<'record'>, 'record.backup' | 'record.restore'> {
  const { mirror, receipts, settings, witness } = host;
  return {
    'mirror.status': () => mirror.status(),
    'mirror.on': async (wanted) => {
      if (mirror.isInDataDir(wanted.folder)) throw new ControlError(controlFailure('mirror_in_data_dir'));
      await fromCopy(mirror.turnOn(wanted));
      return mirror.status();
    },
    'mirror.off': async ({ deletes }) => {
      await fromCopy(mirror.turnOff(deletes));
      return mirror.status();
    },
    'record.backup': ({ file }) => fromCopy(makeBackup(receipts, settings.vaultAccount, file)),
    'record.restore': async ({ source, dryRun }) => {
      const restored = await fromCopy(restoreRecord(host, source, dryRun));
      if (!dryRun) {
        keepCheck(settings, restored.check, host.now());
        settings.settleLosses(witness.receipts);
        onReplaced();
      }
      return restorationOf(restored);
    },
  };
}
