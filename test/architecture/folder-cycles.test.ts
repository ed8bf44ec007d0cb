import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

// The linter finds cycles between files. A cycle between folders has no place where a reader can start.

/** The folder that holds one idea: `electron/host`, or the file itself at a root such as `electron/main.ts`. */
const ideaOf = (file: string) => file.split(/[\\/]/).slice(0, 2).join('/');

function importsOf(folder: string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const from = ideaOf(file);
    const targets = graph.get(from) ?? new Set<string>();
    for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(
      /(?:from|import\()\s*'(\.[^']+)'/g,
    )) {
      const to = ideaOf(normalize(join(dirname(file), path!)));
      if (to !== from) targets.add(to);
    }
    graph.set(from, targets);
  }
  return graph;
}

/** Returns the folders of a graph that import each other, or themselves through others. */
function foldersInCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Map([...graph].map(([from, targets]) => [from, new Set(targets)]));
  for (;;) {
    const leaf = [...left].find(([, targets]) => ![...targets].some((target) => left.has(target)));
    if (leaf === undefined) return [...left.keys()].sort();
    left.delete(leaf[0]);
  }
}

test.each(['electron', 'shared'])('no folders of %s/ import each other', (folder) => {
  const graph = importsOf(folder);
  expect(graph.size).toBeGreaterThan(5);
  expect(foldersInCycles(graph)).toEqual([]);
});

test('a cycle is found through a third folder', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a', 'd'])],
    ['d', new Set<string>()],
  ]);
  expect(foldersInCycles(graph)).toEqual(['a', 'b', 'c']);
});
