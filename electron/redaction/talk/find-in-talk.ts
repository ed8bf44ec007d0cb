import { pushCandidate, type Scan } from '../engine/scan.ts';
import { type Conversation, readConversation } from './conversation.ts';
import type { Model, Scored } from './judge.ts';
import { LONGEST_JUDGED } from './lines.ts';
import { isPublic } from './public-form.ts';
import { refuseUnlikely } from './refuse.ts';
import { createModel, findSecrets, reasonsOf } from './scorer.ts';
import { findSpoken } from './spoken.ts';
import { TOPIC } from './vocabulary.ts';
import WEIGHTS from './weights.json' with { type: 'json' };

/** A shorter text has no sentence with a secret. */
const SHORTEST = 8;
/** A name, a path and an identifier have no blank; scripts without blanks have letters beyond ASCII. */
const HAS_WORDS = /[ \n\t:]|[^\x21-\x7e]/;
/** A longer text is read in parts, each with some of the text around it: the length of a text makes no difference. */
const PART = 3000;
const REACH = 700;
/** What a part of a text is about in which there can be a secret. */
const ABOUT =
  TOPIC.password |
  TOPIC.pin |
  TOPIC.code |
  TOPIC.login |
  TOPIC.place |
  TOPIC.access |
  TOPIC.type |
  TOPIC.open |
  TOPIC.enter |
  TOPIC.device |
  TOPIC.give |
  TOPIC.noun |
  TOPIC.user |
  TOPIC.pair |
  TOPIC.question;
/** An explanation lists what is so little below the threshold, in hundredths of a point. */
const NEARLY = 200;
const MOST_REASONS = 5;
/** The work of a candidate, in the units of the budget: an attempt of a pattern is one. */
const WORK_OF_CANDIDATE = 16;
/** A text of 64 Ki characters has fewer candidates, if it is not made to have many. Each costs about 20 µs. */
const MOST_CANDIDATES = 12_000;

/** True if somebody can say something in a text. */
export const mayHaveTalk = (text: string): boolean => text.length >= SHORTEST && HAS_WORDS.test(text);

/** Returns where a part ends: at the last line break or blank before its limit. */
function endOfPart(text: string, start: number): number {
  const limit = start + PART;
  if (limit + REACH >= text.length) return text.length;
  const line = text.lastIndexOf('\n', limit);
  if (line > start + PART / 2) return line + 1;
  const blank = text.lastIndexOf(' ', limit);
  return blank > start ? blank + 1 : limit;
}

/** Reads the parts of a text in which people talk about what a secret can belong to. */
function readTalk(
  text: string,
  onPart: (talk: Conversation, from: number, to: number, offset: number) => void,
): void {
  if (!mayHaveTalk(text)) return;
  let line = 0;
  let last = 0;
  for (let start = 0; start < text.length; ) {
    const end = endOfPart(text, start);
    const offset = Math.max(0, start - REACH);
    const lineBreak = offset === 0 ? -1 : text.slice(last, offset).lastIndexOf('\n');
    if (lineBreak !== -1) line = last + lineBreak + 1;
    last = offset;
    const head = line < offset ? text.slice(line, line + LONGEST_JUDGED) : undefined;
    const talk = readConversation(text.slice(offset, Math.min(text.length, end + REACH)), ABOUT, head);
    if (talk !== undefined) onPart(talk, start - offset, end - offset, offset);
    start = end;
  }
}

/** Finds what people say that is a secret, wherever it stands in a text. */
export function findSaid(
  text: string,
  model: Model,
  onFound: (found: Scored, talk: Conversation, offset: number) => void,
  least = model.threshold,
): void {
  readTalk(text, (talk, from, to, offset) => {
    for (const found of findSecrets(model, talk, least, { from, to }))
      if (!isPublic(talk.text, found.start, found.value)) onFound(found, talk, offset);
  });
}

let model: Model | undefined;

/** Uses other weights, to measure those that were learned from other authors. */
export function replaceModel(other: Model): void {
  model = other;
}

const IS_NUMBER = /^[\p{Nd} *#-]+$/u;

/** Masks what the words around make a secret, by the weights that were learned. */
export function findInTalk(scan: Scan): void {
  if (scan.depth > 0) return;
  model ??= createModel(WEIGHTS);
  const { threshold } = model;
  const used = model;
  const { explanations } = scan;
  const least = explanations === undefined ? threshold : threshold - NEARLY;
  let judged = 0;
  readTalk(scan.text, (talk, from, to, offset) => {
    scan.work += to - from;
    const onJudged = (count: number) => {
      judged += count;
      scan.work += count * WORK_OF_CANDIDATE;
    };
    refuseUnlikely(used, talk, scan.matches, offset, explanations);
    const most = MOST_CANDIDATES - judged;
    for (const found of findSecrets(used, talk, least, { from, to, most, onJudged })) {
      const { value, score } = found;
      if (isPublic(talk.text, found.start, value)) continue;
      const start = found.start + offset;
      explanations?.push({
        rule: 'talk',
        start,
        end: start + value.length,
        isMasked: score > threshold,
        reasons: [{ name: 'sum', weight: score }, ...reasonsOf(used, talk, found, MOST_REASONS)],
      });
      if (score > threshold)
        pushCandidate(scan, 'talk', IS_NUMBER.test(value) ? 'secret' : 'password', start, value);
    }
    findSpoken((start, value) => {
      if (start >= from && start < to) pushCandidate(scan, 'talk-spoken', 'password', start + offset, value);
    }, talk);
  });
}
