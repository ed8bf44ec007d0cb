import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { launcherOf } from '../connect/hook-command.ts';
import { commandsByEvent } from './commands-by-event.ts';

/** A Plinth with another data directory, to which entries in a harness's configuration lead. */
export interface OtherPlinth {
  /** Its data directory. */
  folder: string;
  /** False where no launcher is there: the data directory was moved or deleted. */
  exists: boolean;
}

/** The route that a plugin file reads: it stands beside the launcher. */
const PLUGIN_ROUTE = /"(?:[^"\\\n]|\\.)*[\\/]bridges[\\/]+[a-z0-9-]+\.(?:route|curl)"/;

/** Returns the launchers that a configuration's commands, or a plugin file, lead to. */
export function launchersIn(text: string): string[] {
  const launchers = commandsByEvent(text).flatMap(({ command }) => launcherOf(command) ?? []);
  const route = PLUGIN_ROUTE.exec(text)?.[0];
  if (route !== undefined) launchers.push(join(dirname(JSON.parse(route) as string), 'report'));
  return [...new Set(launchers)];
}

/** Returns true for a command of a Plinth whose data directory was moved or deleted. */
export function isLeftCommand(command: unknown, launcher: string): boolean {
  const other = launcherOf(command);
  return other !== undefined && other !== launcher && !existsSync(other);
}

/** Returns the other data directories to which a configuration leads. */
export function otherPlinthsIn(text: string, launcher: string): OtherPlinth[] {
  return launchersIn(text)
    .filter((other) => other !== launcher)
    .map((other) => ({ folder: dirname(dirname(other)), exists: existsSync(other) }));
}
