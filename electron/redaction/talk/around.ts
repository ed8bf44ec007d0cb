import { HAS } from '../text/talk-spans.ts';
import { fold } from '../text/talk-words.ts';
import { isTechnical } from '../text/technical-name.ts';
import type { Candidate } from './candidate.ts';
import { readTokens } from './candidates.ts';
import type { Conversation } from './conversation.ts';
import { TOPIC } from './vocabulary.ts';

const CONTEXT_SENTENCES = 3;
const LINES_ABOVE = 5;
const LINES_BELOW = 3;
/** Somebody may say something else before the answer. */
const LINES_TO_ANSWER = 4;
const LINES_OF_QUESTIONS = 8;
const NO_LINE = 7;
/** A line of more words is a paragraph. */
const LONGEST_LINE = 40;
const NAMES = TOPIC.password | TOPIC.pin | TOPIC.code;

/** Returns the first letters of a value: `Marmalade77` and `marmalade77!` are alike. */
const stemOf = (value: string) =>
  fold(value)
    .replace(/[^\p{L}]/gu, '')
    .slice(0, 6);
const SHORTEST_STEM = 4;

const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** What a technical name of letters has. */
const NAME_IN_HUMPS = /[a-z][A-Z][a-z]/;
const FIRST_LETTER = /[a-z]/i;
const LONGEST_WORD = 20;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const BEYOND_ASCII = /[^\0-\x7f]/;

/** How often a value stands in a conversation, and how often one that begins like it. */
interface Counts {
  same: number;
  alike: number;
}

/** How often single words stand in a conversation, and how often their first letters. */
interface TokenCounts {
  values: ReadonlyMap<string, number>;
  stems: ReadonlyMap<string, number>;
}

function countTokens(tokens: readonly Candidate[]): TokenCounts {
  const values = new Map<string, number>();
  const stems = new Map<string, number>();
  for (const { value } of tokens) {
    values.set(value, (values.get(value) ?? 0) + 1);
    const stem = stemOf(value);
    if (stem.length >= SHORTEST_STEM) stems.set(stem, (stems.get(stem) ?? 0) + 1);
  }
  return { values, stems };
}

/** Says which words can be like a value: it begins with the same letter, unless it stands behind the name of a user. */
function likeValue(value: string, stem: string): (written: string, kinds: number) => boolean {
  if (stem.length < SHORTEST_STEM) return (written) => written.includes(value);
  return (written, kinds) =>
    (kinds & (HAS.beyondAscii | HAS.other)) !== 0 ||
    FIRST_LETTER.exec(written)?.[0].toLowerCase() === stem[0];
}

/** For so many values, those like them are searched; for more, all words are counted. */
const MOST_SEARCHED = 8;

/** What the candidates of one conversation share. It is found when the first of them asks. */
export class Around {
  readonly talk: Conversation;
  readonly isAscii: boolean;
  readonly #local: (number | undefined)[] = [];
  readonly #questions: (number | undefined)[] = [];
  readonly #words: (string | undefined)[] = [];
  readonly #technical: (boolean | undefined)[] = [];
  #asked = 0;
  #all: TokenCounts | undefined;
  /** The marks of the lines that are known. */
  readonly marksOfLines: (number | undefined)[] = [];

  constructor(talk: Conversation) {
    this.talk = talk;
    this.isAscii = !BEYOND_ASCII.test(talk.text);
  }

  /** Returns the topics of a line; 0 for a paragraph, whose words are about more than one thing. */
  topicsOf(line: number): number {
    const found = this.talk.lines[line];
    return found === undefined || found.end - found.first > LONGEST_LINE ? 0 : found.topics;
  }

  /** Returns the topics of the sentences and lines around a sentence. */
  topicsNear(sentence: number, line: number): number {
    const known = this.#local[sentence];
    if (known !== undefined) return known;
    const { sentences, lines } = this.talk;
    let topics = 0;
    for (let at = Math.max(0, sentence - CONTEXT_SENTENCES); at <= sentence + CONTEXT_SENTENCES; at += 1)
      topics |= sentences[at] ?? 0;
    for (let at = Math.max(0, line - LINES_ABOVE); at <= line + LINES_BELOW && at < lines.length; at += 1)
      topics |= this.topicsOf(at);
    this.#local[sentence] = topics;
    return topics;
  }

  /** Returns the topics of the last question above a line, which it may answer; 0 where nobody asks. */
  topicsAsked(line: number): number {
    const { lines } = this.talk;
    for (let at = line - 1; at >= Math.max(0, line - LINES_TO_ANSWER); at -= 1)
      if (lines[at]!.asks || (this.topicsOf(at) & TOPIC.ask) !== 0) return this.topicsOf(at);
    return 0;
  }

  /** Returns the topics of all questions in the lines above a line. */
  topicsOfQuestions(line: number): number {
    const known = this.#questions[line];
    if (known !== undefined) return known;
    const { lines } = this.talk;
    let topics = 0;
    for (let at = Math.max(0, line - LINES_OF_QUESTIONS); at < line; at += 1)
      if (lines[at]!.asks) topics |= this.topicsOf(at);
    this.#questions[line] = topics;
    return topics;
  }

  /** Returns how many lines up a name of a secret stands; {@link NO_LINE} without one. */
  linesSinceLabel(line: number): number {
    const { lines } = this.talk;
    for (let at = line; at >= Math.max(0, line - NO_LINE + 1); at -= 1)
      if ((lines[at]!.topics & NAMES) !== 0) return line - at;
    return NO_LINE;
  }

  /** True for the name of a program, a file or a variable. */
  isTechnicalAt(index: number): boolean {
    const known = this.#technical[index];
    if (known !== undefined) return known;
    const unit = this.talk.units[index]!;
    const is =
      (unit.kinds & (HAS.notPlain | HAS.hyphen)) === 0
        ? NAME_IN_HUMPS.test(this.talk.text.slice(unit.start, unit.end))
        : isTechnical(this.talk.text, unit);
    this.#technical[index] = is;
    return is;
  }

  /** Returns the word of a unit without case and accents. */
  wordAt(index: number): string {
    const known = this.#words[index];
    if (known !== undefined) return known;
    const { start, end } = this.talk.units[index]!;
    const word = fold(this.talk.text.slice(start, end).replace(EDGES, '')).slice(0, LONGEST_WORD);
    this.#words[index] = word;
    return word;
  }

  /** Returns how often a single word stands in the conversation, and how often one that begins like it. */
  countsOf(value: string): Counts {
    const stem = stemOf(value);
    this.#asked += 1;
    if (this.#asked > MOST_SEARCHED) this.#all ??= countTokens(readTokens(this.talk));
    const { values, stems } = this.#all ?? countTokens(readTokens(this.talk, likeValue(value, stem)));
    return { same: values.get(value) ?? 0, alike: stems.get(stem) ?? 0 };
  }
}
