import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import { assertObject, type Document, parseDocument, withoutPaths } from './json-document.ts';

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

/** Returns the object that members make. */
export function objectOfMembers(members: readonly JsonMember[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const { path, value } of members) {
    const [first, second] = path;
    if (second === undefined) object[first!] = value;
    else object[first!] = { ...(object[first!] as object | undefined), [second]: value };
  }
  return object;
}

/** Removes members from a file that another program has rewritten, then the objects of `created` that are empty. */
export const removeMembers = (text: string, paths: string[][], created: readonly string[]): string =>
  withoutPaths(parseFor(text, paths), paths, created);

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
