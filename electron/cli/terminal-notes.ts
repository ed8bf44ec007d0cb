import { printable } from './terminal-text.ts';

let isQuiet = false;

/** Turns notes and confirmations off, for `--quiet`. */
export function setQuiet(quiet: boolean): void {
  isQuiet = quiet;
}

/** True with `--quiet`. */
export const quiet = (): boolean => isQuiet;

/** Prints on standard error what a person should know beside the result. */
export function note(text: string): void {
  if (!isQuiet) console.error(printable(text));
}

/** Prints on standard output what the command did. It is no data that a program asked for. */
export function acknowledge(text: string): void {
  if (!isQuiet) console.log(printable(text));
}
