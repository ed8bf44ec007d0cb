import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor } from '../../electron/redaction/redactor.ts';
import { RULES } from '../../electron/redaction/rules/vendors.ts';
import { EMBEDDINGS, WRAPPINGS } from './embeddings.ts';
import { measurePrecision, measureRecall, measureSpeed, perHundredKilobytes } from './measure.ts';
import { installedFiles, madeUp } from './ordinary-text.ts';
import { createRandom } from './random.ts';
import { contextSamples, personalSamples, shapeSamples } from './samples.ts';

import { withVendors } from './vendors.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs', 'redaction.md');
const BEGIN = '<!-- bench:redaction begin -->';
const END = '<!-- bench:redaction end -->';

const redactor = createRedactor({
  fingerprintKey: new Uint8Array(32).fill(1),
  homeDirectories: ['/home/mirabel'],
  userNames: ['mirabel'],
  maxTextLength: Number.MAX_SAFE_INTEGER,
});
const random = createRandom(20_261_101);

const samples = [...shapeSamples(random, 4), ...contextSamples(random, 25), ...personalSamples(random, 60)];
const plain = measureRecall(redactor, samples);
const wrapped = measureRecall(
  redactor,
  samples.filter(({ tier }) => tier !== 'personal'),
  WRAPPINGS,
);
const total = plain.total + wrapped.total;
const missed = [...plain.missed, ...wrapped.missed];
const definiteTotal =
  samples.filter(({ tier }) => tier === 'definite').length * (EMBEDDINGS.length + WRAPPINGS.length);
const definiteMissed = missed.filter(({ tier }) => tier === 'definite').length;

const texts = [...installedFiles(24_000_000), ...madeUp(random, 200_000)];
const precision = measurePrecision(redactor, texts);
const definiteWrong = precision.wrong.filter(({ tier }) => tier === 'definite').length;

const ordinary = texts.filter(({ kind }) => kind !== 'source maps').map(({ text }) => text);
const denseLine = () =>
  EMBEDDINGS[random.below(EMBEDDINGS.length)]!.put(samples[random.below(samples.length)]!.text);
const dense = Array.from({ length: 12 }, () => Array.from({ length: 1200 }, denseLine).join('\n'));

const percent = (part: number, whole: number) => `${((100 * (whole - part)) / whole).toFixed(2)} %`;
const rows = [
  ['Formats with a mark of their own', `${RULES.length} rules`, '150 services'],
  [
    'Recall, definite rules',
    `${percent(definiteMissed, definiteTotal)} of ${definiteTotal.toLocaleString('en')}`,
    '100 %',
  ],
  ['Recall, everything', `${percent(missed.length, total)} of ${total.toLocaleString('en')}`, '99 %'],
  ['False masks, definite rules', `${definiteWrong} in ${(precision.bytes / 1e6).toFixed(1)} MB`, 'none'],
  [
    'False masks, everything',
    `${perHundredKilobytes(precision.wrong.length, precision.bytes).toFixed(2)} in 100 KB`,
    'fewer than 1',
  ],
  ['Speed, ordinary text', `${measureSpeed(redactor, ordinary, 3).toFixed(0)} MB/s`, '25 MB/s'],
  ['Speed, text full of matches', `${measureSpeed(redactor, dense, 3).toFixed(1)} MB/s`, '5 MB/s'],
];
const table = [
  '| Figure | Measured | Goal |',
  '|---|---|---|',
  ...rows.map((row) => `| ${row.join(' | ')} |`),
].join('\n');
console.log(table);

const tally = new Map<string, number>();
for (const { rule, embedding } of missed)
  tally.set(`missed ${rule} in ${embedding}`, (tally.get(`missed ${rule} in ${embedding}`) ?? 0) + 1);
for (const { rule, tier, kind } of precision.wrong)
  tally.set(`false ${tier} ${rule} in ${kind}`, (tally.get(`false ${tier} ${rule} in ${kind}`) ?? 0) + 1);
if (process.argv.includes('--details')) {
  for (const [what, count] of [...tally].sort((one, other) => other[1] - one[1]))
    console.log(String(count).padStart(5), what);
  for (const { rule, tier, excerpt } of precision.wrong.filter((wrong) => wrong.tier === 'definite'))
    console.log(tier, rule, JSON.stringify(excerpt));
}

const page = readFileSync(DOCS, 'utf8');
const from = page.indexOf(BEGIN);
const to = page.indexOf(END);
if (from === -1 || to < from) throw new Error(`${DOCS} has no place for the figures`);
writeFileSync(DOCS, withVendors(`${page.slice(0, from + BEGIN.length)}\n${table}\n${page.slice(to)}`));
