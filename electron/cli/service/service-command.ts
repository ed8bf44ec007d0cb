import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { HostStatus } from '../../../shared/control.ts';
import { resolveDataDir } from '../../platform/data-dir.ts';
import { CommandFailure, EXIT, type GlobalOptions, reporting } from '../command-output.ts';
import { statusOfHost } from '../running-host.ts';
import { note, quiet } from '../terminal-notes.ts';
import { printable, printJson } from '../terminal-text.ts';
import { launchd } from './launchd.ts';
import { taskScheduler } from './scheduled-task.ts';
import { type ServiceManager, servicePlan } from './service-plan.ts';
import { systemd } from './systemd.ts';

/** Thirty seconds in total: a host with a large store on a slow disk needs several to start. */
const ATTEMPTS = 150;
const ATTEMPT_PAUSE_MS = 200;

function managerOf(dataDir: string): ServiceManager {
  if (process.platform === 'darwin') return launchd();
  return process.platform === 'win32' ? taskScheduler(dataDir) : systemd();
}

/** Returns the service of a data directory, if one is installed. */
export function installedService(dataDir: string): ServiceManager | undefined {
  const manager = managerOf(dataDir);
  return existsSync(manager.file) ? manager : undefined;
}

const isSameRun = (one: HostStatus, other: HostStatus | undefined): boolean =>
  one.pid === other?.pid && one.startedAt === other.startedAt;

/** Waits until a host runs that is not the run `previous`. The service itself waits for an app that runs. */
async function started(dataDir: string, manager: ServiceManager, previous?: HostStatus): Promise<HostStatus> {
  if (previous?.host === 'electron') {
    note('The Plinth app runs and collects. The service starts when you quit the app.');
    return previous;
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const status = await statusOfHost(dataDir);
    if (status !== undefined && !isSameRun(status, previous)) return status;
    await delay(ATTEMPT_PAUSE_MS);
  }
  throw new CommandFailure(
    'unavailable',
    `The service is installed, but Plinth does not answer. Its output: ${manager.log}`,
  );
}

interface State {
  installed: boolean;
  file: string;
  log: string;
  status: HostStatus | null;
}

function print({ installed, file, log, status }: State, json: boolean): void {
  if (json) {
    printJson({ installed, file, log, status });
    return;
  }
  console.log(installed ? `Installed: ${printable(file)}` : 'The service is not installed.');
  console.log(
    status === null
      ? 'Plinth is not running.'
      : `Plinth is running: process ${status.pid}, ${status.baseUrl ?? 'without an address'}.`,
  );
  if (installed) console.log(`Output: ${printable(log)}`);
}

type Action = (dataDir: string, manager: ServiceManager) => Promise<HostStatus | undefined>;

const install: Action = async (dataDir, manager) => {
  const other = await statusOfHost(dataDir);
  const wasInstalled = existsSync(manager.file);
  if (other !== undefined && !wasInstalled) {
    throw new CommandFailure(
      'already_running',
      `Plinth is already running (process ${other.pid}). Stop it first. A service cannot share its data directory.`,
    );
  }
  // A new installation of Plinth replaces the program of an old service.
  if (other !== undefined) await manager.uninstall();
  try {
    await manager.install(servicePlan(dataDir));
  } catch (error) {
    // Without a manager that answers, its file would start a forgotten service at some later login.
    if (!wasInstalled) await manager.uninstall();
    throw error;
  }
  return started(dataDir, manager, other);
};

const restart: Action = async (dataDir, manager) => {
  if (!existsSync(manager.file)) {
    throw new CommandFailure(
      'not_found',
      'The service is not installed. Install it with: plinth service install',
    );
  }
  const before = await statusOfHost(dataDir);
  await manager.restart();
  return started(dataDir, manager, before);
};

const uninstall: Action = async (dataDir, manager) => {
  await manager.uninstall();
  note(`Your record stays in ${dataDir}.`);
  return undefined;
};

function addAction(service: Command, name: string, description: string, act: Action): void {
  service
    .command(name)
    .description(description)
    .option('--json', 'print {"installed", "file", "log", "status"}')
    .action((_options: object, command: Command) => {
      const { dataDir: flag, json } = command.optsWithGlobals<GlobalOptions>();
      return reporting(json, async () => {
        const dataDir = resolveDataDir(flag);
        const manager = managerOf(dataDir);
        const status = (await act(dataDir, manager)) ?? null;
        const installed = existsSync(manager.file);
        if (json === true || name === 'status' || !quiet())
          print({ installed, file: manager.file, log: manager.log, status }, json === true);
        if (name === 'status' && status === null) process.exitCode = EXIT.unavailable;
      });
    });
}

export function addServiceCommands(program: Command): void {
  const service = program
    .command('service')
    .description('run Plinth in the background from login on, without a terminal');
  addAction(service, 'install', 'start Plinth now and at each login, and again after a failure', install);
  addAction(
    service,
    'status',
    'show whether the service is installed and running; exits with 3 if it is not running',
    (dataDir) => statusOfHost(dataDir),
  );
  addAction(service, 'restart', 'restart the service, for example after an update', restart);
  addAction(service, 'uninstall', 'stop the service and remove it; the record stays', uninstall);
}
