import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '../../../electron/redaction/redactor.ts';
import { SEED } from '../realistic/measured-redactor.ts';
import { fill, type Text } from '../realistic/score.ts';
import { readTexts, TEXTS } from '../realistic/text-format.ts';
import { readTextLines, type Surround } from '../realistic/text-lines.ts';
import { readDialogues } from './dialogues.ts';

const CORPUS = join(import.meta.dirname, '..', 'corpus');
/** Paragraphs of documents, with their sources and licences. */
const ORDINARY = 'ordinary.jsonl';
/** Files of one author: texts a, b and c of a person are judged together. */
const AUTHOR = /^(?:third|fourth|fifth-talk|sixth|seventh|prose|author-[a-z-]+|own)/;

/** One text to learn from. */
export interface CorpusText {
  /** Its file and line. */
  name: string;
  author: string;
  category: string;
  data: JsonValue;
  secrets: readonly string[];
  /** `decoy` has no secret and was written to look as if; `ordinary` is a paragraph of a document. */
  sort: 'secret' | 'decoy' | 'ordinary';
  /** The text as the score of the redactor counts it; absent for paragraphs. */
  text?: Text;
}

const authorOf = (category: string) => AUTHOR.exec(category)?.[0] ?? 'first';

function textsOfFolder(folder: string | undefined, author?: string): CorpusText[] {
  return readTexts(folder).map((template) => {
    const text = fill(template, SEED);
    const { data, secrets } = text;
    return {
      name: `${template.category}.txt:${template.line}`,
      author: author ?? authorOf(template.category),
      category: template.category,
      data,
      secrets: secrets.map(({ value }) => value),
      sort: template.kind === 'decoy' ? 'decoy' : 'secret',
      text,
    };
  });
}

/** Reads the messages of an author with other text around. */
export const messagesAround = (author: string, surround: Surround): Text[] =>
  author.startsWith('author-')
    ? readTextLines(join(CORPUS, `${author}.jsonl`), surround).filter(
        ({ template }) => template.shape === 'prompt',
      )
    : [];

function textsOfLines(file: string): CorpusText[] {
  return readTextLines(join(CORPUS, file)).map((text) => ({
    name: `${file}:${text.template.line}`,
    author: file.startsWith('author-') ? file.replace('.jsonl', '') : 'own',
    category: text.template.category,
    data: text.data,
    secrets: text.secrets.map(({ value }) => value),
    sort: text.template.kind === 'decoy' ? 'decoy' : 'secret',
    text,
  }));
}

function ordinaryTexts(): CorpusText[] {
  const lines = readFileSync(join(CORPUS, ORDINARY), 'utf8').trimEnd().split('\n');
  return lines.map((line, index) => ({
    name: `${ORDINARY}:${index + 1}`,
    author: 'ordinary',
    category: 'ordinary',
    data: (JSON.parse(line) as { text: string }).text,
    secrets: [],
    sort: 'ordinary',
  }));
}

function dialogues(): CorpusText[] {
  return readDialogues(join(CORPUS, 'dialogues.json')).map(({ name, text, secrets }) => ({
    name,
    author: 'dialogues',
    category: 'dialogues',
    data: text,
    secrets,
    sort: secrets.length > 0 ? 'secret' : 'decoy',
  }));
}

/** Reads all texts: the realistic ones, those of `corpus/`, and ordinary paragraphs. */
export function readCorpus(): CorpusText[] {
  const lines = readdirSync(CORPUS)
    .filter((name) => name.endsWith('.jsonl') && name !== ORDINARY)
    .sort();
  return [
    ...textsOfFolder(undefined),
    ...textsOfFolder(CORPUS, 'own'),
    ...lines.flatMap(textsOfLines),
    ...dialogues(),
    ...ordinaryTexts(),
  ];
}

/** SHA-256 over the names and the bytes of the files of some folders that have one of the endings. */
export function digestOfFiles(
  folders: readonly string[],
  endings: readonly string[],
  omitted: readonly string[] = [],
): string {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of (readdirSync(folder, { recursive: true }) as string[])
      .map((path) => path.replaceAll('\\', '/'))
      .sort()) {
      if (
        !endings.some((ending) => name.endsWith(ending)) ||
        name.endsWith('.test.ts') ||
        omitted.includes(name)
      )
        continue;
      hash.update(`${name}\0${readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')}\0`);
    }
  return hash.digest('hex').slice(0, 16);
}

const TALK = join(import.meta.dirname, '..', '..', '..', 'electron', 'redaction', 'talk');

/** What the weights were made from. */
export const digests = () => ({
  corpus: digestOfFiles([TEXTS, CORPUS], ['.txt', '.jsonl', '.json']),
  features: digestOfFiles([TALK], ['.ts', '.json'], ['weights.json']),
  trainer: digestOfFiles([import.meta.dirname], ['.ts']),
});
