import type { Scan } from '../engine/scan.ts';
import type { Label } from '../text/label-words-index.ts';

const MASKS = {
  password: 'password',
  pin: 'secret',
  key: 'token',
  phrase: 'secret',
  slang: 'password',
} as const;

/** Reports the value that a label announces. */
export function pushLabelled(scan: Scan, label: Label, start: number, value: string): void {
  scan.matches.push({
    rule: `spoken-${label.sort}`,
    tier: 'candidate',
    start,
    end: start + value.length,
    replacement: `[${MASKS[label.sort]}]`,
    secret: value,
  });
  scan.done.label = Math.max(scan.done.label, start + value.length);
}
