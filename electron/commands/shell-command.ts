/** A word of a command, as its program gets it. */
export interface ShellWord {
  /** The word without quotes and escapes: `a b` for `"a b"`. */
  text: string;
  /** Its place in the command line, in UTF-16 units. A word of a command inside a word has the place of the outer word. */
  from: number;
  to: number;
  /** True if its text is not what the program gets: it holds a mask, a variable, or the output of another command. */
  isOpaque: boolean;
  /** True if the shell replaces it with the files that match it. */
  isGlob: boolean;
  /** The commands whose output the word holds, such as `curl` in `$(curl …)`. */
  inner: ShellCommand[];
}

/** A file that a command's output goes to, or a text that is its input. */
export interface Redirect {
  operator: '>' | '>>' | '<' | '<<';
  target: ShellWord;
}

/** One program with its words. */
export interface ShellCommand {
  words: ShellWord[];
  redirects: Redirect[];
  /** The folder that it runs in, absolute or below the home folder. Undefined if it cannot be followed. */
  folder: string | undefined;
  /** The command whose output it reads, in a pipeline. */
  input?: ShellCommand;
  /** True if it runs in a container or on another computer, so that its paths name nothing here. */
  isElsewhere?: true;
}

/** Returns a word whose text is known. A word that stands in no command line has no place. */
export const plainWord = (text: string, from = 0, to = 0): ShellWord => ({
  text,
  from,
  to,
  isOpaque: false,
  isGlob: false,
  inner: [],
});

export type Dialect = 'posix' | 'powershell' | 'cmd';

/** Stands for each character of a mask. It belongs to the private use area, so no shell gives it a meaning. */
export const MASK_CHARACTER = '\uE000';

/** Marks the places of masks in a command, so that `[github-token]` is not read as a pattern of file names. */
export function withOpaqueMasks(text: string, masks: readonly { start: number; end: number }[]): string {
  let [marked, at] = ['', 0];
  for (const { start, end } of masks.toSorted((a, b) => a.start - b.start)) {
    if (start < at || end > text.length) continue;
    marked += text.slice(at, start) + MASK_CHARACTER.repeat(end - start);
    at = end;
  }
  return marked + text.slice(at);
}

const HOME = /^(?:\$HOME|\$\{HOME\}|\$env:(?:USERPROFILE|HOME)|%(?:USERPROFILE|HOMEPATH)%)(?=$|[\\/])/i;
const HERE = /^(?:\$PWD|\$\{PWD\}|%CD%|\$\(pwd\)|`pwd`)(?=$|[\\/])/i;
const TEMPORARY = /^(?:\$TMPDIR|\$\{TMPDIR\}|\$env:TEMP|%(?:TEMP|TMP)%)(?=$|[\\/])/i;

/** Replaces a leading variable whose value every shell agrees on: `~/x` for `$HOME/x`. */
export const withKnownFolder = (text: string): string =>
  text.replace(HOME, '~').replace(HERE, '.').replace(TEMPORARY, '/tmp');
