import { followFolder } from './read-posix.ts';
import {
  MASK_CHARACTER,
  type Redirect,
  type ShellCommand,
  type ShellWord,
  withKnownFolder,
} from './shell-command.ts';

interface Rules {
  quotes: string;
  escape: string;
  /** The quotes in which the escape counts, also none. */
  inQuotes: readonly string[];
  variable: RegExp;
  /** Brackets around commands of their own: `(…)` and `{…}` in PowerShell, `(…)` in cmd. */
  open: string;
  close: string;
  separators: RegExp;
}

const RULES: Record<'powershell' | 'cmd', Rules> = {
  powershell: {
    quotes: `"'`,
    escape: '`',
    inQuotes: ['', '"'],
    variable: /[$@]/,
    open: '({',
    close: ')}',
    separators: /^(?:&&|\|\||[|;\n])/,
  },
  cmd: {
    quotes: '"',
    escape: '^',
    inQuotes: [''],
    variable: /[%!]/,
    open: '(',
    close: ')',
    separators: /^(?:&&|\|\||[|&\n])/,
  },
};
/** Levels of brackets that are followed. */
const MAX_DEPTH = 32;
const REDIRECTION = /^[\d*&]?(>>?|<)(?:&\d)?/;

/** Reads words, quotes, brackets and separators of PowerShell or cmd. Everything else of these languages is words. */
class WindowsReader {
  #at = 0;
  readonly #text: string;
  readonly #rules: Rules;

  constructor(text: string, rules: Rules) {
    this.#text = text;
    this.#rules = rules;
  }

  /** Reads up to the end of the text or of the bracket. */
  read(folder: { path: string | undefined }, depth = 0): ShellCommand[] {
    const { separators, close } = this.#rules;
    const commands: ShellCommand[] = [];
    let words: ShellWord[] = [];
    let redirects: Redirect[] = [];
    let input: ShellCommand | undefined;
    const end = (separator: string) => {
      if (words.length > 0 || redirects.length > 0) {
        const command: ShellCommand = { words, redirects, folder: folder.path };
        if (input !== undefined) command.input = input;
        commands.push(command, ...words.flatMap(({ inner }) => inner));
        followFolder(words, folder);
        input = separator === '|' ? command : undefined;
      }
      words = [];
      redirects = [];
    };
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at]!;
      const separator = separators.exec(this.#text.slice(this.#at, this.#at + 2))?.[0];
      const redirection = REDIRECTION.exec(this.#text.slice(this.#at, this.#at + LONGEST_REDIRECTION));
      if (close.includes(character) && depth > 0) break;
      if (separator !== undefined) {
        end(separator);
        this.#at += separator.length;
      } else if (redirection !== null) {
        this.#at += redirection[0].length;
        while (this.#text[this.#at] === ' ') this.#at += 1;
        const operator = redirection[1] as Redirect['operator'];
        if (!redirection[0].includes('&')) redirects.push({ operator, target: this.#word(folder, depth) });
      } else if (/[\s,]/.test(character)) this.#at += 1;
      else {
        const word = this.#word(folder, depth);
        // An empty word, such as that of a line that goes on, would name the folder.
        if (word.text !== '') words.push(word);
      }
    }
    end('');
    return commands;
  }

  #word(folder: { path: string | undefined }, depth: number): ShellWord {
    const { quotes, escape: escapeMark, inQuotes, variable, open, close, separators } = this.#rules;
    const from = this.#at;
    const inner: ShellCommand[] = [];
    let [text, quote] = ['', ''];
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at]!;
      if (character === quote) quote = '';
      else if (quote === '' && quotes.includes(character)) quote = character;
      else if (character === escapeMark && inQuotes.includes(quote)) {
        const [next = ''] = /^(?:\r?\n|.)/s.exec(this.#text.slice(this.#at + 1, this.#at + 3)) ?? [];
        this.#at += next.length;
        // The line goes on.
        if (!next.endsWith('\n')) text += next;
      } else if (
        open.includes(character) &&
        quote !== `'` &&
        depth < MAX_DEPTH &&
        (quote === '' || text.endsWith('$'))
      ) {
        this.#at += 1;
        inner.push(...this.read({ ...folder }, depth + 1));
        text += '()';
      } else if (
        quote === '' &&
        (/[\s,<>]/.test(character) || separators.test(character) || close.includes(character))
      )
        break;
      else text += character;
    }
    // A closing bracket that opens nothing is skipped, or the reader would stay there.
    if (this.#at === from) this.#at += 1;
    const known = withKnownFolder(text);
    const isOpaque =
      inner.length > 0 || text.includes(MASK_CHARACTER) || (variable.test(known) && this.#text[from] !== `'`);
    return { text: known, from, to: this.#at, isOpaque, isGlob: /[*?]/.test(known), inner };
  }
}
/** `2>>&1`, and one more. */
const LONGEST_REDIRECTION = 6;

/** Reads the commands of PowerShell or cmd, in the order in which they stand. */
export const readWindows = (
  text: string,
  dialect: 'powershell' | 'cmd',
  folder: string | undefined,
): ShellCommand[] => new WindowsReader(text, RULES[dialect]).read({ path: folder });
