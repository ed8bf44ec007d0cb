/** Marks a start as the command line. Chromium reads no switches behind the two dashes that follow it. */
export const COMMAND_LINE_FLAG = '--cli';

/** Returns the words of a command, if the app was started as the command line. */
export function commandWords(argv: readonly string[]): string[] | undefined {
  const dashes = argv.indexOf('--');
  return dashes > 0 && argv[dashes - 1] === COMMAND_LINE_FLAG ? argv.slice(dashes + 1) : undefined;
}
