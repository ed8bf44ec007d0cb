import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Command } from 'commander';
import { writePrivateFile } from '../platform/private-file.ts';
import { windowsProgram } from '../platform/system-program.ts';
import { CommandFailure } from './command-output.ts';
import { withRunningHost } from './running-host.ts';
import { printJson } from './terminal-text.ts';
import { userProgram } from './user-program.ts';

const PAGE_FILE = 'open.html';

/** A page that leads to the login link. Other users can read the arguments of a process, but not this file. */
const pageTo = (url: string) =>
  `<!doctype html>\n<meta charset="utf-8">\n<meta http-equiv="refresh" content="0; url=${url}">\n<title>Plinth</title>\n`;

/** Returns the program that opens a file in the browser, or undefined on Linux without a display. */
function opener(env: NodeJS.ProcessEnv): readonly string[] | undefined {
  if (env.BROWSER) return [env.BROWSER];
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return [windowsProgram('rundll32.exe'), 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}

/** Returns false if the program could not be started. The browser may run longer than this command. */
function started(command: readonly string[]): Promise<boolean> {
  const { file, args, ...options } = userProgram(command);
  const child = spawn(file, args, { detached: true, stdio: 'ignore', ...options });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

export function addOpenCommand(program: Command): void {
  program
    .command('open')
    .description('open the screens in a browser, logged in; without a browser, print the login link')
    .option('--json', 'print {"opened", "url"}; url is null when the browser opened')
    .action((_options: object, command: Command) =>
      withRunningHost(command, async (host, { json }) => {
        const { url } = await host.call('console.link', {});
        if (url === null) {
          throw new CommandFailure(
            'unavailable',
            'The running Plinth serves no screens to a browser. The desktop app shows them in its window.',
          );
        }
        const browser = opener(process.env);
        const file = join(host.dataDir, PAGE_FILE);
        if (browser !== undefined) {
          writePrivateFile(file, pageTo(url));
          if (await started([...browser, file])) {
            if (json === true) printJson({ opened: true, url: null });
            return;
          }
        }
        if (json === true) printJson({ opened: false, url });
        else console.log(url);
      }),
    );
}
