import type { Command } from 'commander';
import type { ReceiptFilter } from '../../shared/control.ts';
import { markedName } from '../../shared/integration-name.ts';
import { pagesOf } from '../../shared/pages.ts';
import type { ReceiptSummary } from '../../shared/receipt.ts';
import { withNamedMasks } from '../../shared/words/secret-names.ts';
import { controlEventStream } from '../control/transports/control-event-stream.ts';
import { noteGaps } from './gap-notes.ts';
import { MAX_PAGE } from './receipt-export.ts';
import { addFilterOptions, type FilterOptions, filterOf } from './receipt-filter.ts';
import { faint } from './receipt-lines.ts';
import { searchedPage } from './receipt-search.ts';
import { parseLimit } from './receipts-commands.ts';
import { type RunningHost, withRunningHost } from './running-host.ts';
import { note } from './terminal-notes.ts';
import { jsonText, printable } from './terminal-text.ts';
import { shownTime } from './terminal-time.ts';

const DEFAULT_LINES = 10;

function print(receipt: ReceiptSummary, json: boolean): void {
  if (json) {
    console.log(jsonText(receipt));
    return;
  }
  const about = `${shownTime(receipt.receivedAt)}  ${receipt.event}  ${markedName(receipt.integration.name)}`;
  console.log(
    `${faint(printable(about))}  ${printable(withNamedMasks(receipt.summary, receipt.masks).replaceAll(/[\t\n]/g, ' '))}`.trimEnd(),
  );
}

/** Yields at once, and then after each change of the record, until the host stops. */
async function* changes(dataDir: string): AsyncGenerator<void> {
  // The subscription precedes the first read, so no receipt falls between the two.
  for await (const event of controlEventStream(dataDir)) {
    if (event === undefined || event.kind === 'receipts') yield;
  }
}

/** Returns the receipts after `last`, oldest first. Without `last`, the newest `limit` ones. */
async function receiptsAfter(
  host: RunningHost,
  filter: ReceiptFilter,
  last: string | undefined,
  limit: number,
): Promise<ReceiptSummary[]> {
  const pageLimit = last === undefined ? limit : MAX_PAGE;
  const pages = pagesOf((at) => searchedPage(host, { filter, limit: pageLimit, ...at }, false));
  const found: ReceiptSummary[] = [];
  for await (const { receipts } of pages) {
    // Ids rise with the time of receipt. The last one may have been deleted.
    const fresh = receipts.filter(({ id }) => last === undefined || id > last);
    found.push(...fresh);
    if (last === undefined || fresh.length < receipts.length) break;
  }
  return found.reverse();
}

/** A receipt that is stored after a look can have a time of receipt that is so much earlier, as after a step of the clock. */
const CLOCK_MARGIN_MS = 600_000;

function laterThan(filter: ReceiptFilter, time: number): ReceiptFilter {
  const since = new Date(time).toISOString();
  return filter.since !== undefined && filter.since > since ? filter : { ...filter, since };
}

async function follow(host: RunningHost, filter: ReceiptFilter, limit: number, json: boolean): Promise<void> {
  // Reports a host that does not run.
  await host.call('host.status', {});
  let last: string | undefined;
  let lookedAt = 0;
  for await (const _ of changes(host.dataDir)) {
    // A search must not compare the whole record each time.
    const recent = last === undefined ? filter : laterThan(filter, lookedAt - CLOCK_MARGIN_MS);
    lookedAt = Date.now();
    const receipts = await receiptsAfter(host, recent, last, limit);
    for (const receipt of receipts) print(receipt, json);
    // An empty record has no last receipt. Every id is greater than this text.
    last = receipts.at(-1)?.id ?? last ?? '';
  }
  note('Plinth has stopped.');
}

export function addTailCommand(program: Command): void {
  addFilterOptions(
    program.command('tail').description('print the newest receipts, and new ones as they arrive'),
  )
    .option('-f, --follow', 'continue to print new receipts until you press Ctrl-C')
    .option('-n, --lines <number>', 'number of receipts to begin with', parseLimit, DEFAULT_LINES)
    .option('--json', 'print each receipt as JSON on its own line')
    .action((options: FilterOptions & { follow?: boolean; lines: number }, command: Command) =>
      withRunningHost(command, async (host, { json = false }) => {
        const filter = await filterOf(host, options);
        if (options.follow === true) await follow(host, filter, options.lines, json);
        else {
          const receipts = await receiptsAfter(host, filter, undefined, options.lines);
          for (const receipt of receipts) print(receipt, json);
          await noteGaps(host, filter, { since: receipts[0]?.receivedAt, until: filter.until });
        }
      }),
    );
}
