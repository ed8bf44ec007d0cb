import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DeletionScope } from '../../shared/control.ts';
import { UNREADABLE } from '../../shared/event.ts';
import { outcomeSentence, receiptNoteSentences } from '../../shared/words/coverage.ts';
import { receipts as plural } from '../../shared/words/plural.ts';
import { unreadableSentence } from '../../shared/words/unreadable.ts';
import {
  type ChangeOptions,
  CommandFailure,
  type FileOption,
  withControl,
  withRecord,
} from './command-output.ts';
import { confirm } from './confirmation.ts';
import type { ControlAccess } from './control-access.ts';
import { findIntegration } from './find-integration.ts';
import { findSessionKey } from './find-session.ts';
import { noteGaps } from './gap-notes.ts';
import { allReceipts, exportCsv, MAX_PAGE } from './receipt-export.ts';
import { addFilterOptions, type FilterOptions, filterOf, parseInstantOption } from './receipt-filter.ts';
import { printReceipts } from './receipt-lines.ts';
import { searchedPage } from './receipt-search.ts';
import { findReceiptId } from './short-id.ts';
import { acknowledge, note } from './terminal-notes.ts';
import { jsonText, printJson, write } from './terminal-text.ts';

const DEFAULT_LIMIT = 50;

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) {
    throw new InvalidArgumentError(`Enter a whole number from 1 to ${MAX_PAGE}.`);
  }
  return limit;
}

interface DeletionOptions
  extends Pick<FilterOptions, 'session' | 'integration' | 'agent' | 'project' | 'since' | 'until'> {
  receipt?: string;
  everything?: boolean;
}

/** Returns a range alone. Without a start it would include everything before `until`, which must be said. */
function rangeOf({ since, until }: DeletionOptions): DeletionScope {
  if (since === undefined) {
    throw new CommandFailure('invalid_params', 'Add --since to --until.');
  }
  return { from: since, until: until ?? new Date().toISOString() };
}

/** Returns the range within the receipts of an agent or a project. */
const rangeWithin = ({ since, until }: DeletionOptions) => ({
  ...(since === undefined ? {} : { from: since }),
  ...(until === undefined ? {} : { until }),
});

/** Returns the one requested scope. A range can narrow an agent or a project. No scope or several are an error. */
async function scopeOf(access: ControlAccess, options: DeletionOptions): Promise<DeletionScope> {
  const scopes: DeletionScope[] = [];
  if (options.receipt !== undefined) scopes.push({ receiptId: await findReceiptId(access, options.receipt) });
  if (options.session !== undefined)
    scopes.push({ sessionKey: await findSessionKey(access, options.session) });
  const agent = options.integration ?? options.agent;
  if (agent !== undefined) {
    const { id } = await findIntegration(access, agent);
    scopes.push({ integrationId: id, ...rangeWithin(options) });
  }
  if (options.project !== undefined) scopes.push({ project: options.project, ...rangeWithin(options) });
  const hasRange = options.since !== undefined || options.until !== undefined;
  if (hasRange && agent === undefined && options.project === undefined) scopes.push(rangeOf(options));
  if (options.everything === true) scopes.push({ everything: true });
  if (scopes.length !== 1) {
    throw new CommandFailure(
      'invalid_params',
      'Use exactly one of --receipt, --session, --integration, --agent, --project and --everything, or --since with --until. This range can also narrow --integration, --agent and --project.',
    );
  }
  return scopes[0]!;
}

interface ListOptions extends FilterOptions, FileOption {
  limit: number;
  oldestFirst?: boolean;
  cursor?: string;
  json?: boolean;
}

