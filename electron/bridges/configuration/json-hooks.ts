import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import type { ConfigurationFault } from '../../../shared/bridge.ts';
import type { HookEntry } from '../harnesses/harness.ts';
import { commandOf } from './hook-commands.ts';
import type { Insertion } from './insertions.ts';
import { append, BOM, type Document, parseDocument, render, withoutNode } from './json-document.ts';

/** Exceeds the number of our handlers in any real file. Each removal scans the whole file. */
const MOST_REMOVALS = 256;

/** Tells whether a handler is ours by its command. */
export type IsOurs = (command: unknown) => boolean;

/** Parses a file whose hooks, where it has any, are an object with a member for each event. */
function parseByEvent(text: string): Document | ConfigurationFault {
  const document = parseDocument(text);
  if (typeof document === 'string' || document.root === undefined) return document;
  const hooks = findNodeAtLocation(document.root, ['hooks']);
  return hooks === undefined || hooks.type === 'object' ? document : 'unexpected_shape';
}

/** Returns the insertions that append each entry to its array. Existing text stays unchanged. */
export function planHookInsertions(
  withMark: string,
  entries: readonly HookEntry[],
  frame: Record<string, unknown>,
): { insertions: Insertion[]; created: string[] } | ConfigurationFault {
  const mark = withMark.startsWith(BOM) ? 1 : 0;
  const document = parseByEvent(withMark.slice(mark));
  if (typeof document === 'string') return document;
  const { text, root, layout } = document;
  const shifted = (insertion: Insertion) => ({ ...insertion, offset: insertion.offset + mark });
  const arrays = Object.fromEntries(entries.map(({ event, element }) => [event, [element]]));
  const created = ['hooks', ...entries.map(({ event }) => `hooks/${event}`)];

  if (root === undefined) {
    const gap = text === '' || text.endsWith('\n') ? '' : layout.eol;
    const whole = `${gap}${render({ ...frame, hooks: arrays }, '', layout)}${layout.eol}`;
    return { insertions: [shifted({ offset: text.length, text: whole })], created };
  }
  const hooks = findNodeAtLocation(root, ['hooks']);
  if (hooks === undefined) {
    return { insertions: [shifted(append(document, root, [{ name: 'hooks', value: arrays }]))], created };
  }
  const insertions: Insertion[] = [];
  const missing: HookEntry[] = [];
  for (const entry of entries) {
    const array = findNodeAtLocation(hooks, [entry.event]);
    if (array === undefined) missing.push(entry);
    else if (array.type !== 'array') return 'unexpected_shape';
    else insertions.push(append(document, array, [{ value: entry.element }]));
  }
  if (missing.length > 0) {
    const items = missing.map(({ event, element }) => ({ name: event, value: [element] }));
    insertions.push(append(document, hooks, items));
  }
  return {
    insertions: insertions.sort((a, b) => a.offset - b.offset).map(shifted),
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

/** Returns the events for which the file has an entry of ours, or undefined where the file cannot be parsed. */
export function eventsOfOurs(withMark: string, isOurs: IsOurs): string[] | undefined {
  const document = parseByEvent(withMark.startsWith(BOM) ? withMark.slice(1) : withMark);
  if (typeof document === 'string') return undefined;
  if (document.root === undefined) return [];
  return [...new Set(ourPaths(document.value, isOurs).map((path) => String(path[1])))];
}

/**
 * Removes our handlers by structure from a file that another program has rewritten. Then removes the containers
 * that we created, where they are empty.
 */
export function removeHooks(
  withMark: string,
  isOurs: IsOurs,
  created: readonly string[],
): { text: string } | ConfigurationFault {
  const mark = withMark.startsWith(BOM) ? BOM : '';
  let text = withMark.slice(mark.length);
  const document = parseByEvent(text);
  if (typeof document === 'string') return document;
  if (document.root === undefined) return { text: withMark };
  const { eol, unit, compact } = document.layout;
  const formattingOptions = { insertSpaces: !unit.includes('\t'), tabSize: unit.length, eol };
  const remove = (path: (string | number)[]) => {
    // Formatting would spread a file that is on one line over many.
    text = compact
      ? withoutNode(text, path)
      : applyEdits(text, modify(text, path, undefined, { formattingOptions }));
  };
  const ours = ourPaths(document.value, isOurs);
  if (ours.length > MOST_REMOVALS) return 'unexpected_shape';
  for (const path of ours) remove(path);
  const innermostFirst = [...created].sort((a, b) => b.length - a.length).map((path) => path.split('/'));
  for (const path of innermostFirst) {
    const root = parseTree(text, [], { allowTrailingComma: true });
    const node = root === undefined ? undefined : findNodeAtLocation(root, path);
    if (node?.children?.length === 0) remove(path);
  }
  return { text: mark + text };
}
