import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { buildOpenApi } from '../../shared/openapi.ts';
import { conformanceFiles } from './conformance.ts';
import { contentFiles } from './content.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const CONFORMANCE_FOLDER = 'sdk/conformance';

/** Returns every file that is generated from shared/, by its path in the checkout. */
function generatedFiles(): Record<string, string> {
  // Converts through JSON, because the schema objects have members that only the validators read.
  const openApi = JSON.parse(JSON.stringify(buildOpenApi()));
  const files: Record<string, string> = {
    'docs/openapi.yaml': `# Generated from shared/ by "npm run generate"; do not edit.\n${stringify(openApi, { aliasDuplicateObjects: false, lineWidth: 110 })}`,
  };
  Object.assign(files, contentFiles());
  for (const [name, file] of Object.entries(conformanceFiles())) {
    files[`${CONFORMANCE_FOLDER}/${name}`] = `${JSON.stringify(file, null, 1)}\n`;
  }
  return files;
}

/** Returns the paths of generated files that are missing, stale or no longer generated. */
export function staleFiles(): string[] {
  const files = generatedFiles();
  const read = (path: string) => {
    try {
      return readFileSync(`${root}/${path}`, 'utf8');
    } catch {
      return undefined;
    }
  };
  const stale = Object.keys(files).filter((path) => read(path) !== files[path]);
  const leftOver = readdirSync(`${root}/${CONFORMANCE_FOLDER}`)
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${CONFORMANCE_FOLDER}/${name}`)
    .filter((path) => files[path] === undefined);
  return [...stale, ...leftOver];
}

if (import.meta.main) {
  rmSync(`${root}/${CONFORMANCE_FOLDER}`, { recursive: true, force: true });
  mkdirSync(`${root}/${CONFORMANCE_FOLDER}`, { recursive: true });
  for (const [path, content] of Object.entries(generatedFiles())) {
    mkdirSync(dirname(`${root}/${path}`), { recursive: true });
    writeFileSync(`${root}/${path}`, content);
  }
}
