import type { ControlParams, ControlResult } from '../../shared/control.ts';
import type { Control } from './control-access.ts';
import { note } from './terminal-notes.ts';
import { shownTime } from './terminal-time.ts';

/** A search that takes longer says how far it got, and again after each such time. */
const NOTE_AFTER_MS = 2000;

type Page = ControlResult<'receipts.query'>;

/** Says how far a search got. */
export const noteSearched = (until: string): void =>
  note(`Only receipts of ${shownTime(until)} and later were searched.`);

/** Stops at Ctrl-C, once, and lets what was found so far be printed. */
function interruption(): { stopped: boolean; end(): void } {
  const state = { stopped: false, end: () => process.off('SIGINT', stop) };
  const stop = () => {
    state.stopped = true;
  };
  process.once('SIGINT', stop);
  return state;
}

/** Returns a full page of receipts, also where they are compared one by one and a turn of the host is too short for it. */
export async function searchedPage(
  access: Control,
  params: ControlParams<'receipts.query'> & { limit: number },
  stoppable = true,
): Promise<Page> {
  const receipts: Page['receipts'] = [];
  const interrupted = stoppable ? interruption() : undefined;
  let page: Page;
  let { cursor } = params;
  let notedAt = performance.now();
  try {
    do {
      const limit = params.limit - receipts.length;
      page = await access.call('receipts.query', {
        ...params,
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      });
      receipts.push(...page.receipts);
      cursor = page.nextCursor ?? undefined;
      if (page.searchedUntil !== undefined && performance.now() - notedAt > NOTE_AFTER_MS) {
        note(`Searched back to ${shownTime(page.searchedUntil)}. Ctrl-C stops.`);
        notedAt = performance.now();
      }
    } while (
      page.searchedUntil !== undefined &&
      receipts.length < params.limit &&
      interrupted?.stopped !== true
    );
  } finally {
    interrupted?.end();
  }
  if (page.searchedUntil !== undefined && receipts.length < params.limit) noteSearched(page.searchedUntil);
  return { ...page, receipts };
}
