import { isLongLetters } from './chosen-phrase.ts';
import { isDisorderedMix } from './disorder.ts';
import { isDisordered, isLabel } from './label-words.ts';
import { looksLikeAMark, MESSAGE_WORD, NOT_A_SECRET, namesASecret, TYPE_NAME } from './not-a-secret.ts';
import { isPlaceholder } from './placeholder.ts';
import { looksRandom } from './random-value.ts';
import { haveSameWords, type SensitiveName } from './sensitive-name.ts';
import type { Written } from './written-value.ts';

const IDENTIFIER = /^[!~*&-]{0,2}[A-Za-z_$][\w$]*$/;
const CODE =
  /^[!~*&(-]{0,3}[A-Za-z_$][\w$]*(?:(?:!?\.|\?\.|::|->)[A-Za-z_$#][\w$]*|\([^)]{0,200}(?:\)|$)|\[[^\]]{0,200}\]?)+(?=$|[()[\]{};,+*:|=<>]|[!?&](?!$))|^[\w$.]{1,128}(?:[!=]==?[\w!("'$]|&&|\|\|)|^\(|^\[|^\{(?![{\w!])|=>|^(?:new|await|async|function|typeof)\b|^\/(?![\w+/]{20})|^[<>|&+*]/;

/** A bare word that is a password where its place says so: in a connection string, after an option. */
export function isBareWord(kind: SensitiveName, name: string, { value }: Written): boolean {
  return (
    kind.strength === 'password' &&
    /^\p{L}[\p{L}\p{M}_-]{2,62}[\p{L}\p{M}]$/u.test(value) &&
    !/^[A-Z_-]+$/.test(value) &&
    !namesASecret(value) &&
    !isPlaceholder(value) &&
    !TYPE_NAME.test(value) &&
    !isLabel(value) &&
    !haveSameWords(value, name)
  );
}

/** What stands first where somebody set no password yet: it names a secret and is one. */
const IS_SUPER_SECRET = /^(?:super|top|very|ultra|mega|my?super|our)secret[a-z]{0,8}$/;
/** No name of a setting and of no part of a program is so short. */
const SHORTEST_WORD = 6;

/** A word in small letters that somebody put where a secret belongs: `supersecret`, `keyboardcat`. */
export const isGuessableWord = (value: string): boolean =>
  value.length >= SHORTEST_WORD &&
  /^[a-z]{6,24}$/.test(value) &&
  (IS_SUPER_SECRET.test(value) ||
    (!namesASecret(value) && !NAMES_NO_WORD.test(value) && !isPlaceholder(value) && !TYPE_NAME.test(value)));

/** Words alone, on a line of their own after `password:`. */
export function isPassphrase(kind: SensitiveName, name: string, value: string): boolean {
  if (kind.strength !== 'password' || kind.rule === 'pass-assignment' || !/^[a-z_.-]+$/.test(name))
    return false;
  if (isPlaceholder(value) || TYPE_NAME.test(value) || MESSAGE_WORD.test(value)) return false;
  const words = value.split(/[ -]/).length;
  return words === 1 && !IS_SUPER_SECRET.test(value)
    ? !/(?:pass|word|pwd|input|field|name|type|text|hash|bcrypt|crypt|auth|token|secret|form|group|control)/.test(
        value,
      )
    : words === 1 || (words >= 3 && words <= 8);
}

/** What a program or a schema writes there. */
const NAMES_NO_WORD =
  /^(?:string|number|boolean|object|required|optional|hidden|masked|secret|password|token|input|field|label|title|text|false|true|null|none|undefined|default|empty|process|config|value)$/;

/** `spring.mail.password=X`, `FTP_PASSWORD: X`: a setting of a file is no code, whatever marks its value has. */
function isSettingOfFile(name: string, { value, tight, operator }: Written): boolean {
  const constant = /^[A-Z][A-Z0-9_]+$/.test(name);
  return (
    ((operator === ' ' && constant) ||
      (tight && /^[a-z]\w*(?:\.[\w-]+)+$/i.test(name)) ||
      (constant && (tight || operator === ':'))) &&
    value.length >= 6 &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !/[()[\]{}]|^[A-Za-z_]\w*\.[A-Za-z_]\w*(?:\.|$)(?![^.]*\d)/.test(value) &&
    !NOT_A_SECRET.test(value)
  );
}

/** `PGPASSWORD=strongp@ss`: letters with a mark among them, which is no address without a dot. */
const isMarkedSetting = (name: string, { value, tight }: Written): boolean =>
  tight &&
  /^[A-Z][A-Z0-9_]+$/.test(name) &&
  value.length >= SHORTEST_WORD &&
  /^[A-Za-z]\w*[@!#^~]\w[\w@!#^~]*$/.test(value);

/** Decides for a value without quotes. */
export function isBareSecret(kind: SensitiveName, name: string, written: Written): boolean {
  const { value, operator, tight, option } = written;
  if (value.length < 3) return false;
  const constant = /^[A-Z][A-Z0-9_]+$/.test(name);
  if (operator === 'is' || operator === 'was' || operator === 'are' || operator === 'IS')
    return value.length >= 5 && /\d/.test(value) && /[A-Za-z]/.test(value) && !CODE.test(value);
  // A name that no programming language could assign to is a setting or a header, where shorter values count.
  const setting = constant || name.includes('-');
  if (looksRandom(value, tight && setting ? 12 : 16) && !CODE.test(value) && !NOT_A_SECRET.test(value))
    return !IDENTIFIER.test(value) || tight || kind.strength === 'password' || /\d.*\d/.test(value);
  // `FTP_PASSWORD: j1vP2X.G8q` has a dot as the members of objects do, and nothing else of them.
  if (
    kind.strength === 'password' &&
    /^[\w.+/=-]+$/.test(value) &&
    value.length >= 8 &&
    (isDisorderedMix(value) || (operator === '=' && tight && isDisordered(value)))
  )
    return true;
  // A setting of one digit group: `OTP=276660`, `WIFI_PIN: 4821`.
  if (
    constant &&
    (tight || operator === ':') &&
    /^\d{4,12}$/.test(value) &&
    /(?:OTP|TOTP|PIN|CODE|PASSWORD|PASSWD|PASS|PW)$/.test(name)
  )
    return !/^(?:19|20)\d\d$/.test(value);
  // A token of small letters alone: no word is so long and has so few vowels.
  if (constant && (tight || operator === ':') && isLongLetters(value)) return true;
  // A word alone in a list of settings: `MYSQL_ROOT_PASSWORD: rootpass`.
  if (constant && operator === ':' && kind.strength === 'password' && /_.*:[a-z]+$/.test(`${name}:${value}`))
    return /^[a-z]{5,24}$/.test(value) && !NAMES_NO_WORD.test(value);
  if (operator === '>')
    return kind.strength === 'password' ? /\d/.test(value) || looksLikeAMark(value) : looksRandom(value, 12);
  if (kind.strength === 'password' && (isSettingOfFile(name, written) || isMarkedSetting(name, written)))
    return true;
  if (
    looksLikeAMark(value) &&
    /^\w/.test(value) &&
    !CODE.test(value) &&
    !/\}\)|\)\{|=>|\(\)/.test(value) &&
    !/^\w+\(/.test(value) &&
    !/[,;]\w*[:=]/.test(value)
  )
    return true;
  if (
    CODE.test(value) ||
    NOT_A_SECRET.test(value) ||
    /^[^\p{L}\p{N}]*(?:0x[\da-f]+|\d[\d_.]*)[^\p{L}\p{N}]*$/iu.test(value)
  )
    return kind.strength === 'password' && tight && /^\d{4,12}$/.test(value) && constant;
  if (kind.strength === 'password') {
    // A call ends with its bracket: `blue(42)berry` is none.
    if (/^[a-z]{3,}\(\w{1,8}\)[a-z]{3,}$/i.test(value)) return true;
    if (/[^\w.$-]/.test(value))
      return /\d/.test(value) && !/[(){}[\]<>|]/.test(value) && !/^\w+(?:[:+*|]|&&)/.test(value);
    if (constant && tight) return value.length >= 4 && !/^[A-Z_]+$/.test(value);
    if (/\d/.test(value))
      return (
        value.length >= 5 &&
        (tight ||
          operator === ':' ||
          operator === ' ' ||
          operator === '>' ||
          operator === '=' ||
          operator === '=>') &&
        !/^(?:arg|param|value|field|text|input|var|tmp|user|str|pwd|pass|password|pw)\w?\d{1,2}$/i.test(value)
      );
    return option && operator !== ' ' ? /^[a-z]{5,}$/.test(value) : false;
  }
  if ((tight || option) && value.length >= 10 && isDisordered(value) && operator !== ':') return true;
  if (constant && tight) return value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value);
  // No variable has a hyphen in its name: this is a header or an option.
  if ((option && operator === ' ') || (operator === ':' && name.includes('-')) || operator === ' ')
    return looksRandom(value, 8) && /\d/.test(value);
  if (!looksRandom(value, 12) || !/\d/.test(value)) return false;
  return (
    !IDENTIFIER.test(value) ||
    /\d.*\d.*\d/.test(value) ||
    (tight && /[a-z]/.test(value) && /[A-Z]/.test(value))
  );
}
