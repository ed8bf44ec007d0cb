import { setImmediate } from 'node:timers/promises';
import type { ChangedFile } from '../../shared/changes.ts';
import { fileOf } from '../../shared/named-file.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { changedPathsOf, type NamedPaths } from '../commands/changed-paths.ts';
import { comparablePath } from '../platform/comparable-path.ts';
import { Turns } from '../receipts/store/slice-time.ts';
import type { GitChange } from './git-status.ts';

/** A file system can store times in steps of two seconds. */
const CLOCK_STEP_MS = 2000;
/** A harness reports an edit within this time after it. A later report belongs to a later edit. */
const REPORT_DELAY_MS = 60_000;
/** A command without a later event of its session is taken to run for at most this long. */
const LONGEST_COMMAND_MS = 600_000;

/** A file that git names, and the time in which it changed. */
export interface FileOnDisk extends GitChange {
  /** The time of the file. Undefined for a deleted one. */
  changedAt: number | undefined;
  /** The change happened between these instants. They are the same where the file tells its time. */
  earliest: number;
  latest: number;
  /** The forms of its path in the record, after redaction: below the folder that git names, and below a link to it. */
  recordedPaths: readonly string[];
}

const timeOf = ({ occurredAt }: Receipt) => Date.parse(occurredAt);

interface Running extends NamedPaths {
  from: number;
  to: number;
  receipt: Receipt;
  isOfProject: boolean;
}

const reporterOf = ({ id, integration, occurredAt }: Receipt): ChangedFile['by'] => ({
  receiptId: id,
  integration: integration.name,
  at: occurredAt,
});

/**
 * Returns the times in which reported commands ran, with the paths that they name. No harness reports the end of a command,
 * so it lasts until the next event of its session. `receipts` are in the order of their arrival.
 */
async function commandTimes(
  receipts: readonly Receipt[],
  isOfProject: (receipt: Receipt) => boolean,
  turns: Turns,
): Promise<Running[]> {
  const running = new Map<number, Running>();
  const times: Running[] = [];
  for (const receipt of receipts) {
    if (turns.isOver) await turns.end();
    const at = timeOf(receipt);
    const open = running.get(receipt.session.key);
    // The tool's own event comes with the command's.
    if (open !== undefined && at > open.from) {
      open.to = Math.max(open.from, at);
      running.delete(receipt.session.key);
    }
    // A refused command did not run.
    if (receipt.event !== 'command.before_run' || receipt.outcome === 'refused') continue;
    const named = changedPathsOf(receipt);
    const started = {
      from: at,
      to: at + LONGEST_COMMAND_MS,
      receipt,
      isOfProject: isOfProject(receipt),
      ...named,
    };
    running.set(receipt.session.key, started);
    times.push(started);
  }
  return times;
}

/**
 * Compares changed files with receipts, oldest first. Nothing is guessed beyond the times and the names. Works in turns: events
 * are taken between two of them.
 */
export async function verdictsOf(
  files: readonly FileOnDisk[],
  receipts: readonly Receipt[],
  isOfProject: (receipt: Receipt) => boolean,
): Promise<ChangedFile[]> {
  const turns = new Turns(() => setImmediate());
  const reports = Map.groupBy(
    receipts.filter(({ event }) => event === 'file.changed'),
    ({ event, data }) => comparablePath(fileOf(event, data) ?? ''),
  );
  const previous = Map.groupBy(
    receipts.filter(({ event, data }) => event === 'file.changed' && typeof data.previousPath === 'string'),
    ({ data }) => comparablePath(String(data.previousPath)),
  );
  const commands = await commandTimes(receipts, isOfProject, turns);
  const verdictOf = (file: FileOnDisk): ChangedFile => {
    const { path, kind, changedAt, latest, recordedPaths } = file;
    const base = {
      path,
      kind,
      changedAt: changedAt === undefined ? null : new Date(changedAt).toISOString(),
    };
    const isMoved = kind === 'deleted' || kind === 'renamed';
    const named = recordedPaths
      .map((recorded) => comparablePath(recorded))
      .flatMap((name) => [...(reports.get(name) ?? []), ...(previous.get(name) ?? [])]);
    const naming = commands.filter(({ names, namesRemoval }) =>
      recordedPaths.some(isMoved ? namesRemoval : names),
    );
    // A commit of other files can be later than the deletion.
    const reportedAt = [...named, ...naming.map(({ receipt }) => receipt)].map(timeOf);
    const earliest = isMoved ? Math.min(file.earliest, ...reportedAt) : file.earliest;
    const report = named.findLast((receipt) => {
      const at = timeOf(receipt);
      const isInTime = at >= earliest - CLOCK_STEP_MS && at <= latest + REPORT_DELAY_MS;
      const { changeType } = receipt.data;
      return isInTime && (!isMoved || changeType === 'deleted' || changeType === 'renamed');
    });
    if (report !== undefined) return { ...base, verdict: 'reported', by: reporterOf(report) };
    const ranThen = ({ from, to }: Running) =>
      latest >= from - CLOCK_STEP_MS && earliest <= to + CLOCK_STEP_MS;
    const namer = naming.findLast(ranThen);
    if (namer !== undefined) return { ...base, verdict: 'named_by_command', by: reporterOf(namer.receipt) };
    const command = commands.findLast((each) => each.isOfProject && ranThen(each));
    if (command === undefined) return { ...base, verdict: 'not_reported', by: null };
    return { ...base, verdict: 'during_command', by: reporterOf(command.receipt) };
  };
  const verdicts: ChangedFile[] = [];
  for (const file of files) {
    if (turns.isOver) await turns.end();
    verdicts.push(verdictOf(file));
  }
  return verdicts;
}
