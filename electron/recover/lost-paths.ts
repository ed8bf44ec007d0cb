import { homedir } from 'node:os';
import type { ReceiptFilter } from '../../shared/control.ts';
import { firstReceipts, pagesOf } from '../../shared/pages.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { LOSING_KINDS, type LostPath } from '../../shared/recover.ts';
import { reportedActions, reportedCommands } from '../commands/notable-kinds.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import { isAsked } from './file-copy.ts';

/** Receipts of one kind that are read, newest first. An older loss is found with a filter. */
const MAX_RECEIPTS = 2000;
const PAGE = 500;
/** Characters of a command. */
const LONGEST_COMMAND = 200;

/** Returns a path of the record as this computer has it. */
export const expanded = (path: string): string => path.replace(/^~(?=$|[\\/])/, () => homedir());

/** Lists the paths that reports say were lost. A later report of the same path and kind replaces an earlier one. */
function lostPathsOf(receipts: readonly Receipt[]): LostPath[] {
  const lost = new Map<string, LostPath>();
  for (const { event, data, redaction, occurredAt: at, integration, id, outcome = null } of receipts) {
    const command =
      typeof data.command === 'string' ? data.command.split('\n', 1)[0]!.slice(0, LONGEST_COMMAND) : null;
    const from = { at, integration: integration.name, command, receiptId: id, outcome };
    const add = (path: LostPath) => {
      const key = `${path.kind}\0${path.path}`;
      // What was refused does not hide what ran before.
      if (path.outcome !== 'refused' || lost.get(key) === undefined) lost.set(key, path);
    };
    for (const { kind: any, paths, unresolved, isElsewhere } of reportedActions(
      event,
      data,
      redaction.findings,
    )) {
      const kind = LOSING_KINDS.find((each) => each === any);
      if (isElsewhere || kind === undefined) continue;
      // A harness reports each edit. The edit keeps the rest of the file, and the harness keeps its own history.
      if (kind === 'overwrites' && event !== 'command.before_run') continue;
      const plain = { ...from, kind, isResolved: true, isPattern: false, isContentsUnknown: false };
      for (const { path, isGlob } of paths) add({ ...plain, path, isPattern: isGlob });
      for (const path of unresolved) add({ ...plain, path, isResolved: false });
      if (paths.length + unresolved.length > 0) continue;
      const { cwd } = data;
      const folder = typeof cwd === 'string' ? { path: cwd } : { path: '', isResolved: false };
      add({ ...plain, ...folder, isContentsUnknown: true });
    }
  }
  return [...lost.values()].sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Programs that run what is written elsewhere: nobody can tell from their command which files they delete. */
const SCRIPT =
  /(?:^|[\\/])(?:node|deno|bun|bunx|npm|npx|pnpm|yarn|python[\d.]*|ruby|perl|php|bash|sh|zsh|pwsh|make|just)(?:\.exe)?$|\.\w?sh$|^\.{1,2}[\\/]/i;

const runsScript = ({ event, data, redaction }: Receipt) =>
  reportedCommands(event, data, redaction.findings)?.some(
    ({ words, isElsewhere }) => isElsewhere !== true && SCRIPT.test(words[0]?.text ?? ''),
  ) === true;

/**
 * Reads what agents reported as lost, newest first. `isCut`: older reports were not read. `scripts`: commands that ran a script or
 * an interpreter, whose files no report names.
 */
export async function readLosses(
  receipts: Pick<ReceiptClient, 'call'>,
  filter: ReceiptFilter,
): Promise<{ lost: LostPath[]; isCut: boolean; scripts: number }> {
  let isCut = false;
  const read = async (of: ReceiptFilter) => {
    const pages = pagesOf(({ cursor }) => receipts.call('export', { ...filter, ...of }, cursor, PAGE));
    const { found, isCut: isNotAll } = await firstReceipts(pages, MAX_RECEIPTS);
    isCut ||= isNotAll;
    return found;
  };
  const event = 'command.before_run' as const;
  const found = [...(await read({ notable: 'deletes' })), ...(await read({ notable: 'discards_work' }))];
  // Reports of edits are many, and no loss.
  found.push(...(await read({ notable: 'overwrites', event })));
  const lost = lostPathsOf(found.sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1)));
  // In this order: that older commands were not read is no gap of the list.
  return { lost, isCut, scripts: (await read({ event })).filter(runsScript).length };
}

/** Returns the time of the newest report that a path, or a folder around it, was lost, in milliseconds. */
export function lossOf(path: string, lost: readonly LostPath[]): number | undefined {
  const named = lost.find(
    (each) =>
      each.isResolved && !each.isPattern && each.outcome !== 'refused' && isAsked(path, expanded(each.path)),
  );
  return named && Date.parse(named.at);
}
