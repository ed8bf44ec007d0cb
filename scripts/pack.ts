import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';
import { buildParts } from './build.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

const root = join(import.meta.dirname, '..');

/** The bundled host and window, the launcher and the licences. The launcher looks for the bundles in `.host`. */
const SHIPPED = ['bin/plinth.js', '.host/bundle', '.host/window', 'LICENSE'];

/** The one dependency that is not bundled: it has a native addon for each system. */
const NATIVE = 'keytar';

function manifest(): object {
  const { version, description, license, homepage, author, dependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return {
    name: 'plinth',
    version,
    description,
    license,
    homepage,
    author,
    type: 'module',
    bin: { plinth: 'bin/plinth.js' },
    engines: { node: '>=24' },
    files: ['bin', '.host', 'THIRD-PARTY-NOTICES.txt', 'bill-of-materials.cdx.json'],
    dependencies: { [NATIVE]: dependencies[NATIVE] },
  };
}

/**
 * Packs the headless host, its window and the command line as one npm package into `folder`. Returns the package's
 * path. It installs with `npm install --global FILE` on Node 24.
 */
export async function packHost(folder: string): Promise<string> {
  await buildParts(['host', 'console'], { onlyStale: true, logLevel: 'warn' });
  const staged = mkdtempSync(join(tmpdir(), 'plinth-pack-'));
  try {
    for (const path of SHIPPED) cpSync(join(root, path), join(staged, path), { recursive: true });
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
    cpSync(join(root, 'scripts/package-readme.md'), join(staged, 'README.md'));
    writeFileSync(join(staged, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices());
    writeFileSync(join(staged, 'bill-of-materials.cdx.json'), JSON.stringify(billOfMaterials()));
    mkdirSync(folder, { recursive: true });
    const { status, stdout } = spawnSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: staged,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error('npm pack failed');
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    return join(folder, filename);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const file = await packHost(join(root, 'dist'));
  console.log(
    `${file} (${(statSync(file).size / 1e6).toFixed(1)} MB). Install it with: npm install --global ${file}`,
  );
}
