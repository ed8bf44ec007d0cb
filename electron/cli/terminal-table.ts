import stringWidth from 'string-width';
import { printable } from './terminal-text.ts';

/** A wider cell is printed whole and shifts only its own row. A UUID and the id of a receipt fit. */
const WIDEST_COLUMN = 36;

const graphemes = new Intl.Segmenter();

/** Cuts a line to the width of a terminal. */
export function fitted(line: string, columns: number): string {
  if (stringWidth(line) <= columns) return line;
  let width = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(line)) {
    width += stringWidth(segment);
    // The last column is for the sign of the cut.
    if (width >= columns) break;
    end = index + segment.length;
  }
  return `${line.slice(0, end)}…`;
}

/** Prints a line, cut to the terminal if the output is one. A program receives all of it. */
function printFitted(line: string): void {
  const { isTTY, columns } = process.stdout;
  console.log(isTTY && columns > 0 ? fitted(line, columns) : line);
}

/** Prints rows in aligned columns under their titles. */
export function printTable(
  titles: readonly string[],
  written: readonly (readonly string[])[],
  print: (line: string) => void = printFitted,
): void {
  const rows = written.map((row) =>
    row.map((cell) => {
      const text = printable(cell.replaceAll(/[\t\n]/g, ' '));
      return { text, width: stringWidth(text) };
    }),
  );
  const widths = titles.map((title, column) =>
    rows.reduce(
      (widest, row) => Math.max(widest, Math.min(row[column]?.width ?? 0, WIDEST_COLUMN)),
      title.length,
    ),
  );
  const line = (cells: readonly { text: string; width: number }[]) =>
    cells
      .map(({ text, width }, column) =>
        column === cells.length - 1 ? text : text + ' '.repeat(Math.max(0, widths[column]! - width)),
      )
      .join('  ')
      .trimEnd();
  print(line(titles.map((title) => ({ text: title, width: title.length }))));
  for (const row of rows) print(line(row));
}
