import { pushCandidate } from '../engine/candidate.ts';
import type { Scan } from '../engine/scan.ts';
import { hasCrossedBrackets } from '../text/brackets.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import type { SensitiveName } from '../text/sensitive-name.ts';

/** Reports the value that stands beside the name of a secret. */
export function pushPair(scan: Scan, rule: string, kind: SensitiveName, start: number, value: string): void {
  pushCandidate(scan, rule, kind.mask, start, value);
}

/** True for a value that a name of this kind can have: no call, no variable, no address and no sentence. */
export function isPairValue(value: string, kind: SensitiveName): boolean {
  // `<label for="password">Password:</label>`
  if (value.endsWith(':') && isPlaceholder(value.slice(0, -1))) return false;
  if (hasCrossedBrackets(value)) return true;
  if (isPlaceholder(value) || value.length < 3 || /^(?:true|false|null|\d{1,3})$/i.test(value)) return false;
  if (/^[\w.-]+\(|^\$\{?\w+\}?$|^https?:\/\/[^@]*$|^\s|\s=\s|::/.test(value)) return false;
  if (/^[a-z ]+$/.test(value) && / /.test(value) && value.length > 40) return false;
  return kind.strength === 'password' || (/\d/.test(value) && value.length >= 6) || value.length >= 16;
}
