import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { CONTROL_CHARACTERS } from '../../shared/event.ts';
import { integrationNameFault } from '../../shared/integration.ts';
import { markedName } from '../../shared/integration-name.ts';
import { MAX_INTEGRATION_NAME_LENGTH } from '../../shared/limits.ts';
import { PERMISSIONS } from '../../shared/permission.ts';
import { callControlSocket, NoHostRunning } from '../control/transports/control-socket.ts';
import { resolveDataDir } from '../platform/data-dir.ts';
import { HostError } from '../platform/host-error.ts';
import { type Ending, endLike, endOf } from './child-command.ts';
import { CommandFailure, EXIT, type GlobalOptions, reporting } from './command-output.ts';
import { unwrap } from './control-access.ts';
import { restoreUserUmask } from './program.ts';
import { telemetryVariables } from './telemetry-variables.ts';
import { note } from './terminal-notes.ts';
import { printable } from './terminal-text.ts';
import { programName, userProgram } from './user-program.ts';

/** Distinguishes runs of the same command at the same time. */
const NAME_BYTES = 3;

/** Makes a name for the integration of one run. */
function nameOfRun(command: string): string {
  const suffix = ` ${randomBytes(NAME_BYTES).toString('hex')}`;
  const name = programName(command).replaceAll(CONTROL_CHARACTERS, '').trim();
  return `${[...name].slice(0, MAX_INTEGRATION_NAME_LENGTH - suffix.length).join('')}${suffix}`.trim();
}

async function runWithToken(dataDir: string, name: string, command: readonly string[]): Promise<Ending> {
  // Before the token: it throws for a command that cannot be run.
  const { file, args, ...options } = userProgram(command);
  const runToEnd = (added: Record<string, string>) => {
    restoreUserUmask();
    const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, ...added }, ...options });
    return endOf(child, command[0]!);
  };
  let issued: { token: string; integration: { id: string } };
  try {
    issued = unwrap(
      await callControlSocket(dataDir, 'integrations.generate', { name, permissions: [...PERMISSIONS] }),
    );
  } catch (error) {
    const isKnown = error instanceof HostError || error instanceof CommandFailure;
    if (!isKnown || (error.code !== 'unavailable' && error.code !== 'no_answer')) throw error;
    const isStopped = error instanceof NoHostRunning;
    note(`${isStopped ? 'Plinth is not running, so nothing' : `${error.message} Nothing`} is reported.`);
    return runToEnd({});
  }
  const { baseUrl } = unwrap(await callControlSocket(dataDir, 'host.status', {}));
  const ending = await runToEnd({
    ...(baseUrl === null ? {} : telemetryVariables(baseUrl, issued.token, process.env)),
    PLINTH_TOKEN: issued.token,
    PLINTH_INTEGRATION: name,
    PLINTH_DATA_DIR: dataDir,
  });
  try {
    unwrap(await callControlSocket(dataDir, 'integrations.revoke', { id: issued.integration.id }));
  } catch {
    console.error(
      `The token of “${printable(markedName(name))}” may still be live. Revoke it with: plinth token revoke ${issued.integration.id}`,
    );
  }
  return ending;
}

export function addRunCommand(program: Command): void {
  program
    .command('run')
    .description('run a command with a token that lives as long as the command: plinth run -- COMMAND …')
    .argument('<command...>', 'the command and its arguments')
    .passThroughOptions()
    .option('--name <name>', 'name of the integration, if the program has one of its own')
    .action(async (command: string[], options: { name?: string }, self: Command) => {
      const dataDir = resolveDataDir(self.optsWithGlobals<GlobalOptions>().dataDir);
      const name = options.name ?? nameOfRun(command[0]!);
      await reporting(self.opts<GlobalOptions>().json, async () => {
        if (integrationNameFault(name) !== undefined) {
          throw new CommandFailure(
            'invalid_params',
            'A name has 1 to 64 characters, no control characters, and no space at its ends.',
            EXIT.refused,
          );
        }
        endLike(await runWithToken(dataDir, name, command));
      });
    });
}
