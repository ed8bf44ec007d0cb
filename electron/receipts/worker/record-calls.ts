import type { DatabaseSync } from 'node:sqlite';
import type { RecordCheck } from '../../../shared/record-check.ts';
import { openCheckpoint } from '../../proof/checkpoint.ts';
import type { OpenStore } from '../repair/read-store.ts';
import type { CheckpointLog } from '../store/checkpoint-log.ts';
import { proveReceipts } from '../store/receipt-proofs.ts';
import { type KnownCheckpoint, RecordChecker } from '../store/record-check.ts';
import { readSlice } from '../store/record-slice.ts';
import { Turns } from '../store/slice-time.ts';
import type { AnchorNote, CheckProgress, ReceiptCalls } from './worker-protocol.ts';

/** Checkpoints in the result of a check. A system log may hold thousands. */
const MAX_TOLD_CHECKPOINTS = 200;

type RecordCalls = Pick<
  ReceiptCalls,
  | 'checkRecord'
  | 'checkProgress'
  | 'signCheckpoint'
  | 'newestCheckpoint'
  | 'continuationOf'
  | 'copySlice'
  | 'continuesCopy'
  | 'adopt'
  | 'repair'
  | 'prove'
  | 'signNote'
>;

/** Answers the calls about the tree and its checkpoints. Damage is a result of a check, and the store stays as it is. */
export function recordCalls(store: OpenStore, giveWay: () => Promise<void>): RecordCalls {
  let progress: CheckProgress | undefined;
  return {
    checkRecord: async (anchors) => {
      const onSlice = (done: number, of: number) => {
        progress = { done, of };
        return giveWay();
      };
      try {
        return await checkDatabase(store.parts.db, store.parts.checkpoints, anchors, onSlice);
      } finally {
        progress = undefined;
      }
    },
    checkProgress: () => progress,
    signCheckpoint: () => store.parts.checkpoints?.sign(),
    newestCheckpoint: () => {
      const { checkpoints } = store.parts;
      const newest = checkpoints?.all().at(-1);
      if (checkpoints === undefined || newest === undefined) return undefined;
      return {
        note: newest.note,
        at: new Date(newest.at).toISOString(),
        verifierKey: checkpoints.verifierKey,
      };
    },
    signNote: (text) => {
      const { checkpoints } = store.parts;
      if (checkpoints === undefined) throw new Error('no_key');
      return checkpoints.signNote(text);
    },
    prove: (receiptIds, checkpoint) => proveReceipts(store.parts, receiptIds, new Turns(giveWay), checkpoint),
    copySlice: (from) => store.read(() => readSlice(store.parts.db, from)),
    continuesCopy: (leaves, root) => {
      const { tree } = store.parts;
      return root === undefined ? leaves === 0 : (tree.rootAt(leaves)?.equals(root) ?? false);
    },
    repair: (dryRun) => store.repair(dryRun),
    adopt: (prepared) => store.adopt(prepared),
    continuationOf: (note) => store.parts.checkpoints?.continuation(note) ?? 'continues',
  };
}

/** Checks a database against its tree, the checkpoints that it keeps, and others. */
export async function checkDatabase(
  db: DatabaseSync,
  checkpoints: CheckpointLog | undefined,
  anchors: readonly AnchorNote[] = [],
  onSlice: (done: number, of: number) => Promise<void> = async () => {},
): Promise<RecordCheck> {
  // Checks what there is now. What is added while the checkpoints are opened is not checked.
  const checker = new RecordChecker(db, onSlice);
  const turns = new Turns(() => onSlice(0, 1));
  const { known, unproven } = await knownCheckpoints(checkpoints, anchors, turns);
  const check = await checker.run(known);
  // Those that do not hold come first: the list is cut at its end.
  return { ...check, checkpoints: tellingCheckpoints([...unproven, ...check.checkpoints]) };
}

/** Leaves out the matching checkpoints of the record except the oldest and the newest. */
function tellingCheckpoints(checkpoints: RecordCheck['checkpoints']): RecordCheck['checkpoints'] {
  const own = checkpoints.filter(({ source, state }) => source === 'record' && state === 'matches');
  const middle = new Set(own.slice(1, -1));
  return checkpoints.filter((each) => !middle.has(each)).slice(0, MAX_TOLD_CHECKPOINTS);
}

/** Opens the checkpoints of the record and those of the anchors with the key of this computer. */
async function knownCheckpoints(
  checkpoints: CheckpointLog | undefined,
  anchors: readonly AnchorNote[],
  turns: Turns,
) {
  const known: KnownCheckpoint[] = [];
  const unproven: RecordCheck['checkpoints'] = [];
  if (checkpoints === undefined) {
    for (const { source, at } of anchors) unproven.push({ source, at, entries: 0, state: 'unknown' });
    return { known, unproven };
  }
  const own = checkpoints.all().map(({ at, note }): AnchorNote => {
    return { source: 'record', note, at: new Date(at).toISOString() };
  });
  for (const { source, note, at } of [...own, ...anchors]) {
    // A signature takes a tenth of a millisecond, and a system log has thousands.
    if (turns.isOver) await turns.end();
    const opened = openCheckpoint(note, checkpoints.publicKey);
    if (opened === undefined) unproven.push({ source, at, entries: 0, state: 'invalid' });
    else known.push({ source, at, size: opened.size, root: opened.root });
  }
  return { known, unproven };
}
