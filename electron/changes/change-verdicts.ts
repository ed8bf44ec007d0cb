import { isAbsolute, join } from 'node:path';
import type { ChangedFile } from '../../shared/changes.ts';
import type { ReceiptSummary } from '../../shared/receipt.ts';
import type { GitChange } from './git-status.ts';

/** A file system can store times in steps of two seconds. */
const CLOCK_STEP_MS = 2000;
/** A harness reports an edit within this time after it. A later report belongs to a later edit. */
const REPORT_DELAY_MS = 60_000;
/** A command without a later event of its session is taken to run for at most this long. */
const LONGEST_COMMAND_MS = 600_000;

/** A file that git names, its time, and its path in the form of the record. */
export interface FileOnDisk extends GitChange {
  changedAt: number | undefined;
  /** The path as the record writes it, after redaction. */
  recordedPath: string;
}

interface Running {
  from: number;
  to: number;
  receipt: ReceiptSummary;
}

const reporterOf = ({ id, integration, occurredAt }: ReceiptSummary): ChangedFile['by'] => ({
  receiptId: id,
  integration: integration.name,
  at: occurredAt,
});

/**
 * Returns the times in which reported commands ran. No harness reports the end of a command, so it lasts until the next
 * event of its session. `receipts` are in the order of their arrival.
 */
function commandTimes(receipts: readonly ReceiptSummary[]): Running[] {
  const running = new Map<number, Running>();
  const times: Running[] = [];
  for (const receipt of receipts) {
    const at = Date.parse(receipt.occurredAt);
    const open = running.get(receipt.session.key);
    // The tool's own event comes with the command's.
    if (open !== undefined && at > open.from) {
      open.to = Math.max(open.from, at);
      running.delete(receipt.session.key);
    }
    if (receipt.event !== 'command.before_run') continue;
    const started = { from: at, to: at + LONGEST_COMMAND_MS, receipt };
    running.set(receipt.session.key, started);
    times.push(started);
  }
  return times;
}

function reportOf({ changedAt }: FileOnDisk, reports: readonly ReceiptSummary[]): ReceiptSummary | undefined {
  if (changedAt === undefined) {
    return reports.findLast(({ context: { change } }) => change === 'deleted' || change === 'renamed');
  }
  const from = new Date(changedAt - CLOCK_STEP_MS).toISOString();
  const to = new Date(changedAt + REPORT_DELAY_MS).toISOString();
  return reports.findLast(({ occurredAt }) => occurredAt >= from && occurredAt <= to);
}

/** Compares changed files with the receipts of their project. Nothing is guessed beyond the times. */
export function verdictsOf(files: readonly FileOnDisk[], receipts: readonly ReceiptSummary[]): ChangedFile[] {
  const reports = Map.groupBy(
    receipts.filter(({ event, context }) => event === 'file.changed' && context.path !== undefined),
    ({ context }) => context.path!,
  );
  const commands = commandTimes(receipts);
  return files.map((file) => {
    const { path, kind, changedAt } = file;
    const base = {
      path,
      kind,
      changedAt: changedAt === undefined ? null : new Date(changedAt).toISOString(),
    };
    const report = reportOf(file, reports.get(file.recordedPath) ?? []);
    if (report !== undefined) return { ...base, verdict: 'reported', by: reporterOf(report) };
    const command =
      changedAt === undefined
        ? undefined
        : commands.findLast(
            ({ from, to }) => changedAt >= from - CLOCK_STEP_MS && changedAt <= to + CLOCK_STEP_MS,
          );
    if (command !== undefined) return { ...base, verdict: 'during_command', by: reporterOf(command.receipt) };
    // A deletion leaves no time, and a renamed file keeps the one of its content: a reported command can be the cause.
    const isTimed = changedAt !== undefined && kind !== 'renamed';
    return { ...base, verdict: isTimed ? 'not_reported' : 'not_known', by: null };
  });
}

/** Returns a path below a folder. git writes paths with slashes on every system. */
export const belowRoot = (root: string, path: string): string => (isAbsolute(path) ? path : join(root, path));
