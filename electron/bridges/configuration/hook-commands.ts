import { isObject } from '../../../shared/is-object.ts';

/** A command that a harness's configuration runs for an event. */
export interface CommandOfEvent {
  event: string;
  command: unknown;
  /** The indexes of its group and its handler. */
  at: [group: number, handler: number];
}

const membersOf = (value: unknown) => (isObject(value) ? value : {});

/**
 * Returns the command of a handler. Codex, Copilot and Windsurf have one for Windows. Copilot names it by its shell, and Kiro
 * as an action.
 */
export function commandOf(handler: unknown): unknown {
  const { command, commandWindows, powershell, bash, action } = membersOf(handler);
  const own = process.platform === 'win32' ? (commandWindows ?? powershell ?? command) : command;
  return own ?? bash ?? membersOf(action).command;
}

/** Returns the handlers of a group, or a handler that is in no group. */
function handlersOf(group: unknown): unknown[] {
  const { hooks } = membersOf(group);
  return Array.isArray(hooks) ? hooks : [group];
}

/**
 * Returns all commands of a parsed configuration. The hooks of most harnesses are an object with a list for each
 * event. The hooks of Kimi Code and Kiro are one list, in which each handler names its event.
 */
export function commandsIn(configuration: unknown): CommandOfEvent[] {
  const { hooks } = membersOf(configuration);
  if (Array.isArray(hooks)) {
    return hooks.map((handler, index) => {
      const { event, trigger } = membersOf(handler);
      return { event: String(event ?? trigger ?? ''), command: commandOf(handler), at: [index, 0] };
    });
  }
  return Object.entries(membersOf(hooks)).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group, at) =>
      handlersOf(group).map(
        (handler, index): CommandOfEvent => ({ event, command: commandOf(handler), at: [at, index] }),
      ),
    ),
  );
}
