import { runsLauncher } from '../connect/hook-command.ts';
import { commandsByEvent } from './other-plinths.ts';

/** A hook as it is installed: a command and the event that runs it, or the text of a plugin. */
type InstalledHook =
  | { form: 'command'; event: string; command: string }
  | { form: 'plugin'; text: string; event: string };

/** The forms of our plugin files. */
const IS_PLUGIN = /^export (?:const Plinth|default function) /m;
const IS_START = /^session_?start$/i;

/** Returns our hook for the start of a session, or our first one, from a configuration that has all our entries. */
export function installedHook(text: string, launcher: string): InstalledHook | undefined {
  const ours = commandsByEvent(text).flatMap(({ event, command }) =>
    typeof command === 'string' && runsLauncher(command, launcher) ? [{ event, command }] : [],
  );
  const hook = ours.find(({ event }) => IS_START.test(event)) ?? ours[0];
  if (hook !== undefined) return { form: 'command', ...hook };
  return IS_PLUGIN.test(text) ? { form: 'plugin', text, event: 'session.created' } : undefined;
}
