import { controlFailure } from '../../../shared/failure.ts';
import { commandWords } from '../../commands/command-words.ts';
import { notableKinds } from '../../commands/notable-kinds.ts';
import { ControlError } from '../dispatch.ts';
import { checkedFilter, checkedInstant } from './checked-filter.ts';
import { type ControlledHost, DEFAULT_PAGE, type HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

/** Handles the channels that read and delete receipts and sessions. `onDeleted` runs after a deletion. */
export function receiptHandlers(
  { receipts, bridges, witness, settings, anchors, mirror, now }: ControlledHost,
  onDeleted: () => void,
): HandlersOf<'receipts'> & HandlersOf<'sessions'> {
  return {
    'receipts.query': ({ filter, cursor, limit, ...options }) =>
      fromStore(receipts.call('query', checkedFilter(filter), cursor, limit ?? DEFAULT_PAGE, options)),
    'receipts.export': ({ filter, cursor, limit, ...options }) =>
      fromStore(receipts.call('export', checkedFilter(filter), cursor, limit ?? DEFAULT_PAGE, options)),
    'receipts.get': async ({ id }) => {
      const receipt = await fromStore(receipts.call('get', id));
      if (receipt === undefined) throw new ControlError(controlFailure('no_receipt'));
      return {
        receipt,
        notes: await fromStore(receipts.call('receiptNotes', id)),
        kinds: notableKinds(receipt.event, receipt.data, receipt.redaction.findings),
        words: commandWords(receipt),
      };
    },
    'receipts.count': async ({ filter, most, cursor }) => {
      const turn = await fromStore(receipts.call('countTurn', checkedFilter(filter), most, cursor));
      const { nextCursor, ...counted } = turn;
      return nextCursor === null ? counted : { ...counted, nextCursor };
    },
    'receipts.delete': async ({ scope, dryRun }) => {
      if ('from' in scope && scope.from !== undefined) checkedInstant('since', scope.from);
      if ('until' in scope && scope.until !== undefined) checkedInstant('until', scope.until);
      if (dryRun === true) return fromStore(receipts.call('erase', scope, true));
      const erase = () => fromStore(receipts.call('erase', scope, false));
      // A deletion that fails can have deleted receipts.
      const deletion = await witness.whileDeleting(erase).finally(async () => {
        onDeleted();
        // A full disk or a slow volume keeps the mirror behind; its state says so.
        await mirror.erased().catch(() => {});
      });
      if ('everything' in scope) {
        settings.forgetLosses();
        // A locked keychain keeps the dispute. The next deletion tries again.
        await anchors.forgetDisputed().catch(() => {});
      }
      return deletion;
    },
    'sessions.get': async ({ key }) => {
      // A story of a moment ago counts the reports until now.
      await bridges.seenActions.coverage.flush(now());
      const found = await fromStore(receipts.call('session', key));
      if (found === undefined) throw new ControlError(controlFailure('no_session'));
      return found;
    },
    'sessions.query': ({ limit, receipts: filter, ...query }) =>
      fromStore(
        receipts.call('sessions', {
          ...query,
          receipts: checkedFilter(filter),
          limit: limit ?? DEFAULT_PAGE,
        }),
      ),
  };
}
