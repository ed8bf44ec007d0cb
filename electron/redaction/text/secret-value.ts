import { ALPHANUMERIC, isIn } from './characters.ts';
import { isCodeAround, isLongLetters, isQuotedPhrase } from './chosen-phrase.ts';
import { isDisorderedMix } from './disorder.ts';
import { entropy } from './entropy.ts';
import { isHyphenated } from './hyphenated.ts';
import { isDisordered, isLabel } from './label-words.ts';
import { isPlaceholder } from './placeholder.ts';
import { KEYS_WITHOUT_SECRET, type SensitiveName, wordsOf } from './sensitive-name.ts';
import type { Written } from './written-value.ts';

const TYPE_NAME =
  /^(?:string|str|number|int|integer|long|float|double|bool|boolean|any|unknown|never|void|object|bytes?|buffer|text|varchar|char|uuid|date|datetime|symbol|bigint|optional|secretstr|securestring|array|list|dict|map|set|tuple|record|partial|readonly|nil|null|none|undefined|true|false|yes|no|async|await|function|return|typeof|keyof|new|class|const|let|var|pub|private|public|static|final|if|else|required|sensitive|self|this|props|args|kwargs|options|opts|config|ctx|req|res|env|env_file|data|input|output|z|t|yup|joi|type|types|schema|f|s|i|n|x|y|e|v|p|k)$/i;
