import { execFile } from 'node:child_process';
import { CommandFailure } from '../command-failure.ts';

/** Runs a tool of the operating system. Throws a failure that shows the tool's own message. */
export function runTool(tool: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(tool, args, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      const said = stderr.trim() || stdout.trim() || error.message;
      reject(new CommandFailure('service_manager', `${tool} ${args.join(' ')}: ${said}`));
    });
  });
}

/** Runs a tool whose failure does not matter, such as stopping a service that does not run. */
export const tryTool = (tool: string, args: readonly string[]): Promise<string | undefined> =>
  runTool(tool, args).catch(() => undefined);
