import { type Detector, hasRowOfWords, isMessage, pushMatch, type Scan } from '../engine/scan.ts';
import { NEAR_DETAILS, NETWORK_ADDRESSES } from '../rules/near-details.ts';
import { NEAR_KEYS } from '../rules/near-keys.ts';
import { NEAR_PERSONAL } from '../rules/near-personal.ts';
import type { NearRule } from '../rules/near-rule.ts';
import { NEAR_WALLETS } from '../rules/near-wallets.ts';
import { PLACE_CODES } from '../rules/place-codes.ts';
import { BASE64, characterSet, isIn, longRun } from '../text/characters.ts';
import { isMnemonic, isSampleMnemonic, mayBePhrase, PHRASE } from '../text/mnemonic.ts';
import { findSeedWords, hasRunOfWords } from '../text/seed-words.ts';
import { UnitClass } from '../text/unit-classes.ts';

const WORD = new UnitClass(/[\p{L}\p{N}]/u);
const OF_NAME = characterSet(/\w/);
const SPACED_SCRIPT = /^[\x20-\x7e]/;
/** A list of codes: what stands between two of them. */
const BETWEEN_VALUES =
  /^[\s,;|*+"'`\][()•·-]*(?:(?:and|or|und|oder|et|ou|y|o|e|en|i|a|och|og|ja|és|și|и|і|ve|dan|và|和|と) )?(?:\d{1,2}[.)]\s*)?(?:[\w ]{0,16}\d{1,2}\s*:\s*)?["']?$/;
/** The longest of most values: a key of 64 bytes in base58, and the quotes around it. */
const LONGEST_NEAR_VALUE = 96;
/** Words between what announces a list and its first value. */
const SENTENCE_BEFORE_LIST = 120;
/** Codes of one list: services give ten or sixteen. */
const MOST_IN_LIST = 24;

function push(scan: Scan, rule: NearRule, start: number, value: string): void {
  scan.matches.push({
    rule: rule.id,
    tier: rule.tier,
    start,
    end: start + value.length,
    replacement: `[${rule.mask}]`,
    ...(rule.tier === 'personal' ? {} : { secret: value }),
  });
}

/** Whether the value of a rule can stand behind its word. Looks at one character in `shortestRun`, mostly. */
function hasRun(text: string, from: number, rule: NearRule): boolean {
  const end = Math.min(text.length, from + rule.within + (rule.longest ?? LONGEST_NEAR_VALUE));
  return longRun(text, from, BASE64, rule.shortestRun!, end) !== -1;
}

/** What a word asks of the characters around it. */
interface NearWord {
  length: number;
  /** A word or a number must not stand right before it. */
  beginsWord: boolean;
  /** Nor right behind it, but for an ending. */
  endsWord: boolean;
}

function nearWordOf(word: string): NearWord {
  const isSpaced = SPACED_SCRIPT.test(word);
  const endsWord = isSpaced && isIn(OF_NAME, word.charCodeAt(word.length - 1));
  const beginsWord = isSpaced
    ? endsWord && isIn(OF_NAME, word.charCodeAt(0))
    : /[\p{sc=Latin}\p{sc=Cyrillic}]/u.test(word);
  return { length: word.length, beginsWord, endsWord };
}

function attemptNear(scan: Scan, at: number, word: NearWord, rule: NearRule, value: RegExp): void {
  const { text } = scan;
  const end = at + word.length;
  if (rule.inMessages && !isMessage(scan)) return;
  if (word.beginsWord && at > 0 && WORD.has(text.charCodeAt(at - 1))) return;
  if (
    word.endsWord &&
    end < text.length &&
    WORD.has(text.charCodeAt(end)) &&
    !/^(?:s|n|en|es|e|nummer|number|no|nr)\b/iu.test(text.slice(end, end + 8))
  )
    return;
  const done = scan.commandsDone.get(rule) ?? 0;
  if (end < done) return;
  if (rule.shortestRun !== undefined && !hasRun(text, end, rule)) {
    scan.work += rule.within / rule.shortestRun;
    return;
  }
  scan.work += rule.within;
  if (value.sticky) {
    value.lastIndex = end;
    const found = value.exec(text);
    const secret = found?.[1] ?? found?.[0];
    if (!found || secret === undefined || (rule.verify && !rule.verify(secret))) return;
    push(scan, rule, end + found[0].lastIndexOf(secret), secret);
    scan.commandsDone.set(rule, end + found[0].length);
    return;
  }
  const window = text.slice(end, end + rule.within + (rule.longest ?? LONGEST_NEAR_VALUE));
  if (rule.mayHave?.(window) === false) return;
  let from = 0;
  let accepted = 0;
  for (let count = 0; count < (rule.all ? MOST_IN_LIST : 1); count += 1) {
    const found = value.exec(window.slice(from));
    if (!found || from + found.index > rule.within) break;
    const written = found[1] ?? found[0];
    const secret = rule.shorten?.(written) ?? written;
    const offset = from + found.index + found[0].lastIndexOf(secret);
    if (
      accepted > 0
        ? !BETWEEN_VALUES.test(window.slice(from, offset))
        : count > 0 && offset > SENTENCE_BEFORE_LIST
    )
      break;
    from = offset + secret.length;
    if (rule.verify && !rule.verify(secret)) {
      if (rule.all) continue;
      break;
    }
    push(scan, rule, end + offset, secret);
    accepted = from;
    scan.work += secret.length;
  }
  if (accepted > 0) scan.commandsDone.set(rule, end + accepted);
}

function detectorsOf(rules: readonly NearRule[]): readonly Detector[] {
  return rules.flatMap((rule) => {
    // What begins right behind its word is matched in place.
    const value = rule.value.source.startsWith('^')
      ? new RegExp(rule.value.source.slice(1), `${rule.value.flags}y`)
      : rule.value;
    return rule.words.map((literal) => {
      const word = nearWordOf(literal);
      return {
        literals: [literal],
        caseless: true,
        attempt: (scan: Scan, at: number) => attemptNear(scan, at, word, rule, value),
      };
    });
  });
}

/** Values near a word that says what they are. */
export const nearWordDetectors = detectorsOf([
  ...NEAR_WALLETS,
  ...NEAR_KEYS,
  ...NEAR_PERSONAL,
  ...PLACE_CODES,
]);

/** The same for personal details, which are looked for only where the user asked for it. */
export const detailDetectors = detectorsOf(NEAR_DETAILS);

/** Finds addresses of the network wherever they stand. */
export function findNetworkAddresses(scan: Scan): void {
  for (const { id, pattern, verify } of NETWORK_ADDRESSES) {
    for (const found of scan.text.matchAll(pattern)) {
      scan.work += found[0].length;
      if (!verify(found[0])) continue;
      scan.matches.push({
        rule: id,
        tier: 'personal',
        start: found.index,
        end: found.index + found[0].length,
        replacement: `[${id}]`,
      });
    }
  }
}

/** A short text can be nothing but the phrase: what is typed into a field, or the argument of a tool. */
const LONGEST_LONE_PHRASE = 400;
/** Twelve words of three letters, and the blanks between them. */
const LEAST_PHRASE = 47;

/** Finds a wallet's phrase where no word announces it. */
export function findLonePhrase(scan: Scan): void {
  const { text } = scan;
  if (text.length > LONGEST_LONE_PHRASE || text.length < LEAST_PHRASE) return;
  scan.work += text.length;
  // A line with the phrase is a row of words.
  if (!hasRowOfWords(scan)) return;
  let from = 0;
  for (const line of text.split('\n')) {
    const found = line.length < LEAST_PHRASE || !mayBePhrase(line) ? null : PHRASE.exec(line);
    if (found && isMnemonic(found[0])) {
      const start = from + found.index;
      pushMatch(scan, { rule: 'wallet-phrase', tier: 'definite' }, start, start + found[0].length);
    }
    from += line.length + 1;
  }
}

/** Finds the recovery phrases of wallets in a message, in the ten languages of BIP-39, with no word about them beside. */
export function findSeedPhrases(scan: Scan): void {
  const { text } = scan;
  if (!isMessage(scan) || scan.depth > 0) return;
  scan.work += text.length;
  if (!hasRunOfWords(text, () => hasRowOfWords(scan))) return;
  for (const { start, end } of findSeedWords(text)) {
    if (isSampleMnemonic(text.slice(start, end))) continue;
    pushMatch(scan, { rule: 'wallet-phrase-words', mask: 'wallet-phrase' }, start, end);
  }
}
