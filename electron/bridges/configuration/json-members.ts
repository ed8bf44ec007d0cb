import { isDeepStrictEqual } from 'node:util';
import { applyEdits, findNodeAtLocation, modify, type Node, parseTree } from 'jsonc-parser';
import type { ConfigurationFault } from '../../../shared/bridge.ts';
import type { Insertion } from './insertions.ts';
import { append, BOM, type Document, hasTwins, parseDocument, render, withoutNode } from './json-document.ts';

/** A member to add to a JSON file: at the root, or in an object of the root. */
export interface JsonMember {
  path: string[];
  value: unknown;
}

const pathText = (path: readonly string[]) => path.join('/');

/** Parses a file whose objects have no name twice, where a path leads into them. */
function parseFor(text: string, paths: readonly string[][]): Document | ConfigurationFault {
  const document = parseDocument(text);
  if (typeof document === 'string' || document.root === undefined) return document;
  for (const [name] of paths.filter(({ length }) => length > 1)) {
    const node = findNodeAtLocation(document.root, [name!]);
    if (node === undefined) continue;
    if (node.type !== 'object') return 'unexpected_shape';
    if (hasTwins(node)) return 'unparseable';
  }
  return document;
}

const withoutMark = (text: string) => (text.startsWith(BOM) ? text.slice(BOM.length) : text);

/** Returns the values at the given paths, or undefined for each that is absent. */
export function memberValues(text: string, paths: readonly string[][]): unknown[] | ConfigurationFault {
  const document = parseFor(withoutMark(text), paths);
  if (typeof document === 'string') return document;
  const valueAt = (path: readonly string[]) =>
    path.reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      document.value,
    );
  return paths.map(valueAt);
}

/** Returns true where the file has every member with its value. */
export function hasMembers(text: string, members: readonly JsonMember[]): boolean {
  const values = memberValues(
    text,
    members.map(({ path }) => path),
  );
  return typeof values !== 'string' && members.every(({ value }, at) => isDeepStrictEqual(values[at], value));
}

/** Builds the object that the members make, for a place where nothing is yet. */
function objectOf(members: readonly JsonMember[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const { path, value } of members) {
    const [first, second] = path;
    if (second === undefined) object[first!] = value;
    else object[first!] = { ...(object[first!] as object | undefined), [second]: value };
  }
  return object;
}

/** Returns the insertions that add members which are absent. Existing text stays unchanged. */
export function planMemberInsertions(
  text: string,
  members: readonly JsonMember[],
): { insertions: Insertion[]; created: string[] } | ConfigurationFault {
  const mark = text.length - withoutMark(text).length;
  const document = parseFor(
    withoutMark(text),
    members.map(({ path }) => path),
  );
  if (typeof document === 'string') return document;
  const { root, layout } = document;
  const shifted = (insertion: Insertion) => ({ ...insertion, offset: insertion.offset + mark });
  const whole = objectOf(members);
  if (root === undefined) {
    const gap = document.text === '' || document.text.endsWith('\n') ? '' : layout.eol;
    const all = `${gap}${render(whole, '', layout)}${layout.eol}`;
    return {
      insertions: [shifted({ offset: document.text.length, text: all })],
      created: containersOf(members),
    };
  }
  const insertions: Insertion[] = [];
  const atRoot: { name: string; value: unknown }[] = [];
  const created: string[] = [];
  for (const [name, value] of Object.entries(whole)) {
    const inner = members.filter(({ path }) => path.length > 1 && path[0] === name);
    const node: Node | undefined = findNodeAtLocation(root, [name]);
    if (inner.length > 0 && node !== undefined) {
      const items = inner.map((member) => ({ name: member.path[1]!, value: member.value }));
      insertions.push(append(document, node, items));
      continue;
    }
    if (inner.length > 0) created.push(name);
    atRoot.push({ name, value });
  }
  if (atRoot.length > 0) insertions.push(append(document, root, atRoot));
  return { insertions: insertions.sort((a, b) => a.offset - b.offset).map(shifted), created };
}

const containersOf = (members: readonly JsonMember[]) => [
  ...new Set(members.flatMap(({ path }) => (path.length > 1 ? [path[0]!] : []))),
];

/** Removes members from a file that another program has rewritten, then the objects of `created` that are empty. */
export function removeMembers(
  text: string,
  paths: readonly string[][],
  created: readonly string[],
): string | ConfigurationFault {
  const mark = text.slice(0, text.length - withoutMark(text).length);
  const document = parseFor(withoutMark(text), paths);
  if (typeof document === 'string') return document;
  if (document.root === undefined) return text;
  let left = document.text;
  const { eol, unit, compact } = document.layout;
  const formattingOptions = { insertSpaces: !unit.includes('\t'), tabSize: unit.length, eol };
  const remove = (path: string[]) => {
    left = compact
      ? withoutNode(left, path)
      : applyEdits(left, modify(left, path, undefined, { formattingOptions }));
  };
  const nodeAt = (path: string[]) => {
    const root = parseTree(left, [], { allowTrailingComma: true });
    return root === undefined ? undefined : findNodeAtLocation(root, path);
  };
  for (const path of paths) if (nodeAt(path) !== undefined) remove(path);
  for (const name of created) if (nodeAt([name])?.children?.length === 0) remove([name]);
  return mark + left;
}

/** Returns the members whose value in the file is the given one. */
export function presentMembers(text: string, members: readonly JsonMember[]): JsonMember[] {
  const values = memberValues(
    text,
    members.map(({ path }) => path),
  );
  if (typeof values === 'string') return [];
  return members.filter(({ value }, at) => isDeepStrictEqual(values[at], value));
}

/** Returns the paths of a list that the file has, as text. */
export function presentPaths(text: string, paths: readonly string[][]): string[] | ConfigurationFault {
  const values = memberValues(text, paths);
  if (typeof values === 'string') return values;
  return paths.filter((_path, at) => values[at] !== undefined).map(pathText);
}
