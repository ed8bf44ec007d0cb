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

/** A column. A terminal narrower than `fromWidth` leaves it out, and a cell of a terminal has `most` characters. */
export interface Column<Row> {
  title: string;
  cell(row: Row): string;
  fromWidth?: number;
  most?: number;
}

/** A terminal without a known width is taken for one with room for everything. */
const WIDE = 200;

/** Prints rows in the columns for which a terminal has room. A program gets `forPrograms`. */
export function printColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  forPrograms: readonly Column<Row>[] = columns,
): void {
  const { isTTY, columns: width = WIDE } = process.stdout;
  const shown = isTTY ? columns.filter(({ fromWidth = 0 }) => fromWidth <= width) : forPrograms;
  const cellOf = ({ cell, most = WIDE }: Column<Row>, row: Row) =>
    isTTY ? fitted(cell(row), most) : cell(row);
  printTable(
    shown.map(({ title }) => title),
    rows.map((row) => shown.map((column) => cellOf(column, row))),
  );
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
