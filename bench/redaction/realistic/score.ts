import type { JsonValue, Redactor } from '../../../electron/redaction/redactor.ts';
import { createRandom } from '../random.ts';
import { eventData, type Kind, replaceSlots, type Template } from './text-format.ts';
import { isGuessable, makeValue } from './values.ts';

export interface Secret {
  value: string;
  kind: Kind;
}

export interface Text {
  template: Template;
  data: JsonValue;
  /** The same event without the values of its slots. */
  blank: JsonValue;
  secrets: Secret[];
  /** Pieces that must remain, where the author of the text named some. */
  keep?: readonly string[];
  /** Secrets that its author named and did not write into it. They are not counted. */
  absent?: number;
}

/** FNV-1a. Each text uses its own generator, so that a new text changes no other. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return state >>> 0;
}

/** Puts generated values into the slots of a text. */
export function fill(template: Template, seed: number): Text {
  const random = createRandom(seed ^ hash(template.category + template.body));
  const named = new Map<string, string>();
  const secrets: Secret[] = [];
  const data = eventData(template, (text) =>
    replaceSlots(text, ({ isSecret, name, pattern }) => {
      if (pattern === undefined) {
        const value = named.get(name!);
        if (value === undefined)
          throw new Error(`${template.category}.txt:${template.line}: no slot #${name} before`);
        return value;
      }
      const value = makeValue(random, pattern);
      if (name !== undefined) named.set(name, value);
      if (isSecret) {
        const isWord = (template.kind === 'labelled' || template.kind === 'implied') && isGuessable(pattern);
        secrets.push({ value, kind: isWord ? 'guessable' : template.kind });
      }
      return value;
    }),
  );
  return { template, data, blank: eventData(template, (text) => replaceSlots(text, () => BLANK)), secrets };
}

/** Replaces masks and slots. No value contains it. */
export const BLANK = '\u0000';
/** Separates the strings of an event. */
const BETWEEN = '\u0001';
/** A run of this many characters of a secret reveals it. */
const TELLING_RUN = 6;
const MASK = /\[[a-z0-9]+(?:-[a-z0-9]+)*\](?: \d+)?/g;

function stringsOf(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(Array.isArray(value) ? [] : [key]),
    ...stringsOf(member),
  ]);
}

const wholeText = (value: JsonValue) => stringsOf(value).join(BETWEEN);

/** Removes the masks from a stored event. An ini file's `[client]`, which looks like a mask, stays. */
function withoutMasks(stored: JsonValue, blank: string): string {
  return wholeText(stored).replace(MASK, (mask) => (blank.includes(mask) ? mask : BLANK));
}

function runsOf(value: string): string[] {
  const characters = [...value];
  if (characters.length <= TELLING_RUN) return [value];
  return Array.from({ length: characters.length - TELLING_RUN + 1 }, (_, at) =>
    characters.slice(at, at + TELLING_RUN).join(''),
  );
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}

/**
 * Lists the secrets that are left. A secret is masked when no run of six of its characters (Unicode code
 * points) is in any key or string of the stored event. A secret of six characters or fewer counts as a whole.
 * Two kinds of runs do not count: those that the text contains equally often without its secrets (`passwo` of
 * `password12` beside the word password), and those that belong to another secret of the text too (a common
 * prefix).
 */
export function secretsLeft(text: Text, stored: JsonValue): Secret[] {
  const blank = wholeText(text.blank);
  const output = withoutMasks(stored, blank);
  return text.secrets.filter((secret) => {
    const others = text.secrets.filter(({ value }) => value !== secret.value);
    const runs = runsOf(secret.value);
    const own = runs.filter((run) => !others.some(({ value }) => value.includes(run)));
    return (own.length > 0 ? own : runs).some((run) => countOf(output, run) > countOf(blank, run));
  });
}

const WORD = /[\p{L}\p{N}]{3,}/gu;
/** A word without a separator to a slot belongs to its value. */
const WORD_APART = /(?<![\p{L}\p{N}\0])[\p{L}\p{N}]{3,}(?![\p{L}\p{N}\0])/gu;

function tally(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Counts the words of three characters or more around the secrets, and how many of them masks removed. */
function countOtherWords(text: Text, stored: JsonValue): { total: number; lost: number } {
  const blank = wholeText(text.blank);
  const words = blank.match(WORD_APART) ?? [];
  const kept = tally(withoutMasks(stored, blank).match(WORD) ?? []);
  let lost = 0;
  for (const [word, count] of tally(words)) lost += Math.max(0, count - (kept.get(word) ?? 0));
  return { total: words.length, lost };
}

export interface Share {
  total: number;
  masked: number;
}

interface Miss {
  template: Template;
  left: Secret[];
  stored: JsonValue;
}

interface FalseMask {
  template: Template;
  rules: string[];
  stored: JsonValue;
}

export interface Score {
  texts: number;
  secrets: Share;
  kinds: Map<Kind, Share>;
  categories: Map<string, Share>;
  languages: Map<string, Share>;
  decoys: number;
  /** Masks in texts without a secret. */
  falseMasks: number;
  otherWords: { total: number; lost: number };
  /** Pieces that the authors of the texts want to remain. */
  keep: { total: number; lost: number };
  misses: Miss[];
  wrong: FalseMask[];
}

function add<Key>(shares: Map<Key, Share>, key: Key, isMasked: boolean): void {
  const share = shares.get(key) ?? { total: 0, masked: 0 };
  shares.set(key, share);
  share.total += 1;
  share.masked += isMasked ? 1 : 0;
}

/** Redacts every text as the `data` of an event and counts the remaining secrets. */
export function score(redactor: Redactor, texts: readonly Text[]): Score {
  const result: Score = {
    texts: texts.length,
    secrets: { total: 0, masked: 0 },
    kinds: new Map(),
    categories: new Map(),
    languages: new Map(),
    decoys: 0,
    falseMasks: 0,
    otherWords: { total: 0, lost: 0 },
    keep: { total: 0, lost: 0 },
    misses: [],
    wrong: [],
  };
  const overall = new Map([['', result.secrets]]);
  for (const text of texts) {
    const { template } = text;
    const { value: stored, findings } = redactor.redactValue(text.data);
    const words = countOtherWords(text, stored);
    result.otherWords.total += words.total;
    result.otherWords.lost += words.lost;
    const whole = wholeText(stored);
    result.keep.total += text.keep?.length ?? 0;
    result.keep.lost += text.keep?.filter((piece) => !whole.includes(piece)).length ?? 0;
    if (template.kind === 'decoy') {
      result.decoys += 1;
      result.falseMasks += findings.length;
      if (findings.length > 0)
        result.wrong.push({ template, rules: findings.map(({ rule }) => rule), stored });
      continue;
    }
    const left = secretsLeft(text, stored);
    for (const secret of text.secrets) {
      const isMasked = !left.includes(secret);
      add(overall, '', isMasked);
      add(result.kinds, secret.kind, isMasked);
      add(result.categories, template.category, isMasked);
      add(result.languages, template.language, isMasked);
    }
    if (left.length > 0) result.misses.push({ template, left, stored });
  }
  return result;
}
