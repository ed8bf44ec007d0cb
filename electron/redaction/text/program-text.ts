/** What a character says of the line that it begins or ends. */
const [BEGINS_CODE, ENDS_CODE, ENDS_STATEMENT] = [1, 2, 4] as const;
const KINDS = new Uint8Array(128);
for (const [characters, kind] of [
  ['/*})]<@.&|?+', BEGINS_CODE],
  ['()[],>=+|&\\`:', ENDS_CODE],
  [';{}', ENDS_CODE | ENDS_STATEMENT],
] as const)
  for (const character of characters) {
    const code = character.charCodeAt(0);
    KINDS[code] = KINDS[code]! | kind;
  }

const BLANK = 32;
const FEWEST_STATEMENTS = 2;
/** Lines of a program among all lines of its text: comments, and the command that writes it to a file, are the others. */
const SHARE = 0.7;

const kindAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code < KINDS.length ? KINDS[code]! : 0;
};

/** True for the lines of a program in a language with braces or semicolons: hardly a line of prose ends as they do. */
export function isProgramText(text: string): boolean {
  let lines = 0;
  let ofCode = 0;
  let statements = 0;
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from);
    const end = found === -1 ? text.length : found;
    let first = from;
    while (first < end && text.charCodeAt(first) <= BLANK) first += 1;
    from = end + 1;
    if (first === end) continue;
    let last = end - 1;
    while (text.charCodeAt(last) <= BLANK) last -= 1;
    lines += 1;
    const kind = (kindAt(text, first) & BEGINS_CODE) | (kindAt(text, last) & ~BEGINS_CODE);
    if (kind !== 0) ofCode += 1;
    if ((kind & ENDS_STATEMENT) !== 0) statements += 1;
  }
  return statements >= FEWEST_STATEMENTS && ofCode >= SHARE * lines;
}
