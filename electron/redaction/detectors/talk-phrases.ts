import { isMessage, type Scan } from '../engine/scan.ts';
import { TOPIC } from '../rules/talk-vocabulary.ts';
import { matchesOf } from '../text/matches-of.ts';
import { isChosenWord } from '../text/message-word.ts';
import { isNoticed, NOTICE } from './notices.ts';
import type { Talk } from './talk-scoring.ts';

/** What a person types for a network or an account, where the sentence says how it is written. */
const NAMES_ENTRY = TOPIC.password | TOPIC.pin | TOPIC.login | TOPIC.code;
const FEWEST_WORDS = 2;
const MOST_WORDS = 9;
/** A clause does not go on behind these. */
const ENDS_CLAUSE = /[,;!?()\n،，、:=<>]|\.(?:\s|$)| [–—-] /;
const PLAIN = /^[\p{L}\p{M}\p{N}'’-]+$/u;
/** Words between what is typed and how it is written: `all`, `tout en`, `tudo`. */
const BEFORE_SPELLING =
  /^(?:all|in|with|and|no|as|alles|mit|ohne|ganz|komplett|zusammen|tout|toute|en|avec|sans|et|todo|con|sin|y|tudo|com|sem|tutto|senza|e|helemaal|met|wszystko|z|bez|vše|vsechno|s|всё|все|с|без|i|med|uten|utan|allt|alt|kaikki|mind|csupa|totul|cu|hepsi|όλα|semua)$/iu;

function push(scan: Scan, start: number, end: number): void {
  scan.matches.push({
    rule: 'talk-phrase',
    tier: 'candidate',
    start,
    end,
    replacement: '[password]',
    secret: scan.text.slice(start, end),
  });
}

/** Finds the words of a pass phrase whose sentence says how they are written: `the wifi is X Y Z all lower case`. */
export function findSpelledPhrases(scan: Scan, talk: Talk): void {
  const { units, sentences, text } = talk;
  if (!isMessage(scan) || (talk.all & TOPIC.spelling) === 0) return;
  let done = -1;
  for (const [index, unit] of units.entries()) {
    if (index <= done || (unit.topics & TOPIC.spelling) === 0) continue;
    const said = sentences[unit.sentence]!;
    if ((said & NAMES_ENTRY) === 0 || (said & TOPIC.policy) !== 0) continue;
    done = index;
    let last = index - 1;
    while (
      last > 0 &&
      ((units[last]!.topics & TOPIC.spelling) !== 0 ||
        BEFORE_SPELLING.test(text.slice(units[last]!.start, units[last]!.end)))
    )
      last -= 1;
    let first = last;
    let begin = -1;
    for (; first > 0 && last - first < MOST_WORDS; first -= 1) {
      const word = units[first]!;
      const before = units[first - 1]!;
      scan.work += 8;
      if (!PLAIN.test(text.slice(word.start, word.end)) || word.sentence !== unit.sentence) break;
      if (ENDS_CLAUSE.test(text.slice(before.end - 1, word.start)) || text.charAt(word.end) === ']') break;
      // The first copula of the clause is the one: the phrase can have words that look like another.
      if (last - first + 1 < FEWEST_WORDS) continue;
      if (isCopulaOf(talk, first - 1)) begin = word.start;
      else if (
        begin === -1 &&
        (word.topics & (TOPIC.equals | TOPIC.password)) === 0 &&
        isLabelAt(talk, first - 1)
      )
        begin = word.start;
    }
    if (begin !== -1) push(scan, begin, units[last]!.end);
  }
}

/** A copula right behind what is entered, or with a few words between: `das wlan ist`, `el wifi del local es`. */
function isCopulaOf(talk: Talk, index: number): boolean {
  const { units } = talk;
  if ((units[index]!.topics & (TOPIC.equals | TOPIC.type)) === 0) return false;
  // `lá` is a place in Portuguese, and without its accent a copula in Vietnamese.
  if (talk.text.slice(units[index]!.start, units[index]!.end) === 'lá') return false;
  for (let at = Math.max(0, index - MOST_WORDS); at < index; at += 1)
    if ((units[at]!.topics & NAMES_ENTRY) !== 0) return true;
  return false;
}

/** `mit dem passwort sieben graue Dachse mit leerzeichen`: no copula between. A mask ends with a bracket. */
const isLabelAt = ({ units, text }: Talk, index: number): boolean =>
  (units[index]!.topics & TOPIC.password) !== 0 && text.charAt(units[index]!.end) === ' ';

/** Accounts that everything has, and words after which one is typed. */
const STILL =
  /(?<![\p{L}\p{N}])(?:root|admin|administrator|guest|gast|sa|superuser)(?:(?: user| account| login)?(?: (?:on|at|of|for|auf|am|vom|im|sur|du|en|del|de|su|op|van|na|på|til)(?: [\p{L}\p{N}.'-]{1,20}){1,4}?)?)? (?:(?:is|was|ist|war|est|es|è|é|jest|je|är|er|on) (?:still|just|always|simply|noch|noch immer|immer noch|einfach|toujours|encore|todavía|aún|siempre|ancora|sempre|ainda|nog steeds|nog|wciąż|nadal|stále|pořád|fortfarande|stadig|fortsatt|yhä|edelleen))? ?["'`“]?(\p{L}{5,24}|\p{Ll}{4,20}\d{1,4})["'`”]?(?=\s*(?:$|[\n.,;!?)]))/giu;
const STILL_NEEDED =
  / (?:still|just|always|simply|noch|immer|einfach|toujours|encore|todavía|aún|siempre|ancora|sempre|ainda|nog|wciąż|nadal|stále|pořád|fortfarande|stadig|fortsatt|yhä|edelleen) ["'`“]?\S+$/iu;
/** What an account is, and no password. */
const STATE =
  /^(?:slow|sick|busy|down|offline|online|away|asleep|awake|alive|around|admin|root|user|owner|default|primary|valid|active|inactive|fine|alone|human|missing|open|there|here|stuck|lazy|happy|angry|unhappy|unsure|curious|logged|waiting|working|aktiv|inaktiv|gesperrt|krank|actif|activo|attivo|ativo|actief|aktywny|aktivní)$/iu;

/** `admin/elkadmin`: a user and a plain word, where somebody logs in with them. */
const TRIED_PAIR =
  /(?<!\p{L})(?:try|tried|with|as|use|using|is|are|login:?|creds:?|mit|als|nimm|avec|essaie|con|prueba|com|tenta|prova|met|probeer|z|s|med|prøv|prova|с|под)[ :]{1,2}["'`]?(?:admin|administrator|root|guest|gast|invité|invitado|ospite|convidado|user|test|demo|operator|elastic|kibana|grafana|postgres|sa|pi|ubuntu|manager|[a-z]{3,12})["'`]?( ?)\/\1["'`]?(\p{Ll}{5,24}\d{0,4})["'`]?(?=$|[\s.,;!?)])(?!\s*\/)/giu;
const LOGS_IN =
  /(?<!\p{L})(?:log(?:ged|s)? ?(?:in|on)|logging in|login|logins|sign(?:ed|s)? ?in|creds?|credentials|default|kibana|grafana|jenkins|wiki|portal|dashboard|router|printer|nas|einlogg\p{L}*|anmeld\p{L}*|connect\p{L}*|connexion|entrar|acced\p{L}*|accesso|inlogg\p{L}*|zalog\p{L}*|přihlá\p{L}*|logga|войти|логин)(?!\p{L})/iu;
/** The second half of two roles, pages or words. */
const ROLE =
  /^(?:users?|admins?|root|guests?|owners?|editors?|viewers?|members?|logins?|settings|dashboards?|api|panels?|staff|operators?|managers?|teams?|moderators?|support|customers?|clients?|servers?|public|index|home|auth|config|pages?|password|passwort|register|logout|signup|profile|email|oauth|token|write|read|debug|build|tests?|prod|production|staging|local|remote|html|linux|windows|macos|internal|external|group|groups|other|others|false|null|none|reader|writer|author|authors|backend|frontend|desktop|mobile)$/iu;

/** The slash of {@link TRIED_PAIR} between two words, the first of which stands behind a blank or a colon. */
const PAIR = /(?<=[ :]["'`]?[a-zé]{2,13}["'`]?)( ?)\/\1["'`]?\p{Ll}{5}/iuy;

/** Looks at slashes only, because most texts about access have none, and the words before them are many. */
function hasPair(text: string): boolean {
  for (let at = text.indexOf('/'); at !== -1; at = text.indexOf('/', at + 1))
    for (const from of [at, at - 1]) {
      PAIR.lastIndex = from;
      if (from >= 0 && PAIR.test(text)) return true;
    }
  return false;
}

/** Finds plain words that are the password of an account although no word says so. */
export function findAccountWords(scan: Scan): void {
  const { text } = scan;
  if (!isMessage(scan)) return;
  scan.work += text.length;
  if (isNoticed(scan, NOTICE.account)) findStill(scan);
  if (!text.includes('/') || !hasPair(text) || !LOGS_IN.test(text)) return;
  for (const found of matchesOf(text, TRIED_PAIR)) {
    const value = found[2]!;
    if (ROLE.test(value) || (!/\d$/.test(value) && !isChosenWord(value))) continue;
    const start = found.index + found[0].lastIndexOf(value);
    push(scan, start, start + value.length);
  }
}

function findStill(scan: Scan): void {
  for (const found of matchesOf(scan.text, STILL)) {
    const value = found[1]!;
    if (!STILL_NEEDED.test(found[0]) || STATE.test(value)) continue;
    const bare = value.replace(/\d+$/, '');
    if (bare === value ? !isChosenWord(value) : bare.length < 4) continue;
    const start = found.index + found[0].lastIndexOf(value);
    push(scan, start, start + value.length);
  }
}
