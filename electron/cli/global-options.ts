import { type Command, Option } from 'commander';
import { setQuiet } from './terminal-notes.ts';

/** The options that every command takes, before and after its name. */
const GLOBAL = [
  {
    flags: '--data-dir <folder>',
    description: 'data directory (default: PLINTH_DATA_DIR, then the platform’s default)',
  },
  { flags: '--json', description: 'print the result, or the failure, as JSON' },
  {
    flags: '-q, --quiet',
    description: 'print only results and failures: no notes, progress or confirmations',
  },
] as const;

function addHidden(command: Command): void {
  for (const { flags, description } of GLOBAL) {
    const option = new Option(flags, description).hideHelp();
    // A command describes its own JSON.
    if (!command.options.some(({ long }) => long === option.long)) command.addOption(option);
  }
  for (const each of command.commands) addHidden(each);
}

/** Gives the program and all of its commands the global options. The program must have its commands. */
export function addGlobalOptions(program: Command): void {
  for (const command of program.commands) addHidden(command);
  for (const { flags, description } of GLOBAL) program.option(flags, description);
  program.hook('preAction', (_program, action) => {
    for (const name of ['dataDir', 'json', 'quiet']) {
      let from: Command | null = action;
      while (from !== null && from.getOptionValue(name) === undefined) from = from.parent;
      // The nearest one counts. Commander reads the program's value last.
      for (const command of [action, program]) command.setOptionValue(name, from?.getOptionValue(name));
    }
    setQuiet(action.getOptionValue('quiet') === true);
  });
}
