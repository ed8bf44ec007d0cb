import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { isPayload, type Payload } from '../harnesses/adaptation.ts';
import type { Insertion } from './insertions.ts';
import {
  append,
  assertKind,
  assertObject,
  type Document,
  insteadOfNull,
  parseDocument,
  render,
} from './json-document.ts';

/** The insertions of a plan, and the objects and lists that they create, as `hooks/Event`. */
interface PlannedInsertions {
  insertions: Insertion[];
  created: string[];
}

/** Returns the path of a value, and those of the objects and lists in it, where it is one. */
function containersIn(path: readonly string[], value: unknown): string[] {
  if (Array.isArray(value)) return [path.join('/')];
  if (!isPayload(value)) return [];
  const inner = Object.entries(value).flatMap(([name, each]) => containersIn([...path, name], each));
  return [path.join('/'), ...inner];
}

function addTo(
  plan: PlannedInsertions,
  document: Document,
  node: Node,
  added: Payload,
  path: readonly string[] = [],
): void {
  const missing: { name: string; value: unknown }[] = [];
  for (const [name, value] of Object.entries(added)) {
    const at = [...path, name];
    const found = findNodeAtLocation(node, [name]);
    if (found === undefined) missing.push({ name, value });
    else if (found.type === 'null') plan.insertions.push(insteadOfNull(document, found, value));
    else if (Array.isArray(value)) {
      assertKind(found, at.join('.'), 'array');
      const elements = value.map((element) => ({ value: element }));
      plan.insertions.push(append(document, found, elements));
    } else {
      assertObject(document.text, found, at.join('.'));
      addTo(plan, document, found, value as Payload, at);
    }
    if (found === undefined || found.type === 'null') plan.created.push(...containersIn(at, value));
  }
  if (missing.length > 0) plan.insertions.push(append(document, node, missing));
}

/**
 * Returns the insertions that add members and elements to the objects and lists of a file. Existing text stays unchanged.
 * `frame` is the other content of a new file.
 */
export function planInsertions(text: string, added: Payload, frame: Payload = {}): PlannedInsertions {
  const document = parseDocument(text);
  const { root, layout } = document;
  const plan: PlannedInsertions = { insertions: [], created: [] };
  if (root !== undefined) addTo(plan, document, root, added);
  else {
    const gap = text === '' || text.endsWith('\n') ? '' : layout.eol;
    const whole = `${gap}${render({ ...frame, ...added }, '', layout)}${layout.eol}`;
    plan.insertions.push({ offset: text.length, text: whole });
    plan.created.push(...containersIn([], added).slice(1));
  }
  plan.insertions.sort((a, b) => a.offset - b.offset);
  return plan;
}
