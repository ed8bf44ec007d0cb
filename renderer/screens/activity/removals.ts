import { maskNamed } from '../../../shared/masks.ts';
import type { Finding, Receipt } from '../../../shared/receipt.ts';

/** The removals of one kind in one place. */
interface Removal {
  finding: Finding;
  mask: string;
  count: number;
  removed: number;
}

/** Gives a member's name as a JSON pointer contains it. */
const nameOf = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Gives the text at the position of a finding: its mask, if text was stored. */
function maskOf(receipt: Receipt, { member, start, end, rule, inKey }: Finding): string {
  const names = member.split('/').slice(1);
  if (inKey) return nameOf(names.at(-1) ?? '').slice(start, end) || maskNamed(rule);
  let value: unknown = member === '/sessionId' ? { sessionId: receipt.session.id } : receipt.data;
  for (const part of names) {
    value =
      typeof value === 'object' && value !== null
        ? (value as Record<string, unknown>)[nameOf(part)]
        : undefined;
  }
  const mask = typeof value === 'string' ? value.slice(start, end) : '';
  return mask === '' ? maskNamed(rule) : mask;
}

/** Groups the findings of a receipt by rule, place and secret. */
export function removalsOf(receipt: Receipt): Removal[] {
  const removals = new Map<string, Removal>();
  for (const finding of receipt.redaction.findings) {
    const key = `${finding.rule} ${finding.member} ${finding.inKey ?? ''} ${finding.fingerprint ?? ''}`;
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
