import type { UnreadableReason } from '../event.ts';

/** Why a report could not be read, as the end of a sentence. */
const unreadableWords: Record<UnreadableReason, string> = {
  not_json: 'it is not a whole JSON object',
  two_readings: 'it names one member twice',
  too_large: 'it is too large, or has too many parts',
  too_many: 'too many reports arrived at once',
  no_session: 'it names no session',
  incomplete: 'it leaves out what it is about, such as the command',
  several: 'for several reasons',
};

const wordsOf = (reason: unknown) => unreadableWords[reason as UnreadableReason] ?? unreadableWords.several;

/** Gives the reports of a `report.unreadable` receipt in one line. */
export function unreadableLine({ reason, bytes, count }: Record<string, unknown>): string {
  const reports = count === 1 ? 'Unreadable report' : `${count} unreadable reports`;
  return `${reports} of ${bytes} bytes: ${wordsOf(reason)}`;
}

/** Says what a `report.unreadable` receipt stands for. */
export function unreadableSentence({ reason, count }: Record<string, unknown>): string {
  return count === 1
    ? `Plinth could not read a report of this agent: ${wordsOf(reason)}. Nothing of its text was stored.`
    : `Plinth could not read ${count} reports of this agent: ${wordsOf(reason)}. Nothing of their text was stored.`;
}
