import stringWidth from 'string-width';

// C0 without tab and line feed, DEL, C1, and the characters that turn the direction of writing.
const COMMANDING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be found
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const LARGEST_BYTE = 0xff;

const hex = (character: string, digits: number) => character.charCodeAt(0).toString(16).padStart(digits, '0');

/** A text that others wrote, for a terminal: what would command it is shown as an escape instead. */
export function printable(text: string): string {
  return text.replaceAll(COMMANDING, (character) =>
    character.charCodeAt(0) <= LARGEST_BYTE ? `\\x${hex(character, 2)}` : `\\u${hex(character, 4)}`,
  );
}

/** JSON that commands no terminal. `JSON.stringify` leaves DEL, C1 and the turning characters as they are. */
export function jsonText(value: unknown, indent?: number): string {
  return escapedJson(JSON.stringify(value, null, indent));
}

/** Writes in JSON text what would command a terminal as `\u` escapes, which mean the same. */
export function escapedJson(json: string): string {
  // Outside of strings JSON has no such characters, and its line breaks are no part of the pattern.
  return json.replaceAll(COMMANDING, (character) => `\\u${hex(character, 4)}`);
}

export function printJson(value: unknown): void {
  console.log(jsonText(value));
}

/** Writes to standard output, and waits while its reader is slower. */
export async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) {
    await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
  }
}

/** A cell that is wider stands whole and moves its own row only. A UUID and the id of a receipt have room. */
const WIDEST_COLUMN = 36;

/** Prints rows in aligned columns under their titles. */
export function printTable(
  titles: readonly string[],
  written: readonly (readonly string[])[],
  print: (line: string) => void = console.log,
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
