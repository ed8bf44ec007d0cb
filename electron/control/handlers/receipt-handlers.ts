import type { ReceiptFilter } from '../../../shared/control.ts';
import { controlFailure } from '../../../shared/failure.ts';
import { parseInstant } from '../../../shared/instant.ts';
import { ControlError } from '../dispatch.ts';
import { type ControlledHost, DEFAULT_PAGE, type HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

/** Checks the instants of a filter. Text that is no instant is refused, and not read as 1970. */
function checked(filter: ReceiptFilter | undefined): ReceiptFilter {
  const { since, until, ...rest } = filter ?? {};
  const instant = (member: 'since' | 'until', text: string): string => {
    const time = parseInstant(text);
    if (time === undefined) {
      throw new ControlError(controlFailure('invalid_instant', { member }));
    }
    return new Date(time).toISOString();
  };
  return {
    ...rest,
    ...(since === undefined ? {} : { since: instant('since', since) }),
    ...(until === undefined ? {} : { until: instant('until', until) }),
  };
}

/** Handles the channels that read and delete receipts and sessions. `onDeleted` runs after a deletion. */
export function receiptHandlers(
  { receipts, bridges, witness, settings }: ControlledHost,
  onDeleted: () => void,
): HandlersOf<'receipts'> & HandlersOf<'sessions'> {
  return {
    'receipts.query': ({ filter, cursor, limit }) =>
      fromStore(receipts.call('query', checked(filter), cursor, limit ?? DEFAULT_PAGE)),
    'receipts.export': ({ filter, cursor, limit }) =>
      fromStore(receipts.call('export', checked(filter), cursor, limit ?? DEFAULT_PAGE)),
    'receipts.get': async ({ id }) => {
      const receipt = await fromStore(receipts.call('get', id));
      if (receipt === undefined) throw new ControlError(controlFailure('no_receipt'));
      return { receipt };
    },
    'receipts.count': async ({ filter }) => ({
      count: await fromStore(receipts.call('count', checked(filter))),
    }),
    'receipts.delete': async ({ scope, dryRun }) => {
      if (dryRun === true) return fromStore(receipts.call('erase', scope, true));
      // Before the receipts: a failure here must not hide that they are gone.
      if ('everything' in scope) bridges.connector.removeBackups();
      const deletion = await witness.whileDeleting(() => fromStore(receipts.call('erase', scope, false)));
      onDeleted();
      if ('everything' in scope) settings.forgetLosses();
      return deletion;
    },
    'sessions.query': ({ limit, receipts: filter, ...query }) =>
      fromStore(
        receipts.call('sessions', { ...query, receipts: checked(filter), limit: limit ?? DEFAULT_PAGE }),
      ),
  };
}
