import type { DatabaseSync } from 'node:sqlite';
import type { CheckpointSource, RecordCheck } from '../../../shared/record-check.ts';
import { openCheckpoint } from '../../proof/checkpoint.ts';
import type { CheckpointLog } from './checkpoint-log.ts';
import { type KnownCheckpoint, RecordChecker } from './record-check.ts';
import { Turns } from './slice-time.ts';

/** Checkpoints in the result of a check. A system log may hold thousands. */
const MAX_TOLD_CHECKPOINTS = 200;

/** A signed checkpoint that was kept outside the record. */
export interface AnchorNote {
  source: CheckpointSource;
  note: string;
  at: string | null;
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
    const opened = openCheckpoint(note, checkpoints.signer.publicKey);
    if (opened === undefined) unproven.push({ source, at, entries: 0, state: 'invalid' });
    else known.push({ source, at, size: opened.size, root: opened.root });
  }
  return { known, unproven };
}
