import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { JsonValue, Redactor } from '../../electron/redaction/redactor.ts';
import { mixedEvents } from '../mixed-events.ts';
import { EMBEDDINGS } from './embeddings.ts';
import { installedFiles, madeUp } from './ordinary-text.ts';
import { createRandom } from './random.ts';
import { fill } from './realistic/score.ts';
import { readTexts } from './realistic/text-format.ts';
import { contextSamples, personalSamples, shapeSamples } from './samples.ts';
import { stringsOf } from './talk/decisions.ts';

/*
 * Compares the redactor with that of another commit in one interleaved run: processor time of this thread, and texts
 * with another result. Both redact each text in turn, so other work on the machine affects both equally.
 */

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: 'origin/main' },
    rounds: { type: 'string', default: '3' },
  },
});
const project = fileURLToPath(new URL('../..', import.meta.url));
const git = (...args: string[]) => execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim();
const SEED = 20_261_101;
const BYTES_OF_FILES = 24_000_000;
const DENSE_TEXTS = 12;
const DENSE_LINES = 1200;

function texts(): Record<string, string[]> {
  const random = createRandom(SEED);
  const samples = [...shapeSamples(random, 4), ...contextSamples(random, 25), ...personalSamples(random, 60)];
  const files = [...installedFiles(BYTES_OF_FILES), ...madeUp(random, 200_000)];
  const line = () =>
    EMBEDDINGS[random.below(EMBEDDINGS.length)]!.put(samples[random.below(samples.length)]!.text);
  const docs = join(project, 'docs');
  return {
    'ordinary text': files.filter(({ kind }) => kind !== 'source maps').map(({ text }) => text),
    'sections of documents': readdirSync(docs)
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => readFileSync(join(docs, name), 'utf8').split(/\n(?=#)/)),
    'texts of events': mixedEvents().flatMap(({ data }) => stringsOf(data as JsonValue)),
    'realistic texts': readTexts().map((template) => JSON.stringify(fill(template, SEED).data)),
    'text full of matches': Array.from({ length: DENSE_TEXTS }, () =>
      Array.from({ length: DENSE_LINES }, line).join('\n'),
    ),
  };
}

/** Returns what creates redactors of a checkout: a new one has no texts in its memory. */
async function redactorsOf(checkout: string): Promise<() => Redactor> {
  const { createRedactor } = await import(
    pathToFileURL(join(checkout, 'electron/redaction/redactor.ts')).href
  );
  return () =>
    createRedactor({
      fingerprintKey: new Uint8Array(32).fill(1),
      homeDirectories: ['/home/mirabel'],
      userNames: ['mirabel'],
      maxTextLength: Number.MAX_SAFE_INTEGER,
    });
}

function compare(name: string, all: readonly string[], creators: readonly (() => Redactor)[]): void {
  const best = creators.map(() => Number.POSITIVE_INFINITY);
  let different = 0;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const sides = creators.map((create) => create());
    const times = sides.map(() => 0);
    for (const [index, text] of all.entries()) {
      const results: string[] = [];
      for (const side of (index + round) % 2 === 0 ? [0, 1] : [1, 0]) {
        const start = process.threadCpuUsage();
        const result = sides[side]!.redactText(text).text;
        const { user, system } = process.threadCpuUsage(start);
        times[side]! += user + system;
        results[side] = result;
      }
      if (round === 0 && results[0] !== results[1]) different += 1;
    }
    for (const side of [0, 1]) best[side] = Math.min(best[side]!, times[side]!);
  }
  const bytes = all.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const [speedOfBase, speed] = best.map((microseconds) => (bytes / microseconds).toFixed(1));
  const [timeOfBase, time] = best.map((microseconds) => (microseconds / all.length).toFixed(0));
  console.log(
    `${name.padEnd(22)} ${(best[0]! / best[1]!).toFixed(2)} times as fast (${speed} and ${speedOfBase} MB/s, ` +
      `${time} and ${timeOfBase} µs a text), ` +
      `${different} of ${all.length} texts differ`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'plinth-base-'));
const checkout = join(folder, 'base');
git('worktree', 'add', '--detach', checkout, values.base);
try {
  symlinkSync(join(project, 'node_modules'), join(checkout, 'node_modules'));
  const creators = [await redactorsOf(checkout), await redactorsOf(project)];
  for (const [name, all] of Object.entries(texts())) compare(name, all, creators);
} finally {
  git('worktree', 'remove', '--force', checkout);
  rmSync(folder, { recursive: true, force: true });
}
