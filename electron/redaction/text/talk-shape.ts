import { isCodeToken } from './code-token.ts';
import { changesOf, FEWEST_CHANGES, isDisorderedMix } from './disorder.ts';
import { isPlaceholder } from './placeholder.ts';
import { isNoSecretAnywhere } from './prose-secret.ts';
import { isPublicId } from './public-id.ts';

/** How much a token looks like something that a person chose as a password, in points. */
export const SHAPE = {
  none: 0,
  /** Words with underscores and a digit, as a variable has them. */
  variable: 0.5,
  dubious: 1.5,
  faint: 2,
  word: 2.5,
  named: 3,
  marked: 4,
  random: 4.5,
} as const;

const LAST_ASCII = 127;
const CASE_BIT = 32;
const [LETTER_A, LETTER_Z, DIGIT_0, DIGIT_9] = [97, 122, 48, 57];
/** Sequences for a terminal. */
const CONTROL = /\p{Cc}/u;
/** A shorter token has no shape. */
const SHORTEST_SHAPED = 5;
const LONGEST = 64;
/** Marks that passwords have. */
export const KEYBOARD_MARK = /[!@#$%&?]/;
/** Marks that formulas and patterns of names have, too. */
const RARE_MARK = /[*+^=~]/;
/** The number of an issue. */
const ISSUE = /^[a-z][\w./-]*@\d+$|^[a-z/.-]+#\d+$|#[a-z.-]+$/;
/** Names of files and of machines. */
export const FILE =
  /\.(?:[jt]sx?|mjs|cjs|vue|svelte|py|go|rs|rb|java|kt|swift|cs|html?|s?css|php|c|h|cc|cpp|png|svg|jpe?g|gif|webp|pem|key|crt|txt|ya?ml|json|toml|sh|conf|log|zip|gz|tgz|tar|po|pc|pot|am|ac|mk|diff|patch|rej|sgml|man|tex|bc|ll|inc|pl|pm|lua|el|vim|exe|dll|so|md|sql|csv|xlsx?|docx?|pdf|ini|lock|com|net|org|io|dev|de|local|test|internal|example)\b/i;
/** Names of machines, tickets, standards, constants, dates and releases, and hexadecimal numbers. */
const NAMED =
  /^(?:[A-Z]{1,10}[-_]?\d[\d.-]*\w?|[a-z]{1,6}\d{1,2}|[a-z]{1,10}-\d+|[a-z]\w*[-_.]v?\d|\d{1,4}[-.]?[a-z]{1,8}|[A-Z]?[a-z]+\d|\d+(?:st|nd|rd|th)|[A-Z\d]+(?:[_-][A-Z\d]+)+|\d{1,3}[A-Za-z]{1,3}\d{0,3}|[\w.]+-v?\d+(?:\.\d+)+|[a-z_-]+\d?|(?:0x)?[0-9a-f]+|[0-9A-F]+|[IU][0-9a-f]{6,}|v\d.*|\d{4}-[WQ]?\d.*|[QH]\d-?\d*|U\+.*|Q_.*|[A-Z]{2,}[a-z]*\d*)$/;
/** The same and names of variables and functions, if they have two digits: a word about passwords must stand beside it. */
const IDENTIFIER =
  /^(?:(?:[a-z\d]+[-_.])+v?\d{1,3}[a-z]*|(?:[a-z\d]+[-_])+[a-z]{1,8}-?\d{0,3}|[A-Z]?[a-z]+(?:[A-Z][a-z]*)+\d{0,4}|[a-z]+[A-Z]\w*|[a-z]+(?:_[a-z\d]+)+|[a-z]+(?:\d+[a-z]+)+\d?|[A-Z]\w*_[A-Z_\d]*[A-Z][A-Z_\d]*)$/;
const NUMBERED_THING =
  /^(?:office|windows|win|server|ubuntu|debian|fedora|centos|rhel|ios|macos|android|chrome|firefox|java|python|node|vue|angular|react|postgres\w*|mysql|mariadb|oracle|exchange|outlook|room|version|build|release|ticket|issue|port|line|page|area|studio|level|layer|figure|table|chapter|section|appendix|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|sha|md|utf|iso|rfc|ipv|http|cve|img|dsc|user|test|foo|bar|item|id)[-_]?\d/i;
/** The year of a person, or a number that somebody added, and the marks behind it. */
const WORD_AND_NUMBER = /^\p{L}{3,24}\d{2,6}[!?.$#*%&]{0,3}$/u;
const WORDS_AND_NUMBER =
  /^(?=.*\p{L}{3})(?:\p{L}[\p{L}\p{M}]*|\d{1,6})(?:[-_.'](?:\p{L}[\p{L}\p{M}]*|\d{1,6})){1,6}[!?.$#*]{0,3}$/u;
/** It can be a ticket or a machine as well. */
const WORD_AND_HYPHEN = /^[a-z]{5,}-\d{2,4}$/;
/** A digit in the place of a letter. */
const LEET = /\p{Ll}[013457@$]\p{Ll}/u;

function letters(value: string): number {
  let count = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code > LAST_ASCII) return value.match(/\p{L}/gu)?.length ?? 0;
    const lower = code | CASE_BIT;
    if (lower >= LETTER_A && lower <= LETTER_Z) count += 1;
  }
  return count;
}

function digits(value: string): number {
  let count = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code > LAST_ASCII) return value.match(/\p{Nd}/gu)?.length ?? 0;
    if (code >= DIGIT_0 && code <= DIGIT_9) count += 1;
  }
  return count;
}

