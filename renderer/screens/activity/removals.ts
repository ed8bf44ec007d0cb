import type { Finding, Receipt } from '../../../shared/receipt.ts';
import { kindOfFinding, secretTitle } from '../../../shared/words/secret-names.ts';

/** The removals of one kind in one place. */
interface Removal {
  finding: Finding;
  /** What was removed, in words. */
  mask: string;
  count: number;
  removed: number;
}

/** Groups the findings of a receipt by rule, place and secret. */
export function removalsOf(receipt: Receipt): Removal[] {
  const stored = { ...receipt.data, sessionId: receipt.session.id };
  const removals = new Map<string, Removal>();
  for (const finding of receipt.redaction.findings) {
    const key = `${finding.rule} ${finding.member} ${finding.inKey ?? ''} ${finding.fingerprint ?? ''}`;
    const known = removals.get(key);
    if (known === undefined) {
      const mask = secretTitle(kindOfFinding(stored, finding));
      removals.set(key, { finding, mask, count: 1, removed: finding.removed });
    } else {
      known.count += 1;
      known.removed += finding.removed;
    }
  }
  return [...removals.values()];
}
