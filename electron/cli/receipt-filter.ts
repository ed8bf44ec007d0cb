import { homedir } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ReceiptFilter } from '../../shared/control.ts';
import { RECEIPT_TYPES, type ReceiptType } from '../../shared/event.ts';
import { parseLocalInstant } from '../../shared/local-instant.ts';
import { FOUND_KINDS, IS_KINDS, type KnownNames, meaningOf, withSearch } from '../../shared/search/filter.ts';
import { type FilterName, parseSearch } from '../../shared/search/grammar.ts';
import { searchNoteSentence, unknownValueSentence } from '../../shared/words/search.ts';
import { CommandFailure } from './command-output.ts';
import type { Control } from './control-access.ts';
import { findIntegration, liveFirst } from './find-integration.ts';
import { sessionFilter } from './find-session.ts';
import { note } from './terminal-notes.ts';
import { shownTime } from './terminal-time.ts';

/** The options that are filters of a search, too. */
const OPTION_NAMES = [
  ...(['project', 'path', 'tool', 'mcp', 'model', 'mode', 'to', 'has', 'is', 'secret'] as const),
];

type TextOption = (typeof OPTION_NAMES)[number] | 'integration' | 'agent' | 'session' | 'since' | 'until';
export interface FilterOptions extends Partial<Record<TextOption | 'text', string>> {
  event?: ReceiptType;
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

export function addFilterOptions(command: Command): Command {
  return command
    .option('--integration <name-or-id>', 'only receipts of this integration')
    .addOption(new Option('--event <type>', 'only receipts of this event type').choices(RECEIPT_TYPES))
    .addOption(
      new Option('--agent <agent>', 'only receipts of this agent, such as codex or my-agent').conflicts(
        'integration',
      ),
    )
    .option('--project <folder>', 'only receipts of this project: its folder, or the end of it')
    .option('--to <provider>', 'only prompts to this AI provider')
    .option('--session <key-or-id>', 'only receipts of this session')
    .option('--since <time>', 'only receipts received at or after this time', parseInstantOption)
    .option('--until <time>', 'only receipts received before this time', parseInstantOption)
    .option('--text <search>', 'only receipts that this search finds, as the search field of the window does')
    .addOption(new Option('--has <kind>', 'only receipts in which this was masked').choices(FOUND_KINDS))
    .addOption(
      new Option('--is <kind>', 'only actions worth a look of this kind, or late reports').choices(IS_KINDS),
    )
    .option('--path <part>', 'only receipts that name a file with this in its path')
    .option('--tool <name>', 'only receipts of this tool')
    .option('--mcp <server>', 'only receipts of tools of this MCP server')
    .option('--model <part>', 'only receipts of a model with this in its name')
    .option('--mode <part>', 'only receipts of a permission mode with this in its name')
    .option(
      '--secret <fingerprint>',
      'only receipts with this secret: its fingerprint, or the first 6 digits',
    );
}

/** Says why times that no receipt can have match nothing. */
function noteImpossibleTimes({ since, until }: FilterOptions): void {
  if (since === undefined) return;
  if (Date.parse(since) > Date.now()) note(`The time of --since, ${shownTime(since)}, is still to come.`);
  else if (until !== undefined && until <= since)
    note('The time of --until is not after the time of --since.');
}

/** Reads the names of the record that these filters can mention. */
async function knownNames(access: Control, named: ReadonlySet<FilterName>): Promise<KnownNames> {
  const agents = named.has('agent')
    ? (await access.call('integrations.list', { includeRevoked: true })).integrations
    : [];
  const projects = named.has('project') ? (await access.call('projects.list', {})).projects : [];
  const secrets = named.has('secret') ? (await access.call('secrets.list', {})).secrets : [];
  return {
    agents: liveFirst(agents),
    projects: projects.map(({ path }) => path),
    secrets: secrets.map(({ fingerprint }) => fingerprint),
    home: homedir(),
  };
}

export async function filterOf(access: Control, options: FilterOptions): Promise<ReceiptFilter> {
  noteImpossibleTimes(options);
  const { text = '', since, until, event, integration, agent = integration } = options;
  const chosen = OPTION_NAMES.flatMap((name) =>
    options[name] === undefined ? [] : [[name, options[name]] as const],
  );
  const inText = parseSearch(text).parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  const known = await knownNames(access, new Set([...inText, ...chosen.map(([name]) => name)]));
  const searched = withSearch({}, text, known);
  for (const each of searched.notes) note(searchNoteSentence(each));
  const { filter } = searched;
  for (const [name, value] of chosen) {
    const meaning = meaningOf(name, value, known);
    if (!('filter' in meaning)) {
      const message = unknownValueSentence({ word: value, name, value, ...meaning });
      throw new CommandFailure('not_found', message);
    }
    Object.assign(filter, meaning.filter);
  }
  if (agent !== undefined) filter.integrationId = (await findIntegration(access, agent)).id;
  if (options.session !== undefined) Object.assign(filter, await sessionFilter(access, options.session));
  if (event !== undefined) filter.event = event;
  if (since !== undefined) filter.since = since;
  if (until !== undefined) filter.until = until;
  return filter;
}
