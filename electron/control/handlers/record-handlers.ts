import { checkpointLine, findCheckpoints } from '../../proof/checkpoint.ts';
import type { AnchorNote } from '../../receipts/store/check-database.ts';
import { checkRecord } from '../../record/record-checks.ts';
import type { ControlledHost, HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

/** Handles the channels that check the record and repair its file. `onRepaired` runs after a repair. */
export function recordHandlers(
  host: ControlledHost,
  onRepaired: () => void,
): Omit<HandlersOf<'record'>, 'record.backup' | 'record.restore'> {
  const { receipts } = host;
  return {
    'record.check': async ({ checkpoints }) => {
      const given = findCheckpoints(checkpoints ?? '').map(
        (note): AnchorNote => ({ source: 'given', note, at: null }),
      );
      return { check: await fromStore(checkRecord(host, host.now(), given)) };
    },
    'record.repair': async ({ dryRun }) => {
      const report = await fromStore(receipts.call('repair', dryRun));
      if (!dryRun && report.parts.length > 0) onRepaired();
      return report;
    },
    'record.progress': async () => ({
      progress: (await fromStore(receipts.call('checkProgress'))) ?? null,
    }),
    'record.checkpoint': async () => {
      const newest = await fromStore(receipts.call('newestCheckpoint'));
      if (newest === undefined) return { checkpoint: null };
      const { note, at, verifierKey } = newest;
      return { checkpoint: { note, at, verifierKey, line: checkpointLine(note) } };
    },
  };
}
