import { findNodeAtLocation } from 'jsonc-parser';
import type { HookEntry } from '../harnesses/harness.ts';
import { ConfigurationRefused } from './file.ts';
import { commandOf } from './hook-commands.ts';
import { assertObject, type Document, parseDocument, withoutPaths } from './json-document.ts';

/** Exceeds the number of our handlers in any real file. Each removal scans the whole file. */
const MOST_REMOVALS = 256;

/** Tells whether a handler is ours by its command. */
export type IsOurs = (command: unknown) => boolean;

/** Parses a file whose hooks, where it has any, are an object with a member for each event. */
function parseByEvent(text: string): Document {
  const document = parseDocument(text);
  const hooks = document.root && findNodeAtLocation(document.root, ['hooks']);
  if (hooks !== undefined && hooks.type !== 'null') assertObject(text, hooks, 'hooks');
  return document;
}

/** Returns the members that entries are in a file. */
export const membersOfEntries = (entries: readonly HookEntry[]) => ({
  hooks: Object.fromEntries(entries.map(({ event, element }) => [event, [element]])),
});

/**
 * Returns the paths of our handlers in the parsed file, last first. A group that contains only our handlers is
 * returned as a whole.
 */
function ourPaths(value: unknown, isOurs: IsOurs): (string | number)[][] {
  const hooks = (value as { hooks?: Record<string, unknown> } | undefined)?.hooks ?? {};
  const paths: (string | number)[][] = [];
  for (const [event, groups] of Object.entries(hooks)) {
    if (!Array.isArray(groups)) continue;
    groups.forEach((group, index) => {
      const handlers: unknown[] = Array.isArray(group?.hooks) ? group.hooks : [];
      const ours = handlers.flatMap((handler, at) => (isOurs(commandOf(handler)) ? [at] : []));
      if (isOurs(commandOf(group)) || (ours.length > 0 && ours.length === handlers.length)) {
        paths.push(['hooks', event, index]);
      } else {
        paths.push(...ours.map((at) => ['hooks', event, index, 'hooks', at]));
      }
    });
  }
  return paths.reverse();
}

/** Returns the events for which the file has an entry of ours. */
export const eventsOfOurs = (text: string, isOurs: IsOurs): string[] => [
  ...new Set(ourPaths(parseByEvent(text).value, isOurs).map((path) => String(path[1]))),
];

/**
 * Removes our handlers by structure from a file that another program has rewritten. Then removes the containers
 * that we created, where they are empty.
 */
export function removeHooks(text: string, isOurs: IsOurs, created: readonly string[]): string {
  const document = parseByEvent(text);
  const ours = ourPaths(document.value, isOurs);
  if (ours.length > MOST_REMOVALS) throw new ConfigurationRefused('not_removable');
  return withoutPaths(document, ours, created);
}
