import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testSigner } from '../../test/support/incoming-events.ts';
import { LeafState, LeafStates } from '../receipts/store/leaf-states.ts';
import { canonicalText } from './canonical-json.ts';
import { checkpointLine, findCheckpoints, openCheckpoint, signCheckpoint } from './checkpoint.ts';
import { type LeafRange, parseMark, rangesOf } from './leaves.ts';
import { HASH_BYTES, inclusionProof, rootOfProof, TreeHead } from './merkle-tree.ts';
import { publicKeyOf } from './signed-note.ts';

/** Few: each run takes little, and the suite runs on every change. */
const RUNS = { numRuns: 60 };

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** Root of a tree by the recursive definition of RFC 6962. */
function rootByDefinition(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256('');
  if (leaves.length === 1) return Buffer.from(leaves[0]!);
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return sha256('\u0001', rootByDefinition(leaves.slice(0, half)), rootByDefinition(leaves.slice(half)));
}

const hash = fc
  .uint8Array({ minLength: HASH_BYTES, maxLength: HASH_BYTES })
  .map((bytes) => Buffer.from(bytes));

test('a tree has the root of its definition, and proves each leaf but no other', () => {
  const property = fc.property(fc.array(hash, { minLength: 1, maxLength: 90 }), fc.nat(), (leaves, pick) => {
    const head = new TreeHead();
    const subtrees = new Map<string, Buffer>(leaves.map((leaf, index) => [`0 ${index}`, Buffer.from(leaf)]));
    for (const leaf of leaves) {
      head.append(leaf, (level, index, root) => subtrees.set(`${level} ${index}`, root));
    }
    const root = rootByDefinition(leaves);
    expect(head.root()).toEqual(root);
    const index = pick % leaves.length;
    const path = inclusionProof((level, at) => subtrees.get(`${level} ${at}`)!, index, leaves.length);
    expect(rootOfProof(leaves[index]!, index, leaves.length, path)).toEqual(root);
    const flipped = Uint8Array.from(leaves[index]!, (byte, at) =>
      at === pick % HASH_BYTES ? byte ^ 1 : byte,
    );
    expect(rootOfProof(flipped, index, leaves.length, path)?.equals(root)).toBe(false);
  });
  fc.assert(property, RUNS);
});

test('runs of positions stand for exactly these positions', () => {
  const positions = fc.uniqueArray(fc.nat(300), { maxLength: 120 }).map((list) => list.sort((a, b) => a - b));
  const property = fc.property(positions, (list) => {
    const ranges = rangesOf(list);
    const all = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
    expect(all).toEqual(list);
    expect(parseMark(JSON.stringify({ erased: ranges, v: 1, why: 'user' }))).toMatchObject({
      erased: ranges,
    });
  });
  fc.assert(property, RUNS);
});

test('what is no mark is none, and nothing throws', () => {
  const text = fc.oneof(fc.string(), fc.json());
  const erased = fc.array(fc.array(fc.oneof(fc.integer(), fc.double(), fc.string()), { maxLength: 3 }));
  fc.assert(
    fc.property(text, (any) => {
      if (!any.includes('"v":1')) expect(parseMark(any)).toBeUndefined();
    }),
    RUNS,
  );
  const isRange = (range: unknown[]) =>
    range.length === 2 && range.every((at) => Number.isSafeInteger(at) && Number(at) >= 0);
  fc.assert(
    fc.property(erased, (ranges) => {
      const isMark = ranges.every((range) => isRange(range) && range[0]! <= range[1]!);
      expect(parseMark(JSON.stringify({ erased: ranges, v: 1 })) !== undefined).toBe(isMark);
    }),
    RUNS,
  );
});

test('states of positions are those of a list, whatever a mark names', () => {
  const SIZE = 40;
  const range = fc.tuple(fc.nat(SIZE + 20), fc.nat(SIZE + 20)).map(([a, b]): LeafRange => {
    return [Math.min(a, b), Math.max(a, b)];
  });
  const steps = fc.array(fc.tuple(fc.constantFrom('fill', 'clear', 'set'), range), { maxLength: 30 });
  const property = fc.property(steps, (all) => {
    const states = new LeafStates(SIZE);
    const list: number[] = Array.from({ length: SIZE }, () => LeafState.unknown);
    for (const [step, [from, to]] of all) {
      if (step === 'set') {
        states.set(from, LeafState.receipt);
        if (from < SIZE) list[from] = LeafState.receipt;
        continue;
      }
      const [was, becomes] = [LeafState.unknown, LeafState.erased];
      if (step === 'fill') states.fill([from, to], becomes);
      else states.fill([from, to], was, becomes);
      for (let at = from; at <= Math.min(to, SIZE - 1); at += 1) {
        if (step === 'fill' && list[at] === was) list[at] = becomes;
        if (step === 'clear' && list[at] === becomes) list[at] = was;
      }
    }
    expect(list.map((_, at) => states.get(at))).toEqual(list);
    const missing = states.missing().map(({ from, to }) => [from, to]);
    expect(missing).toEqual(rangesOf(list.flatMap((state, at) => (state === LeafState.unknown ? [at] : []))));
    expect(states.count(LeafState.erased)).toBe(list.filter((state) => state === LeafState.erased).length);
  });
  fc.assert(property, RUNS);
});

test('a checkpoint is found among any text, and no changed one opens', () => {
  const key = publicKeyOf(testSigner.verifierKey)!;
  const words = fc.stringMatching(/^[A-Za-z0-9 :.\n-]{0,40}$/);
  const property = fc.property(fc.nat(1e9), hash, words, fc.nat(), (size, root, text, pick) => {
    const note = signCheckpoint(testSigner, size, Buffer.from(root));
    expect(openCheckpoint(note, key)).toMatchObject({ size, root: Buffer.from(root) });
    expect(findCheckpoints(`${text}\n${note}${text}`)).toEqual([note]);
    expect(findCheckpoints(`${text} ${checkpointLine(note)}\n${text}`)).toEqual([note]);
    const at = pick % note.length;
    const other = note[at] === 'A' ? 'B' : 'A';
    const changed = openCheckpoint(`${note.slice(0, at)}${other}${note.slice(at + 1)}`, key);
    expect(changed).toBeUndefined();
  });
  fc.assert(property, RUNS);
});

test('a canonical text is the one of its definition, whatever the order of the members', () => {
  const canonical = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
  };
  const property = fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
    const text = JSON.stringify(value);
    const read = JSON.parse(text);
    expect(canonicalText(read, text)).toBe(canonical(read));
  });
  fc.assert(property, { numRuns: 300 });
});
