import { hostname } from 'node:os';
import { controlFailure } from '../../../shared/failure.ts';
import { makeBundle } from '../../bundle/make-bundle.ts';
import { userNames } from '../../platform/user-account.ts';
import { ControlError } from '../dispatch.ts';
import { checkedFilter } from './checked-filter.ts';
import type { ControlledHost, HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

/** A page with more receipts opens slowly, and nobody reads its preview. More receipts are several pages. */
const MOST_RECEIPTS = 500;

/** Handles the channel that makes pages to hand over. */
export function bundleHandlers({ receipts, bundleKey, now }: ControlledHost): HandlersOf<'bundle'> {
  return {
    'bundle.make': async ({ filter, after }) => {
      const chosen = checkedFilter(filter);
      const found = await fromStore(receipts.call('query', chosen, after?.cursor, MOST_RECEIPTS, {}));
      const next =
        found.nextCursor === null
          ? null
          : { cursor: found.nextCursor, receipts: (after?.receipts ?? 0) + found.receipts.length };
      const olderReceipts =
        next === null ? 0 : Math.max(0, (await fromStore(receipts.call('count', chosen))) - next.receipts);
      const ids = found.receipts.map(({ id }) => id);
      const proven = await fromStore(receipts.call('prove', ids));
      if (proven === undefined) throw new ControlError(controlFailure('no_checkpoint'));
      const leftOutReceipts = ids.length - proven.receipts.length;
      const madeAt = new Date(now()).toISOString();
      const names = [hostname(), ...userNames()];
      const material = { ...proven, madeAt, olderReceipts, leftOutReceipts };
      const bundle = await makeBundle(material, bundleKey, names, (text) =>
        fromStore(receipts.call('signNote', text)),
      );
      return {
        html: bundle.html,
        shown: bundle.receipts,
        next,
        olderReceipts,
        leftOutReceipts,
        leftOutMembers: bundle.receipts.reduce((sum, { leftOut }) => sum + leftOut, 0),
        pseudonyms: bundle.pseudonyms,
      };
    },
  };
}
