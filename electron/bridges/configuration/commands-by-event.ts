import { type CommandOfEvent, commandsIn } from './hook-commands.ts';
import { jsonValue } from './json-document.ts';
import { tomlValue } from './toml-hooks.ts';

/** Returns all commands in the text of a configuration, in JSON or TOML. None where it cannot be parsed. */
export const commandsByEvent = (text: string): CommandOfEvent[] =>
  commandsIn(jsonValue(text) ?? tomlValue(text));
