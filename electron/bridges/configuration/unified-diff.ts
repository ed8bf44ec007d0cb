import { sep } from 'node:path';

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

/**
 * Computes the shortest edit script by the longest common subsequence. Above the limit it removes all old lines
 * and adds all new lines.
 */
function changed(before: string[], after: string[]): Line[] {
  if (before.length * after.length > MAX_CELLS) return [...out(before, '-'), ...out(after, '+')];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        before[i] === after[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const lines: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ mark: ' ', text: before[i]! });
      i += 1;
      j += 1;
    } else if (
      i < before.length &&
      (j === after.length || common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    ) {
      lines.push({ mark: '-', text: before[i]! });
      i += 1;
    } else {
      lines.push({ mark: '+', text: after[j]! });
      j += 1;
    }
  }
  return lines;
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
