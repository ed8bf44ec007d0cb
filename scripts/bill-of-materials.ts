import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedPackages } from './shipped-packages.ts';

const root = join(import.meta.dirname, '..');

interface CycloneDx {
  components: { name: string; version: string; 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
  metadata: { component: { 'bom-ref': string; name: string } };
}

/** Returns the CycloneDX bill of materials of the shipped packages: npm's own, without the tools. */
export function billOfMaterials(): CycloneDx {
  const text = execFileSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include', 'dev', '--include', 'peer'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1_048_576,
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    },
  );
  const bill: CycloneDx = JSON.parse(text);
  // npm lists a package under the name by which it is imported.
  const shipped = new Set(shippedPackages().map(({ alias, version }) => `${alias}@${version}`));
  const components = bill.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const own = bill.metadata.component['bom-ref'];
  const refs = new Set([own, ...components.map((component) => component['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  // npm names the checkout after its folder.
  bill.metadata.component.name = 'plinth';
  return { ...bill, components, dependencies };
}

/** Returns the bill of materials of the desktop app, which has Electron beside the packages. */
function appBillOfMaterials(): CycloneDx {
  const bill = billOfMaterials();
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { electron: version } = devDependencies as { electron: string };
  const purl = `pkg:npm/electron@${version}`;
  const electron = { type: 'framework', name: 'electron', version, purl, 'bom-ref': `electron@${version}` };
  const dependencies = bill.dependencies.map(({ ref, dependsOn }) =>
    ref === bill.metadata.component['bom-ref']
      ? { ref, dependsOn: [...dependsOn, electron['bom-ref']] }
      : { ref, dependsOn },
  );
  return { ...bill, components: [...bill.components, electron], dependencies };
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) console.log(JSON.stringify(billOfMaterials(), null, 2));
  else writeFileSync(file, `${JSON.stringify(appBillOfMaterials())}\n`);
}
