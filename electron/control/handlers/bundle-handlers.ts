import { hostname } from 'node:os';
import type { ControlResult, ReceiptFilter } from '../../../shared/control.ts';
import { controlFailure } from '../../../shared/failure.ts';
import { pagesOf } from '../../../shared/pages.ts';
import { gapsWithin } from '../../../shared/recording-gap.ts';
import { asSent } from '../../../shared/words/instants.ts';
import { gapsSentence } from '../../../shared/words/recording-gaps.ts';
import { makeBundle } from '../../bundle/make-bundle.ts';
import { userNames } from '../../platform/user-account.ts';
import type { ProvenReceipts } from '../../receipts/store/receipt-proofs.ts';
import { ControlError } from '../dispatch.ts';
import { allGaps } from '../known-problems.ts';
import { checkedFilter } from './checked-filter.ts';
import type { ControlledHost, HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

/** A page with more receipts opens slowly, and nobody reads its preview. More receipts are several pages. */
const MOST_RECEIPTS = 500;
/** The same by the length of the receipts: one can have a megabyte. */
const MOST_LENGTH = 2 * 1_048_576;
/** Receipts that are read between two looks at their length. */
const RECEIPTS_AT_ONCE = 10;

type SearchedPage = ControlResult<'receipts.query'>;

/** Counts receipts in as many turns as their search takes. */
async function countAll(receipts: ControlledHost['receipts'], filter: ReceiptFilter): Promise<number> {
  let count = 0;
  const turns = pagesOf(({ cursor }) => fromStore(receipts.call('countTurn', filter, undefined, cursor)));
  for await (const turn of turns) count += turn.count;
  return count;
}

/** Handles the channel that makes pages to hand over. */
export function bundleHandlers(host: ControlledHost): HandlersOf<'bundle'> {
  const { receipts, bundleKey, now } = host;
  return {
    'bundle.make': async ({ filter, after }) => {
      const chosen = checkedFilter(filter);
      const times: string[] = [];
      const shown: ProvenReceipts['receipts'] = [];
      let proven: ProvenReceipts | undefined;
      let length = 0;
      let cursor = after?.cursor;
      // One turn of a search can be too short for a page. All receipts are proven at one checkpoint.
      do {
        const page: SearchedPage = await fromStore(
          receipts.call('query', chosen, cursor, RECEIPTS_AT_ONCE, {}),
        );
        times.push(...page.receipts.map(({ receivedAt }) => receivedAt));
        const ids = page.receipts.map(({ id }) => id);
        proven = await fromStore(receipts.call('prove', ids, proven?.checkpoint));
        if (proven === undefined) throw new ControlError(controlFailure('no_checkpoint'));
        shown.push(...proven.receipts);
        for (const { text } of proven.receipts) length += text.length;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined && times.length < MOST_RECEIPTS && length < MOST_LENGTH);
      // Only the first page counts: a search that compares each receipt takes seconds.
      const olderReceipts =
        cursor === undefined
          ? 0
          : Math.max(0, (after?.older ?? (await countAll(receipts, chosen))) - times.length);
      const next = cursor === undefined ? null : { cursor, older: olderReceipts };
      const leftOutReceipts = times.length - shown.length;
      const madeAt = new Date(now()).toISOString();
      const names = [hostname(), ...userNames()];
      times.sort();
      const { integrationId, project } = chosen;
      const range = { integrationId, project, since: times[0], until: times.at(-1) };
      // Without the name of a paused part, which could be a project's.
      const gaps = gapsSentence(gapsWithin(await allGaps(host), range), asSent) ?? '';
      const material = { ...proven, receipts: shown, madeAt, olderReceipts, leftOutReceipts, gaps };
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
