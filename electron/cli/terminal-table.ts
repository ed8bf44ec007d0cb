import { printable } from './terminal-text.ts';

/** A wider cell is printed whole and shifts only its own row. A UUID and the id of a receipt fit. */
const WIDEST_COLUMN = 36;

/** Every character of it has one column. */
const PLAIN = /^[ -~]*$/;

/**
 * Cuts a line to the width of a terminal. The measure of other text than ASCII is loaded when there is some: it takes as long
 * as the rest of a command.
 */
export async function fitted(line: string, columns: number): Promise<string> {
  if (PLAIN.test(line)) return line.length <= columns ? line : `${line.slice(0, columns - 1)}…`;
  const { default: stringWidth } = await import('string-width');
  if (stringWidth(line) <= columns) return line;
  const graphemes = new Intl.Segmenter();
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
async function printFitted(line: string): Promise<void> {
  const { isTTY, columns } = process.stdout;
  console.log(isTTY && columns > 0 ? await fitted(line, columns) : line);
}

/** A column. A terminal narrower than `fromWidth` leaves it out, and a cell of a terminal has `most` characters. */
export interface Column<Row> {
  title: string;
  cell(row: Row): string;
  fromWidth?: number;
  most?: number;
}

/** Characters of a name in a column. A longer name says no more than others. */
export const MOST_OF_NAME = 16;
/** A terminal without a known width is taken for one with room for everything. */
const WIDE = 200;

/** Prints rows in the columns for which a terminal has room. A program gets `forPrograms`. */
export async function printColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  forPrograms: readonly Column<Row>[] = columns,
): Promise<void> {
  const { isTTY, columns: width = WIDE } = process.stdout;
  const shown = isTTY ? columns.filter(({ fromWidth = 0 }) => fromWidth <= width) : forPrograms;
  const cellOf = ({ cell, most = WIDE }: Column<Row>, row: Row) =>
    isTTY ? fitted(cell(row), most) : cell(row);
  await printTable(
    shown.map(({ title }) => title),
    await Promise.all(rows.map((row) => Promise.all(shown.map((column) => cellOf(column, row))))),
  );
}

/** Prints rows in aligned columns under their titles. */
export async function printTable(
  titles: readonly string[],
  written: readonly (readonly string[])[],
  print: (line: string) => void | Promise<void> = printFitted,
): Promise<void> {
  const texts = written.map((row) => row.map((cell) => printable(cell.replaceAll(/[\t\n]/g, ' '))));
  const isPlain = texts.every((row) => row.every((text) => PLAIN.test(text)));
  const widthOf = isPlain ? (text: string) => text.length : (await import('string-width')).default;
  const rows = texts.map((row) => row.map((text) => ({ text, width: widthOf(text) })));
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
  await print(line(titles.map((title) => ({ text: title, width: title.length }))));
  for (const row of rows) await print(line(row));
}
