import { commandLine } from '../electron/cli/all-commands.ts';
import {
  type ArgumentNode,
  allCommands,
  type CommandNode,
  commandTree,
  type OptionNode,
} from '../electron/cli/command-tree.ts';
import { asciiText } from '../electron/cli/completion/shell-words.ts';
import { examplesOf } from '../electron/cli/examples.ts';
import { EXIT_STATUS } from '../electron/cli/exit-codes.ts';
import { PLINTH_VERSION } from '../electron/platform/version.ts';

interface Term {
  term: string;
  meaning: string;
}

const VARIABLES: readonly Term[] = [
  { term: 'PLINTH_DATA_DIR', meaning: 'The data directory.' },
  { term: 'PLINTH_PORT', meaning: 'The port that Plinth listens on. The default is 47613.' },
  { term: 'PLINTH_CONSOLE_PORT', meaning: 'The port of the screens in a browser, or off for no screens.' },
  { term: 'PLINTH_KEYCHAIN', meaning: 'With off, the key is in a file that only the user can read.' },
  { term: 'BROWSER', meaning: 'The program that plinth open starts.' },
  { term: 'NO_COLOR', meaning: 'With any value, the output has no colours.' },
];

const FILES: readonly Term[] = [
  { term: '~/.local/share/plinth', meaning: 'The data directory on Linux.' },
  { term: '~/Library/Application Support/Plinth', meaning: 'The data directory on macOS.' },
];

/** Writes text for a line of roff that begins with text. */
function plain(text: string): string {
  const escaped = asciiText(text)
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('~', '\\(ti')
    .replaceAll('^', '\\(ha')
    .replaceAll('`', '\\(ga');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

/** Writes text as one argument of a macro. */
const argument = (text: string) => `"${plain(text).replaceAll('"', '\\(dq')}"`;

const terms = (entries: readonly Term[]) =>
  entries.map(({ term, meaning }) => `.TP\n.B ${argument(term)}\n${plain(meaning)}`);

const optionTerms = (options: readonly OptionNode[]) =>
  terms(options.map(({ flags, description }) => ({ term: flags, meaning: description })));

const argumentTerms = (named: readonly ArgumentNode[]) =>
  terms(
    named
      .filter(({ description }) => description !== '')
      .map(({ term, description }) => ({ term, meaning: description })),
  );

function exampleLines(node: CommandNode): string[] {
  return examplesOf(node.path).flatMap(({ line, about }) => [
    '.PP',
    ...(about === undefined ? [] : [`${plain(about)}:`]),
    '.EX',
    `  ${plain(line)}`,
    '.EE',
  ]);
}

function commandLines(node: CommandNode, isGlobal: (option: OptionNode) => boolean): string[] {
  const words = ['plinth', ...node.path, ...node.arguments.map(({ term }) => term)];
  return [
    `.SS ${argument(words.join(' '))}`,
    `${plain(node.description)}.`,
    ...argumentTerms(node.arguments),
    ...optionTerms(node.options.filter((option) => !isGlobal(option))),
    ...exampleLines(node),
  ];
}

/** Writes the manual page plinth(1) from the commands. `date` is the day of the build, as YYYY-MM-DD. */
export function manualPage(date: string): string {
  const tree = commandTree(commandLine());
  const isGlobal = ({ description }: OptionNode) =>
    tree.options.some((option) => option.description === description);
  const leaves = allCommands(tree).filter(({ commands }) => commands.length === 0);
  return `${[
    `.TH PLINTH 1 "${date}" ${argument(`Plinth ${PLINTH_VERSION}`)} "User Commands"`,
    '.SH NAME',
    'plinth \\- keep a private, local, redacted record of what AI agents report',
    '.SH SYNOPSIS',
    '.B plinth',
    '.RI [ options ]',
    '.I command',
    '.RI [ arguments ]',
    '.SH DESCRIPTION',
    plain(tree.description),
    '.SH OPTIONS',
    'Every command takes these options, before and after its name.',
    ...optionTerms(tree.options),
    '.SH COMMANDS',
    ...leaves.flatMap((leaf) => commandLines(leaf, isGlobal)),
    '.SH "EXIT STATUS"',
    ...terms(EXIT_STATUS.map(({ code, meaning }) => ({ term: code, meaning }))),
    '.SH ENVIRONMENT',
    ...terms(VARIABLES),
    '.SH FILES',
    ...terms(FILES),
    '.SH EXAMPLES',
    'First steps:',
    ...exampleLines(tree),
  ].join('\n')}\n`;
}
