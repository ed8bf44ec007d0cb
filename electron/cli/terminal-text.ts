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

/** Makes a name from others safe for one line of a terminal. */
export const onOneLine = (name: string): string =>
  printable(name).replaceAll(/[\t\n]/g, (character) => `\\x${hex(character, 2)}`);

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
