import type { Scan } from '../engine/scan.ts';

/** Reports a number that the words of a message make a code. */
export function pushTalkCode(scan: Scan, start: number, end: number, value: string): void {
  scan.matches.push({
    rule: 'talk-code',
    tier: 'candidate',
    start,
    end,
    replacement: '[secret]',
    secret: value,
  });
}
