import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type NodeType,
  type ParseError,
  parseTree,
  type ScanError,
  type SyntaxKind,
} from 'jsonc-parser';
import { ConfigurationRefused, unlessRefused } from './file.ts';
import type { Insertion } from './insertions.ts';

const BOM = /^\uFEFF/;
// jsonc-parser declares SyntaxKind and ScanError as const enums, which have no values at run time.
const END_OF_FILE: SyntaxKind.EOF = 17;
const NO_ERROR: ScanError.None = 0;

interface Layout {
  eol: string;
  unit: string;
  /** True when the whole file is on one line. */
  compact: boolean;
  /** The white space after a comma and a colon on one line. None in a minified file. */
  gap: '' | ' ';
}

/** A parsed file, and how it is laid out. */
export interface Document {
  text: string;
  root: Node | undefined;
  value: unknown;
  layout: Layout;
}

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
    gap: /[,:]\s/.test(text.replace(/"(?:[^"\\]|\\.)*"?/g, '""')) || !/[,:]/.test(text) ? ' ' : '',
  };
}

function placeAt(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

/** Refuses a value of another kind than the one that is needed in its place. */
export function assertKind({ type }: Node, member: string, due: 'object' | 'array'): void {
  // Only members of objects are properties.
  const found = type as Exclude<NodeType, 'property'>;
  if (found !== due) throw new ConfigurationRefused('unexpected_shape', { member, found, due });
}

/** Refuses a value that is no object, and an object that has a name twice. */
export function assertObject(text: string, node: Node, member: string): void {
  assertKind(node, member, 'object');
  const names = new Set<unknown>();
  for (const { children } of node.children ?? []) {
    const { value, offset } = children![0]!;
    if (names.has(value)) throw new ConfigurationRefused('key_twice', { line: placeAt(text, offset).line });
    names.add(value);
  }
}

/** jsonc-parser knows no byte order mark. The same text has another character in its place, so that no offset changes. */
const parseable = (text: string) => text.replace(BOM, '\r');

/** Returns the node at a path, where there is one. */
function nodeAt(text: string, path: (string | number)[]): Node | undefined {
  const root = parseTree(parseable(text), [], { allowTrailingComma: true });
  return root && findNodeAtLocation(root, path);
}

/** Returns true when a text contains only white space and comments. */
function isBlank(text: string): boolean {
  const scanner = createScanner(text, true);
  return scanner.scan() === END_OF_FILE && scanner.getTokenError() === NO_ERROR;
}

/** Parses JSON with comments. Throws {@link ConfigurationRefused} without a path. */
export function parseDocument(text: string): Document {
  try {
    if (isBlank(parseable(text))) {
      return { text, root: undefined, value: undefined, layout: layoutOf(text, undefined) };
    }
    const errors: ParseError[] = [];
    const root = parseTree(parseable(text), errors, { allowTrailingComma: true });
    if (root === undefined || errors.length > 0) {
      throw new ConfigurationRefused('unparseable', placeAt(text, errors[0]?.offset ?? 0));
    }
    assertObject(text, root, '');
    const hooks = findNodeAtLocation(root, ['hooks']);
    if (hooks?.type === 'object') assertObject(text, hooks, 'hooks');
    return { text, root, value: getNodeValue(root), layout: layoutOf(text, root) };
  } catch (error) {
    // The parser is recursive, so deep nesting overflows the stack.
    throw error instanceof RangeError ? new ConfigurationRefused('too_deep') : error;
  }
}

/** Writes a value as the file writes its own. */
export function render(value: unknown, indent: string, { eol, unit }: Layout): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);
}

/** Returns the insertions that append `items`, each a value or a named value, to a container. */
export function append(
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

/** Returns the insertion that puts a value in the place of `null`. */
export function insteadOfNull({ text, layout }: Document, node: Node, value: unknown): Insertion {
  const rendered = layout.compact
    ? JSON.stringify(value)
    : render(value, indentAt(text, node.offset), layout);
  return { offset: node.offset, text: rendered, instead: 'null' };
}

/** Returns the text without a member or an element, and without the comma that separated it. */
function withoutNode(text: string, path: (string | number)[]): string {
  const value = nodeAt(text, path);
  const node = value?.parent?.type === 'property' ? value.parent : value;
  const siblings = node?.parent?.children ?? [];
  const at = siblings.indexOf(node!);
  if (node === undefined || at === -1) return text;
  const end = (each: Node) => each.offset + each.length;
  const from = at > 0 && at === siblings.length - 1 ? end(siblings[at - 1]!) : node.offset;
  const to = at < siblings.length - 1 ? siblings[at + 1]!.offset : end(node);
  return text.slice(0, from) + text.slice(to);
}

/** Returns the text without the values at some paths, then without the containers of `created` that are empty. */
export function withoutPaths(
  { text, layout: { eol, unit, compact } }: Document,
  paths: (string | number)[][],
  created: readonly string[],
): string {
  const formattingOptions = { insertSpaces: !unit.includes('\t'), tabSize: unit.length, eol };
  let left = text;
  const remove = (path: (string | number)[]) => {
    // Formatting would spread a file that is on one line over many.
    left = compact
      ? withoutNode(left, path)
      : applyEdits(left, modify(parseable(left), path, undefined, { formattingOptions }));
  };
  for (const path of paths) if (nodeAt(left, path) !== undefined) remove(path);
  const innermostFirst = [...created].sort((a, b) => b.length - a.length).map((path) => path.split('/'));
  for (const path of innermostFirst) if (nodeAt(left, path)?.children?.length === 0) remove(path);
  return left;
}

/** Returns the value of a JSON file with comments, or undefined where it cannot be parsed or is no object. */
export const jsonValue = (text: string): unknown => unlessRefused(() => parseDocument(text).value);
