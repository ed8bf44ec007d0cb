import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ReceiptFilter } from '../../shared/control.ts';
import { RECEIPT_TYPES, type ReceiptType } from '../../shared/event.ts';
import type { ControlAccess } from './control-access.ts';
import { findIntegration } from './find-integration.ts';
import { sessionFilter } from './find-session.ts';
import { parseLocalInstant } from './local-instant.ts';
import { note } from './terminal-notes.ts';
import { shownTime } from './terminal-time.ts';

export interface FilterOptions {
  integration?: string;
  agent?: string;
  event?: ReceiptType;
  session?: string;
  since?: string;
  until?: string;
  text?: string;
  withFindings?: boolean;
  secret?: string;
  project?: string;
  to?: string;
}

/** Reads a time option, and returns ISO 8601. */
export function parseInstantOption(text: string): string {
  const time = parseLocalInstant(text, Date.now());
  if (time === undefined)
    throw new InvalidArgumentError(
      'Enter a time such as yesterday, "2 hours ago", 14:30, 2026-11-21 or 2026-11-21T10:00:00Z.',
    );
  return new Date(time).toISOString();
}

function parseFingerprint(text: string): string {
  if (!/^[0-9a-f]{16}$/.test(text))
    throw new InvalidArgumentError('Enter the 16 hex digits of a fingerprint.');
  return text;
}

export function addFilterOptions(command: Command): Command {
  return command
    .option('--integration <name-or-id>', 'only receipts of this integration')
    .addOption(new Option('--event <type>', 'only receipts of this event type').choices(RECEIPT_TYPES))
    .addOption(
      new Option('--agent <agent>', 'only receipts of this agent, such as codex or my-agent').conflicts(
        'integration',
      ),
    )
    .option('--project <folder>', 'only receipts of this project')
    .option('--to <provider>', 'only prompts to this AI provider')
    .option('--session <key-or-id>', 'only receipts of this session')
    .option('--since <time>', 'only receipts received at or after this time', parseInstantOption)
    .option('--until <time>', 'only receipts received before this time', parseInstantOption)
    .option('--text <words>', 'only receipts that contain all these words')
    .option('--with-findings', 'only receipts with findings')
    .option('--secret <fingerprint>', 'only receipts with a finding of this fingerprint', parseFingerprint);
}

/** Says why times that no receipt can have match nothing. */
function noteImpossibleTimes({ since, until }: FilterOptions): void {
  if (since === undefined) return;
  if (Date.parse(since) > Date.now()) note(`The time of --since, ${shownTime(since)}, is still to come.`);
  else if (until !== undefined && until <= since)
    note('The time of --until is not after the time of --since.');
}

export async function filterOf(
  access: Pick<ControlAccess, 'call'>,
  options: FilterOptions,
): Promise<ReceiptFilter> {
  noteImpossibleTimes(options);
  const filter: ReceiptFilter = {};
  const agent = options.integration ?? options.agent;
  if (agent !== undefined) {
    const { id } = await findIntegration(access, agent);
    filter.integrationId = id;
  }
  if (options.event !== undefined) filter.event = options.event;
  if (options.session !== undefined) Object.assign(filter, await sessionFilter(access, options.session));
  if (options.project !== undefined) filter.project = options.project;
  if (options.to !== undefined) filter.destination = options.to;
  if (options.since !== undefined) filter.since = options.since;
  if (options.until !== undefined) filter.until = options.until;
  if (options.text !== undefined) filter.text = options.text;
  if (options.withFindings === true) filter.withFindings = true;
  if (options.secret !== undefined) filter.fingerprint = options.secret;
  return filter;
}
