import type { Explanation } from '../redaction/redactor.ts';
import type { Input } from './redact-inputs.ts';
import type { RedactOptions } from './redact-options.ts';
import { createTextRedactor, placeAt, readWhole } from './redact-preview.ts';
import { printTable } from './terminal-table.ts';
import { printJson } from './terminal-text.ts';

/** Weights are integers in hundredths of a point. */
const POINT = 100;

const signed = (weight: number) => `${weight < 0 ? '−' : '+'}${(Math.abs(weight) / POINT).toFixed(2)}`;

function whyOf({ reasons }: Explanation): string {
  if (reasons.length === 0) return 'the rule matches';
  return reasons
    .map(({ name, weight }) => (weight === undefined ? name : `${name} ${signed(weight)}`))
    .join(', ');
}

/** Prints the reasons for each mask of one input, and for what nearly was one. The values themselves are not printed. */
export async function showExplanations(input: Input, { json }: RedactOptions): Promise<void> {
  const text = await readWhole(input);
  const redactor = createTextRedactor();
  const explanations = redactor.explain(text).map((each) => ({ ...placeAt(text, each.start), ...each }));
  if (json === true) return printJson({ explanations, engine: redactor.engine, ruleSet: redactor.ruleSet });
  if (explanations.length === 0) {
    console.log('Nothing would be removed, and nothing nearly was.');
    return;
  }
  await printTable(
    ['LINE', 'COLUMN', 'MASKED', 'LENGTH', 'RULE', 'WHY'],
    explanations.map((one) => [
      String(one.line),
      String(one.column),
      one.isMasked ? 'yes' : 'no',
      String(one.end - one.start),
      one.rule,
      whyOf(one),
    ]),
    console.log,
  );
}
