import { parse as parseToml } from 'smol-toml';
import { runsLauncher } from '../connect/hook-command.ts';
import { commandsByEvent } from './json-hooks.ts';

/** A hook as it is installed: a command and the event that runs it, or the text of a plugin. */
export type InstalledHook =
  | { form: 'command'; event: string; command: string }
  | { form: 'plugin'; text: string; event: string };

const IS_START = /^session_?start$/i;

function tomlHooks(text: string): unknown {
  try {
    return parseToml(text);
  } catch {
    return undefined;
  }
}

/** Returns our hook for the start of a session, or our first one, from a configuration that has all our entries. */
export function installedHook(text: string, launcher: string): InstalledHook | undefined {
  const commands = commandsByEvent(text) ?? commandsByEvent(JSON.stringify(tomlHooks(text) ?? null)) ?? [];
  const ours = commands.flatMap(({ event, command }) =>
    typeof command === 'string' && runsLauncher(command, launcher) ? [{ event, command }] : [],
  );
  const hook = ours.find(({ event }) => IS_START.test(event)) ?? ours[0];
  if (hook !== undefined) return { form: 'command', ...hook };
  return text.includes('export const Plinth')
    ? { form: 'plugin', text, event: 'session.created' }
    : undefined;
}
