const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the index of the quote that closes the string opened at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

/**
 * Returns true if a JSON object names a member twice, at its top or in its member `nested`. Parsers differ: some take
 * the first value, others the last. `value` is the parsed text, so the text is known to be valid JSON. The function
 * compares the number of written members with the number of parsed members. Escapes in a name do not affect that
 * comparison.
 */
export function hasDuplicateMembers(text: string, value: unknown, nested: string): boolean {
  if (!isObject(value)) return false;
  let depth = 0;
  let membersAtTop = 0;
  let membersInNested = 0;
  let inNested = false;
  let nameStart = 0;
  let nameEnd = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      nameStart = index;
      index = endOfString(text, index);
      nameEnd = index + 1;
    } else if (character === ':') {
      if (depth === 1) {
        membersAtTop += 1;
        const name = text.slice(nameStart, nameEnd);
        inNested = name === `"${nested}"` || (name.includes('\\') && JSON.parse(name) === nested);
      } else if (depth === 2 && inNested) membersInNested += 1;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  if (membersAtTop !== Object.keys(value).length) return true;
  const inner = Object.hasOwn(value, nested) ? value[nested] : undefined;
  return isObject(inner) && membersInNested !== Object.keys(inner).length;
}

/**
 * Returns true if a JSON text names a member of any object in it twice. It does not recurse, because a value can nest
 * deeply. See {@link hasDuplicateMembers} for the comparison.
 */
export function hasDuplicateMembersAnywhere(text: string, value: unknown): boolean {
  let members = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '"') index = endOfString(text, index);
    else if (text[index] === ':') members += 1;
  }
  const waiting = [value];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    const inside = Object.values(node);
    if (isObject(node)) members -= inside.length;
    for (const each of inside) waiting.push(each);
  }
  return members !== 0;
}
