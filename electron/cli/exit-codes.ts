/** Exit codes of `plinth`. `EXIT_STATUS` describes them. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  unavailable: 3,
  /** EX_SOFTWARE of sysexits.h: a supervisor may restart Plinth. */
  crashed: 70,
  /** The exit codes of a shell for a command that cannot be run, or cannot be found. */
  notRunnable: 126,
  notFound: 127,
} as const;

/** The meaning of each exit code, for `--help`, the manual page and docs/command-line.md. */
export const EXIT_STATUS: readonly { code: string; meaning: string }[] = [
  { code: '0', meaning: 'Success.' },
  {
    code: '1',
    meaning: 'Refused or failed, or a check such as doctor, verify or changes --check found a fault.',
  },
  { code: '2', meaning: 'Wrong usage: an unknown command or option, or a value that does not fit.' },
  {
    code: '3',
    meaning:
      'Plinth is not running, or there is no record that can be read. From redact --check: something would be masked.',
  },
  { code: '70', meaning: 'An unexpected error ended Plinth.' },
  {
    code: '126, 127',
    meaning: 'From run: the command cannot be run, or cannot be found. Otherwise run exits as its command.',
  },
];
