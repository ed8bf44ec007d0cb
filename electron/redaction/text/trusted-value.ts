import { isMessage, isProgram, lineEnd, lineStart, type Scan } from '../engine/scan.ts';
import { labelKind } from './label-kind.ts';
import { isLabel, namesPassword } from './label-words.ts';
import { MESSAGE_WORD, NOT_A_SECRET, namesASecret, TYPE_NAME } from './not-a-secret.ts';
import { isWordOfOtherScript } from './other-script.ts';
import { isPlaceholder } from './placeholder.ts';
import { haveSameWords, type SensitiveName, wordsOf } from './sensitive-name.ts';
import type { Written } from './written-value.ts';

/**
 * Words of programs, forms, files and messages. An identifier, a path or a message beside the name of a password has one
 * of them. A password that somebody made of words has none.
 */
const OF_PROGRAMS: ReadonlySet<string> = new Set(
  (
    'form data input output value values control group field fields btn button page view modal dialog container wrapper item items list row col column grid header footer menu nav settings setting user users username email mail reset change changed forgot forgotten confirm confirmed confirmation new old current repeat retype again verify your my own please must should service server client test tests testing example sample demo config conf default provider handler component module template policy rule rules error errors message msg invalid required missing optional nullable ' +
    'string str text number int integer bool boolean bytes buffer array object json xml yaml html null nil none undefined true false min max len length size count total index idx id ids uuid hash hashed md5 sha sha1 sha256 sha512 bcrypt argon scrypt crypt encrypt encrypted decrypt plain plaintext salt cipher base64 hex utf ' +
    'get set is has to from with use using read write load save store show hide toggle check valid validate validation validator create update delete remove add edit send find fetch select query search parse format build make run exec call apply init start stop end open close ' +
    'db database table schema model entity dto sql mysql postgres redis host hosts hostname port url uri path file files dir folder com org net io dev app apps www local localhost internal lan example invalid www ' +
    'admin root login logon signin signup auth authenticate authenticated authentication authorization oauth oauth2 basic bearer digest ldap saml sso kerberos credential credentials account accounts session cookie api http https request response req res ctx context state props param params args arg option options opts attr attribute property method class function func callback event listener this self system sys env environment os process java spring node vue react angular js ts py php css scss ' +
    'public private protected internal static final const secure secured insecure strong weak short long empty blank match matches same different wrong incorrect failed failure success expired disabled enabled allowed denied hidden visible masked sensitive temporary temp dummy fake placeholder label title name names type types kind mode hint help link icon description prompt question answer reminder strength manager generator meter policy history lookup media current next previous first last ' +
    'windows linux unix enter only mixed english lower upper case digits letters symbols characters chars special'
  ).split(' '),
);

