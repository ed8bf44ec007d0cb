import { isNameOfThing } from '../detectors/key-runs.ts';
import { HAS_UNIT } from '../rules/place-codes.ts';
import { isOfMachine } from '../text/number-of-machine.ts';
import { isOtherThing } from '../text/other-thing.ts';
import { type Around, type Features, stemOf } from './around.ts';
import { type Candidate, LABELS } from './candidates.ts';
import type { Conversation } from './conversation.ts';
import {
  CLASS_OF,
  FLAG,
  type Flag,
  MARK_BY_KIND,
  POSITION,
  TURN_TYPE,
  WORDS_OF_LINE,
} from './feature-names.ts';
import { TOPIC } from './vocabulary.ts';

const OPENS_QUOTE = /["“„«'`「『*_]$/;
const CLOSES_QUOTE = /^["”“»'`」』*_]/;
const OPERATOR = /(?:[:=：→]|=>|->)[ \t]*["'“„«'`*_「]{0,3}$/;
const DASH = /[>–—-][ \t]+["'“„«'`*_]{0,3}$/;
const STROKE = /[/|\\+~][ \t]+["'“„«'`*_]{0,3}$|\p{L}[/|]$/u;
const OPENS_BRACKET = /[(（[]["'`]?$/;
const LINE_BEHIND = /^["'`*_.!?,;:)。！？」』”»]{0,4}[ \t]*$/;
const SENTENCE_BEHIND = /^["'`*_”»」』)]{0,3}(?:[.!?。！？](?:\s|$|["”»])|\s*$)/;
const CLAUSE_BEHIND =
  /^["'`*_”»」』)]{0,3}(?:[.!?;:,、，。！？;–—](?:\s|$)|[、，。！？]|[ \t][–—-][ \t]|\s*$)/;
const MONEY = /(?:[€$£¥₹#№+/.,\d]|(?:eur|usd|chf|rs|nr|no|n°)\.?)[ ]?$/i;
const AMOUNT =
  /^(?:[.,:/][\p{L}\d]|[-–]\p{L}|[\p{sc=Latin}\p{sc=Cyrillic}]| ?(?:€|\$|%|[kmg]?b\b|ms\b|px\b|km\b|kg\b|eur\b|usd\b|people|units|items|times|rows|lines|zł|kr\b|руб|грн|円|元|원))/iu;
const BESIDE_BEFORE = /[\w:=/@\\$<{.&|+~[\]]["'`]?$/;
const BESIDE_BEHIND = /^["'`*_]{0,3}(?:[=({@/\\<|[]|:\S)/;
const SETTING_BEHIND = /^:[~/]|^[ \t]=[ \t]/;
const OPTION = /(?:^|\s)-{1,2}[\w-]+[ =]?["']?$/;
const ADDRESS = /:\/\/[^\s"'<>]*$/;
const COMMENT_BEFORE = /^[ \t]*(?:\/\/|#|--|\*|\/\*|<!--|;)/;
const REACH = 48;

/** Adds what the marks around a candidate say, and its place in its line and in the conversation. */
export function addMarks(
  features: Features,
  around: Around,
  candidate: Candidate,
  kind: number,
  few: number,
): void {
  const { talk, counts, stems } = around;
  const { text, units, lines } = talk;
  const { first, last, start, end, value } = candidate;
  const line = lines[units[first]!.line]!;
  const before = text.slice(Math.max(line.content, start - REACH), start);
  const behind = text.slice(end, Math.min(line.stop, end + REACH));
  const isTold = (few & LABELS) !== 0;
  const on = (flag: Flag, is = true) => {
    if (!is) return;
    features.add(FLAG[flag]);
    const byKind = MARK_BY_KIND.get(flag);
    if (byKind === undefined) return;
    const first = byKind[CLASS_OF[kind]!]!;
    features.add(first);
    if (isTold) features.add(first + 1);
  };
  const opens = OPENS_QUOTE.test(before);
  on('quoted', opens);
  on('in quotes', opens && CLOSES_QUOTE.test(behind));
  on('operator before', OPERATOR.test(before));
  on('dash before', DASH.test(before));
  on('stroke before', STROKE.test(before));
  on('bracket before', OPENS_BRACKET.test(before));
  const isFirst = before.trim() === '';
  const isLast = LINE_BEHIND.test(behind);
  on('first of its turn', isFirst);
  on('alone in its line', isFirst && isLast);
  on('ends its line', isLast);
  on('ends its sentence', SENTENCE_BEHIND.test(behind));
  on('ends its clause', CLAUSE_BEHIND.test(behind));
  on('comma before', /[,;،、，][ \t]*$/.test(before));
  on('ends before a comma', /^["'`*_”»]{0,2}[,;،、，]/.test(behind));
  on('first of its sentence', isFirst || units[first - 1]?.sentence !== units[first]!.sentence);
  on('asked', /^["'”»]?[?？؟]/.test(behind));
  on('beside a sign before', BESIDE_BEFORE.test(before));
  on('beside a sign behind', BESIDE_BEHIND.test(behind));
  if (/\d/.test(value)) {
    on('money', MONEY.test(before));
    on('amount', AMOUNT.test(behind));
    on('unit', HAS_UNIT.test(behind));
    on('of a machine', isOfMachine(before));
    on('other thing', isOtherThing(text, before, value));
    on('name of a thing', isNameOfThing(text, start, value));
  }
  on('in an address', ADDRESS.test(text.slice(Math.max(line.start, start - 4 * REACH), start)));
  on('setting behind', SETTING_BEHIND.test(behind));
  on('option before', OPTION.test(before));
  const number = units[first]!.line;
  on('line above asks', lines[number - 1]?.asks === true);
  on('second line above asks', lines[number - 2]?.asks === true);
  on('line below thanks', ((lines[number + 1]?.topics ?? 0) & TOPIC.ack) !== 0);
  on('line below refuses', ((lines[number + 1]?.topics ?? 0) & TOPIC.fail) !== 0);
  on('line below corrects', ((lines[number + 1]?.topics ?? 0) & TOPIC.fix) !== 0);
  on('in a chat', talk.turns >= 2);
  features.add(TURN_TYPE + Math.min(3, talk.turns));
  on('speaker', line.hasSpeaker);
  on('in a comment', COMMENT_BEFORE.test(text.slice(line.start, line.content)));
  on('in a quotation', text.slice(line.start, line.content).includes('>'));
  on('same value again', first === last && (counts.get(value) ?? 0) > 1);
  on('similar value near', first === last && (counts.get(value) ?? 0) < (stems.get(stemOf(value)) ?? 0));
  on(
    'foreign',
    (around.local.get(units[first]!.sentence)! & TOPIC.foreign) !== 0 ||
      /[^\0-\x7f“”„’‘–—…•→✓]/.test(before + behind),
  );
  on('user before', isUserBefore(talk, first));
  features.add(WORDS_OF_LINE + Math.min(12, line.end - line.first));
  features.add(POSITION + Math.min(6, first - line.first));
}

/** `as deploy and …`, `user mira / …`: the name of a user stands before, with a word or a mark between. */
function isUserBefore({ units }: Conversation, first: number): boolean {
  const { line } = units[first]!;
  for (let at = first - 2; at >= Math.max(0, first - 5); at -= 1)
    if (units[at]!.line === line && (units[at]!.topics & TOPIC.user) !== 0 && units[at + 1]!.topics === 0)
      return true;
  return false;
}
