import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replaceModel } from '../../../electron/redaction/talk/find-in-talk.ts';
import type { Model } from '../../../electron/redaction/talk/judge.ts';
import { createModel, type Weights } from '../../../electron/redaction/talk/scorer.ts';
import { createMeasuredRedactor } from '../realistic/measured-redactor.ts';
import { interval } from '../realistic/report.ts';
import { score } from '../realistic/score.ts';
import { SURROUNDINGS } from '../realistic/surroundings.ts';
import { type CorpusText, digests, messagesAround, readCorpus } from './corpus.ts';
import { decisionsDigest, decisionsOf, lowestOf } from './decisions.ts';
import { type Sample, train } from './learn.ts';
import { samplesOf } from './samples-of.ts';
import { variantsOf } from './variants.ts';

const WEIGHTS = join(import.meta.dirname, '..', '..', '..', 'electron', 'redaction', 'talk', 'weights.json');
/** Changed texts that are listed. */
const MOST_LISTED = 60;

const { values } = parseArgs({
  options: {
    /** Also measures each author with the weights of the others. */
    authors: { type: 'boolean', default: false },
    /** Writes nothing, and fails if other weights are learned than the file has. */
    check: { type: 'boolean', default: false },
  },
});

export function samplesOfCorpus(corpus: readonly CorpusText[]): Sample[] {
  return [
    ...corpus.flatMap((text, index) => samplesOf(text, index)),
    ...variantsOf(corpus).flatMap((variant) => samplesOf(variant, variant.of, variant.from, variant.to)),
  ];
}

function measure(model: Model, texts: readonly CorpusText[]): string {
  let secrets = 0;
  let found = 0;
  let decoys = 0;
  let wrong = 0;
  for (const text of texts) {
    const spans = decisionsOf(model, text);
    if (text.sort === 'secret') {
      secrets += text.secrets.length;
      found += text.secrets.filter((secret) => spans.some((span) => span.includes(secret))).length;
    } else {
      decoys += 1;
      wrong += spans.length > 0 ? 1 : 0;
    }
  }
  return `${found} of ${secrets} secrets, ${wrong} of ${decoys} other texts`;
}

function learn(samples: readonly Sample[], corpus: readonly CorpusText[]): Weights {
  const weights = train(samples);
  // Paragraphs of documents have no secret.
  return {
    ...weights,
    lowest: lowestOf(
      weights,
      corpus.filter(({ sort }) => sort !== 'ordinary'),
    ),
  };
}

const corpus = readCorpus();
const samples = samplesOfCorpus(corpus);
console.log(
  `${corpus.length} texts, ${samples.length} candidates, ${samples.filter(({ isSecret }) => isSecret).length} secrets`,
);

// Each author is judged by the whole redactor, with weights from all others.
if (values.authors)
  for (const author of new Set(corpus.map((text) => text.author))) {
    const texts = corpus.filter((text) => text.author === author).flatMap(({ text }) => text ?? []);
    if (texts.length === 0) continue;
    const others = corpus.filter((text) => text.author !== author);
    replaceModel(
      createModel(
        learn(
          samples.filter((sample) => sample.author !== author),
          others,
        ),
      ),
    );
    const result = score(createMeasuredRedactor(), texts);
    const { secrets, decoys, wrong } = result;
    console.log(
      `${author}: ${secrets.masked} of ${secrets.total} (${interval(secrets)} %), ${wrong.length} of ${decoys} decoys`,
    );
    for (const [name, share] of result.categories)
      console.log(`  ${name}: ${share.masked} of ${share.total} (${interval(share)} %)`);
    // A message must be masked as often with a block of code behind it, and with prose around it.
    for (const [name, surround] of Object.entries({ bare: (prompt: string) => prompt, ...SURROUNDINGS })) {
      const around = score(createMeasuredRedactor(), messagesAround(author, surround));
      if (around.texts > 0)
        console.log(
          `  messages, ${name}: ${around.secrets.masked} of ${around.secrets.total}, ${around.wrong.length} of ${around.decoys} decoys`,
        );
    }
  }

const before: Weights | undefined = (() => {
  try {
    return JSON.parse(readFileSync(WEIGHTS, 'utf8')) as Weights;
  } catch {
    return undefined;
  }
})();
const weights = learn(samples, corpus);
const model = createModel(weights);
console.log(`all: ${measure(model, corpus)}`);
if (before !== undefined) {
  // The least of each step belongs to the steps of its time: both are compared without it.
  const old = createModel({ ...before, lowest: undefined });
  const learned = createModel({ ...weights, lowest: undefined });
  let changed = 0;
  for (const text of corpus) {
    const was = decisionsOf(old, text);
    const is = decisionsOf(learned, text);
    if (was.join('\n') === is.join('\n')) continue;
    changed += 1;
    if (changed <= MOST_LISTED)
      console.log(`${text.name} (${text.sort}): ${JSON.stringify(was)} → ${JSON.stringify(is)}`);
  }
  console.log(`${changed} texts changed`);
}
const written = `${JSON.stringify({ madeFrom: digests(), decisions: decisionsDigest(model, corpus), ...weights }, null, 1)}\n`;
if (!values.check) writeFileSync(WEIGHTS, written);
else if (readFileSync(WEIGHTS, 'utf8') !== written) {
  console.error('Other weights were learned than the file has: run npm run train.');
  process.exitCode = 1;
}
