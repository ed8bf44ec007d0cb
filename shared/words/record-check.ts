import { formatCount } from '../quantity.ts';
import type {
  CheckedCheckpoint,
  CheckpointSource,
  CheckState,
  RecordCheck,
  RecordFault,
} from '../record-check.ts';
import { asSent, type FormatInstant } from './instants.ts';
import { plural, receipts } from './plural.ts';

/** What makes a checkpoint where there is none. */
export const SIGNS_NEXT =
  'Plinth signs one a second after a receipt arrives, and when it stops. Start it with plinth serve, report something, and try again.';

/** Where a checkpoint was kept, as the end of a phrase. */
export const checkpointPlaces: Record<CheckpointSource, string> = {
  record: 'in the record',
  settings: 'in the settings file',
  keychain: 'in the keychain',
  given: 'that you gave',
};

const nameOf = ({ source, entries, at }: CheckedCheckpoint, instant: FormatInstant) =>
  at === null
    ? `the checkpoint of ${plural(entries, { one: 'entry', other: 'entries' })} ${checkpointPlaces[source]}`
    : `the checkpoint of ${instant(at)} ${checkpointPlaces[source]}`;

const kinds: Record<RecordFault['kind'], string> = {
  altered: 'altered',
  removed: 'removed without a mark',
  reordered: 'reordered',
  added: 'added without a leaf of their own',
  truncated: 'cut off at the end',
  replaced: 'replaced by another record, such as an older copy',
  lost: 'lost when the file was damaged',
  incomplete: 'without a name that was lost when the file was damaged',
};

/** Damage that Plinth has repaired and stated in the record. Everything else is a change by somebody. */
const isDamage = ({ kind }: RecordFault) => kind === 'lost' || kind === 'incomplete';

/** Returns the result of a check without its details. */
export function checkState(check: RecordCheck): CheckState {
  const { faults, faultCount } = check;
  if (faultCount === 0) return checkWords(check).ok ? 'unchanged' : 'changed';
  return faults.every(isDamage) && faults.length === faultCount ? 'repaired' : 'changed';
}

/** The answer of a check in one sentence, and the facts that it depends on. */
interface CheckWords {
  ok: boolean;
  answer: string;
  notes: string[];
}

/** Returns the oldest checkpoint from which the record continues. */
function oldestMatch({ checkpoints }: RecordCheck): CheckedCheckpoint | undefined {
  return checkpoints.find(({ state, entries }) => state === 'matches' && entries > 0);
}

/** Says why nothing can be told from a checkpoint. */
const strangeCheckpoint = ({ source, state }: CheckedCheckpoint): string =>
  state === 'invalid'
    ? `A checkpoint ${checkpointPlaces[source]} is not signed with the key of this record.`
    : `A checkpoint ${checkpointPlaces[source]} cannot be compared, because the key of this record is missing.`;

function notesOf(check: RecordCheck, instant: FormatInstant): string[] {
  const { checkpoints, entries, erased } = check;
  const notes: string[] = [];
  if (erased > 0) notes.push(`${receipts(erased)} deleted by you or by retention, each with a mark.`);
  for (const checkpoint of checkpoints) {
    if (checkpoint.state === 'invalid' || checkpoint.state === 'unknown') {
      notes.push(strangeCheckpoint(checkpoint));
    } else if (checkpoint.source !== 'record' && checkpoint.state === 'matches') {
      notes.push(`The record continues from ${nameOf(checkpoint, instant)}.`);
    } else if (checkpoint.state !== 'matches') {
      notes.push(`The record does not continue from ${nameOf(checkpoint, instant)}.`);
    }
  }
  const covered = Math.max(
    0,
    ...checkpoints.filter(({ state }) => state === 'matches').map((each) => each.entries),
  );
  if (covered > 0 && covered < entries) {
    notes.push(
      `The last ${plural(entries - covered, { one: 'entry', other: 'entries' })} are not signed yet.`,
    );
  }
  const isOutside = checkpoints.some(
    ({ source, state }) => (source === 'keychain' || source === 'given') && state === 'matches',
  );
  if (!isOutside) {
    notes.push(
      'No checkpoint was kept outside the data folder, so an older copy of the whole folder would not be noticed.',
    );
  }
  return notes;
}

