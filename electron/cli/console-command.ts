import type { Command } from 'commander';
import { CommandFailure, EXIT, unwrap, withControl } from './command-output.ts';
import { jsonText } from './terminal-text.ts';

export function addConsoleCommand(program: Command): void {
  program
    .command('console')
    .description('print a login link for the window in a browser; it works once')
    .option('--json', 'print {"url"}, or {"browsers"} with --log-out')
    .option('--log-out', 'log every browser out, and void the login link, instead')
    .action((options: { json?: boolean; logOut?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        if (options.logOut === true) {
          const result = unwrap(await access.call('console.logOutAll', {}));
          console.log(options.json === true ? jsonText(result) : `Browsers logged out: ${result.browsers}.`);
          return;
        }
        const { url } = unwrap(await access.call('console.link', {}));
        if (url === null) {
          throw new CommandFailure(
            'unavailable',
            'No console is served. Start one with: plinth serve',
            EXIT.unavailable,
          );
        }
        console.log(options.json === true ? jsonText({ url }) : url);
      }),
    );
}
