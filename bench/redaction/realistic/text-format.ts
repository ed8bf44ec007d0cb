import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '../../../electron/redaction/redactor.ts';

/**
 * How a reader recognises that a text contains a secret: by a label or an option, by a known form, by its place
 * alone (the argument of a program, a cell, the second of a pair), although it is a guessable word, or in a
 * sentence. `decoy` texts contain none.
 */
export const KINDS = ['labelled', 'shaped', 'implied', 'guessable', 'prose', 'decoy'] as const;
export type Kind = (typeof KINDS)[number];

const SHAPES = ['prompt', 'command', 'toolInput'] as const;
type Shape = (typeof SHAPES)[number];

export const LANGUAGES: readonly string[] = [
  ...[
    'ar',
    'cs',
    'da',
    'de',
    'el',
    'en',
    'es',
    'fi',
    'fr',
    'he',
    'hi',
    'hu',
    'id',
    'it',
    'ja',
    'ko',
    'nl',
    'no',
  ],
  ...['pl', 'pt', 'ro', 'ru', 'sv', 'tr', 'uk', 'vi', 'zh', 'zh-Hant'],
];

/** Languages of the corpus that the realistic texts do not have. */
const FURTHER_LANGUAGES: readonly string[] = ['fa', 'th'];

/** One hand-written text with slots for its generated values. */
export interface Template {
  /** The name of its file. */
  category: string;
  /** The line of its header in the file. */
  line: number;
  language: string;
  kind: Kind;
  shape: Shape;
  toolName?: string;
  body: string;
}

export const TEXTS = join(import.meta.dirname, 'texts');
const HEADER = /^###(?: .*)?$/;

function isOneOf<T extends string>(word: string, words: readonly T[]): word is T {
  return (words as readonly string[]).includes(word);
}

function readHeader(header: string, category: string, line: number): Template {
  const template: Template = {
    category,
    line,
    language: 'en',
    kind: 'labelled',
    shape: 'prompt',
    body: '',
  };
  for (const word of header.slice('###'.length).trim().split(/ +/)) {
    if (word === '') continue;
    if (isOneOf(word, KINDS)) template.kind = word;
    else if (isOneOf(word, SHAPES)) template.shape = word;
    else if (LANGUAGES.includes(word) || FURTHER_LANGUAGES.includes(word)) template.language = word;
    else if (word.startsWith('@')) template.toolName = word.slice(1);
    else throw new Error(`${category}.txt:${line}: unknown word in the header: ${word}`);
  }
  return template;
}

/** Reads a file of texts. Each text starts with a header line and ends at the next header. */
export function parseTexts(source: string, category: string): Template[] {
  const templates: Template[] = [];
  for (const [index, line] of source.trimEnd().split('\n').entries()) {
    if (HEADER.test(line)) templates.push(readHeader(line, category, index + 1));
    else if (templates.length === 0) throw new Error(`${category}.txt does not begin with a header`);
    else templates.at(-1)!.body += `${line}\n`;
  }
  for (const template of templates) template.body = template.body.trimEnd();
  return templates;
}

/** Reads all texts of a folder, in the order of the file names. */
export function readTexts(folder = TEXTS): Template[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => parseTexts(readFileSync(join(folder, name), 'utf8'), name.slice(0, -'.txt'.length)));
}

/**
 * A slot: `⟨pattern⟩`, `⟨~pattern⟩` for a value that is not secret, `⟨#name=pattern⟩` to use the value again as
 * `⟨#name⟩`.
 */
const SLOT = /⟨(~?)(?:#(\w+)(=?))?([^⟩]*)⟩/g;

interface Slot {
  isSecret: boolean;
  name?: string;
  /** Absent where the slot repeats an earlier one. */
  pattern?: string;
}

export function replaceSlots(body: string, replace: (slot: Slot) => string): string {
  return body.replace(SLOT, (_, tilde: string, name: string | undefined, equals: string, pattern: string) =>
    replace({
      isSecret: tilde === '',
      ...(name === undefined ? {} : { name }),
      ...(name !== undefined && equals === '' ? {} : { pattern }),
    }),
  );
}

export function mapStrings(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [change(key), mapStrings(member, change)]),
    );
  return value;
}

/** Builds the `data` of the event that carries a text, with `change` applied to every string and key in it. */
export function eventData(template: Template, change: (text: string) => string): JsonValue {
  if (template.shape === 'command') return { command: change(template.body) };
  if (template.shape === 'prompt') return { content: change(template.body) };
  const input = mapStrings(JSON.parse(template.body) as JsonValue, change);
  return { toolName: template.toolName ?? 'tool', toolInput: input };
}
