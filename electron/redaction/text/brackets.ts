/** Shorter ones are an expression that was cut somewhere. */
const SHORTEST = 12;
const FEWEST_MARKS = 5;
const OPENS = '([{';
const CLOSES = ')]}';

/**
 * True for marks all over whose brackets close each other crosswise, as in `{a)b`: what a generator has made and no
 * template, no call and no list.
 */
export function hasCrossedBrackets(value: string): boolean {
  if (value.length < SHORTEST || /[\s\\]/.test(value)) return false;
  const open: number[] = [];
  let crossed = false;
  for (const character of value) {
    const opens = OPENS.indexOf(character);
    if (opens !== -1) open.push(opens);
    const closes = CLOSES.indexOf(character);
    if (closes !== -1 && open.length > 0 && open.pop() !== closes) crossed = true;
  }
  return crossed && new Set(value.match(/[^\w\s]/g)).size >= FEWEST_MARKS;
}
