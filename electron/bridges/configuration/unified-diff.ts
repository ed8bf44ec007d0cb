import { sep } from 'node:path';
import { diff } from 'node:util';

const CONTEXT = 3;
const MAX_CELLS = 4_000_000;

type Line = { mark: ' ' | '-' | '+'; text: string };

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop()!;
  // The mark is no line of its own: a hunk does not count it.
  return last === '' ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

const out = (lines: string[], mark: Line['mark']) => lines.map((text) => ({ mark, text }));

function script(before: string[], after: string[]): Line[] {
  // Our change is small. Most lines of a long file are equal at both ends.
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before.at(-1 - tail) === after.at(-1 - tail)
  )
    tail += 1;
  return [
    ...out(before.slice(0, head), ' '),
    ...changed(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...out(before.slice(before.length - tail), ' '),
  ];
}

const MARKS = { [-1]: '+', 0: ' ', 1: '-' } as const;

/** Returns the shortest edit script. Above the limit it removes all old lines and adds all new lines. */
function changed(before: string[], after: string[]): Line[] {
  const cells = before.length * after.length;
  if (cells === 0 || cells > MAX_CELLS) return [...out(before, '-'), ...out(after, '+')];
  return diff(before, after).map(([operation, text]) => ({ mark: MARKS[operation], text }));
}

/**
 * Returns a unified diff between two texts of a file. `undefined` means no file. The diff is empty when the
 * texts are equal.
 */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return '';
  const lines = script(linesOf(before ?? ''), linesOf(after ?? ''));
  const shown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ mark }) => mark !== ' '),
  );
  const hunks: string[] = [];
  let oldLine = 1;
  let newLine = 1;
  for (let at = 0; at < lines.length; ) {
    if (!shown[at]) {
      oldLine += 1;
      newLine += 1;
      at += 1;
      continue;
    }
    let end = at;
    while (end < lines.length && shown[end]) end += 1;
    const hunk = lines.slice(at, end);
    const oldCount = hunk.filter(({ mark }) => mark !== '+').length;
    const newCount = hunk.filter(({ mark }) => mark !== '-').length;
    const start = (line: number, count: number) => (count === 0 ? line - 1 : line);
    hunks.push(`@@ -${start(oldLine, oldCount)},${oldCount} +${start(newLine, newCount)},${newCount} @@`);
    for (const { mark, text } of hunk) hunks.push(`${mark}${text}`);
    oldLine += oldCount;
    newLine += newCount;
    at = end;
  }
  // A backslash is a part of a name, except on Windows.
  const names = sep === '\\' ? path.replaceAll(sep, '/') : path;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would break the line
  const written = /[\x00-\x1f\x7f"\\]/.test(names) ? JSON.stringify(path) : path;
  const name = (text: string | undefined) => (text === undefined ? '/dev/null' : written);
  return `${[`--- ${name(before)}`, `+++ ${name(after)}`, ...hunks].join('\n')}\n`;
}
