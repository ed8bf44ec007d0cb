import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  type ScanError,
  type SyntaxKind,
} from 'jsonc-parser';
import type { ConfigurationFault } from '../../../shared/bridge.ts';
import type { Insertion } from './insertions.ts';

export const BOM = '\uFEFF';
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

/** Returns true for an object that has a name twice. */
export function hasTwins(node: Node): boolean {
  const names = (node.children ?? []).map((property) => property.children![0]!.value);
  return new Set(names).size !== names.length;
}

/** Returns true when a text contains only white space and comments. */
function isBlank(text: string): boolean {
  const scanner = createScanner(text, true);
  return scanner.scan() === END_OF_FILE && scanner.getTokenError() === NO_ERROR;
}

/** Parses JSON with comments. The caller removes the byte order mark. */
export function parseDocument(text: string): Document | ConfigurationFault {
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

/** Returns the text without a member or an element, and without the comma that separated it. */
export function withoutNode(text: string, path: (string | number)[]): string {
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

/** Returns the value of a JSON file with comments, or undefined where it cannot be parsed or is no object. */
export function jsonValue(withMark: string): unknown {
  const document = parseDocument(withMark.startsWith(BOM) ? withMark.slice(1) : withMark);
  return typeof document === 'string' ? undefined : document.value;
}
