import fc from 'fast-check';
import { anyPiece, CANARY, type Piece, written } from './pieces.ts';

/** A change of one place of a body. `at` counts the places from the outside to the inside. */
export interface Edit {
  at: number;
  how: 'put' | 'put deep' | 'add' | 'remove' | 'double' | 'many';
  name: string;
  piece: Piece;
}

/** A change of the bytes. `at` is a thousandth of the length. */
export interface ByteEdit {
  at: number;
  how: 'cut' | 'insert' | 'flip' | 'drop';
  bytes: string;
}

const NAMES = [
  ...['x', '', '__proto__', 'constructor', 'toString', 'length', '\ud800', 'a\0b', CANARY, 'command', 'path'],
  ...['tool_input', 'tool_name', 'file_path', 'session_id', 'hook_event_name', 'prompt', 'systemPrompt'],
  ...['attributes', 'id', 'cwd', 'input', 'data', 'messages', 'reasoning', 'toolOutput', 'callId', 'content'],
];
/** In Latin-1. The first are texts that a parser could tolerate, the others are no UTF-8. */
const BYTES = [
  ...['}', ',', '{}', '[', '\0', '\n', '\r\n', '\x1a', '"', '\\', ' ', '\x1e', '\u00a0', '//', 'Done.'],
  ...[
    '\xef\xbb\xbf',
    '\xff\xfe',
    '\xfe\xff',
    '\xff',
    '\xc0\x80',
    '\xed\xa0\x80',
    '\xf4\x90\x80\x80',
    '\xe2\x82',
  ],
];

export const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    at: fc.nat(200),
    how: fc.oneof(
      { arbitrary: fc.constantFrom('put' as const, 'put deep' as const), weight: 4 },
      { arbitrary: fc.constantFrom('add' as const, 'remove' as const, 'double' as const), weight: 2 },
      { arbitrary: fc.constant('many' as const), weight: 1 },
    ),
    name: fc.constantFrom(...NAMES),
    piece: anyPiece,
  }),
  { maxLength: 4 },
);

export const byteEdits: fc.Arbitrary<ByteEdit[]> = fc.oneof(
  { arbitrary: fc.constant<ByteEdit[]>([]), weight: 4 },
  {
    arbitrary: fc.array(
      fc.record({
        at: fc.oneof(fc.constantFrom(0, 1000), fc.nat(1000)),
        how: fc.constantFrom<ByteEdit['how'][]>('insert', 'insert', 'cut', 'flip', 'drop'),
        bytes: fc.constantFrom(...BYTES),
      }),
      { maxLength: 3 },
    ),
    weight: 1,
  },
);

type Tree = Record<string, unknown> | unknown[];
interface Place {
  holder: Tree;
  name: string | number;
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;
const get = ({ holder, name }: Place) => (holder as Record<string, unknown>)[name];
const put = ({ holder, name }: Place, value: unknown) =>
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });

/** Returns all places of a tree, level by level. */
function placesOf(root: Tree): Place[] {
  const places: Place[] = [];
  const waiting = [root];
  for (let tree = waiting.shift(); tree !== undefined; tree = waiting.shift()) {
    for (const name of Object.keys(tree)) {
      const place = { holder: tree, name };
      places.push(place);
      const inside = get(place);
      if (isTree(inside)) waiting.push(inside);
    }
  }
  return places;
}

/**
 * Applies edits to a JSON value and writes it. A piece stands in the tree as a mark until the text is written, because it
 * need not be JSON.
 */
export function editedJson(value: unknown, changes: readonly Edit[]): string {
  const root: Tree = { root: structuredClone(value) };
  const pieces: string[] = [];
  const mark = (text: string) => `@@${pieces.push(text) - 1}@@`;
  const textOf = (tree: unknown) =>
    (JSON.stringify(tree) ?? '').replaceAll(/"@@(\d+)@@"/g, (_, at: string) => pieces[Number(at)]!);
  for (const { at, how, name, piece } of changes) {
    const places = placesOf(root);
    const deepFirst = how === 'put deep' ? places.toReversed() : places;
    const place = deepFirst[at % places.length]!;
    const old = get(place);
    const inside = Array.isArray(old) ? old : isTree(old) ? old : place.holder;
    if (how === 'remove') Reflect.deleteProperty(place.holder, place.name);
    else if (how === 'add' && Array.isArray(inside)) inside.push(mark(written(piece)));
    else if (how === 'add') put({ holder: inside, name }, mark(written(piece)));
    else if (how === 'many') {
      const unit = textOf((Array.isArray(old) ? old[0] : old) ?? null);
      put(place, mark(written({ form: 'list', unit, times: piece.times, inString: piece.inString })));
    } else if (how === 'double' && !Array.isArray(place.holder)) {
      const again = `,${JSON.stringify(String(place.name))}:`;
      put(place, mark(textOf(old) + again + written(piece)));
    } else put(place, mark(written(piece)));
    if (!('root' in root)) return '';
  }
  return textOf(root.root).replaceAll('%n', '0');
}

/** Applies edits to bytes. */
export function editedBytes(original: Buffer, changes: readonly ByteEdit[]): Buffer {
  let body = original;
  for (const { at: part, how, bytes } of changes) {
    const at = Math.floor((body.length * part) / 1000);
    const inserted = Buffer.from(bytes, 'latin1');
    if (how === 'cut') body = body.subarray(0, at);
    else if (how === 'drop') body = Buffer.concat([body.subarray(0, at), body.subarray(at + 1)]);
    else if (how === 'insert') body = Buffer.concat([body.subarray(0, at), inserted, body.subarray(at)]);
    else if (at < body.length) {
      body = Buffer.from(body);
      body[at]! ^= inserted[0]!;
    }
  }
  return body;
}
