/** A longer text is read as it is: those who read every character of a text ask for short ones. */
export const LONGEST_CODED = 8192;

const buffer = Buffer.alloc(2 * LONGEST_CODED);
/** The order of bytes is that of all platforms of the runtime. */
const units = new Uint16Array(buffer.buffer, buffer.byteOffset, LONGEST_CODED);
let held = '';

/**
 * Returns the characters of a text as numbers, which a loop reads in half the time of the characters of a string. They
 * are valid until the next call with another text.
 */
export function codesOf(text: string): Uint16Array {
  if (text !== held) {
    if (text.length > LONGEST_CODED) throw new RangeError('the text is too long to be read as numbers');
    buffer.write(text, 'utf16le');
    held = text;
  }
  return units;
}
