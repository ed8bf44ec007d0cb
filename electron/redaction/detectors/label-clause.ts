import { isMessage, type Scan } from '../engine/scan.ts';
import { LABELS } from '../rules/labels.ts';
import { isDisorderedMix } from '../text/disorder.ts';
import type { Label } from '../text/label-words-index.ts';
import { isPersonalToken } from '../text/personal-token.ts';
import { isProseKey } from '../text/prose-secret.ts';
import { SHORT_LABELS } from './announced-value.ts';
import { pushLabelled } from './key-runs.ts';

/** A line is judged by what stands around the token. */
const REACH_OF_LINE = 160;
/** Marks of source code, of configuration and of markup on a line; a sentence has none of them. */
const CODE_LINE =
  /\[[\w-]+[~|^$*]?=\\?["']|(?<!\p{sc=Greek})[;{}]\s*$|[=!]==|=>|->|::|\(\)|&&|\|\||<\/|\/>|\$\(|\w\(["'$]|^\s*(?:#include|import |const |let |var |def |func |return |if \(|\/\/|\/\*|\* @|msgid|msgstr)|\w = ["']|["'],\s*["']|":\s*["[{]/u;
const WORD = /(?:^|[\s(“"'])\p{L}{2,}(?=[\s,.!?:;)”"']|$)/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]{2}/u;
const FEWEST_WORDS = 3;

/** True where the line around a value is a sentence and no code. */
function isSentence(scan: Scan, start: number, end: number): boolean {
  const { text } = scan;
  const before = text.slice(Math.max(0, start - REACH_OF_LINE), start);
  const behind = text.slice(end, end + REACH_OF_LINE);
  scan.work += before.length + behind.length;
  const line = `${before.slice(before.lastIndexOf('\n') + 1)} ${behind.split('\n', 1)[0]!}`;
  if (CODE_LINE.test(line)) return false;
  // In a message the words about it stand on other lines, too.
  return isMessage(scan) || UNSPACED.test(line) || (line.match(WORD)?.length ?? 0) >= FEWEST_WORDS;
}

/** A clause behind a label in which its value can stand. */
const REACH = 100;
/** So long a token of letters and digits without order is what its sentence calls a key. */
const LONG_KEY = 20;
const isLongKey = (value: string, before: string) =>
  value.length >= LONG_KEY &&
  /[\s"'`“„]/.test(before) &&
  !/^[\da-f]+$/i.test(value) &&
  isDisorderedMix(value);
/** Where the sentence ends; a comma, a colon and a question (`its password? it's X`) do not end it. */
const SENTENCE_ENDS = /[;\n\r]|!(?=\s|$)|\.(?=\s+\p{Lu})|\?(?=\s+\p{Lu}\p{Ll})|\.(?=\s)/u;
const TOKEN = /[^\s"'`“”„«»<>()[\]{},;]{5,48}/g;
/** The last word before a token, or the mark there. */
const WORD_BEFORE = /(?:([\p{L}\p{M}’'/]+)[ \t]{1,2}|([(:=,]|[-–—→]|->) ?)["'`“„«*_]{0,2}$/u;
/** A form, a rule or a program that has the label in its name, and what the label is of. */
const ABOUT_PROGRAM =
  /^[ \t]*(?:fields?|forms?|inputs?|hash\w*|polic\w+|column|strength|length|rules?|validat\w+|encrypt\w+|reset (?:page|form|link|mail)|managers?|prompts?|feld|formular|champ|campo|pole|veld|alan|поле)\b/iu;

const wordsOf = (text: string) => text.toLowerCase().split(/[|\s:]+/u);

/** Words with which sentences lead to a value: copulas, `still` and `to`, in the languages of the labels. */
const LEADS: ReadonlySet<string> = new Set(
  [
    ...LABELS.flatMap(({ copulas }) => copulas.flatMap((copula) => wordsOf(copula).slice(-1))),
    ...wordsOf(
      "to with as now still again w/ using always simply just probably maybe currently vor noch immer weiterhin jetzt nun einfach auf in zu wieder mit avec en à toujours encore maintenant désormais con a todavía siempre ahora por para com em ainda sempre agora in su ancora adesso sempre naar op in nog steeds altijd nu met na nadal wciąż dalej teraz z pořád stále teď na s till på fortfarande nu med til stadig nu fremdeles fortsatt nå nyt yhä edelleen még mindig most tot încă acum în cu hâlâ hala şimdi olarak ile на в ещё теперь сейчас с он досі тепер на з σε ακόμα τώρα με إلى ما الآن ל עדיין עכשיו अभी अब बदलकर sang thành vẫn giờ jadi menjadi ke masih tetap sekarang nya saya ku aku e u у oh it’s it's its was is",
    ),
  ].filter((word) => word.length > 0),
);
/** In English these stand before places and people, too. */
const NO_LEADS_IN_ENGLISH = new Set(['in', 'on', 'at', 'a', 'en', 'por', 'para', 'der', 'den']);

/** The password in the clause behind its label, told by a word before it and by its form. For messages only. */
export function acceptInClause(scan: Scan, label: Label, end: number): boolean {
  if (label.sort === 'pin' || label.sort === 'phrase') return false;
  if (label.sort === 'slang' && label.text !== 'phrase' && !SHORT_LABELS.has(label.text)) return false;
  const rest = scan.text.slice(end, end + REACH);
  const ends = rest.search(SENTENCE_ENDS);
  const clause = ends === -1 ? rest : rest.slice(0, ends);
  scan.work += clause.length;
  if (!/\d|[_#!$%&*+=~]/.test(clause) || ABOUT_PROGRAM.test(clause) || /\[(?:password|secret)\]/.test(clause))
    return false;
  for (const found of clause.matchAll(TOKEN)) {
    // A token that the reach cuts.
    if (found.index + found[0].length === REACH) return false;
    const value = found[0].replace(/[.:?]+$/, '');
    if (value.includes('://') || clause.charAt(found.index + found[0].length) === '(') continue;
    if (label.sort === 'key' ? !isProseKey(value, 'beside') : !isPersonalToken(value)) continue;
    const before = clause.slice(0, found.index);
    const lead = WORD_BEFORE.exec(before);
    const word = lead?.[1]?.toLowerCase();
    const leads =
      label.joined ||
      (label.sort === 'key' && isLongKey(value, clause.charAt(found.index - 1))) ||
      (lead?.[2] === '(' ? /^[^(),.:;]{0,24}\($/.test(before) : lead?.[2] !== undefined) ||
      (word !== undefined && LEADS.has(word) && !(label.english && NO_LEADS_IN_ENGLISH.has(word)));
    if (!leads) continue;
    const start = end + found.index;
    if (!isSentence(scan, start, start + value.length)) return false;
    pushLabelled(scan, label, start, value);
    return true;
  }
  return false;
}
