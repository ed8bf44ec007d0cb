import type { Finding, Receipt } from '../../../shared/receipt.ts';

/** What was removed of one kind from one place. */
export interface Removal {
  finding: Finding;
  mask: string;
  count: number;
  removed: number;
}

/** The text that stands in the place of a finding: its mask, where text was kept. */
function maskOf(receipt: Receipt, { member, start, end, rule }: Finding): string {
  let value: unknown = member === '/sessionId' ? { sessionId: receipt.session.id } : receipt.data;
  for (const part of member.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }
  const mask = typeof value === 'string' ? value.slice(start, end) : '';
  return mask === '' ? `[${rule}]` : mask;
}

/** The findings of a receipt, those of one rule, place and secret together. */
export function removalsOf(receipt: Receipt): Removal[] {
  const removals = new Map<string, Removal>();
  for (const finding of receipt.redaction.findings) {
    const key = `${finding.rule} ${finding.member} ${finding.fingerprint ?? ''}`;
    const known = removals.get(key);
    if (known === undefined) {
      removals.set(key, { finding, mask: maskOf(receipt, finding), count: 1, removed: finding.removed });
    } else {
      known.count += 1;
      known.removed += finding.removed;
    }
  }
  return [...removals.values()];
}
