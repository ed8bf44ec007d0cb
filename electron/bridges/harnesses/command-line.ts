import { isPayload } from './adaptation.ts';

const SHELL = /(?:^|[\\/])(?:ba|z|da)?sh$/;
/** The option of a shell whose next word is a script, alone or with others: `-c`, `-lc`. */
const SCRIPT = /^-[\w--c]*c\w*$/v;
/** A word that a shell reads as it stands. */
const PLAIN = /^[\w@%+=:,./~-]+$/;
const quoted = (word: string) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** Returns words as a person would type them. A single word is a line, and of a shell with a script that is the line. */
export function typedLine(words: readonly string[]): string {
  const [shell = '', option = '', script] = words;
  if (words.length === 1) return shell;
  if (words.length === 3 && SHELL.test(shell) && SCRIPT.test(option)) return script!;
  return words.map(quoted).join(' ');
}

/** Returns the command of a tool's input as it was given. */
const given = (input: unknown): unknown => (isPayload(input) ? (input.command ?? input.cmd) : input);

/** Returns true where a command is a list of words. */
export const isInWords = (input: unknown): boolean => Array.isArray(given(input));

/** Returns the command line of a tool's input: a text in it, or a list of words. */
export function commandIn(input: unknown): string | undefined {
  const command = given(input);
  if (typeof command === 'string' && isPayload(input)) return command === '' ? undefined : command;
  if (!Array.isArray(command) || command.length === 0) return undefined;
  const words = command.map((word) => (typeof word === 'number' ? String(word) : word));
  return words.every((word) => typeof word === 'string') ? typedLine(words) : undefined;
}
