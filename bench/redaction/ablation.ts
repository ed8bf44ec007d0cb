import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import type { Scan } from '../../electron/redaction/engine/scan.ts';
import type { Redactor } from '../../electron/redaction/redactor.ts';
import type { Text } from './realistic/score.ts';

/*
 * Prints for each detector, each table of rules and the scorer: its lines with those of the files that only it uses, the secrets
 * of the corpus that only it finds, and the masks in texts without a secret that only it makes.
 * Each is switched off in turn, in the texts in which it does something. Names of parts as arguments print those texts.
 */

const ROOT = join(import.meta.dirname, '..', '..', 'electron', 'redaction');
/** The files whose imports are the detectors. */
const USERS = /\/redaction\/(?:find-matches|detectors\/index)\.ts$/;
const DETECTOR = /^\.\/(?:(?:detectors|talk)\/)?(?!index|engine)([\w-]+)\.ts$/;
const MARK = '?ablation';

let off: string | undefined;
/** What did something since it was emptied. */
const active = new Set<string>();
/** The table of each rule. */
const tables = new Map<string, string>();

type Call = (...args: unknown[]) => unknown;

/** Calls a detector, and takes back what is switched off. */
function call(file: string, run: Call, args: unknown[]): unknown {
  const scan = args[0] as Scan | undefined;
  if (!Array.isArray(scan?.matches)) return wrap(file, run(...args));
  if (off === file) return undefined;
  const placesNow = () => scan.matches.map(({ start, end }) => `${start} ${end}`);
  const before = placesNow();
  const result = run(...args);
  const places = placesNow();
  if (before.some((place, index) => places[index] !== place)) active.add(file);
  else
    for (const match of scan.matches.splice(before.length)) {
      const part = match.rule === 'talk-spoken' ? 'spoken' : (tables.get(match.rule) ?? file);
      active.add(part);
      if (off !== part) scan.matches.push(match);
    }
  return result;
}

function wrap(file: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => wrap(file, one));
  if (typeof value === 'function') return (...args: unknown[]) => call(file, value as Call, args);
  if (typeof value !== 'object' || value === null || !('attempt' in value)) return value;
  return { ...value, attempt: wrap(file, value.attempt) };
}

Object.assign(globalThis, { wrapDetector: wrap });
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const isPart = USERS.test(context.parentURL ?? '') && DETECTOR.test(specifier);
    return isPart ? { ...found, url: found.url + MARK } : found;
  },
  load(url, context, next) {
    if (!url.endsWith(MARK)) return next(url, context);
    const real = url.slice(0, -MARK.length);
    const names = [...readFileSync(new URL(real), 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)];
    const file = real.slice(real.lastIndexOf('/') + 1, -'.ts'.length);
    const source = names.map(([, name]) => `export const ${name} = wrapDetector('${file}', all.${name});`);
    source.unshift(`import * as all from '${real}';`);
    return { format: 'module', shortCircuit: true, source: source.join('\n') };
  },
});

for (const name of readdirSync(join(ROOT, 'rules')).filter(
  (file) => file.endsWith('.ts') && !/index|\.test/.test(file),
))
  for (const row of Object.values(
    (await import(join(ROOT, 'rules', name))) as Record<string, unknown>,
  ).flat())
    if (typeof (row as { id?: unknown } | null)?.id === 'string')
      tables.set((row as { id: string }).id, name.slice(0, -'.ts'.length));

/** Imports of each file. */
const files = (readdirSync(ROOT, { recursive: true }) as string[]).filter((name) => name.endsWith('.ts'));
const sources = new Map(files.map((name) => [join(ROOT, name), readFileSync(join(ROOT, name), 'utf8')]));
function reached(omitted: string): Set<string> {
  const all = new Set<string>();
  const visit = (path: string) => {
    if (all.has(path) || path.endsWith(`/${omitted}.ts`) || !sources.has(path)) return;
    all.add(path);
    for (const [, name] of sources.get(path)!.matchAll(/from '(\.[^']+)'/g))
      visit(join(dirname(path), name!));
  };
  visit(join(ROOT, 'redactor.ts'));
  return all;
}
const linesWithout = (omitted: string) =>
  [...reached(omitted)].reduce((sum, path) => sum + sources.get(path)!.split('\n').length - 1, 0);
const allLines = linesWithout('');

const { createMeasuredRedactor } = await import('./realistic/measured-redactor.ts');
const { BLANK, secretsLeft } = await import('./realistic/score.ts');
const { readCorpus } = await import('./talk/corpus.ts');

/** The secrets that are left in a text, or the masks in one without a secret. */
function resultOf(redactor: Redactor, text: Text): number {
  const { value, findings } = redactor.redactValue(text.data);
  return text.secrets.length > 0 ? secretsLeft(text, value).length : findings.length;
}
const whole = createMeasuredRedactor();
const textsOf = new Map<string, { text: Text; result: number }[]>();
for (const { data, secrets, text: known } of readCorpus()) {
  const blank = () => secrets.reduce((rest, secret) => rest.replaceAll(secret, BLANK), String(data));
  const all = secrets.map((value) => ({ value, kind: 'implied' }));
  const text = known ?? ({ data, blank: blank(), secrets: all } as unknown as Text);
  active.clear();
  const result = resultOf(whole, text);
  for (const part of active) textsOf.set(part, [...(textsOf.get(part) ?? []), { text, result }]);
}
const rows = [...textsOf].map(([part, texts]) => {
  off = part;
  const redactor = createMeasuredRedactor();
  let [secrets, masks] = [0, 0];
  for (const { text, result } of texts) {
    const change = resultOf(redactor, text) - result;
    if (text.secrets.length > 0) secrets += change;
    else masks -= change;
    if (change !== 0 && process.argv.includes(part)) console.log(part, JSON.stringify(text.data));
  }
  return { part, lines: allLines - linesWithout(part), texts: texts.length, secrets, masks };
});
rows.sort((one, other) => other.secrets - one.secrets || one.lines - other.lines);
console.table(rows);
