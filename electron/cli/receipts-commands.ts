import { type Command, InvalidArgumentError, Option } from 'commander';
import { stringify as csvStringify } from 'csv-stringify';
import type { DeletionScope, ReceiptFilter } from '../../shared/control.ts';
import { EVENT_TYPES, type EventType } from '../../shared/event.ts';
import { parseInstant } from '../../shared/instant.ts';
import { markedName } from '../../shared/integration-name.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { isReceiptId } from '../../shared/receipt-id.ts';
import { CommandFailure, EXIT, unwrap, withControl } from './command-output.ts';
import { confirm } from './confirmation.ts';
import type { ControlAccess } from './control-access.ts';
import { jsonText, printable, printJson, printTable, write } from './terminal-text.ts';

const EXPORT_PAGE = 500;

interface FilterOptions {
  integration?: string;
  event?: EventType;
  session?: string;
  since?: string;
  until?: string;
  text?: string;
  withFindings?: boolean;
  secret?: string;
}

function parseInstantOption(text: string): string {
  const time = parseInstant(text);
  if (time === undefined)
    throw new InvalidArgumentError('Enter a date such as 2026-11-21 or 2026-11-21T10:00:00Z.');
  return new Date(time).toISOString();
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > EXPORT_PAGE) {
    throw new InvalidArgumentError(`Enter a whole number from 1 to ${EXPORT_PAGE}.`);
  }
  return limit;
}

function parseFingerprint(text: string): string {
  if (!/^[0-9a-f]{16}$/.test(text))
    throw new InvalidArgumentError('Enter the 16 hex digits of a fingerprint.');
  return text;
}

function parseSessionKey(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new InvalidArgumentError('Enter the session.key of a receipt.');
  return Number(text);
}

interface DeletionOptions {
  receipt?: string;
  sessionKey?: number;
  integration?: string;
  everything?: boolean;
}

/** Returns the one requested scope. No scope or several scopes are an error. */
async function scopeOf(access: ControlAccess, options: DeletionOptions): Promise<DeletionScope> {
  const scopes: DeletionScope[] = [];
  if (options.receipt !== undefined) scopes.push({ receiptId: options.receipt });
  if (options.sessionKey !== undefined) scopes.push({ sessionKey: options.sessionKey });
  if (options.integration !== undefined) {
    const { integrationId } = await filterOf(access, { integration: options.integration });
    scopes.push({ integrationId: integrationId! });
  }
  if (options.everything === true) scopes.push({ everything: true });
  if (scopes.length !== 1) {
    throw new CommandFailure(
      'invalid_params',
      'Use exactly one of --receipt, --session-key, --integration and --everything.',
      EXIT.usage,
    );
  }
  return scopes[0]!;
}

function addFilterOptions(command: Command): Command {
  return command
    .option('--integration <name-or-id>', 'only receipts of this integration')
    .addOption(new Option('--event <type>', 'only receipts of this event type').choices(EVENT_TYPES))
    .option('--session <id>', 'only receipts of this session')
    .option('--since <instant>', 'only receipts received at or after this time', parseInstantOption)
    .option('--until <instant>', 'only receipts received before this time', parseInstantOption)
    .option('--text <words>', 'only receipts that contain all these words')
    .option('--with-findings', 'only receipts with findings')
    .option('--secret <fingerprint>', 'only receipts with a finding of this fingerprint', parseFingerprint);
}

async function filterOf(access: ControlAccess, options: FilterOptions): Promise<ReceiptFilter> {
  const filter: ReceiptFilter = {};
  if (options.integration !== undefined) {
    const { integrations } = unwrap(await access.call('integrations.list', { includeRevoked: true }));
    const found = integrations.findLast(
      ({ id, name }) => id === options.integration || name === options.integration,
    );
    if (found === undefined) {
      throw new CommandFailure(
        'not_found',
        'There is no integration with this name or id. See: plinth token list',
        EXIT.refused,
      );
    }
    filter.integrationId = found.id;
  }
  if (options.event !== undefined) filter.event = options.event;
  if (options.session !== undefined) filter.sessionId = options.session;
  if (options.since !== undefined) filter.since = options.since;
  if (options.until !== undefined) filter.until = options.until;
  if (options.text !== undefined) filter.text = options.text;
  if (options.withFindings === true) filter.withFindings = true;
  if (options.secret !== undefined) filter.fingerprint = options.secret;
  return filter;
}

