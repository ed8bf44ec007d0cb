import { isLabel } from './label-words.ts';
import { isPlaceholder } from './placeholder.ts';
import { isNoSecretAnywhere } from './prose-secret.ts';
import { FILE, KEYBOARD_MARK, SHAPE, shapeOf } from './talk-shape.ts';

/** How much a token looks like what somebody types to get in, in points. */
const POINTS = {
  none: 0,
  number: 0.75,
  grouped: 1.5,
  keypad: 1,
  /** As long as the codes that banks and services send. */
  six: 1.25,
  wordAndDigits: 1.25,
  mixedCase: 1.5,
  joined: 0.75,
  abbreviation: 0.75,
  chain: 1.25,
  strong: 3,
} as const;

/** The points for the shapes that a token has wherever it stands, from the least to the most telling. */
const OF_SHAPE: readonly (readonly [number, number])[] = [
  [SHAPE.random, 3.5],
  [SHAPE.marked, 3.25],
  [SHAPE.named, 2.75],
  [SHAPE.word, 2.5],
  [SHAPE.faint, 2],
  [SHAPE.dubious, 1.5],
  [SHAPE.variable, 0.75],
];

const NUMBER = /^[*#]?\p{Nd}{4,8}[*#]?$/u;
const SIX = /^\p{Nd}{6}$/u;
const GROUPED = /^\d(?:-\d){3,7}$|^\d{1,2}(?:-\d{1,2}){2,4}$/;
const ON_KEYPAD = /^(?=.*\d.*\d)(?=.*[A-Z])[A-Z\d]{4,6}[#*]?$|^\d{2,6}[A-ZА-Я]\d{0,4}[#*]?$/u;
/** A word, or words glued together, and digits. Shorter words with a digit name programs: `node18`. */
const WORD_AND_DIGITS =
  /^(?=.*\p{L}{4})(?:\p{L}{5,24}|\p{L}{3,16}(?:[-_]\p{L}{3,16}){1,3})[-_]?\d{1,6}[!?#*]?$/u;
/** Words and digits with strokes or dots between, as people join them: `Arepa_Con_Todo9`. */
const JOINED = /^(?=.*\p{L}{4})(?=.*\d)(?!.*\.\d+\.)[\p{L}\d]{1,24}(?:[-_.'][\p{L}\d]{1,24}){1,5}[!?#*]?$/u;
const MIXED_CASE = /(?=.*\p{Ll})\p{Lu}/u;
/** A member of a library, `BZ2_bzDecompress`, and a version. */
const MEMBER =
  /\p{Ll}\p{Lu}\p{Ll}+(?:\p{Lu}\p{Ll}*)*$|\.\p{Ll}\w*$|[-_.]v\d|\d\.\d|^[a-z]{1,3}\d|^\p{Lu}+_|_\d$|['’].*['’]|^\p{Lu}{1,2}\.\d/u;
/** The same without a version, constants, and words with one digit inside. */
const OF_A_LIBRARY =
  /(?:^|[-_])(?:sha|md|aes|rsa|hmac|scram|utf|iso|oauth|http|tls|ssl|x)[-_]?\d|^\p{L}+\d?_\p{Ll}+\p{Lu}|(?:^|[-_])s3(?:[-_]|$)|^vs20\d\d$|_std_\d+$|\.\d+\.|[a-z]\.[a-z]+\d?$|^[A-Z\d]+_[A-Z\d_]+$|^\p{L}{1,3}\d\p{Ll}+$|^\p{Ll}+_\d$|[+!@]\d*$|['’].*['’]|^#!|^\p{Ll}+\d\d\p{Ll}{2,3}$|^\p{Ll}+!\d/u;
/** Letters of both cases, a digit and two marks. */
const STRONG =
  /^(?=.*\d)(?=.*\p{Ll})(?=.*\p{Lu})(?=.*[!@#$%^&*+?~].*[!@#$%^&*+?~])[^\s/(){}<>[\]\\'"]{8,32}$/u;
/** Nobody types a longer one. */
const LONGEST = 40;
/** Initials and a year. */
const ABBREVIATION = /^\p{Lu}{2,5}(?:19|20)\d\d$/u;
/** Programs, systems, standards, models and parts of a page, which have a number behind their names. */
const PROGRAM =
  /^(?:node|python|pandas|numpy|latin|unicode|b?un?g?zip|bzip|gzip|zip|pkcs|posix|cortex|intel|amd|arm|aarch|dsa|rsa|ecdsa|ed|cv|uint|int|dbus|xmldom|xml|html|aes|sha|md|etch|dir|col|filename|path|disk|chapter|ubuntu|windows|debian|fedora|centos|alpine|chrome|firefox|safari|postgres\w*|mysql|mariadb|redis|webpack|angular|react|vue|svelte|rails|django|laravel|symfony|spring|java|kotlin|swift|dotnet|electron|openssl|oauth|http|https|ipv|utf|iso|sha|bcrypt|base|gpt|claude|gemini|llama|opus|sonnet|haiku|server|client|worker|shard|replica|printer|router|switch|version|release|feature|sprint|bug|ticket|issue|build|test|user|admin|item|field|line|page|step|task|room|raum|floor|table|chapter|figure|section|port|slot|port|layer|level|phase|stage|group|team|office|model|canary|beta|alpha|bullseye|bookworm|catalina|windows|macos|android|iphone|galaxy|pixel|playstation|xbox|excel|word|outlook|exchange|covid|euro|handler|useeffect|hook|func|function|param|value|index|column|string|float|double|color|colour)\p{L}{0,4}[-_]?\d/iu;
/** Words of names with hyphens, such as `end-to-end` and `out-of-the-box`. */
const OF_A_COMPOUND =
  /(?:^|-)(?:to|of|the|in|by|end|and|for|non|pre|up|on|off|out|per|all|any|not|at|be|do|go|is|it|or|so|as|if|no|my|user|test|time|type|file|line|base|based|level|side|free|only|first|last|open|source|command|real|built|self|multi|cross|read|write|case|data|code|name|node|react|vue|api|app|web|dev|prod|stage|staging|cli|sdk|lib|log|run|add|get|set|fix|feat|auth|error|state|loader|plugin|query|server|client|common|core|module|client|content|max|min|content|access|control|cache|same|origin|de|la|le|du|des|à|en|et|el|los|y|da|do|dos|friendly|aware|ready|like|reader|check|connect|agent|service|support|request)(?:-|$)/i;
const CHAIN = /^\p{L}{3,14}(?:-\p{L}{3,14}){2,5}$/u;

const DIGIT = /\p{Nd}/u;

/** True for words joined by hyphens that a person chose. */
const isChain = (value: string) =>
  CHAIN.test(value) && !OF_A_COMPOUND.test(value) && !value.split('-').some((part) => isLabel(part));

function pointsOfShape(value: string, shape: number): number {
  if (shape === SHAPE.none || PROGRAM.test(value)) return POINTS.none;
  return OF_SHAPE.find(([least]) => shape >= least)?.[1] ?? POINTS.none;
}

/** Returns the points of a token. */
export function accessShape(value: string): number {
  if (value.length > LONGEST) return POINTS.none;
  // Without a digit and a mark only words in a row are left, and most tokens are none.
  if (!DIGIT.test(value) && !KEYBOARD_MARK.test(value) && !CHAIN.test(value)) return POINTS.none;
  // No word, no number and no strong token has a stroke.
  if (value.includes('/')) {
    const points = pointsOfShape(value, shapeOf(value));
    return points === POINTS.none || OF_A_LIBRARY.test(value) ? POINTS.none : points;
  }
  if (NUMBER.test(value)) return SIX.test(value) ? POINTS.six : POINTS.number;
  if (GROUPED.test(value)) return POINTS.grouped;
  if (ON_KEYPAD.test(value)) return POINTS.keypad;
  if (OF_A_LIBRARY.test(value)) return POINTS.none;
  const shape = shapeOf(value);
  if (shape !== SHAPE.none) return pointsOfShape(value, shape);
  if (STRONG.test(value)) return POINTS.strong;
  const points = pointsOfWords(value);
  if (points === POINTS.none) return points;
  // `Todo` is a word of Spanish.
  const isNone = isPlaceholder(value.replace(/(?<=[_.-])Todo/, 'Tutto')) || isNoSecretAnywhere(value);
  return isNone ? POINTS.none : points;
}

/** Returns the points of words with digits, or of words in a row. */
function pointsOfWords(value: string): number {
  if (ABBREVIATION.test(value)) return POINTS.abbreviation;
  if (WORD_AND_DIGITS.test(value)) return PROGRAM.test(value) ? POINTS.none : POINTS.wordAndDigits;
  if (JOINED.test(value) && !MEMBER.test(value) && !FILE.test(value) && !PROGRAM.test(value))
    return MIXED_CASE.test(value) ? POINTS.mixedCase : POINTS.joined;
  return isChain(value) ? POINTS.chain : POINTS.none;
}
