import DATA from './commands.json' with { type: 'json' };
import { writtenPattern } from './patterns.ts';

/** A command that takes a secret in a place of its own. */
export interface Command {
  /** What the prefilter looks for: the program, or the option that gives it away. */
  literal: string;
  /** Group 1 is the secret, or a user and a password with a colon between. */
  flags: RegExp;
  pair?: boolean;
  /** In any letter case, as Windows and SQL read it. */
  caseless?: boolean;
  /** What else the line must say. */
  line?: RegExp;
  /** The literal stands anywhere in the line, so that the line is read from its beginning. */
  wholeLine?: boolean;
}

/** Commands of one form: a row of `commands.json`. */
interface Row extends Omit<Command, 'literal' | 'flags' | 'line'> {
  literals: readonly string[];
  /** What stands right before the value, or the whole pattern. `{value}` and the names of `parts` are what that rows share. */
  after?: string;
  pattern?: string;
  isAnyCase?: boolean;
  /** A setting: its value is no option and no reference. */
  isSetting?: boolean;
  line?: string;
  note?: string;
}

const PARTS: Readonly<Record<string, string>> = DATA.parts;
const ROWS = DATA.commands as readonly Row[];

const VALUE = `(${PARTS['quoted']}|[^\\s"'|;&<>]{1,512})`;

const withParts = (written: string) =>
  written
    .replaceAll('{value}', () => VALUE)
    .replaceAll(/\{(name|login|pair)\}/g, (_, part: string) => PARTS[part]!);

/** Programs with an option for a password, devices of networks, and settings that get their value with a blank between. */
export const COMMANDS: readonly Command[] = ROWS.flatMap(
  ({ literals, after, pattern = `(?<=${after})${VALUE}`, isAnyCase, isSetting, line, note: _, ...rest }) => {
    const source = isSetting ? `(?<=${after})(?![-$%<{])${VALUE}` : pattern;
    const flags = new RegExp(withParts(source), isAnyCase ? 'gi' : 'g');
    const said = line === undefined ? {} : { line: writtenPattern(withParts(line)) };
    return literals.map((literal) => ({ literal, flags, ...said, ...rest }));
  },
);
