import type { Command } from 'commander';
import { markedName } from '../../shared/integration-name.ts';
import { masksAt } from '../../shared/masks.ts';
import { firstReceipts, pagesOf } from '../../shared/pages.ts';
import type { ReceiptSummary, Session } from '../../shared/receipt.ts';
import { gapsOfSession } from '../../shared/recording-gap.ts';
import { approvalWords, BY_USER, coverageLine, outcomeWords } from '../../shared/words/coverage.ts';
import { duration } from '../../shared/words/duration.ts';
import { gapSentence } from '../../shared/words/recording-gaps.ts';
import { withNamedMasks } from '../../shared/words/secret-names.ts';
import { sessionStateWords } from '../../shared/words/session-state.ts';
import { sessionTitle } from '../../shared/words/session-title.ts';
import { CommandFailure, withControl } from './command-output.ts';
import type { ControlAccess } from './control-access.ts';
import { findSessionKey } from './find-session.ts';
import { noteGaps } from './gap-notes.ts';
import { projectColumn } from './project-names.ts';
import { allReceipts, MAX_PAGE } from './receipt-export.ts';
import { addFilterOptions, type FilterOptions, filterOf } from './receipt-filter.ts';
import { faint, LONGEST_SHORT_EVENT, shortEvent } from './receipt-lines.ts';
import { noteSearched } from './receipt-search.ts';
import { parseLimit } from './receipts-commands.ts';
import { acknowledge, note } from './terminal-notes.ts';
import { type Column, MOST_OF_NAME, printColumns } from './terminal-table.ts';
import { printable, printJson } from './terminal-text.ts';
import { shownTime } from './terminal-time.ts';

const DEFAULT_LIMIT = 20;

/** A narrow terminal keeps what tells sessions apart: what was asked, and the KEY for other commands. */
const columns = (project: Column<Session>): Column<Session>[] => [
  { title: 'KEY', cell: ({ key }) => String(key) },
  { title: 'LAST EVENT', cell: ({ lastEventAt }) => shownTime(lastEventAt) },
  { title: 'STATE', cell: (session) => sessionStateWords(session, Date.now(), duration), fromWidth: 72 },
  {
    title: 'AGENT',
    cell: ({ integration }) => markedName(integration.name),
    fromWidth: 80,
    most: MOST_OF_NAME,
  },
  { title: 'EVENTS', cell: ({ matching }) => String(matching), fromWidth: 72 },
  project,
  { title: 'FIRST PROMPT', cell: ({ title }) => title ?? '-' },
];

function addList(sessions: Command): void {
  addFilterOptions(sessions.command('list').description('list sessions, the last active one first'))
    .option('--limit <number>', 'maximum number of sessions', parseLimit, DEFAULT_LIMIT)
    .option('--cursor <cursor>', 'continue after an earlier page')
    .option('--json', 'print {"sessions": […], "nextCursor"}')
    .action((options: FilterOptions & { limit: number; cursor?: string; json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const receipts = await filterOf(access, options);
        const page = await access.call('sessions.query', {
          receipts,
          limit: options.limit,
          ...(options.cursor === undefined ? {} : { cursor: options.cursor }),
        });
        if (page.searchedUntil !== undefined) noteSearched(page.searchedUntil);
        if (options.json === true) {
          printJson(page);
        } else if (page.sessions.length === 0) {
          if (page.searchedUntil === undefined) acknowledge('No sessions.');
          await noteGaps(access, receipts, receipts);
        } else {
          const project = await projectColumn<Session>(access, (session) => session.project);
          await printColumns(columns(project), page.sessions);
          const oldest = page.nextCursor === null ? receipts.since : page.sessions.at(-1)?.lastEventAt;
          await noteGaps(access, receipts, { since: oldest, until: receipts.until });
          if (page.nextCursor !== null) {
            note(`More: plinth sessions list --cursor ${page.nextCursor}`);
          }
        }
      }),
    );
}

/** Returns all receipts of a session, oldest first. */
async function storyOf(access: ControlAccess, sessionKey: number): Promise<ReceiptSummary[]> {
  const all = { filter: { sessionKey }, limit: MAX_PAGE, order: 'oldest' } as const;
  const pages = pagesOf((at) => access.call('receipts.query', { ...all, ...at }));
  return (await firstReceipts(pages, Number.POSITIVE_INFINITY)).found;
}

/** The second and further lines of a prompt. */
const INDENT = '    ';

/** The whole texts of a session's prompts, by the ids of their receipts. */
async function promptsOf(access: ControlAccess, sessionKey: number): Promise<Map<string, string>> {
  const prompts = new Map<string, string>();
  for await (const { id, data, redaction } of allReceipts(access, {
    sessionKey,
    event: 'prompt.submitted',
  })) {
    if (typeof data.content !== 'string') continue;
    prompts.set(id, withNamedMasks(data.content.trim(), masksAt(redaction.findings, '/content')));
  }
  return prompts;
}

function addShow(sessions: Command): void {
  sessions
    .command('show')
    .description('tell a session as text, from its first event to its last')
    .argument('<key-or-id>', 'the KEY of “plinth sessions list”, or the reporter’s id')
    .option('--json', 'print {"receipts": […], "gaps": […]}, oldest first')
    .action((named: string, options: { json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const key = await findSessionKey(access, named);
        const receipts = await storyOf(access, key);
        const [first] = receipts;
        if (first === undefined) {
          throw new CommandFailure('not_found', 'There is no session with this key.');
        }
        const { session, notes } = await access.call('sessions.get', { key });
        const gaps = gapsOfSession(session, (await access.call('recording.gaps', {})).gaps);
        if (options.json === true) return printJson({ receipts, gaps });
        const approvals = new Map(notes.approvals.map((each) => [each.receiptId, each.approval]));
        const { project, firstEventAt, lastEventAt, integration } = session;
        console.log(printable(sessionTitle(session)));
        console.log(
          printable(
            `${markedName(integration.name)} · ${project ?? 'no project'} · ${shownTime(firstEventAt)} – ${shownTime(lastEventAt)}`,
          ),
        );
        console.log(
          printable(`Session ${session.id}, KEY ${key}, ${sessionStateWords(session, Date.now(), duration)}`),
        );
        console.log(printable(coverageLine(session, notes, gaps, Date.now(), shownTime)));
        for (const gap of gaps) console.log(printable(gapSentence(gap, shownTime)));
        const prompts = await promptsOf(access, key);
        for (const { id, receivedAt, event, summary, masks, outcome, flags } of receipts) {
          const approval = approvals.get(id);
          const byUser = flags.includes('by_user') ? BY_USER : undefined;
          const told = [byUser, approval && approvalWords[approval], outcome && outcomeWords[outcome]];
          const words = told.filter((each) => each !== undefined).join(', ');
          const said = words === '' ? '' : ` (${words})`;
          const line = withNamedMasks(summary, masks).replaceAll(/[\t\n]/g, ' ');
          const lines = (prompts.get(id) ?? line)
            .split('\n')
            .map((each) => printable(each.replaceAll('\t', ' ')));
          const head = `${faint(shownTime(receivedAt))}  ${shortEvent(event).padEnd(LONGEST_SHORT_EVENT)}`;
          console.log(`${head}  ${lines.join(`\n${INDENT}`)}${said}`.trimEnd());
        }
      }),
    );
}

export function addSessionsCommands(program: Command): void {
  const sessions = program.command('sessions').description('list sessions, and tell one as text');
  addList(sessions);
  addShow(sessions);
}
