import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

// The compiler finds unused names inside a file. It does not find a file that nobody imports, such as a detector or a
// handler that its list lacks, nor a name that is exported for nobody.

/** Files that a build, a page or Electron starts by name, and the stand-in for Electron, which only tests import. */
const ENTRIES = [
  'electron/cli/app-command-line.ts',
  'electron/cli/plinth-redact.ts',
  'electron/cli/plinth-serve.ts',
  'electron/cli/plinth.ts',
  'electron/desktop/fake-electron.ts',
  'electron/host/receipt-worker.ts',
  'electron/main.ts',
  'electron/preload.ts',
  'renderer/main.tsx',
];

const PRODUCT = 'electron,renderer,shared';
const isTest = (file: string) => /\.test\.tsx?$|^(?:test|e2e|bench|sdk)\//.test(file);
const sources = new Map(
  globSync(
    [`{${PRODUCT},scripts,test,e2e,bench}/**/*.{ts,tsx}`, 'sdk/javascript/{src,test}/**/*.ts', 'bin/*.js'],
    {
      cwd: root,
    },
  )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.d.ts'))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const),
);
const product = [...sources].filter(
  ([file]) => PRODUCT.split(',').some((folder) => file.startsWith(`${folder}/`)) && !isTest(file),
);

function unimportedFiles(): string[] {
  const imported = new Set<string>();
  for (const [file, text] of sources) {
    if (isTest(file)) continue;
    for (const [, path] of text.matchAll(/(?:from |import\(|import )'(\.[^']+)'/g)) {
      imported.add(normalize(join(dirname(file), path!)).replaceAll('\\', '/'));
    }
  }
  return product.map(([file]) => file).filter((file) => !imported.has(file));
}

function unusedExports(): string[] {
  const users = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    for (const [name] of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const known = users.get(name) ?? new Set();
      users.set(name, known.add(file));
    }
  }
  const exported =
    /^export (?:async |abstract )?(?:const|let|function\*?|class|type|interface) (?<name>[\w$]+)/gm;
  return product.flatMap(([file, text]) =>
    [...text.matchAll(exported)]
      .map(({ groups }) => groups!.name!)
      .filter((name) => users.get(name)!.size === 1)
      .map((name) => `${file}: ${name}`),
  );
}

test('every file of the product is started by name or imported by code that is no test', () => {
  expect(unimportedFiles().sort()).toEqual(ENTRIES);
});

test('every export is named in another file', () => {
  expect(unusedExports()).toEqual([]);
});
