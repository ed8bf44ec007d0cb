import type { Scan } from './scan.ts';

/** Reports a value that is a secret by what stands around it, to be replaced by the mask of that name. */
export function pushCandidate(scan: Scan, rule: string, mask: string, start: number, value: string): void {
  scan.matches.push({
    rule,
    tier: 'candidate',
    start,
    end: start + value.length,
    replacement: `[${mask}]`,
    secret: value,
  });
}
