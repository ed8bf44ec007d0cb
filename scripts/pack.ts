import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';
import { buildParts } from './build.ts';
import { manualPage } from './manual-page.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

const root = join(import.meta.dirname, '..');

/** The bundled host and window, the packed SDKs, the launcher and the licences. The launcher looks for the bundles in `.host`. */
const SHIPPED = ['bin/plinth.js', '.host/bundle', '.host/window', '.host/sdk', 'LICENSE'];

/** The one dependency that is not bundled: it has a native addon for each system. */
const NATIVE = 'keytar';

/** npm links it into the folder of manual pages of a global installation. */
const MANUAL_PAGE = 'man/plinth.1';

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
    man: [MANUAL_PAGE],
    files: ['bin', '.host', 'man', 'THIRD-PARTY-NOTICES.txt', 'bill-of-materials.cdx.json'],
    dependencies: { [NATIVE]: dependencies[NATIVE] },
  };
}

/** The day of the build, or the one that a reproducible build sets. */
function dateOfBuild(): string {
  const { SOURCE_DATE_EPOCH } = process.env;
  const at = SOURCE_DATE_EPOCH === undefined ? new Date() : new Date(Number(SOURCE_DATE_EPOCH) * 1000);
  return at.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/**
 * Packs the headless host, its window and the command line as one npm package into `folder`. Returns the package's
 * path. It installs with `npm install --global FILE` on Node 24.
 */
export async function packHost(folder: string): Promise<string> {
  await buildParts(['host', 'console', 'sdk'], { onlyStale: true, logLevel: 'warn' });
  const staged = mkdtempSync(join(tmpdir(), 'plinth-pack-'));
  try {
    for (const path of SHIPPED) cpSync(join(root, path), join(staged, path), { recursive: true });
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
    cpSync(join(root, 'scripts/package-readme.md'), join(staged, 'README.md'));
    mkdirSync(join(staged, dirname(MANUAL_PAGE)));
    writeFileSync(join(staged, MANUAL_PAGE), manualPage(dateOfBuild()));
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
