import { findNodeAtLocation } from 'jsonc-parser';
import type { HookEntry } from '../harnesses/harness.ts';
import { ConfigurationRefused } from './file.ts';
import { commandOf } from './hook-commands.ts';
import type { Insertion } from './insertions.ts';
import {
  append,
  assertKind,
  assertObject,
  type Document,
  insteadOfNull,
  parseDocument,
  render,
  withoutPaths,
} from './json-document.ts';

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

/** Returns the insertions that append each entry to its array. Existing text stays unchanged. */
export function planHookInsertions(
  text: string,
  entries: readonly HookEntry[],
  frame: Record<string, unknown>,
): { insertions: Insertion[]; created: string[] } {
  const document = parseByEvent(text);
  const { root, layout } = document;
  const arrays = Object.fromEntries(entries.map(({ event, element }) => [event, [element]]));
  const created = ['hooks', ...entries.map(({ event }) => `hooks/${event}`)];

  if (root === undefined) {
    const gap = text === '' || text.endsWith('\n') ? '' : layout.eol;
    const whole = `${gap}${render({ ...frame, hooks: arrays }, '', layout)}${layout.eol}`;
    return { insertions: [{ offset: text.length, text: whole }], created };
  }
  const hooks = findNodeAtLocation(root, ['hooks']);
  if (hooks === undefined) {
    return { insertions: [append(document, root, [{ name: 'hooks', value: arrays }])], created };
  }
  if (hooks.type === 'null') return { insertions: [insteadOfNull(document, hooks, arrays)], created };
  const insertions: Insertion[] = [];
  const missing: HookEntry[] = [];
  for (const entry of entries) {
    const array = findNodeAtLocation(hooks, [entry.event]);
    if (array === undefined) missing.push(entry);
    else if (array.type === 'null') insertions.push(insteadOfNull(document, array, [entry.element]));
    else {
      assertKind(array, `hooks.${entry.event}`, 'array');
      insertions.push(append(document, array, [{ value: entry.element }]));
    }
  }
  if (missing.length > 0) {
    const items = missing.map(({ event, element }) => ({ name: event, value: [element] }));
    insertions.push(append(document, hooks, items));
  }
  return {
    insertions: insertions.sort((a, b) => a.offset - b.offset),
    created: missing.map(({ event }) => `hooks/${event}`),
  };
}

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
  const innermostFirst = [...created].sort((a, b) => b.length - a.length).map((path) => path.split('/'));
  return withoutPaths(document, ours, innermostFirst);
}
