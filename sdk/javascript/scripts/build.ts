import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
);

function compile(outDir: string, ...options: string[]): void {
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', outDir, ...options], {
    cwd: root,
    stdio: 'inherit',
  });
}

rmSync(join(root, 'dist'), { recursive: true, force: true });
compile('dist/esm');
compile(
  'dist/cjs',
  '--module',
  'commonjs',
  '--moduleResolution',
  'bundler',
  '--verbatimModuleSyntax',
  'false',
);
// Declarations keep the sources' `.ts`; only the emitted modules are rewritten by the compiler.
for (const folder of ['dist/esm', 'dist/cjs']) {
  for (const name of readdirSync(join(root, folder)).filter((name) => name.endsWith('.d.ts'))) {
    const file = join(root, folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}
// Without it Node would read the CommonJS files as modules, for the package itself says "type": "module".
writeFileSync(join(root, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
