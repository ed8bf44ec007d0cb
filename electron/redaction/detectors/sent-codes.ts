import type { Scan } from '../engine/scan.ts';
import { THING_OF_NUMBER } from '../rules/numbered-things.ts';
import { HAS_UNIT } from '../rules/place-codes.ts';
import { CHANNEL, CODE_WORD, hasArrived, isToBeEntered, STEP } from '../rules/sent-codes.ts';
import { matchesOf } from '../text/matches-of.ts';
import { isOtherThing } from '../text/other-thing.ts';
import { isSentence } from '../text/sentence.ts';
import { pushTalkCode } from './talk-code.ts';

/** Digits alone, perhaps in two groups of three. */
const CODES =
  /(?<![\p{L}\d_.,:/+#€$£-])(?:\d{3}[ -]\d{3}|\d{4,8})(?![\d_-]|[.,:/]\d|\p{sc=Latin}|\p{sc=Cyrillic})/gu;
const ROUND_OR_YEAR = /000$|^(?:19|20)\d\d$/;
/** Numbers of telephones and prices stand behind these. */
const NUMBER_OF_OTHER =
  /(?:[€$£¥₹+]|(?<!\p{L})(?:to|an|à|al|naar|do|nr\.?|no\.?|№|from|von|eur|usd|rs|since|seit|until|über|about|around|order|ticket|port|für|for|in|on|build|pull|pr|version|id|line|zeile|ligne|línea|linha|riga|regel|wiersz|řádek|строк[аеиу]|page|seite))[ :]{0,2}$/iu;
const SENTENCE_ENDS = /[.!?。！？\n](?=\s|$|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/gu;
/** What is counted. */
const COUNTED =
  /^ ?(?:sms|messages?|texts|nachrichten|mensajes|messaggi|сообщен\p{L}*|points?|punkte|puntos|times|users|people|rows)(?!\p{L})/iu;
const REACH = 140;
const REACH_BEFORE = 32;
const SIX = 6;

const POINTS = { channel: 2, arrived: 1.5, code: 1.5, entered: 1.5, step: 0.5, six: 0.5 } as const;
const ENOUGH = 4;

/** The sentence before a number, and what follows up to the end of the next one. */
function around(text: string, start: number, end: number): { sentence: string; next: string } {
  const before = text.slice(Math.max(0, start - REACH), start);
  const behind = text.slice(end, end + REACH);
  const from = Math.max(0, ...[...before.matchAll(SENTENCE_ENDS)].map(({ index }) => index + 1));
  const stop = behind.search(/[.!?。！？\n](?=\s|$)/u);
  return { sentence: before.slice(from) + (stop === -1 ? behind : behind.slice(0, stop)), next: behind };
}

/** Finds the codes that came by a message and are to be typed in. For messages. */
export function findSentCodes(scan: Scan): void {
  const { text } = scan;
  for (const found of matchesOf(text, CODES)) {
    const value = found[0];
    const start = found.index;
    const end = start + value.length;
    const before = text.slice(Math.max(0, start - REACH_BEFORE), start);
    scan.work += Math.min(2 * REACH, text.length);
    if (isOtherThing(text, before, value)) continue;
    if (ROUND_OR_YEAR.test(value) || NUMBER_OF_OTHER.test(before) || THING_OF_NUMBER.test(before)) continue;
    const behind = text.slice(end, end + REACH_BEFORE);
    if (HAS_UNIT.test(behind) || COUNTED.test(behind)) continue;
    const { sentence, next } = around(text, start, end);
    let points = 0;
    if (CHANNEL.test(sentence)) points += POINTS.channel;
    if (CODE_WORD.test(sentence)) points += POINTS.code;
    if (points === 0) continue;
    if (hasArrived(sentence)) points += POINTS.arrived;
    if (isToBeEntered(next)) points += POINTS.entered;
    if (STEP.test(sentence)) points += POINTS.step;
    if (value.replace(/\D/, '').length === SIX) points += POINTS.six;
    if (points < ENOUGH || !isSentence(scan, start, end)) continue;
    pushTalkCode(scan, start, end, value);
  }
}
