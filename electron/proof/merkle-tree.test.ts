import { expect, test } from 'vitest';
import { EMPTY_ROOT, hashLeaf, hashNode, inclusionProof, rootOfProof, TreeHead } from './merkle-tree.ts';

// The published test vectors of Certificate Transparency's reference implementation.
const INPUTS = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
// The inputs hold bytes above 0x7f nowhere, so their text has the same bytes.
const leaves = INPUTS.map((hex) => hashLeaf(Buffer.from(hex, 'hex').toString('latin1')));

const subtreeOf =
  (all: readonly Buffer[]) =>
  (level: number, index: number): Buffer =>
    level === 0
      ? all[index]!
      : hashNode(subtreeOf(all)(level - 1, 2 * index), subtreeOf(all)(level - 1, 2 * index + 1));

test('has the published roots', () => {
  const head = new TreeHead();
  expect(head.root()).toEqual(EMPTY_ROOT);
  expect(EMPTY_ROOT.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  for (const [index, leaf] of leaves.entries()) {
    head.append(leaf);
    expect(head.root().toString('hex')).toBe(ROOTS[index]);
  }
});

test('an audit path proves its leaf at its position, and nothing else', () => {
  const many = Array.from({ length: 70 }, (_, index) => hashLeaf(`leaf ${index}`));
  const head = new TreeHead();
  for (const [last, leaf] of many.entries()) {
    head.append(leaf);
    const size = last + 1;
    for (let index = 0; index < size; index += 1) {
      const path = inclusionProof(subtreeOf(many), index, size);
      expect(rootOfProof(many[index]!, index, size, path)).toEqual(head.root());
      const wrong = rootOfProof(many[index]!, (index + 1) % size, size, path);
      if (size > 1) expect(wrong?.equals(head.root()) ?? false).toBe(false);
      expect(rootOfProof(many[index]!, index, size, [...path, leaf])).toBeUndefined();
      if (path.length > 0) expect(rootOfProof(many[index]!, index, size, path.slice(1))).toBeUndefined();
    }
  }
  expect(rootOfProof(many[0]!, 5, 5, [])).toBeUndefined();
});