/** Words alone, joined by nothing, marks or humps. */
const WORDS = /^\p{L}[\p{L}\p{M}]*(?:[-_. ]{1,2}\p{L}[\p{L}\p{M}'’]*){0,9}$/u;
const LATIN = /^[\p{sc=Latin}\p{M}\p{Zs}\p{P}]+$/u;
const [SHORTEST, LONGEST] = [4, 80];
/** A page of an interface in a language has the next text in that language near. */
const REACH_OF_PAGE = 200;
const QUOTED_IN_OTHER_SCRIPT = /["'`][^"'`\n]{0,80}[\u0370-\u1fff\u2e80-\uffef][^"'`\n]{0,80}["'`]/g;
const LONGEST_LINE = 240;

/** True for words that somebody chose: none of them names something in a program, or says something of a password. */
export function areChosenWords(name: string, value: string): boolean {
  if (value.length < SHORTEST || value.length > LONGEST || !WORDS.test(value) || /^[A-Z\d_]+$/.test(value))
    return false;
  if (TYPE_NAME.test(value) || NOT_A_SECRET.test(value) || namesASecret(value) || haveSameWords(value, name))
    return false;
  const words = wordsOf(value);
  if (words.some((word) => OF_PROGRAMS.has(word) || isLabel(word) || namesPassword(word))) return false;
  // A message begins with a capital, and no pass phrase has its words.
  return !value.includes(' ') || (/^\p{Ll}/u.test(value) && !MESSAGE_WORD.test(value));
}

/** A word of another script, on no page of texts in that script. */
function isForeignWord(text: string, { value, start, end, quoted }: Written): boolean {
  if (!quoted || LATIN.test(value)) return false;
  if (!value.split(' ').every((word) => isWordOfOtherScript(word)) || labelKind(value, 'description'))
    return false;
  const around = text.slice(Math.max(0, start - REACH_OF_PAGE), end + REACH_OF_PAGE);
  return (around.match(QUOTED_IN_OTHER_SCRIPT)?.length ?? 0) < 2;
}

/** `client ap7 { ipaddr = 10.0.0.7  secret = X }`: pairs in braces on one line, which no program has without commas. */
const IN_BRACES = /\{[ \t]{1,4}(?:[\w.-]{1,40}[ \t]?=[ \t]?[^\s={}"',;]{1,80}[ \t]{1,4}){0,8}$/;
const CLOSES_BRACES = /^[ \t]{1,4}(?:[\w.-]{1,40}[ \t]?=[ \t]?[^\s={}"',;]{1,80}[ \t]{1,4}){0,8}\}/;

/** A line that is nothing but a name and a value, or pairs of them without quotes. */
const ALONE_BEFORE =
  /^[ \t]{0,24}(?:- |export |set |[\w./~-]{1,40}: |(?:\p{L}{2,16} ){1,3})?(?:[\w.-]{1,40}(?:=|: ?)[^\s"'(){};,]{1,80}[ ,]{1,2})*["'`]?$/u;
const ALONE_BEHIND = /^["'`]?[ \t]*(?:[#;]|\/\/|$)|^[ ,]{1,2}[\w.-]{1,40}[=:]/;
const OF_SETTING = /^[A-Z][A-Z\d_]+$|^[a-z][\w-]*(?:\.[\w-]+)+$/;
const OPERATOR = /^(?::|=|:=|=>|->|\(|,)$/;
/** `define('DB_PASSWORD', 'quarry.mill')` */
const DEFINES = /\bdefine\(\s?["']$/;
/** `setPassword("amber ridge")`: what a function of this name is given. */
const CHANGES =
  /^(?:\w+\.)*(?:set|with|change|use|update|reset)_?(?:\w{0,24}_?)?(?:password|passphrase|passwd|pwd)$/i;
const MARKS_AT_END = /[!?&#%*+]{1,3}$/;

/**
 * Trusts a label. True for a literal of words behind an operator, which nothing but its label tells from a text of a
 * program: `password: "amber_falcon"`, `DB_PASSWORD=walnut.parade.kettle`, `password: maple-rocket`.
 */
export function isTrusted(
  scan: Scan,
  start: number,
  kind: SensitiveName,
  name: string,
  written: Written,
): boolean {
  const { value, quoted, operator, end, tight } = written;
  if (kind.strength === 'hint' || !OPERATOR.test(operator) || written.listed) return false;
  const { text } = scan;
  const before = text.slice(lineStart(text, start, LONGEST_LINE), start);
  const after = text.slice(end, lineEnd(text, end, LONGEST_LINE));
  scan.work += 16;
  if (!quoted && operator === '=' && IN_BRACES.test(before) && CLOSES_BRACES.test(after))
    return !isPlaceholder(value) && !TYPE_NAME.test(value);
  if (kind.strength !== 'password' || kind.rule === 'pass-assignment') return false;
  if (isForeignWord(text, written)) return true;
  if (!LATIN.test(value) || isPlaceholder(value)) return false;
  const bare = value.replace(MARKS_AT_END, '');
  if (!areChosenWords(name, bare)) return false;
  if (operator === ',') return DEFINES.test(text.slice(Math.max(0, start - 12), start));
  if (operator === '(') return CHANGES.test(name) && !/^[A-Za-z]+$/.test(value);
  if (quoted) return value.includes(' ') ? operator !== '->' : /[-_.]|\p{Ll}\p{Lu}|[^\p{ASCII}]/u.test(value);
  if (!ALONE_BEFORE.test(before) || !ALONE_BEHIND.test(after) || isProgram(scan)) return false;
  if (OF_SETTING.test(name) && (tight || operator === ':')) return true;
  // A program assigns a variable so. A name with a hyphen is none.
  return (
    value.includes('-') ||
    (isMessage(scan) && (tight || operator === ':') && (bare !== value || /[._]|\p{Ll}\p{Lu}/u.test(value)))
  );
}
