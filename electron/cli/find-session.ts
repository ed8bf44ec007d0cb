import { formatCount } from '../../shared/quantity.ts';
import { CommandFailure } from './command-output.ts';
import type { Control } from './control-access.ts';
import { note } from './terminal-notes.ts';

/** The KEY of `plinth sessions list`. */
const KEY = /^[0-9]{1,15}$/;

/** Returns the key of a text that is the KEY of a session. */
async function keyIn(access: Control, text: string): Promise<number | undefined> {
  if (!KEY.test(text)) return undefined;
  try {
    return (await access.call('sessions.get', { key: Number(text) })).session.key;
  } catch (error) {
    if (error instanceof CommandFailure) return undefined;
    throw error;
  }
}

/** Returns the keys of sessions to which their reporters gave this id. Several integrations may use the same one. */
async function keysOfId(access: Control, sessionId: string): Promise<number[]> {
  const { sessions } = await access.call('sessions.query', { receipts: { sessionId }, limit: 100 });
  return sessions.map(({ key }) => key);
}

/**
 * Returns the filter for a session that a person names by its KEY or by its reporter's id. The id takes precedence, so that
 * a script that knows the ids of its sessions gets the same ones for ever.
 */
export async function sessionFilter(
  access: Control,
  text: string,
): Promise<{ sessionId: string } | { sessionKey: number }> {
  const sessionKey = await keyIn(access, text);
  if (sessionKey === undefined) return { sessionId: text };
  const others = (await keysOfId(access, text)).filter((key) => key !== sessionKey);
  if (others.length === 0) return { sessionKey };
  note(`This is the session with the reporter’s id ${text}, and not the one with the KEY ${text}.`);
  return { sessionId: text };
}

/** Finds the key of the session that a person names by its KEY, or else by its reporter's id. */
export async function findSessionKey(access: Control, text: string): Promise<number> {
  const key = await keyIn(access, text);
  if (key !== undefined) return key;
  const [found, ...others] = await keysOfId(access, text);
  if (found === undefined) {
    throw new CommandFailure('not_found', 'There is no session with this KEY or id.');
  }
  if (others.length > 0) {
    const message = `${formatCount(others.length + 1)} sessions have this id. Use a KEY of: plinth sessions list --session ID`;
    throw new CommandFailure('invalid_params', message);
  }
  return found;
}
