import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
  type ScanError,
  type SyntaxKind,
} from 'jsonc-parser';
import type { ConfigurationFault } from '../../../shared/bridge.ts';
import type { HookEntry } from '../harnesses/harness.ts';
import { commandOf } from './hook-commands.ts';
import type { Insertion } from './insertions.ts';

const BOM = '\uFEFF';
// jsonc-parser declares SyntaxKind and ScanError as const enums, which have no values at run time.
const END_OF_FILE: SyntaxKind.EOF = 17;
const NO_ERROR: ScanError.None = 0;

/** Exceeds the number of our handlers in any real file. Each removal scans the whole file. */
const MOST_REMOVALS = 256;

interface Layout {
  eol: string;
  unit: string;
  /** True when the whole file is on one line. */
  compact: boolean;
  /** The white space after a comma and a colon on one line. None in a minified file. */
  gap: '' | ' ';
}

interface Document {
  text: string;
  root: Node | undefined;
  value: unknown;
  layout: Layout;
}

/** Tells whether a handler is ours by its command. */
export type IsOurs = (command: unknown) => boolean;

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))![0];
}

function isFirstOnLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

function layoutOf(text: string, root: Node | undefined): Layout {
  const first = root?.children?.[0];
  const unit = first !== undefined && isFirstOnLine(text, first.offset) ? indentAt(text, first.offset) : '';
  return {
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    unit: unit === '' ? '  ' : unit,
    compact: root?.children !== undefined && root.children.length > 0 && !text.trim().includes('\n'),
    gap: /[,:]\s/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""')) || !/[,:]/.test(text) ? ' ' : '',
  };
}

function hasTwins(node: Node): boolean {
  const names = (node.children ?? []).map((property) => property.children![0]!.value);
  return new Set(names).size !== names.length;
}

/** Returns true when a text contains only white space and comments. */
function isBlank(text: string): boolean {
  const scanner = createScanner(text, true);
  return scanner.scan() === END_OF_FILE && scanner.getTokenError() === NO_ERROR;
}

/** Parses JSON with comments. The caller removes the byte order mark. */
function parseDocument(text: string): Document | ConfigurationFault {
  try {
    return parseShallow(text);
  } catch (error) {
    // The parser is recursive, so deep nesting overflows the stack.
    if (error instanceof RangeError) return 'unparseable';
    throw error;
  }
}

function parseShallow(text: string): Document | ConfigurationFault {
  if (isBlank(text)) {
    return { text, root: undefined, value: undefined, layout: layoutOf(text, undefined) };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0) return 'unparseable';
  if (root.type !== 'object') return 'unexpected_shape';
  if (hasTwins(root)) return 'unparseable';
  const hooks = findNodeAtLocation(root, ['hooks']);
  if (hooks?.type === 'object' && hasTwins(hooks)) return 'unparseable';
  return { text, root, value: getNodeValue(root), layout: layoutOf(text, root) };
}

/** Parses a file whose hooks, where it has any, are an object with a member for each event. */
function parseByEvent(text: string): Document | ConfigurationFault {
  const document = parseDocument(text);
  if (typeof document === 'string' || document.root === undefined) return document;
  const hooks = findNodeAtLocation(document.root, ['hooks']);
  return hooks === undefined || hooks.type === 'object' ? document : 'unexpected_shape';
}

function render(value: unknown, indent: string, { eol, unit }: Layout): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);
}

/** Returns the insertions that append `items`, each a value or a named value, to a container. */
function append(
  document: Document,
  container: Node,
  items: readonly { name?: string; value: unknown }[],
): Insertion {
  const { text, layout } = document;
  const { eol, unit, compact, gap } = layout;
  const item = ({ name, value }: { name?: string; value: unknown }, indent: string | undefined) => {
    const rendered = indent === undefined ? JSON.stringify(value) : render(value, indent, layout);
    const space = indent === undefined ? gap : ' ';
    return name === undefined ? rendered : `${JSON.stringify(name)}:${space}${rendered}`;
  };
  const last = container.children?.at(-1);
  if (last !== undefined) {
    const offset = last.offset + last.length;
    if (compact || !isFirstOnLine(text, last.offset)) {
      return { offset, text: items.map((each) => `,${gap}${item(each, undefined)}`).join('') };
    }
    const indent = indentAt(text, last.offset);
    return { offset, text: items.map((each) => `,${eol}${indent}${item(each, indent)}`).join('') };
  }
  const offset = container.offset + 1;
  if (compact) return { offset, text: items.map((each) => item(each, undefined)).join(`,${gap}`) };
  const base = indentAt(text, container.offset);
  const indent = `${base}${unit}`;
  const lines = items.map((each) => `${eol}${indent}${item(each, indent)}`).join(',');
  const inner = text.slice(offset, container.offset + container.length - 1);
  return { offset, text: inner.includes('\n') ? lines : `${lines}${eol}${base}` };
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

/** Returns the value of a JSON file with comments, or undefined where it cannot be parsed or is no object. */
export function jsonValue(withMark: string): unknown {
  const document = parseDocument(withMark.startsWith(BOM) ? withMark.slice(1) : withMark);
  return typeof document === 'string' ? undefined : document.value;
}

/** Returns the events for which the file has an entry of ours, or undefined where the file cannot be parsed. */
export function eventsOfOurs(withMark: string, isOurs: IsOurs): string[] | undefined {
  const document = parseByEvent(withMark.startsWith(BOM) ? withMark.slice(1) : withMark);
  if (typeof document === 'string') return undefined;
  if (document.root === undefined) return [];
  return [...new Set(ourPaths(document.value, isOurs).map((path) => String(path[1])))];
}

/** Returns the text without a member or an element, and without the comma that separated it. */
function withoutNode(text: string, path: (string | number)[]): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const value = root === undefined ? undefined : findNodeAtLocation(root, path);
  const node = value?.parent?.type === 'property' ? value.parent : value;
  const siblings = node?.parent?.children ?? [];
  const at = siblings.indexOf(node!);
  if (node === undefined || at === -1) return text;
  const end = (each: Node) => each.offset + each.length;
  const from = at > 0 && at === siblings.length - 1 ? end(siblings[at - 1]!) : node.offset;
  const to = at < siblings.length - 1 ? siblings[at + 1]!.offset : end(node);
  return text.slice(0, from) + text.slice(to);
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
