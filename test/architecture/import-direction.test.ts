import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const refused: [string, string][] = [
  ['electron/listener/x.ts', 'electron'],
  ['electron/host/x.ts', 'electron'],
  ['electron/listener/x.ts', 'electron/main'],
  ['electron/receipts/x.ts', '../desktop/window.ts'],
  ['electron/receipts/x.ts', '../../renderer/main.tsx'],
  ['shared/x.ts', 'node:fs'],
  ['shared/x.ts', '../../electron/host/create-host.ts'],
  ['shared/x.ts', '../../renderer/main.tsx'],
  ['shared/x.ts', 'react'],
  ['renderer/x.tsx', 'electron'],
  ['renderer/x.tsx', '../../electron/host/create-host.ts'],
  ['renderer/activity/x.tsx', '../../electron/host.ts'],
  ['renderer/x.tsx', 'node:fs'],
];

const allowed: [string, string][] = [
  ['electron/desktop/x.ts', 'electron'],
  ['electron/listener/x.ts', '../../shared/event.ts'],
  ['electron/listener/x.ts', 'node:http'],
  ['electron/listener/x.ts', '../integrations/credential.ts'],
  ['renderer/x.tsx', '../../shared/control.ts'],
  ['renderer/x.tsx', 'react'],
  ['shared/x.ts', 'typebox'],
];

// The rules run in a folder of the same structure, so that no probe file is in the checkout.
let folder: string;
const probes = [...refused, ...allowed].map(([path, imported], index) => ({
  path: path.replace('x.ts', `probe-${index}.ts`),
  imported,
}));
let complaints: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-lint-'));
  const {
    vcs: _,
    $schema: __,
    ...configuration
  } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(configuration));
  for (const { path, imported } of probes) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), `import '${imported}';\n`);
  }
  const probe = (path: string, text: string) => writeFileSync(join(folder, path), text);
  probe('shared/cycle-a.ts', "import type { B } from './cycle-b.ts';\nexport type A = B;\n");
  probe('shared/cycle-b.ts', "import type { A } from './cycle-a.ts';\nexport type B = A;\n");
  probe('shared/long-function.ts', `export function long() {\n${'  void 0;\n'.repeat(100)}}\n`);
  probe('shared/long-file.ts', 'void 0;\n'.repeat(301));
  const biome = join(root, 'node_modules/.bin/biome');
  const { stdout } = spawnSync(
    biome,
    [
      'lint',
      '--only=style/noRestrictedImports',
      '--only=style/noExcessiveLinesPerFile',
      '--only=complexity/noExcessiveLinesPerFunction',
      '--only=suspicious/noImportCycles',
      '--reporter=github',
      '--max-diagnostics=none',
      '.',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  complaints = stdout;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isRefused = (index: number) => complaints.includes(probes[index]!.path);

test.each(refused.map((probe, index) => [...probe, index] as const))(
  '%s may not import %s',
  (_path, _imported, index) => {
    expect(isRefused(index)).toBe(true);
  },
);

test.each(allowed.map((probe, index) => [...probe, refused.length + index] as const))(
  '%s may import %s',
  (_path, _imported, index) => {
    expect(isRefused(index)).toBe(false);
  },
);

test.each([
  ['an import cycle, also of types', 'shared/cycle-a.ts'],
  ['a function of over 80 lines', 'shared/long-function.ts'],
  ['a file of over 300 lines', 'shared/long-file.ts'],
])('the linter refuses %s', (_rule, path) => {
  expect(complaints).toContain(path);
});
