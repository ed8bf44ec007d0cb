import { isKnownMask } from '../engine/known-masks.ts';
import { areBeside, endsSentence, readSpans, SPAN_SIZE } from '../text/talk-spans.ts';
import { readTopics } from '../text/talk-topics.ts';
import { readLines } from './lines.ts';

/** A word of a conversation, and what it is about. */
export interface Unit {
  start: number;
  end: number;
  kinds: number;
  topics: number;
  /** Numbers of the sentence and of the line. */
  sentence: number;
  line: number;
}

/** A line in which somebody says something. */
interface SaidLine {
  start: number;
  /** Where what is said begins. */
  content: number;
  /** Where its text ends. */
  stop: number;
  hasSpeaker: boolean;
  topics: number;
  /** The numbers of its first word, and of the one behind its last. */
  first: number;
  end: number;
  asks: boolean;
}

/** What people say in a text: words in sentences in lines, without code, logs and the heads of turns. */
export interface Conversation {
  text: string;
  units: readonly Unit[];
  sentences: readonly number[];
  lines: readonly SaidLine[];
  /** The topics of all of it, and of the programs beside it. */
  all: number;
  code: number;
  /** Lines with a speaker or a head; a chat has two or more. */
  turns: number;
}

const ASKS = /[?？؟;]["'”»)*_]*[ \t]*$/;
const REACH_OF_QUESTION = 8;
/** A letter of ASCII or a full stop, behind which no question ends. */
const ENDS_OTHERWISE = /[A-Za-z.]/;
/** `[intercom-token]` says nothing of the words around it; `[password]` says that logins are listed there. */
const isMaskOfThing = (text: string): boolean => text.includes('-') && isKnownMask(text);

/**
 * Reads what is said in a part of a text, if it is about one of some topics, or of none. The part has at most `LONGEST_CODED`
 * characters.
 */
export function readConversation(text: string, about: number, head?: string): Conversation | undefined {
  const all = readLines(text, head);
  if (!all.some(({ kind }) => kind === 'said')) return undefined;
  const spans = readSpans(text);
  const topics = readTopics(text, spans, isMaskOfThing);
  if (about !== 0 && (topics.all & about) === 0) return undefined;
  const units: Unit[] = [];
  const lines: SaidLine[] = [];
  const sentences: number[] = [];
  let turns = 0;
  let sentence = -1;
  let span = 0;
  let said = 0;
  let code = 0;
  for (const line of all) {
    if (line.kind === 'head' || line.hasSpeaker) turns += 1;
    if (line.kind !== 'said') {
      for (; span < spans.length && spans[span]! < line.end; span += SPAN_SIZE)
        if (line.kind === 'code') code |= topics.each[span / SPAN_SIZE]!;
      continue;
    }
    const first = units.length;
    const number = lines.length;
    let lineTopics = 0;
    sentence += 1;
    sentences[sentence] = 0;
    for (; span < spans.length && spans[span]! < line.end; span += SPAN_SIZE) {
      const start = spans[span]!;
      if (start < line.start) continue;
      const end = spans[span + 1]!;
      const about = topics.each[span / SPAN_SIZE]!;
      const unit: Unit = { start, end, kinds: spans[span + 2]!, topics: about, sentence, line: number };
      const before = units.length > first ? units[units.length - 1]! : undefined;
      if (
        before !== undefined &&
        !areBeside(text, before, unit) &&
        endsSentence(text, before.end - 1, start)
      ) {
        sentence += 1;
        sentences[sentence] = 0;
        unit.sentence = sentence;
      }
      units.push(unit);
      sentences[sentence] = sentences[sentence]! | about;
      lineTopics |= about;
    }
    said |= lineTopics;
    lines.push({
      start: line.start,
      content: line.content,
      stop: line.end,
      hasSpeaker: line.hasSpeaker,
      topics: lineTopics,
      first,
      end: units.length,
      asks:
        !ENDS_OTHERWISE.test(text.charAt(line.end - 1)) &&
        ASKS.test(text.slice(Math.max(line.start, line.end - REACH_OF_QUESTION), line.end)),
    });
  }
  if (units.length === 0 || (about !== 0 && (said & about) === 0)) return undefined;
  return { text, units, sentences, lines, all: said, code, turns };
}
