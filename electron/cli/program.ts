import { Command, Help, type Option } from 'commander';
import { unexpectedSentence } from '../platform/fault-log.ts';
import { HostError } from '../platform/host-error.ts';
import { refuseOtherHome } from '../platform/user-account.ts';
import { PLINTH_VERSION } from '../platform/version.ts';
import { CommandFailure, reportFailure } from './command-failure.ts';
import { argumentTerm } from './command-tree.ts';
import { addExamples } from './examples.ts';
import { EXIT, EXIT_STATUS } from './exit-codes.ts';
import { addGlobalOptions } from './global-options.ts';
import { printable } from './terminal-text.ts';

/** Returns the global options without those that the command describes itself. */
function visibleGlobalOptions(this: Help, command: Command): Option[] {
  const own = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long);
  return Help.prototype.visibleGlobalOptions
    .call(this, command)
    .filter(({ long }) => long !== '--version' && !own.includes(long));
}

/** Returns a command's name and arguments. Every command has options. */
const subcommandTerm = (command: Command): string =>
  [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' ');

const HELP = ['help [command]', 'show the help of a command'] as const;

/** Creates the program without its commands. */
export function createProgram(): Command {
  return (
    new Command('plinth')
      .description(
        'A private, local, redacted record of what AI agents on this computer report about themselves.',
      )
      .version(PLINTH_VERSION, '-V, --version', 'print the version')
      .helpOption('-h, --help', 'show this help')
      .helpCommand(...HELP)
      // The words after the command of “plinth run” belong to that command.
      .enablePositionalOptions()
      .configureHelp({ showGlobalOptions: true, visibleGlobalOptions, subcommandTerm })
  );
}

/** Completes a program that has its commands, and returns it. */
export function withGlobalParts(program: Command): Command {
  addGlobalOptions(program);
  // Once more, for the group of the last commands. The first time was for the commands of commands.
  program.helpCommand(...HELP);
  addExamples(program);
  const codes = EXIT_STATUS.map(({ code, meaning }) => `  ${code.padEnd(9)} ${meaning}`).join('\n');
  return program.addHelpText('after', `\nExit codes:\n${codes}`);
}

let userUmask: number | undefined;

/** Sets the umask of the user's shell again, before a command of the user runs. */
export function restoreUserUmask(): void {
  if (userUmask !== undefined) process.umask(userUmask);
}

/** Ends the process after wrong usage. A program that asked for JSON gets the failure as JSON. */
function endOnWrongUsage(command: Command, asJson: boolean): void {
  command.configureOutput({
    outputError: (text, write) => {
      // The text repeats arguments.
      if (!asJson) write(printable(text));
      else reportFailure(new CommandFailure('invalid_params', text.replace(/^error: /, '').trim()), true);
    },
  });
  command.exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.done : EXIT.usage));
  for (const each of command.commands) endOnWrongUsage(each, asJson);
}

let endsWithReader = true;

/** Lets this process go on when the reader of its output has gone. A host records for other programs. */
export function outliveReader(): void {
  endsWithReader = false;
}

/** Runs a program in this process. */
export async function runProgram(program: Command, argv: readonly string[]): Promise<void> {
  userUmask = process.umask(0o077);
  const end = argv.indexOf('--');
  const asJson = argv.slice(0, end < 0 ? argv.length : end).includes('--json');
  endOnWrongUsage(program, asJson);
  // A reader such as `head` closes the pipe early, which is not an error. A host goes on without its output.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (!endsWithReader) return;
    if (code !== 'EPIPE') console.error(`The output cannot be written (${code}).`);
    process.exit(code === 'EPIPE' ? EXIT.done : EXIT.refused);
  });
  // Without a listener, a message that nobody can read is an unexpected error, and the message about that is one too.
  process.stderr.on('error', () => {});
  process.on('uncaughtException', (error) => {
    // A host stops in order.
    if (process.listenerCount('uncaughtException') === 1) endUnexpectedly(error);
  });
  program.hook('preAction', (_program, action) => {
    if (action.name() !== 'redact') refuseOtherHome();
  });
  try {
    await program.parseAsync(argv);
  } catch (error) {
    const { syscall } = error as NodeJS.ErrnoException;
    if (syscall === 'uv_cwd') reportFailure(new CommandFailure('not_found', NO_FOLDER), asJson);
    else if (error instanceof HostError)
      reportFailure(new CommandFailure(error.code, error.message, EXIT.refused), asJson);
    else endUnexpectedly(error);
  }
}

const NO_FOLDER = 'The folder of this command does not exist any more. Run it in another one.';

function endUnexpectedly(error: unknown): void {
  console.error(unexpectedSentence(error));
  process.exit(EXIT.crashed);
}
