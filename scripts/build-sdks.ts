import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SDK_FILES } from '../shared/sdk-files.ts';

const root = join(import.meta.dirname, '..');
/** What pip needs to build the package. Its backend is in it and needs nothing else. */
const PYTHON_SOURCES = ['pyproject.toml', 'build_backend', 'src', 'README.md', 'LICENSE'];

/** Packs a folder with npm, whose archives have the same bytes on every machine. */
function pack(folder: string, outDir: string, name: string): void {
  const printed = execFileSync('npm', ['pack', '--json', '--pack-destination', outDir], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  // A script of the package may print before it.
  const [{ filename }] = JSON.parse(printed.slice(printed.search(/^\[/m))) as [{ filename: string }];
  renameSync(join(outDir, filename), join(outDir, name));
}

/** Packs both SDKs into `outDir`, as files that npm and pip install by path and without a network. */
export function buildSdks(outDir: string): void {
  mkdirSync(outDir, { recursive: true });
  pack(join(root, 'sdk/javascript'), outDir, SDK_FILES.javascript);
  const staged = mkdtempSync(join(tmpdir(), 'plinth-sdk-'));
  try {
    for (const path of PYTHON_SOURCES) {
      const filter = (source: string) => !source.includes('__pycache__');
      cpSync(join(root, 'sdk/python', path), join(staged, path), { recursive: true, filter });
    }
    writeFileSync(join(staged, 'package.json'), '{ "name": "plinth-sdk-python", "version": "0.0.0" }');
    pack(staged, outDir, SDK_FILES.python);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}
