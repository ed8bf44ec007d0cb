import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSameLauncher, launcherOf } from '../connect/hook-command.ts';
import { type CommandOfEvent, commandsIn } from './hook-commands.ts';
import { jsonValue } from './json-document.ts';
import { tomlValue } from './toml-hooks.ts';

/** A Plinth with another data directory, to which entries in a harness's configuration lead. */
interface OtherPlinth {
  /** Its data directory. */
  folder: string;
  /** False where no launcher is there: the data directory was moved or deleted. */
  exists: boolean;
}

/** The line of a plugin file that names the route, as JSON. The route stands beside the launcher. */
const PLUGIN_ROUTE = /^const \w+ = ("(?:[^"\\\n]|\\.)*(?:\/|\\\\)bridges(?:\/|\\\\)[a-z0-9-]+\.route");$/m;

/** The route that a command for an exporter's headers reads: it stands beside the launcher. */
const ROUTE_WORD = /^cat '((?:[^'\n]|'\\'')*[\\/]bridges[\\/])[a-z0-9-]+\.route'/;

/** Returns the launcher beside the route that such a command reads, or undefined for any other value. */
function launcherOfHeaders(value: unknown): string | undefined {
  const folder = typeof value === 'string' ? ROUTE_WORD.exec(value)?.[1] : undefined;
  return folder === undefined ? undefined : join(folder.replaceAll("'\\''", "'"), 'report');
}

/** Returns all commands in the text of a configuration, in JSON or TOML. None where it cannot be parsed. */
export const commandsByEvent = (text: string): CommandOfEvent[] =>
  commandsIn(jsonValue(text) ?? tomlValue(text));

/** Returns the launchers that a configuration's commands, or a plugin file, lead to. */
export function launchersIn(text: string): string[] {
  const launchers = commandsByEvent(text).flatMap(({ command }) => launcherOf(command) ?? []);
  const route = PLUGIN_ROUTE.exec(text)?.[1];
  if (route !== undefined) launchers.push(join(dirname(JSON.parse(route) as string), 'report'));
  return [...new Set(launchers)];
}

/** Returns the launchers beside the routes that settings for telemetry lead to. */
export function exporterLaunchersIn(text: string): string[] {
  const settings = jsonValue(text) as { otelHeadersHelper?: unknown } | undefined;
  const launcher = launcherOfHeaders(settings?.otelHeadersHelper);
  return launcher === undefined ? [] : [launcher];
}

/** Returns true for a command of a Plinth whose data directory was moved or deleted. */
export function isLeftCommand(command: unknown, launcher: string): boolean {
  const other = launcherOf(command);
  return other !== undefined && !isSameLauncher(other, launcher) && !existsSync(other);
}

/** Returns the other data directories to which a configuration leads, by hooks or by telemetry. */
export function otherPlinthsIn(text: string, launcher: string, byTelemetry: boolean): OtherPlinth[] {
  return (byTelemetry ? exporterLaunchersIn(text) : launchersIn(text))
    .filter((other) => !isSameLauncher(other, launcher))
    .map((other) => ({ folder: dirname(dirname(other)), exists: existsSync(other) }));
}
