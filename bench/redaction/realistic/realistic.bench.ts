import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMeasuredRedactor, SEED } from './measured-redactor.ts';
import { fullTable, summaryTable, toRecord } from './report.ts';
import { fill, score } from './score.ts';
import { SURROUNDINGS } from './surroundings.ts';
import { readTexts } from './text-format.ts';
import { readTextLines } from './text-lines.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const RESULTS = join(ROOT, 'bench', 'results', 'redaction-realistic.json');
const DOCS = join(ROOT, 'docs', 'redaction.md');
const BEGIN = '<!-- bench:redaction:realistic begin -->';
const END = '<!-- bench:redaction:realistic end -->';

const { values } = parseArgs({
  options: {
    misses: { type: 'boolean', default: false },
    category: { type: 'string' },
    seed: { type: 'string', default: String(SEED) },
    /** Another folder of texts, for example one that the authors of the rules do not see. */
    texts: { type: 'string' },
    /** JSON Lines of texts with their values in place of templates. */
    file: { type: 'string' },
    /** Writes each prompt of the file beside code, or between paragraphs. */
    around: { type: 'string' },
  },
});
const seed = Number(values.seed);
const surround = values.around === undefined ? undefined : SURROUNDINGS[values.around];
if (values.around !== undefined && (surround === undefined || values.file === undefined))
  throw new Error(`--around needs --file, and one of ${Object.keys(SURROUNDINGS).join(', ')}`);
const all =
  values.file === undefined
    ? readTexts(values.texts).map((template) => fill(template, seed))
    : readTextLines(values.file, surround);
const texts = all.filter(
  ({ template }) => values.category === undefined || template.category === values.category,
);
const result = score(createMeasuredRedactor(), texts);
console.log(fullTable(result));
const absent = texts.reduce((sum, text) => sum + (text.absent ?? 0), 0);
if (absent > 0) console.log(`\n${absent} secrets are not in their texts, and are not counted.`);

if (values.misses) {
  for (const { template, left, stored } of result.misses) {
    console.log(`\n${template.category}.txt:${template.line}  ${template.language} ${template.kind}`);
    console.log(`  left    ${left.map(({ value }) => JSON.stringify(value)).join('  ')}`);
    console.log(`  stored  ${JSON.stringify(stored)}`);
  }
  for (const { template, rules, stored } of result.wrong) {
    console.log(`\n${template.category}.txt:${template.line}  false mask: ${rules.join(', ')}`);
    console.log(`  stored  ${JSON.stringify(stored)}`);
  }
}

// Only the committed texts with the committed seed give the committed figures.
if (
  values.file === undefined &&
  values.texts === undefined &&
  values.category === undefined &&
  seed === SEED
) {
  writeFileSync(RESULTS, `${JSON.stringify(toRecord(result, seed), null, 2)}\n`);
  const page = readFileSync(DOCS, 'utf8');
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from === -1 || to < from) throw new Error(`${DOCS} has no place for the figures`);
  writeFileSync(DOCS, `${page.slice(0, from + BEGIN.length)}\n${summaryTable(result)}\n${page.slice(to)}`);
}
