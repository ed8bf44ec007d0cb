import type { Command } from 'commander';
import { CommandFailure, withControl } from './command-output.ts';
import { acknowledge } from './terminal-notes.ts';
import { jsonText, printJson } from './terminal-text.ts';

export function addConsoleCommand(program: Command): void {
  program
    .command('console')
    .description('print a one-time login link for the console in a browser')
    .option('--json', 'print {"url"}, or {"browsers"} with --log-out')
    .option('--log-out', 'log out all browsers and invalidate the login link')
    .action((options: { json?: boolean; logOut?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        if (options.logOut === true) {
          const result = await access.call('console.logOutAll', {});
          if (options.json === true) printJson(result);
          else acknowledge(`Browsers logged out: ${result.browsers}.`);
          return;
        }
        const { url } = await access.call('console.link', {});
        if (url === null) {
          throw new CommandFailure('unavailable', 'No console is running. Start one with: plinth serve');
        }
        console.log(options.json === true ? jsonText({ url }) : url);
      }),
    );
}
