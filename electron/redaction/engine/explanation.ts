import type { Match } from './finding.ts';

/** What speaks for or against a secret, such as “word before: password”, in units of the scorer; rules have no weights. */
export interface Reason {
  name: string;
  weight?: number;
}

/**
 * Says why a stretch of a text is masked, or why it is not although it nearly was. It holds positions and names of rules,
 * and never the text itself.
 */
export interface Explanation {
  rule: string;
  /** UTF-16 positions in the text before it was masked. */
  start: number;
  end: number;
  isMasked: boolean;
  reasons: Reason[];
}

/** Adds the rule of each match that has no explanation of its own. Overlapping matches stay apart, since each is a reason. */
export function explainRules(matches: readonly Match[], explanations: Explanation[]): void {
  for (const { rule, start, end } of matches)
    if (!explanations.some((one) => one.isMasked && one.rule === rule && one.start === start))
      explanations.push({ rule, start, end, isMasked: true, reasons: [] });
}
