import type { ControlledHost, HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

/** Handles the channels of retention. `onDeleted` runs after a deletion. */
export function retentionHandlers(
  { retention, witness }: ControlledHost,
  onDeleted: () => void,
): HandlersOf<'retention'> {
  return {
    'retention.run': async ({ dryRun }) => {
      if (dryRun) return fromStore(retention.due());
      const deletion = await witness.whileDeleting(() => fromStore(retention.run()));
      if (deletion.receipts > 0) onDeleted();
      return deletion;
    },
    'retention.status': () => {
      const { held } = retention;
      return { held: held === undefined ? null : { ...held, since: new Date(held.since).toISOString() } };
    },
  };
}
