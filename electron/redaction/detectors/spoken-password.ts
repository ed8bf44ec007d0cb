import type { Scan } from '../engine/scan.ts';
import { isPlaceholder } from '../text/placeholder.ts';

const SPOKEN =
  /[ \t](?:for|of|to|on|in|at)(?:[ \t]['"]?[\w.@'’/-]{1,48}(?::\/\/[\w.@/-]{1,64})?['"]?){1,6}[ \t]?[:=][ \t]{0,2}["'`]?([^\s"'`]{6,128})/y;

/** `the password for the db: Pwd6…`: words between the name and its value, which must not be a word itself. */
export function readSpoken(scan: Scan, end: number): { value: string; start: number } | undefined {
  const { text } = scan;
  SPOKEN.lastIndex = end;
  const found = SPOKEN.exec(text);
  if (!found) return undefined;
  scan.work += found[0].length;
  const start = end + found[0].length - found[1]!.length;
  const value = found[1]!.replace(/[.,;)\]]{1,3}$/, '');
  if (value.length < 6 || !/\d/.test(value) || !/[A-Za-z]/.test(value) || isPlaceholder(value))
    return undefined;
  // Not code, an address, a path, a version or a date.
  if (
    /^[^A-Za-z0-9!@#$%^&*]|:\/\/|^\w{1,64}[([]|^[\w.-]+[/\\]|^v?\d+\.\d|^\d{4}-\d\d|^[\w.]{1,64}=/.test(value)
  )
    return undefined;
  return { value, start };
}
