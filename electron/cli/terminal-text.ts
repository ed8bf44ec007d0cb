import stringWidth from 'string-width';

// C0 without tab and line feed, DEL, C1, and the characters that change the direction of writing.
const COMMANDING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be found
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const LARGEST_BYTE = 0xff;

const hex = (character: string, digits: number) => character.charCodeAt(0).toString(16).padStart(digits, '0');

/** Makes text from others safe for a terminal. It replaces control characters with escapes. */
export function printable(text: string): string {
  return text.replaceAll(COMMANDING, (character) =>
    character.charCodeAt(0) <= LARGEST_BYTE ? `\\x${hex(character, 2)}` : `\\u${hex(character, 4)}`,
  );
}

/**
 * Writes JSON that is safe for a terminal. `JSON.stringify` does not escape DEL, C1 and direction characters.
 */
export function jsonText(value: unknown, indent?: number): string {
  return escapedJson(JSON.stringify(value, null, indent));
}

/** Replaces control characters in JSON text with `\u` escapes of the same meaning. */
export function escapedJson(json: string): string {
  // JSON has such characters only inside strings. The pattern does not match its line breaks.
  return json.replaceAll(COMMANDING, (character) => `\\u${hex(character, 4)}`);
}

export function printJson(value: unknown): void {
  console.log(jsonText(value));
}

/** Writes to standard output, and waits while the reader is slower. */
export async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) {
    await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
  }
}

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