function addList(receipts: Command): void {
  addFilterOptions(
    receipts.command('list').description('list receipts, newest first unless --oldest-first is set'),
  )
    .option('--limit <number>', 'maximum number of receipts', parseLimit, DEFAULT_LIMIT)
    .option('--oldest-first', 'begin with the oldest receipt')
    .option('--cursor <cursor>', 'continue after an earlier page')
    .option('--file <file>', 'read a backup, a mirror or a store that was set aside')
    .option('--json', 'print {"receipts": […], "nextCursor"}')
    .action((options: ListOptions, command: Command) =>
      withRecord(command, async (access) => {
        const filter = await filterOf(access, options);
        const page = await searchedPage(access, {
          filter,
          limit: options.limit,
          ...(options.oldestFirst === true ? { order: 'oldest' as const } : {}),
          ...(options.cursor === undefined ? {} : { cursor: options.cursor }),
        });
        if (options.json === true) {
          printJson(page);
        } else if (page.receipts.length === 0 && page.searchedUntil === undefined) {
          acknowledge('No receipts.');
          await noteGaps(access, filter, filter);
        } else {
          await printReceipts(access, page.receipts);
          const [first, last] = [page.receipts[0], page.receipts.at(-1)].map((each) => each?.receivedAt);
          const { since, until } = filter;
          const isWhole = page.nextCursor === null;
          await noteGaps(
            access,
            filter,
            options.oldestFirst === true
              ? { since: options.cursor === undefined ? since : first, until: isWhole ? until : last }
              : { since: isWhole ? since : last, until: options.cursor === undefined ? until : first },
          );
          if (page.nextCursor !== null) note(`More: add --cursor ${page.nextCursor} to the command.`);
        }
      }),
    );
}

function addShow(receipts: Command): void {
  receipts
    .command('show')
    .description('show one receipt completely')
    .argument('<id>', 'the ID of “plinth receipts list”, or its first characters')
    .option('--file <file>', 'read a backup, a mirror or a store that was set aside')
    .option('--json', 'print the receipt on one line')
    .action((id: string, options: FileOption & { json?: boolean }, command: Command) =>
      withRecord(command, async (access) => {
        const found = await findReceiptId(access, id);
        const { receipt, notes } = await access.call('receipts.get', { id: found });
        console.log(options.json === true ? jsonText(receipt) : jsonText(receipt, 2));
        if (receipt.event === UNREADABLE) note(unreadableSentence(receipt.data));
        for (const sentence of receiptNoteSentences(notes)) note(sentence);
        const outcome = outcomeSentence(receipt);
        if (outcome !== undefined) note(outcome);
      }),
    );
}

function addDelete(receipts: Command): void {
  receipts
    .command('delete')
    .description('delete receipts and erase their content from the disk')
    .option('--receipt <id>', 'delete this receipt')
    .option('--session <key-or-id>', 'delete the receipts of this session')
    .option('--integration <name-or-id>', 'delete the receipts of this integration')
    .addOption(
      new Option('--agent <agent>', 'delete the receipts of this agent, such as codex').conflicts(
        'integration',
      ),
    )
    .option('--project <folder>', 'delete the receipts of this project')
    .option('--since <time>', 'delete the receipts received at or after this time', parseInstantOption)
    .option(
      '--until <time>',
      'delete the receipts received before this time (default: now)',
      parseInstantOption,
    )
    .option('--everything', 'delete all receipts')
    .option('--dry-run', 'show the number of receipts without deleting them')
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print {"receipts", "bytes"}')
    .action((options: DeletionOptions & ChangeOptions, command: Command) =>
      withControl(command, async (access) => {
        const scope = await scopeOf(access, options);
        const planned = await access.call('receipts.delete', { scope, dryRun: true });
        let done = planned;
        if (options.dryRun !== true) {
          if (options.yes !== true) await confirm(`Delete ${plural(planned.receipts)} permanently?`);
          done = await access.call('receipts.delete', { scope });
        }
        if (options.json === true) printJson(done);
        else if (options.dryRun === true) console.log(`Would delete ${plural(done.receipts)}.`);
        else acknowledge(`Deleted ${plural(done.receipts)}.`);
      }),
    );
}

function addExport(receipts: Command): void {
  addFilterOptions(receipts.command('export').description('export receipts, newest first'))
    .addOption(
      new Option('--format <format>', 'JSON Lines or CSV').choices(['jsonl', 'csv']).default('jsonl'),
    )
    .addOption(new Option('--json', 'same as --format jsonl').conflicts('format'))
    .option('--file <file>', 'read a backup, a mirror or a store that was set aside')
    .action((options: FilterOptions & { format: 'jsonl' | 'csv'; json?: boolean }, command: Command) =>
      withRecord(command, async (access) => {
        const filter = await filterOf(access, options);
        const all = allReceipts(access, filter);
        if (options.format === 'csv') await exportCsv(all);
        else for await (const receipt of all) await write(`${jsonText(receipt)}\n`);
        await noteGaps(access, filter, filter);
      }),
    );
}

export function addReceiptsCommands(program: Command): void {
  const receipts = program.command('receipts').description('list, show, export and delete receipts');
  addList(receipts);
  addShow(receipts);
  addDelete(receipts);
  addExport(receipts);
}