/** Capitals, small letters, letters beyond ASCII and a number, with a mark between: `Wq7-żółw-Tatry`. */
const MIXED_SCRIPT = /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*[^\x20-\x7e])(?=.*\d)[\p{L}\d]+(?:[-_.][\p{L}\d]+)+$/u;

/** Three parts or more, with capitals, small letters and a number among them: `Gf4-ripple-Zed`. */
const CHOSEN_PARTS =
  /^(?=.*\p{Lu})(?=.*\d)(?=(?:.*[-_.])?\p{Ll}{3,})\p{L}[\p{L}\d]*(?:[-_.][\p{L}\d]+){2,5}[!?]?$/u;

/** Words with dots or strokes between and a number behind, `Tortuga.Faro65`: no member of an object is called so. */
const JOINED_WORDS =
  /^(?:\p{L}{3,16}(?:\.\p{L}{2,16}){1,4}\.?\d{1,4}|\p{Lu}\p{Ll}{2,15}(?:\/\p{Lu}\p{Ll}{2,15}){0,3}\/\d{1,4})[!?]?$/u;
/** Members of libraries, and file names with a number. */
const MEMBER_WITH_NUMBER =
  /(?:^|\.)(?:u?int|float|log|exp|atan|sha|md|utf|base|crc|v|vec|mat|h|ec|s|python|lib|test|step|field|item|arg|x|y|z|mp|map|read\w*|write\w*|to\w*|from\w*|get\w*|set\w*)\d+$|\p{Ll}\p{Lu}|^\p{Lu}+\.|\.(?:mp|h|x|ps|gz|bz|so)\d$/u;

/** Returns how much a token looks like a password by itself. */
export function shapeOf(value: string): number {
  if (value.length < SHORTEST_SHAPED || value.length > LONGEST) return SHAPE.none;
  const count = digits(value);
  const hasMark = KEYBOARD_MARK.test(value.slice(1, -1));
  if ((count === 0 && !hasMark) || letters(value) < 2) return SHAPE.none;
  if (CONTROL.test(value) || isPublicId(value)) return SHAPE.none;
  if (JOINED_WORDS.test(value) && !MEMBER_WITH_NUMBER.test(value) && !FILE.test(value))
    return count >= 2 ? SHAPE.named : SHAPE.word;
  if (isCodeToken(value) || FILE.test(value) || ISSUE.test(value) || isPlaceholder(value)) return SHAPE.none;
  const isDisordered = isDisorderedMix(value);
  if (isNoSecretAnywhere(value) && !isDisordered) return SHAPE.none;
  if (/^[a-z]{3,}(?:_[a-z]{2,}){2,}\d{1,2}$/.test(value)) return SHAPE.variable;
  if (NAMED.test(value)) return WORD_AND_HYPHEN.test(value) ? SHAPE.dubious : SHAPE.none;
  if (value.length >= 8 && isDisordered && /^[\w!@#$%^&*+=?~.-]+$/.test(value)) return SHAPE.random;
  if (NUMBERED_THING.test(value)) return SHAPE.none;
  if (RARE_MARK.test(value.slice(1, -1)))
    return count >= 2 && /\p{Lu}/u.test(value) ? SHAPE.named : SHAPE.faint;
  if (MIXED_SCRIPT.test(value) || (CHOSEN_PARTS.test(value) && changesOf(value) >= FEWEST_CHANGES + 1))
    return SHAPE.named;
  if (hasMark) return count > 0 || changesOf(value) >= FEWEST_CHANGES ? SHAPE.marked : SHAPE.faint;
  if (IDENTIFIER.test(value)) return count >= 2 ? SHAPE.faint : SHAPE.none;
  if (WORD_AND_NUMBER.test(value))
    return /^\p{Lu}|[^\p{L}\p{N}]$/u.test(value) && letters(value) >= 4 ? SHAPE.named : SHAPE.word;
  if (WORDS_AND_NUMBER.test(value)) return count >= 2 || LEET.test(value) ? SHAPE.named : SHAPE.faint;
  return LEET.test(value) || count >= 2 ? SHAPE.word : SHAPE.dubious;
}
