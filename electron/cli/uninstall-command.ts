import type { Command } from 'commander';
import type { BridgeStatus } from '../../shared/bridge.ts';
import { harnessVariables, processSurroundings } from '../bridges/connect/harness-environment.ts';
import type { LeftHooks } from '../bridges/connect/left-hooks.ts';
import { removeOwnCompileCache } from '../platform/compile-cache.ts';
import { resolveDataDir } from '../platform/data-dir.ts';
import { type ChangeOptions, CommandFailure, EXIT, reporting, withControl } from './command-output.ts';
import { confirm } from './confirmation.ts';
import type { ControlAccess } from './control-access.ts';
import { installedService } from './service/service-command.ts';
import { acknowledge, note } from './terminal-notes.ts';
import { printable, printJson } from './terminal-text.ts';

const REMOVED = 'Removed. Now remove the program, for example with: npm uninstall --global plinth';

/** What Plinth has put outside of its data directory. */
interface Outside {
  agents: { harness: BridgeStatus['harness']; home: string; configuration: string }[];
  service: string | null;
  dataDir: string;
}

async function findOutside(access: ControlAccess, dataDir: string): Promise<Outside> {
  const { bridges } = await access.call('bridges.status', { environment: harnessVariables(process.env) });
  const agents = bridges
    .filter(({ integrationId }) => integrationId !== null)
    .map(({ harness, home, configuration }) => ({ harness, home, configuration }));
  return { agents, service: installedService(dataDir)?.file ?? null, dataDir };
}

function print({ agents, service, dataDir }: Outside): void {
  if (agents.length === 0 && service === null)
    console.log('Plinth has put nothing outside of its data folder.');
  for (const { configuration } of agents) console.log(printable(`Plinth’s hooks in ${configuration}`));
  if (service !== null) console.log(printable(`the service ${service}`));
  note(`Your record stays in ${dataDir}. Delete this folder if you do not want the record any more.`);
}

/** Removes the hooks of each agent. Returns what could not be removed: one damaged file must not keep the others. */
async function disconnectAll(access: ControlAccess, { agents }: Outside): Promise<Outside['agents']> {
  const failed: Outside['agents'] = [];
  for (const agent of agents) {
    const { harness, home, configuration } = agent;
    const target = { harness, home, environment: harnessVariables(process.env) };
    try {
      await access.call('bridges.disconnect', target);
      acknowledge(`Removed Plinth’s hooks from ${configuration}.`);
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      failed.push(agent);
    }
  }
  return failed;
}

/** Says which hooks are left, and how to remove them: only a record knows what was in the files before. */
function printLeft(left: readonly LeftHooks[]): void {
  for (const { configuration } of left) console.log(printable(`Plinth’s hooks in ${configuration}`));
  if (left.length === 0) return;
  const connect = left.map(({ harness }) => `plinth bridge connect ${harness}`).join(' && ');
  note(`The data folder of these hooks is gone. To remove them: ${connect} && plinth uninstall`);
}

/** Removes the service where there is no data folder. Opens no stores, because that would create them. */
async function uninstallWithoutRecord(dataDir: string, options: ChangeOptions): Promise<void> {
  const service = installedService(dataDir);
  const { leftHooksOf } = await import('../bridges/connect/left-hooks.ts');
  const left = leftHooksOf(dataDir, processSurroundings());
  if (left.length > 0 && options.dryRun !== true) process.exitCode = EXIT.refused;
  if (options.json === true)
    printJson({ agents: left, service: service?.file ?? null, dataDir, failed: left });
  else if (service === undefined && left.length === 0)
    console.log('Plinth has no data folder, and has put nothing outside of it.');
  else {
    printLeft(left);
    if (service !== undefined) console.log(printable(`the service ${service.file}`));
  }
  if (service === undefined || options.dryRun === true) return;
  if (options.yes !== true) await confirm('Remove the service?');
  await service.uninstall();
  removeOwnCompileCache();
  if (options.json !== true && left.length === 0) acknowledge(REMOVED);
}

async function uninstall(access: ControlAccess, dataDir: string, options: ChangeOptions): Promise<void> {
  const outside = await findOutside(access, dataDir);
  const isJson = options.json === true;
  if (!isJson) print(outside);
  const isNothing = outside.agents.length === 0 && outside.service === null;
  if (options.dryRun === true || isNothing) {
    if (isJson) printJson({ ...outside, failed: [] });
    if (options.dryRun !== true) removeOwnCompileCache();
    return;
  }
  if (options.yes !== true) await confirm('Remove these?');
  const failed = await disconnectAll(access, outside);
  // Last: the running service has removed the hooks.
  await installedService(dataDir)?.uninstall();
  removeOwnCompileCache();
  if (isJson) printJson({ ...outside, failed });
  for (const { configuration } of failed) {
    console.error(printable(`Plinth’s hooks are still in ${configuration}. The reason: plinth doctor`));
  }
  if (failed.length > 0) process.exitCode = EXIT.refused;
  else acknowledge(REMOVED);
}

/** Adds `plinth uninstall`. */
export function addUninstallCommand(program: Command): void {
  program
    .command('uninstall')
    .description('remove Plinth’s hooks from all agents, and the service; the record stays')
    .option('--dry-run', 'only list what would be removed')
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print {"agents", "service", "dataDir", "failed"}')
    .action((_options: object, command: Command) => {
      const options = command.optsWithGlobals<ChangeOptions>();
      return reporting(options.json, async () => {
        const dataDir = resolveDataDir(options.dataDir);
        const { missingRecord } = await import('../host/start-steps.ts');
        if (missingRecord(dataDir)?.code === 'no_record') await uninstallWithoutRecord(dataDir, options);
        else await withControl(command, (access) => uninstall(access, dataDir, options));
      });
    });
}
