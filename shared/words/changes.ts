import type { ChangeReport, ChangeVerdict } from '../changes.ts';
import { plural } from './plural.ts';

/** The words for what the record says about a changed file. */
export const CHANGE_VERDICTS: Readonly<Record<ChangeVerdict, string>> = {
  reported: 'reported',
  named_by_command: 'a reported command names it',
  during_command: 'a command ran in that time',
  not_reported: 'not reported',
};

/** Returns the sentences above the list of changed files: the counts, and the limits of what can be said. */
export function changeSentences({
  files,
  isCut,
  notCompared,
  withoutPath,
  withoutCommand,
  recordBegins,
}: ChangeReport): string[] {
  const count = (verdict: ChangeVerdict) => files.filter((file) => file.verdict === verdict).length;
  const before = files.filter(
    ({ verdict, changedAt }) =>
      verdict === 'not_reported' && changedAt !== null && (recordBegins === null || changedAt < recordBegins),
  ).length;
  const parts = (Object.keys(CHANGE_VERDICTS) as ChangeVerdict[])
    .filter((verdict) => verdict === 'reported' || verdict === 'not_reported' || count(verdict) > 0)
    .map((verdict) => `${count(verdict)} ${CHANGE_VERDICTS[verdict]}`);
  return [
    files.length === 0
      ? 'No file differs from the last commit.'
      : `${plural(files.length, { one: 'changed file', other: 'changed files' })}: ${parts.join(', ')}.`,
    ...(isCut ? ['There are more changed files than these.'] : []),
    ...(notCompared === 0
      ? []
      : [
          `${plural(notCompared, { one: 'file', other: 'files' })} not compared: a filter of git, such as Git LFS, stores another content, and Plinth runs no program of a repository.`,
        ]),
    ...(before === 0
      ? []
      : [`${plural(before, { one: 'file', other: 'files' })} changed before the record begins.`]),
    ...(withoutPath === 0
      ? []
      : [
          `${plural(withoutPath, { one: 'report', other: 'reports' })} of changed files without a path: they explain no file here.`,
        ]),
    ...(withoutCommand === 0
      ? []
      : [
          `${plural(withoutCommand, { one: 'report', other: 'reports' })} of commands without their text: they name no file here.`,
        ]),
  ];
}
