import { fold } from '../text/talk-words.ts';
import { isTechnical } from '../text/technical-name.ts';
import type { Candidate } from './candidates.ts';
import type { Conversation } from './conversation.ts';

const CONTEXT_SENTENCES = 3;
const LINES_ABOVE = 5;
const LINES_BELOW = 3;

/** Numbers of features, gathered for one candidate. */
export class Features {
  readonly ids: number[] = [];
  /** Words with their roles: an index of {@link LEXICAL}, and the word. */
  readonly words: [number, string][] = [];

  add(id: number): void {
    this.ids.push(id);
  }

  bits(first: number, topics: number): void {
    for (let rest = topics; rest !== 0; rest &= rest - 1)
      this.ids.push(first + 31 - Math.clz32(rest & -rest));
  }
}

/** What the candidates of one conversation share. */
export interface Around {
  talk: Conversation;
  /** Topics around each sentence and each line. */
  local: Map<number, number>;
  counts: Map<string, number>;
  stems: Map<string, number>;
  /** The words of the units, without case and accents; empty until one is asked for. */
  words: (string | undefined)[];
  /** Whether the units are technical names. */
  technical: (boolean | undefined)[];
}

/** Returns the first letters of a value: `Marmalade77` and `marmalade77!` are alike. */
export const stemOf = (value: string) =>
  fold(value)
    .replace(/[^\p{L}]/gu, '')
    .slice(0, 6);

export function readAround(talk: Conversation, candidates: readonly Candidate[]): Around {
  const counts = new Map<string, number>();
  const stems = new Map<string, number>();
  for (const { value, first, last } of candidates) {
    if (first !== last) continue;
    counts.set(value, (counts.get(value) ?? 0) + 1);
    const stem = stemOf(value);
    if (stem.length >= 4) stems.set(stem, (stems.get(stem) ?? 0) + 1);
  }
  return { talk, local: new Map(), counts, stems, words: [], technical: [] };
}

/** Returns the topics of the sentences and lines around a sentence. */
export function localTopics({ talk, local }: Around, sentence: number, line: number): number {
  let topics = local.get(sentence);
  if (topics === undefined) {
    topics = 0;
    for (let at = Math.max(0, sentence - CONTEXT_SENTENCES); at <= sentence + CONTEXT_SENTENCES; at += 1)
      topics |= talk.sentences[at] ?? 0;
    for (let at = Math.max(0, line - LINES_ABOVE); at <= line + LINES_BELOW; at += 1) {
      const { first, end, topics: all } = talk.lines[at] ?? { first: 0, end: 0, topics: 0 };
      if (end - first <= 40) topics |= all;
    }
    local.set(sentence, topics);
  }
  return topics;
}

/** True for the name of a program, a file or a variable. */
export function isTechnicalAt({ talk, technical }: Around, index: number): boolean {
  technical[index] ??= isTechnical(talk.text, talk.units[index]!);
  return technical[index];
}

const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const LONGEST_WORD = 20;

/** Returns the word of a unit without case and accents. */
export function wordAt({ talk, words }: Around, index: number): string {
  const { start, end } = talk.units[index]!;
  words[index] ??= fold(talk.text.slice(start, end).replace(EDGES, '')).slice(0, LONGEST_WORD);
  return words[index];
}
