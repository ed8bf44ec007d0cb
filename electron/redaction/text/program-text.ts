/** What a character says of the line that it begins or ends. */
const [BEGINS_CODE, ENDS_CODE, ENDS_STATEMENT] = [1, 2, 4] as const;
const KINDS = new Uint8Array(128);
for (const [characters, kind] of [
  ['/*})]<@.&|?+', BEGINS_CODE],
  ['()[],>=+|&\\`:', ENDS_CODE],
  [';{}', ENDS_CODE | ENDS_STATEMENT],
] as const)
  for (const character of characters) {
    const code = character.charCodeAt(0);
    KINDS[code] = KINDS[code]! | kind;
  }

const BLANK = 32;
const FEWEST_STATEMENTS = 2;
/** Lines of a program among all lines of its text: comments, and the command that writes it to a file, are the others. */
const SHARE = 0.7;

const kindAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code < KINDS.length ? KINDS[code]! : 0;
};

/**
 * The beginning of a line in a language that ends its statements with the line, such as Python, Ruby and JavaScript without
 * semicolons: a definition, the head of a block, an import, a declaration, a call, or an assignment of what is no plain word.
 */
const STATEMENT = new RegExp(
  [
    /(?:async )?(?:def|class|function|func|fn|sub) [\w$.]+ ?[(:<{]/,
    /(?:if|elif|while|for|with|except|match) .*:[ \t\r]*$/,
    /(?:(?:else|try|finally):|pass|break|continue|end|esac|fi|done)[ \t\r]*$/,
    /import (?:[\w.]+(?: as \w+|, \w+)?[ \t\r]*$|[\w{*].* from ['"])|from [\w.]+ import /,
    /(?:const|let|var|my|our|local|val) [\w$@%{[( ,:]+=/,
    /return(?: [\w.]+[([.]| \w+[ \t\r]*$|[ \t\r]*$)|raise \w+(?:\(|[ \t\r]*$)/,
    /(?:self|this)\.|[\w.$]+\(/,
    /[\w.[\]'"$@]+ (?:[-+*/|&%:?]|\|\||&&|\?\?)?= ?(?:[\w.]+[([]|[[{('"`])/,
    /[\w.[\]'"$@]+ = (?:None|True|False|true|false|null|nil|self|this|new|await|not|lambda|yield)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'my',
);
/** Lines that others have, too: `timeout = 30` in settings, and the command that writes a program to a file. */
const LINE_OF_CODE = /[\w.]+ [-+*/]?= (?:-?\d+[ \t\r]*$|[a-z_]\w*\.\w+)|cat >{1,2} ?\S+ <<|EOF[ \t\r]*$/my;

function standsAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Comments and texts of several lines: people write in them what they write in messages. */
const REMARK = /(?:^|[ \t])(?:#|\/\/|\/\*)|^[ \t]*\* |"""|'''/m;

/**
 * What the lines of a text are: of a program in a language with braces or semicolons, because hardly a line of prose begins
 * or ends as they do; or nothing but statements of any language, without a comment.
 */
export type ProgramText = 'none' | 'marked' | 'bare';

/** Judges the lines of a text. */
export function programText(text: string): ProgramText {
  let lines = 0;
  let marked = 0;
  let ends = 0;
  let statements = 0;
  let isBare = true;
  if (!text.includes('\n')) return 'none';
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from);
    const end = found === -1 ? text.length : found;
    let first = from;
    while (first < end && text.charCodeAt(first) <= BLANK) first += 1;
    from = end + 1;
    if (first === end) continue;
    let last = end - 1;
    while (text.charCodeAt(last) <= BLANK) last -= 1;
    lines += 1;
    const kind = (kindAt(text, first) & BEGINS_CODE) | (kindAt(text, last) & ~BEGINS_CODE);
    if (kind !== 0) marked += 1;
    if ((kind & ENDS_STATEMENT) !== 0) ends += 1;
    else if (isBare && (kind === 0 || statements < FEWEST_STATEMENTS)) {
      if (standsAt(STATEMENT, text, first)) statements += 1;
      else if (kind === 0) isBare = standsAt(LINE_OF_CODE, text, first);
    }
  }
  if (isBare && statements + ends >= FEWEST_STATEMENTS && !REMARK.test(text)) return 'bare';
  return ends >= FEWEST_STATEMENTS && marked >= SHARE * lines ? 'marked' : 'none';
}
