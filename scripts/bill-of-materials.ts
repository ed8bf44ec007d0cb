import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { shippedPackages } from './shipped-packages.ts';

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
      cwd: join(import.meta.dirname, '..'),
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

if (import.meta.main) console.log(JSON.stringify(billOfMaterials(), null, 2));
