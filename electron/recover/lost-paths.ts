import type { NotableKind } from '../../shared/insight.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { Outcome } from '../../shared/session-notes.ts';
import { reportedActions } from '../commands/notable-kinds.ts';

/** The kinds of actions after which a content can be gone. */
export const LOSING_KINDS = ['deletes', 'discards_work', 'overwrites'] as const satisfies NotableKind[];

/** A path that a report says was deleted, discarded or written over. */
interface LostPath {
  /** As the record writes it, with `~` for the home folder. A folder stands for all that was below it. */
  path: string;
  kind: (typeof LOSING_KINDS)[number];
  /** False if it holds a mask or a variable, or is behind a `cd` that cannot be followed. */
  isResolved: boolean;
  /** It holds `*`, `?` or `[…]`: the files that matched are not known. */
  isPattern: boolean;
  /** Only the folder is known, as for `git reset --hard`. */
  isContentsUnknown: boolean;
  at: string;
  integration: string;
  receiptId: string;
  /** What became of the call. A refused one lost nothing. */
  outcome: Outcome | null;
}

/** Lists the paths that reports say were lost. A later report of the same path and kind replaces an earlier one. */
export function lostPathsOf(receipts: readonly Receipt[]): LostPath[] {
  const lost = new Map<string, LostPath>();
  for (const { event, data, redaction, occurredAt: at, integration, id, outcome = null } of receipts) {
    const from = { at, integration: integration.name, receiptId: id, outcome };
    const add = (path: LostPath) => {
      const key = `${path.kind}\0${path.path}`;
      // What was refused does not hide what ran before.
      if (path.outcome !== 'refused' || lost.get(key) === undefined) lost.set(key, path);
    };
    for (const { kind, paths, unresolved, isElsewhere } of reportedActions(event, data, redaction.findings)) {
      if (isElsewhere || !isLosing(kind)) continue;
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

const isLosing = (kind: string): kind is LostPath['kind'] =>
  (LOSING_KINDS as readonly string[]).includes(kind);