async function* allReceipts(access: ControlAccess, filter: ReceiptFilter): AsyncGenerator<Receipt> {
  let cursor: string | undefined;
  do {
    const page = unwrap(
      await access.call('receipts.export', {
        filter,
        limit: EXPORT_PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      }),
    );
    yield* page.receipts;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

const csvColumns = [
  'id',
  'integration',
  'event',
  'sessionId',
  'occurredAt',
  'receivedAt',
  'bodyBytes',
  'droppedMembers',
  'repeats',
  'flags',
  'redaction',
  'findings',
  'data',
] as const;

// A spreadsheet evaluates a cell that begins like a formula. The apostrophe makes it text.
const asText = (cell: string) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

function csvRow(receipt: Receipt): string[] {
  return [
    receipt.id,
    receipt.integration.name,
    receipt.event,
    receipt.session.id,
    receipt.occurredAt,
    receipt.receivedAt,
    String(receipt.bodyBytes),
    String(receipt.droppedMembers),
    String(receipt.repeats),
    receipt.flags.join(' '),
    receipt.redaction.state,
    String(receipt.redaction.findings.length),
    jsonText(receipt.data),
  ].map(asText);
}

async function exportCsv(receipts: AsyncIterable<Receipt>): Promise<void> {
  const toTerminal = process.stdout.isTTY === true;
  const rows = csvStringify({ header: true, columns: [...csvColumns] });
  const printed = (async () => {
    for await (const chunk of rows) await write(toTerminal ? printable(String(chunk)) : String(chunk));
  })();
  for await (const receipt of receipts) {
    if (!rows.write(csvRow(receipt))) await new Promise<void>((resolve) => rows.once('drain', resolve));
  }
  rows.end();
  await printed;
}

export function addReceiptsCommands(program: Command): void {
  const receipts = program.command('receipts').description('list, show and export receipts');

  addFilterOptions(receipts.command('list').description('list receipts, newest first'))
    .option('--limit <number>', 'maximum number of receipts', parseLimit, 50)
    .option('--cursor <cursor>', 'continue after an earlier page')
    .option('--json', 'print {"receipts": […], "nextCursor"}')
    .action((options: FilterOptions & { limit: number; cursor?: string; json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const page = unwrap(
          await access.call('receipts.query', {
            filter: await filterOf(access, options),
            limit: options.limit,
            ...(options.cursor === undefined ? {} : { cursor: options.cursor }),
          }),
        );
        if (options.json === true) {
          printJson(page);
        } else if (page.receipts.length === 0) {
          console.log('No receipts.');
        } else {
          printTable(
            ['RECEIVED', 'EVENT', 'INTEGRATION', 'SESSION', 'BYTES', 'ID', 'REPORTED'],
            page.receipts.map((receipt) => [
              receipt.receivedAt,
              receipt.event,
              markedName(receipt.integration.name),
              receipt.session.id,
              String(receipt.bodyBytes),
              receipt.id,
              receipt.summary,
            ]),
          );
          if (page.nextCursor !== null)
            console.error(`More: plinth receipts list --cursor ${page.nextCursor}`);
        }
      }),
    );

  receipts
    .command('show')
    .description('show one receipt completely')
    .argument('<id>')
    .option('--json', 'print the receipt on one line')
    .action((id: string, options: { json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        if (!isReceiptId(id)) {
          throw new CommandFailure('not_found', 'There is no receipt with this id.', EXIT.refused);
        }
        const { receipt } = unwrap(await access.call('receipts.get', { id }));
        console.log(options.json === true ? jsonText(receipt) : jsonText(receipt, 2));
      }),
    );

  receipts
    .command('delete')
    .description('delete receipts and erase their content from the disk')
    .option('--receipt <id>', 'delete this receipt')
    .option(
      '--session-key <number>',
      'delete one session, by the session.key of its receipts',
      parseSessionKey,
    )
    .option('--integration <name-or-id>', 'delete all receipts of this integration')
    .option('--everything', 'delete all receipts')
    .option('--dry-run', 'show the number of receipts without deleting them')
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print {"receipts", "bytes"}')
    .action(
      (options: DeletionOptions & { dryRun?: boolean; yes?: boolean; json?: boolean }, command: Command) =>
        withControl(command, async (access) => {
          const scope = await scopeOf(access, options);
          const planned = unwrap(await access.call('receipts.delete', { scope, dryRun: true }));
          let done = planned;
          if (options.dryRun !== true) {
            if (options.yes !== true) await confirm(`Delete ${planned.receipts} receipts permanently?`);
            done = unwrap(await access.call('receipts.delete', { scope }));
          }
          if (options.json === true) printJson(done);
          else
            console.log(`${options.dryRun === true ? 'Would delete' : 'Deleted'} ${done.receipts} receipts.`);
        }),
    );

  addFilterOptions(receipts.command('export').description('export receipts, newest first'))
    .addOption(
      new Option('--format <format>', 'JSON Lines or CSV').choices(['jsonl', 'csv']).default('jsonl'),
    )
    .addOption(new Option('--json', 'same as --format jsonl').conflicts('format'))
    .action((options: FilterOptions & { format: 'jsonl' | 'csv'; json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const all = allReceipts(access, await filterOf(access, options));
        if (options.format === 'csv') {
          await exportCsv(all);
          return;
        }
        for await (const receipt of all) await write(`${jsonText(receipt)}\n`);
      }),
    );
}
