import { BLANK, characterSet, isIn } from './characters.ts';

/** What may stand between a name and its operator, but for escapes and the places of elements. */
const CLOSERS = characterSet(/["'`\])]/);
const MOST_CLOSERS = 3;
const MOST_BLANKS = 24;
/** The first characters of the operators, and of the verbs that stand for one. */
const BEGINS_OPERATOR = characterSet(/[:=!|?+><(iwaI-]/);
/** What only a pattern can judge: quotes that open a value, escapes, and further closers or blanks. */
const NEEDS_PATTERN = characterSet(/["'`\\[\]) \t]/);
/** What can stand between a name and the sign of the member before it. */
const BEFORE_NAME = characterSet(/["'`\\ \t]/);
const QUOTES = characterSet(/["'`]/);
const LAST_ASCII = 127;
const COMMA = 44;

/** What stands before a name that takes the next word for its value. */
const TAKES_NEXT_WORD =
  /(?:^|\s)(?:machine|login|user|default)\s|(?:^|\s)(?:setx|ENV|setenv|SetEnv|(?:fastcgi|uwsgi|scgi)_param|(?:proxy|grpc)_set_header|RequestHeader set|more_set_headers|config:set|(?:secrets?|config|vars?|variables?) (?:set|put|add))\s{1,3}$/;
const REACH_BEFORE = 80;

/** True for a name in `machine X login Y password Z` or `config:set NAME value`: its value follows without an operator. */
export const takesNextWord = (text: string, start: number): boolean =>
  TAKES_NEXT_WORD.test(text.slice(Math.max(0, start - REACH_BEFORE), start));

/** False where no `name=` or its like stands right before a name. */
function mayBeNamed(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && isIn(BEFORE_NAME, text.charCodeAt(at))) at -= 1;
  const sign = text.charAt(at);
  return sign === '=' || sign === ':';
}

/**
 * False where certainly no value is assigned to the name that ends at `end`, which is no option: no operator follows it.
 * Most names of a text are arguments, or words of a sentence. The patterns need not read what is around these.
 */
export function mayBeAssigned(text: string, start: number, end: number): boolean {
  let at = end;
  while (at < end + MOST_CLOSERS && isIn(CLOSERS, text.charCodeAt(at))) at += 1;
  const blanks = at;
  while (at < blanks + MOST_BLANKS && isIn(BLANK, text.charCodeAt(at))) at += 1;
  const code = text.charCodeAt(at);
  if (code === COMMA) return start === 0 || isIn(QUOTES, text.charCodeAt(start - 1));
  if (code > LAST_ASCII || isIn(BEGINS_OPERATOR, code) || isIn(NEEDS_PATTERN, code)) return true;
  return mayBeNamed(text, start) || (at > blanks && takesNextWord(text, start));
}
