import { isBareSecret } from './bare-value.ts';
import { ALPHANUMERIC, isIn } from './characters.ts';
import { hasCrossedBrackets, isCodeAround, isNoise, isQuotedPhrase } from './chosen-phrase.ts';
import { isDisorderedMix } from './disorder.ts';
import { isDisordered, isLabel } from './label-words.ts';
import { isHint } from './machine-key.ts';
import { looksLikeAMark, MESSAGE_WORD, NOT_A_SECRET, namesASecret, TYPE_NAME } from './not-a-secret.ts';
import { isPlaceholder } from './placeholder.ts';
import { isMessageWithComma, isMixedPassword, isPhraseWithDots } from './prose-secret.ts';
import { looksRandom } from './random-value.ts';
import { haveSameWords, isCodeNumber, type SensitiveName, wordsOf } from './sensitive-name.ts';
import type { Written } from './written-value.ts';

/** No value under a name that only hints at a secret is shorter. */
const SHORTEST_UNDER_HINT = 16;
function hasDigit(value: string): boolean {
  return /\d/.test(value);
}

/** `'$ommer8705'`: in quotes, with digits, and neither `${…}` nor a variable in capitals or of a usual name. */
function isDollarPassword(value: string): boolean {
  const name = /^\$([a-z][\w!@#%^&*.-]{4,62})$/i.exec(value)?.[1];
  return (
    name !== undefined &&
    /\d/.test(name) &&
    !/^[A-Z0-9_]+$/.test(name) &&
    !/^(?:pass|password|passwd|pwd|pw|token|secret|key|value|var|arg|user|name|param|db|str|input|row|data|this|env)/i.test(
      name,
    )
  );
}

/** Without quotes a shell takes it for a variable, but no variable has a digit or a mark inside a word. */
const isBareDollar = (name: string, { value, tight, operator }: Written) =>
  (/[!#%&*][\w!#%&*]*$/.test(value) || /^\$[a-z]+\d[a-z]{2,}/.test(value)) &&
  !/md5|sha\d|base64|aes|utf8|oauth2|http2|x509|pbkdf2|ipv\d/i.test(value) &&
  ((tight && /^[A-Z][A-Z\d_]*$/.test(name)) || operator === ':');

/** True for a value that repeats the words of its name: `dbPassword: DB_PASSWORD`. */
function hasWordsOf(value: string, name: string): boolean {
  const last = value.charCodeAt(value.length - 1);
  // Most values differ in their last character, unless a mark follows it.
  if (isIn(ALPHANUMERIC, last) && isIn(ALPHANUMERIC, name.charCodeAt(name.length - 1)))
    if ((last | 32) !== (name.charCodeAt(name.length - 1) | 32)) return false;
  return haveSameWords(value, name);
}

/** How a database checks passwords, and how their characters are encoded. */
const METHOD =
  /^(?:scram-sha-\d{1,3}(?:-plus)?|caching_sha2_password|mysql_native_password|utf-?(?:8|16|32)(?:-?[bl]e)?|iso-8859-\d{1,2}|latin-?1)$/i;
/**
 * `translate_args/3` is a function of a module, `en_US` and `en_001` are languages of places, `0;38;5;149` is a colour,
 * `DB_PASSWORD2` the name of a setting, `?NonExpression` one of a state.
 */
const NAME_OF_CODE =
  /^[a-z_]+\/\d$|^[a-z]{2}_(?:[A-Z]{2}|001|150|419)$|^\d{1,2};\d{1,3}[;:]|^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*_(?:PASSWORD|PASSWD|PASS|SECRET|TOKEN|KEY)\d?$|^\?[A-Z][A-Za-z]+$/;
/** Rules of a field, and the column it is compared with: `required|string`, `db hosts.tls_psk`. */
const SPECIFICATION = /^[a-z_]+(?::[\w,.-]+)?(?:\|[a-z_]+(?::[\w,./-]+)?)+$|^[a-z]+ [a-z_]+\.[a-z_]+$/;
/** Functions that are given a name and return a secret. */
const READS = /^(?:\w+\.)*(?:get|find|load|fetch|read|has|is|check|require|needs|resolve)[A-Z_]\w*$/;
/** A pattern of a search: `\w+\s+Holmes`, `CFG_OFF|LINK_RST`. */
const SEARCH_PATTERN = /\\[wWsSdDbpP](?:[+*{]|\\|$)|^[A-Z_]{3,}(?:\|[A-Z_]{3,})+$/;
/** A type with its parameters: `Readonly<Uint8Array>`, `Option<String>`. */
const GENERIC_TYPE = /^[A-Z][A-Za-z\d]*<[A-Z_a-z][\w, |<>[\]]*>$/;

/** `/IsoLVgMhYIj/DO58Hq7z4AIYTh`: base64 with slashes, of which no part is the name of a folder. */
const isSlashed = (value: string): boolean =>
  value.startsWith('/') &&
  looksRandom(value, 20) &&
  /^[\w+/=-]+$/.test(value) &&
  value.split('/').every((part) => part.length < 4 || isDisorderedMix(part) || isDisordered(part));

/** Decides whether what is written there is a secret of that name. */
export function isSecretValue(kind: SensitiveName, name: string, written: Written): boolean {
  const { value, quoted, operator } = written;
  if (kind.strength === 'hint' && value.length < SHORTEST_UNDER_HINT) return false;
  if ((quoted && isNoise(value)) || (kind.strength !== 'hint' && hasCrossedBrackets(value))) return true;
  if (
    (isPlaceholder(value) && !(isDollarPassword(value) && (quoted || isBareDollar(name, written)))) ||
    (kind.rule === 'pass-assignment' && operator === ' ' && !written.option)
  )
    return false;
  // What a password has to match: `^(?=.*[A-Z]).{12,64}$`.
  if (/\(\?[=!:<]|^\^.{0,400}[*+})\]]\$$|\[(?:A-Z|a-z|0-9)/.test(value)) return false;
  // A selector of an element: `input[type=password]`.
  if (/\[[\w-]+[~|^$*]?=[^\]]*\]/.test(value)) return false;
  if (kind.strength === 'hint') return isHint(name, written);
  if (kind.rule === 'pin-assignment') return /^[:=]$/.test(operator) && isCodeNumber(value);
  if (isSlashed(value)) return true;
  if (quoted && kind.strength === 'password' && isPhraseWithDots(value)) return true;
  // Scripts that are written without spaces: a sentence looks like one long word.
  if (
    (!/[A-Za-z0-9]/.test(value) && !/\p{L}\S*\p{Nd}/u.test(value)) ||
    (/[\u0400-\uffff]{4}/.test(value) && kind.rule === 'pass-assignment')
  )
    return false;
  if (/^(?:https?|wss?|ftp|file|git|ssh):\/\/|^(?:\.{1,2}|~)?\/[\w.@-]+\/[\w./@-]*$|^data:/.test(value))
    return false;
  // `"pbkdf2-password": "1.2.1"` is a package and its version; `credentials('db.example:80')` a place.
  if (/^[\^~]?\d+\.\d+\.\d+$|^[\w-]+(?:\.[\w-]+)+:\d{1,5}$/.test(value)) return false;
  if ((!quoted && GENERIC_TYPE.test(value)) || METHOD.test(value) || NAME_OF_CODE.test(value)) return false;
  if (SPECIFICATION.test(value) || (operator === '(' && READS.test(name))) return false;
  if (SEARCH_PATTERN.test(value) && !looksRandom(value)) return false;
  if (isCodeAround(value, quoted, operator) || hasWordsOf(value, name) || TYPE_NAME.test(value)) return false;
  // A list of one word is a list of rules or of names more often than a password.
  if (written.listed && !(/\d/.test(value) && isMixedPassword(value))) return false;
  if (written.listed && kind.strength !== 'password' && !looksRandom(value, 12)) return false;
  return quoted ? isQuotedSecret(kind, name, value, operator) : isBareSecret(kind, name, written);
}

/** Names of what is done to a password: a word beside them is what the button or the message says. */
const ACTION =
  /^(?:forgot|forgotten|lost|recover|reset|change|update|show|hide|toggle|enter|set|edit|choose|create|generate|copy|missing|invalid|wrong|incorrect|weak)$/;

function isQuotedSecret(kind: SensitiveName, name: string, value: string, operator: string): boolean {
  if (/\s/.test(value)) {
    if (kind.strength === 'password' && /^[=:]/.test(operator) && isQuotedPhrase(name, value)) return true;
    if (
      kind.rule === 'pass-assignment' ||
      kind.mask === 'cookie' ||
      kind.mask === 'authorization' ||
      /[^\x20-\x7e]/.test(value) ||
      (isMessageWithComma(value) && !/phrase/i.test(name)) ||
      value.length > 200 ||
      MESSAGE_WORD.test(value) ||
      /[.?!:…]$/.test(hasDigit(value) ? value.replace(/!$/, '') : value)
    )
      return false;
    if (operator === ',' || operator === '(' || operator === ' ') return false;
    const words = value.trim().split(/\s+/);
    return words.length >= 2 && !/^[A-Z][a-z]+(?: [A-Za-z]+){0,4}$/.test(value) && !/[=<>{}]/.test(value);
  }
  if ((operator === '(' || operator === ',') && /\$\{[\w.$[\]()]{1,60}\}/.test(value)) return false;
  if (/\$\{|\{\{|<%|%\w+%/.test(value) && !hasDigit(value) && !/[)\]>#]/.test(value)) return false;
  if (looksRandom(value)) return !NOT_A_SECRET.test(value);
  // A word with a digit or a mark in it is a password; a bare word may be a field's name, a label or a type.
  const marked = hasDigit(value) || /[^\w.\-/:]/.test(value);
  if (kind.strength === 'password') {
    if (isLabel(value)) return false;
    if (marked) return !/^[\w-]*\.[\w.-]*$|^\W/.test(value) || hasDigit(value) || value.length >= 6;
    if (operator === ',' || operator === '(') return false;
    if (isHyphenated(value) && !namesASecret(value)) return operator !== '>';
    if (!/^[a-z]{4,40}$/i.test(value) || operator === '>') return false;
    if (namesASecret(value)) return false;
    if (/^[A-Z][a-z]+$/.test(value)) return !wordsOf(name).some((word) => ACTION.test(word));
    return !/^[a-z]+[A-Z]/.test(value) || isDisordered(value);
  }
  if (/^[\w.-]*$/.test(value) && !hasDigit(value)) return isDisordered(value);
  if (operator === ',' || operator === '(') return marked && value.length >= 12;
  return marked &&
    value.length >= 8 &&
    !/^[\w]+(?:[./:-][\w]+)+$/.test(value) &&
    !/[(){};]{2}/.test(value.slice(-3))
    ? true
    : looksLikeAMark(value);
}

/** Names of classes and files mostly have two words. */
const FEWEST_WORDS = 3;
const MOST_WORDS = 10;
const SHORTEST = 11;
/** Parts of the names of classes, messages and files. */
const OF_A_PAGE =
  /(?:^|-)(?:form|control|btn|button|icon|group|page|view|modal|dialog|container|wrapper|item|list|row|col|grid|header|footer|menu|nav|lg|sm|md|xs|settings?|user|users|email|reset|change|forgot|confirm|new|your|my-(?:new|own)|secure|change|please|must|should|service|server|client|test|example|config|default|provider|handler|component|module|template|policy|rule|error|message|msg|invalid|required|missing)(?:-|$)/i;

/** Words joined by hyphens that a person chose: no name of a class, a message, a field or a file. */
function isHyphenated(value: string): boolean {
  const parts = value.split('-');
  return (
    parts.length >= FEWEST_WORDS &&
    parts.length <= MOST_WORDS &&
    value.length >= SHORTEST &&
    parts.every((part) => /^\p{L}{1,20}$/u.test(part)) &&
    !OF_A_PAGE.test(value) &&
    !parts.some((part) => isLabel(part))
  );
}
