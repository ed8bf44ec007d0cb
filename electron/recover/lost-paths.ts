import { homedir } from 'node:os';
import { sep } from 'node:path';
import type { ReceiptFilter } from '../../shared/control.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { LOSING_KINDS, type LostPath } from '../../shared/recover.ts';
import { reportedActions } from '../commands/notable-kinds.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';

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
  for (const { event, data, redaction, occurredAt: at, integration, id } of receipts) {
    const command =
      typeof data.command === 'string' ? data.command.split('\n', 1)[0]!.slice(0, LONGEST_COMMAND) : null;
    const from = { at, integration: integration.name, command, receiptId: id };
    const add = (path: LostPath) => lost.set(`${path.kind}\0${path.path}`, path);
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
      if (paths.length + unresolved.length === 0)
        add({ ...plain, path: typeof data.cwd === 'string' ? data.cwd : '', isContentsUnknown: true });
    }
  }
  return [...lost.values()].sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Reads what agents reported as lost, newest first. `isCut`: older reports were not read. */
export async function readLosses(
  receipts: Pick<ReceiptClient, 'call'>,
  filter: ReceiptFilter,
): Promise<{ lost: LostPath[]; isCut: boolean }> {
  const found: Receipt[] = [];
  let isCut = false;
  for (const notable of LOSING_KINDS) {
    let cursor: string | undefined;
    let read = 0;
    do {
      // Reports of edits are many, and are not read below.
      const of = notable === 'overwrites' ? { notable, event: 'command.before_run' as const } : { notable };
      const page = await receipts.call('export', { ...filter, ...of }, cursor, PAGE);
      found.push(...page.receipts);
      read += page.receipts.length;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && read < MAX_RECEIPTS);
    isCut ||= cursor !== undefined;
  }
  return { lost: lostPathsOf(found.sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))), isCut };
}

/** Returns the time of the newest report that a path, or a folder around it, was lost, in milliseconds. */
export function lossOf(path: string, lost: readonly LostPath[]): number | undefined {
  const named = lost.find((each) => {
    const folder = expanded(each.path);
    return each.isResolved && !each.isPattern && (path === folder || path.startsWith(folder + sep));
  });
  return named && Date.parse(named.at);
}