/**
 * Says in one sentence that a checkpoint does not hold, which the user or Plinth kept outside the record. A record that
 * took the place of another is consistent within itself, so nothing else shows this. A root that cannot be computed
 * after damage accuses nobody.
 */
function disputeOf({ checkpoints, faults }: RecordCheck, instant: FormatInstant): string | undefined {
  const strange = checkpoints.find(({ state }) => state === 'invalid' || state === 'unknown');
  if (strange !== undefined) return strangeCheckpoint(strange);
  const given = checkpoints.find(({ source, state }) => source === 'given' && state !== 'matches');
  if (given === undefined || faults.every(isDamage)) return undefined;
  return `This is not the record of ${nameOf(given, instant)}.`;
}

/** Writes the result of a check for a person. */
export function checkWords(check: RecordCheck, instant: FormatInstant = asSent): CheckWords {
  const words = recordWords(check, instant);
  const dispute = disputeOf(check, instant);
  if (dispute === undefined) return words;
  // Within a record that has faults, these say more than its own consistency.
  if (!words.ok) return { ...words, answer: `${dispute} ${words.answer}` };
  return {
    ok: false,
    answer: dispute,
    notes: [`Within itself it is consistent. ${words.answer}`, ...words.notes],
  };
}

function recordWords(check: RecordCheck, instant: FormatInstant): CheckWords {
  const notes = notesOf(check, instant);
  if (check.faultCount > 0) {
    const found = [...new Set(check.faults.map(({ kind }) => kinds[kind]))].join('; ');
    const isOnlyDamage = checkState(check) === 'repaired';
    return {
      ok: false,
      answer: isOnlyDamage
        ? `The file of this record was damaged and repaired. Found: ${found}. Nothing else that is kept was altered, and nothing was removed without a mark.`
        : `This record was changed outside Plinth. Found: ${found}.`,
      notes,
    };
  }
  const anchor = oldestMatch(check);
  if (anchor !== undefined) {
    const since = nameOf(anchor, instant);
    return {
      ok: true,
      answer: `Since ${since} nothing that is kept was altered, and nothing was removed without a mark.`,
      notes,
    };
  }
  const answer =
    check.entries === 0
      ? 'The record is empty.'
      : `Every receipt fits its entry, but no signed checkpoint proves when the entries were made. ${SIGNS_NEXT}`;
  return { ok: !check.checkpoints.some(({ state }) => state === 'invalid'), answer, notes };
}

/** Writes one fault of a check for a person. */
export function faultWords(fault: RecordFault, instant: FormatInstant = asSent): string {
  const { kind, receiptId, from, to, after, before } = fault;
  const count = from === null || to === null ? 1 : Math.abs(to - from) + 1;
  const place =
    from === null
      ? ''
      : from === to
        ? ` at position ${formatCount(from)}`
        : ` at positions ${formatCount(from)} to ${formatCount(to!)}`;
  const times = [
    ...(after === null ? [] : [`after ${instant(after)}`]),
    ...(before === null ? [] : [`before ${instant(before)}`]),
  ];
  const when = times.length === 0 ? '' : `, ${times.join(' and ')}`;
  const entry = receiptId ?? plural(count, { one: 'entry', other: 'entries' });
  switch (kind) {
    case 'altered':
      return `${entry}${place} altered${when}.`;
    case 'removed':
      return `${entry}${place} removed without a mark${when}.`;
    case 'reordered':
      return from === to
        ? `${entry}${place} moved.`
        : `${entry} moved between positions ${formatCount(from!)} and ${formatCount(to!)}.`;
    case 'added':
      return `${entry}${place} added: no leaf of its own.`;
    case 'lost':
      return `${entry}${place} lost when the file was damaged${when}.`;
    case 'incomplete':
      return `${entry}${place} kept, but the name of its agent or session was lost when the file was damaged.`;
    case 'truncated':
      return `${entry}${place} cut off at the end${when}.`;
    case 'replaced':
      return `${entry}${place} replaced: a checkpoint shows another record, as after an older copy was put in its place${when}.`;
  }
}
