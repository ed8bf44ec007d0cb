import { formatCount } from '../quantity.ts';
import type { StorePart, StoreRepair } from '../repair.ts';
import { asSent, type FormatInstant } from './instants.ts';
import { listed, plural, receipts } from './plural.ts';

const parts: Record<StorePart, string> = {
  file: 'the file as a whole',
  receipts: 'receipts',
  names: 'names of agents or sessions',
  proofs: 'the proofs of the record',
  history: 'pauses, incidents and marks',
  indexes: 'indexes',
  unused: 'unused pages',
};

export const UNKNOWN_LOSS = 'How many receipts the damaged file contained is not known.';

/** Says what is damaged in the receipt store, and what a repair did or would do. */
export function repairSentences(report: StoreRepair, isDone: boolean): string[] {
  const { state, lost, incomplete, altered, aside } = report;
  if (state === 'missing') return ['There is no receipt store yet.'];
  if (state === 'intact') return [`Nothing is damaged. The store contains ${receipts(report.receipts)}.`];
  const sentences = [`Damaged: ${listed(report.parts.map((part) => parts[part]))}.`];
  if (state === 'rebuild') {
    sentences.push(
      isDone
        ? `Plinth copied the record to a new file and makes the indexes anew in the background. No receipt was lost: the store contains ${receipts(report.receipts)}.`
        : `A repair copies the record to a new file and makes the indexes anew. No receipt is lost: the store contains ${receipts(report.receipts)}.`,
    );
    return sentences;
  }
  if (report.receipts === 0) {
    sentences.push(
      isDone
        ? 'No receipt was readable. Plinth started a new store.'
        : 'No receipt is readable. A repair starts a new store.',
    );
  } else {
    sentences.push(
      isDone
        ? `Plinth wrote ${receipts(report.receipts)} to a new store.`
        : `A repair writes ${receipts(report.receipts)} to a new store and renames the damaged file.`,
    );
  }
  if (lost === null) sentences.push(UNKNOWN_LOSS);
  else if (lost > 0) sentences.push(`${receipts(lost)} cannot be read.`);
  else if (report.receipts > 0) sentences.push('No receipt is lost that the proofs of the record name.');
  if (incomplete > 0) sentences.push(`${receipts(incomplete)} without the name of the agent or session.`);
  if (altered > 0) sentences.push(`${receipts(altered)} with content that does not fit the proofs.`);
  if (aside !== null) sentences.push(`The damaged file is now ${aside}. It stays until you delete it.`);
  return sentences;
}

/** Says which receipts cannot be read, one line for each run of positions. */
export function lostLines({ lostRanges, lost }: StoreRepair, instant: FormatInstant = asSent): string[] {
  const lines = lostRanges.map(({ from, to, after, before }) => {
    const times = [
      ...(after === null ? [] : [`after ${instant(after)}`]),
      ...(before === null ? [] : [`before ${instant(before)}`]),
    ];
    const place =
      from === to
        ? `at position ${formatCount(from)}`
        : `at positions ${formatCount(from)} to ${formatCount(to)}`;
    return `${receipts(to - from + 1)} ${place}${times.length === 0 ? '' : `, ${times.join(' and ')}`}`;
  });
  const listedCount = lostRanges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const others = (lost ?? 0) - listedCount;
  return others > 0 ? [...lines, `and ${plural(others, { one: 'other', other: 'others' })}`] : lines;
}