const IDENTIFIER = /^[!~*&-]{0,2}[A-Za-z_$][\w$]*$/;
const CODE =
  /^[!~*&(-]{0,3}[A-Za-z_$][\w$]*(?:(?:!?\.|\?\.|::|->)[A-Za-z_$#][\w$]*|\([^)]{0,200}\)?|\[[^\]]{0,200}\]?)+(?=$|[()[\]{};,+*?:&|!=<>])|^[\w$.]{1,128}(?:[!=]==?[\w!("'$]|&&|\|\|)|^\(|^\[|^\{(?![{\w!])|=>|^(?:new|await|async|function|typeof)\b|^\/(?![\w+/]{20})|^[<>|&+*]/;
const MESSAGE_WORD =
  /\b(?:passwords?|tokens?|secrets?|keys?|credentials?|is|are|must|should|your|you|the|please|enter|required|invalid|incorrect|forgot|forgotten|at least|characters?|confirm|new|not|cannot|can't|to|for|or|if|mot de passe|contraseña|passwort|when|this|that|which|an?|of|in|on)\b/i;

function hasDigit(value: string): boolean {
  return /\d/.test(value);
}

/** Letters alone can be random too: upper and lower case without order, and few vowels. */
function looksRandomWithoutDigits(value: string): boolean {
  if (!/^[A-Za-z+/=_-]+$/.test(value) || entropy(value) < 3.2) return false;
  let changes = 0;
  let vowels = 0;
  for (let index = 0; index < value.length; index += 1) {
    if (index > 0 && ((value.charCodeAt(index) ^ value.charCodeAt(index - 1)) & 32) !== 0) changes += 1;
    if ('aeiouAEIOU'.includes(value.charAt(index))) vowels += 1;
  }
  return changes / value.length >= 0.3 && (vowels / value.length < 0.3 || isDisordered(value));
}

/** Random enough for a machine to have made it. */
export function looksRandom(value: string, atLeast = 10): boolean {
  if (value.length < atLeast || !/[A-Za-z]/.test(value) || /\s/.test(value)) return false;
  if (!hasDigit(value)) return value.length >= 12 && looksRandomWithoutDigits(value);
  const bits = entropy(value);
  return /^[0-9a-fA-F-]+$/.test(value)
    ? value.length >= 16 && bits >= 2.8
    : bits >= (value.length >= 20 ? 3.4 : 3);
}

const UUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;
const NOT_A_SECRET =
  /^(?:https?|ftp|file|data|wss?|git|ssh|node|npm|blob|about|urn|jdbc|mailto|chrome|vscode):|^(?:sha(?:1|256|384|512)|md5)[-:=]|^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|@[\w-]+\/)|^v?\d+\.\d+\.\d+|^\d{4}-\d\d-\d\d|^[\w-]+\.(?:js|ts|tsx|jsx|json|md|py|go|rs|java|html|css|png|svg|jpg|pem|key|crt|txt|ya?ml|toml|env|sh|lock)$|^[Mm]-?\d+(?:\.\d+)?[ ,]|^rgba?\(|^#[0-9a-f]{3,8}$/i;

/** No value under a name that only hints at a secret is shorter. */
const SHORTEST_UNDER_HINT = 16;
/** Letters in one case and digits, as services give them: no hash of Git's, no name and no number. */
const MACHINE_KEY =
  /^(?:[a-z0-9]{20,64}|[A-Z0-9]{16,64}|[A-Za-z0-9]{20,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?::[a-z]{2})?)$/;
const KEY_BITS = 2.9;

/** True for a random value under a name that ends in key, and that is none of a table, a map or a keyboard. */
export function isMachineKey(name: string, value: string): boolean {
  if (!MACHINE_KEY.test(value)) return false;
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last !== 'key' && last !== 'access' && last !== 'appid') return false;
  const partner = words.at(-2);
  if (partner !== undefined && KEYS_WITHOUT_SECRET.has(partner)) return false;
  // A name of one word says less: many a table has a column `key`.
  if (partner === undefined && last === 'key' && (/-/.test(value) || value.length < 24)) return false;
  return (
    (value.match(/\d/g)?.length ?? 0) >= 3 &&
    (value.match(/[A-Za-z]/g)?.length ?? 0) >= 3 &&
    entropy(value) >= KEY_BITS
  );
}

function isHint(name: string, written: Written): boolean {
  const { value } = written;
  if (isMachineKey(name, value) && (written.tight || written.quoted || written.option)) return true;
  if (UUID.test(value) || NOT_A_SECRET.test(value)) return false;
  if (!/^[\w+/=.:~-]{16,512}$/.test(value)) return false;
  if (!looksRandom(value, 16) || !/\d.*\d/.test(value)) return false;
  if (/^[0-9a-f]+$/i.test(value)) return value.length >= 32 && entropy(value) >= 3;
  const pieces = value.split(/[-_.:/]/);
  // Words joined by marks are names: `theme-primary-color-500`.
  if (
    pieces.length > 2 &&
    pieces.every((piece) => piece.length <= 12) &&
    !/\d[a-z]+\d|[a-z]\d+[A-Z]/.test(value)
  )
    return false;
  return entropy(value) >= 3.7 && /[A-Z]/.test(value) && /[a-z]/.test(value);
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

/** True for a value that repeats the words of its name: `dbPassword: DB_PASSWORD`. */
function hasWordsOf(value: string, name: string): boolean {
  const last = value.charCodeAt(value.length - 1);
  // Most values differ in their last character, unless a mark follows it.
  if (isIn(ALPHANUMERIC, last) && isIn(ALPHANUMERIC, name.charCodeAt(name.length - 1)))
    if ((last | 32) !== (name.charCodeAt(name.length - 1) | 32)) return false;
  return wordsOf(value).join('') === wordsOf(name).join('');
}

/** Decides whether what is written there is a secret of that name. */
export function isSecretValue(kind: SensitiveName, name: string, written: Written): boolean {
  const { value, quoted, operator } = written;
  if (kind.strength === 'hint' && value.length < SHORTEST_UNDER_HINT) return false;
  if (
    (isPlaceholder(value) && !(quoted && isDollarPassword(value))) ||
    (kind.rule === 'pass-assignment' && operator === ' ' && !written.option)
  )
    return false;
  if (kind.strength === 'hint') return isHint(name, written);
  // Scripts that are written without spaces: a sentence looks like one long word.
  if (!/[A-Za-z0-9]/.test(value) || (/[\u0400-\uffff]{4}/.test(value) && kind.rule === 'pass-assignment'))
    return false;
  if (/^(?:https?|wss?|ftp|file|git|ssh):\/\/|^(?:\.{1,2}|~)?\/[\w.@-]+\/[\w./@-]*$|^data:/.test(value))
    return false;
  // `"pbkdf2-password": "1.2.1"` is a package and its version; `credentials('db.example:80')` a place.
  if (/^[\^~]?\d+\.\d+\.\d+$|^[\w-]+(?:\.[\w-]+)+:\d{1,5}$/.test(value)) return false;
  if (isCodeAround(value, quoted, operator) || hasWordsOf(value, name) || TYPE_NAME.test(value)) return false;
  return quoted ? isQuotedSecret(kind, name, value, operator) : isBareSecret(kind, name, written);
}

/** A word with one of these in it names a secret, or where one is typed. */
const NAMES_A_SECRET = /(?:pass|word|pwd|key|identity|input|field|label|name|type|text|auth|token|secret)/i;
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
    if (isHyphenated(value) && !NAMES_A_SECRET.test(value)) return operator !== '>';
    if (!/^[a-z]{4,40}$/i.test(value) || operator === '>') return false;
    if (NAMES_A_SECRET.test(value)) return false;
    if (/^[A-Z][a-z]+$/.test(value)) return !wordsOf(name).some((word) => ACTION.test(word));
    return !/^[a-z]+[A-Z]/.test(value) || isDisordered(value);
  }
  if (/^[\w.-]*$/.test(value) && !hasDigit(value)) return false;
  if (operator === ',' || operator === '(') return marked && value.length >= 12;
  return marked &&
    value.length >= 8 &&
    !/^[\w]+(?:[./:-][\w]+)+$/.test(value) &&
    !/[(){};]{2}/.test(value.slice(-3))
    ? true
    : looksLikeAMark(value);
}

/** Odd marks all over: what password generators make. */
function looksLikeAMark(value: string): boolean {
  return value.length >= 8 && (value.match(/[^\w\s./:-]/g)?.length ?? 0) >= 3 && !/^[<({[]/.test(value);
}

/** A bare word that is a password where its place says so: in a connection string, after an option. */
export function isBareWord(kind: SensitiveName, name: string, { value }: Written): boolean {
  return (
    kind.strength === 'password' &&
    /^[A-Za-z](?:[A-Za-z_-]{2,62})[A-Za-z]$/.test(value) &&
    !/^[A-Z_-]+$/.test(value) &&
    !NAMES_A_SECRET.test(value) &&
    !isPlaceholder(value) &&
    !TYPE_NAME.test(value) &&
    !isLabel(value) &&
    wordsOf(value).join('') !== wordsOf(name).join('')
  );
}

/** Words alone, on a line of their own after `password:`. */
export function isPassphrase(kind: SensitiveName, name: string, value: string): boolean {
  if (kind.strength !== 'password' || kind.rule === 'pass-assignment' || !/^[a-z_.-]+$/.test(name))
    return false;
  if (isPlaceholder(value) || TYPE_NAME.test(value) || MESSAGE_WORD.test(value)) return false;
  const words = value.split(/[ -]/).length;
  return words === 1
    ? !/(?:pass|word|pwd|input|field|name|type|text|hash|bcrypt|crypt|auth|token|secret|form|group|control)/.test(
        value,
      )
    : words >= 3 && words <= 8;
}

/** What a program or a schema writes there. */
const NAMES_NO_WORD =
  /^(?:string|number|boolean|object|required|optional|hidden|masked|secret|password|token|input|field|label|title|text|false|true|null|none|undefined|default|empty|process|config|value)$/;

function isBareSecret(kind: SensitiveName, name: string, written: Written): boolean {
  const { value, operator, tight, option } = written;
  if (value.length < 3) return false;
  const constant = /^[A-Z][A-Z0-9_]+$/.test(name);
  if (operator === 'is' || operator === 'was' || operator === 'are' || operator === 'IS')
    return value.length >= 5 && hasDigit(value) && /[A-Za-z]/.test(value) && !CODE.test(value);
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
  if (constant && operator === ':' && kind.strength === 'password' && /_/.test(name))
    return /^[a-z]{5,24}$/.test(value) && !NAMES_NO_WORD.test(value);
  if (operator === '>')
    return kind.strength === 'password' ? hasDigit(value) || looksLikeAMark(value) : looksRandom(value, 12);
  // A setting of a file (`spring.mail.password=`, `FTP_PASSWORD: `) is no code, whatever marks its value has.
  if (
    kind.strength === 'password' &&
    ((tight && /^[a-z]\w*(?:\.[\w-]+)+$/i.test(name)) || (constant && (tight || operator === ':'))) &&
    value.length >= 6 &&
    hasDigit(value) &&
    /[A-Za-z]/.test(value) &&
    !/[()[\]{}]|^[A-Za-z_]\w*\.[A-Za-z_]\w*(?:\.|$)(?![^.]*\d)/.test(value) &&
    !NOT_A_SECRET.test(value)
  )
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
    if (/[^\w.$-]/.test(value))
      return hasDigit(value) && !/[(){}[\]<>|]/.test(value) && !/^\w+(?:[:+*|]|&&)/.test(value);
    if (constant && tight) return value.length >= 4 && !/^[A-Z_]+$/.test(value);
    if (hasDigit(value))
      return (
        value.length >= 5 &&
        (tight || operator === ':' || operator === ' ' || operator === '>' || operator === '=') &&
        !/^(?:arg|param|value|field|text|input|var|tmp|user|str|pwd|pass|password|pw)\w?\d{1,2}$/i.test(value)
      );
    return option && operator !== ' ' ? /^[a-z]{5,}$/.test(value) : false;
  }
  if ((tight || option) && value.length >= 10 && isDisordered(value) && operator !== ':') return true;
  if (constant && tight) return value.length >= 8 && hasDigit(value) && /[A-Za-z]/.test(value);
  // No variable has a hyphen in its name: this is a header or an option.
  if ((option && operator === ' ') || (operator === ':' && name.includes('-')) || operator === ' ')
    return looksRandom(value, 8) && hasDigit(value);
  if (!looksRandom(value, 12) || !hasDigit(value)) return false;
  return (
    !IDENTIFIER.test(value) ||
    /\d.*\d.*\d/.test(value) ||
    (tight && /[a-z]/.test(value) && /[A-Z]/.test(value))
  );
}
