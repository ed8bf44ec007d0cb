export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

/** Returns true for a map: `{"a": 1}`, and not for a list or `null`. */
export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The deepest level that is masked. The protocol allows 32, but files and previews can be deeper. */
export const DEEPEST = 128;

/** Estimates the number of characters that a value has as JSON. */
export function sizeOf(value: JsonValue, depth = 0): number {
  if (typeof value === 'string') return value.length + 2;
  if (value === null || typeof value !== 'object') return 4;
  if (depth > DEEPEST) return 2;
  let size = 2;
  if (Array.isArray(value)) for (const element of value) size += sizeOf(element, depth + 1) + 1;
  else for (const key of Object.keys(value)) size += key.length + 4 + sizeOf(value[key]!, depth + 1);
  return size;
}

/** Returns true if `is` is true for any string or key in `value`. */
export function stringsOf(value: JsonValue, is: (text: string) => boolean): boolean {
  if (typeof value === 'string') return is(value);
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some((element) => stringsOf(element, is));
  return Object.keys(value).some((key) => is(key) || stringsOf(value[key]!, is));
}
