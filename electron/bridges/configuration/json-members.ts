import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import type { Insertion } from './insertions.ts';
import {
  append,
  assertObject,
  type Document,
  insteadOfNull,
  parseDocument,
  render,
  withoutPaths,
} from './json-document.ts';

/** A member to add to a JSON file: at the root, or in an object of the root. */
export interface JsonMember {
  path: string[];
  value: unknown;
}

const pathText = (path: readonly string[]) => path.join('/');

/** Parses a file whose objects have no name twice, where a path leads into them. */
function parseFor(text: string, paths: readonly string[][]): Document {
  const document = parseDocument(text);
  if (document.root === undefined) return document;
  for (const [name] of paths.filter(({ length }) => length > 1)) {
    const node = findNodeAtLocation(document.root, [name!]);
    if (node !== undefined && node.type !== 'null') assertObject(text, node, name!);
  }
  return document;
}

/** Returns the values at the given paths, or undefined for each that is absent. */
function memberValues(text: string, paths: readonly string[][]): unknown[] {
  const { root } = parseFor(text, paths);
  return paths.map((path) => {
    const node = root && findNodeAtLocation(root, [...path]);
    return node && getNodeValue(node);
  });
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
): { insertions: Insertion[]; created: string[] } {
  const document = parseFor(
    text,
    members.map(({ path }) => path),
  );
  const { root, layout } = document;
  const whole = objectOf(members);
  if (root === undefined) {
    const gap = text === '' || text.endsWith('\n') ? '' : layout.eol;
    const all = `${gap}${render(whole, '', layout)}${layout.eol}`;
    return { insertions: [{ offset: text.length, text: all }], created: containersOf(members) };
  }
  const insertions: Insertion[] = [];
  const atRoot: { name: string; value: unknown }[] = [];
  const created: string[] = [];
  for (const [name, value] of Object.entries(whole)) {
    const inner = members.filter(({ path }) => path.length > 1 && path[0] === name);
    const node = findNodeAtLocation(root, [name]);
    if (inner.length > 0 && node !== undefined) {
      const items = inner.map((member) => ({ name: member.path[1]!, value: member.value }));
      const isNull = node.type === 'null';
      insertions.push(isNull ? insteadOfNull(document, node, value) : append(document, node, items));
      continue;
    }
    if (inner.length > 0) created.push(name);
    atRoot.push({ name, value });
  }
  if (atRoot.length > 0) insertions.push(append(document, root, atRoot));
  return { insertions: insertions.sort((a, b) => a.offset - b.offset), created };
}

const containersOf = (members: readonly JsonMember[]) => [
  ...new Set(members.flatMap(({ path }) => (path.length > 1 ? [path[0]!] : []))),
];

/** Removes members from a file that another program has rewritten, then the objects of `created` that are empty. */
export function removeMembers(text: string, paths: string[][], created: readonly string[]): string {
  return withoutPaths(
    parseFor(text, paths),
    paths,
    created.map((name) => [name]),
  );
}

/** Returns the members whose value in the file is the given one. */
export function presentMembers(text: string, members: readonly JsonMember[]): JsonMember[] {
  const values = memberValues(
    text,
    members.map(({ path }) => path),
  );
  return members.filter(({ value }, at) => isDeepStrictEqual(values[at], value));
}

/** Returns true where the file has every member with its value. */
export const hasMembers = (text: string, members: readonly JsonMember[]): boolean =>
  presentMembers(text, members).length === members.length;

/** Returns the paths of a list that the file has, as text. */
export function presentPaths(text: string, paths: readonly string[][]): string[] {
  const values = memberValues(text, paths);
  return paths.filter((_path, at) => values[at] !== undefined).map(pathText);
}
