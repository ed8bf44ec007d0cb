import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Creates a copy of the project for the packaging tools in its own folder. The tools empty and write `.vite`
 * there, and the checkout's `.vite` stays. The configuration files are copies, because they use their own
 * folder as the project's. The files that they name are links.
 */
export function makeProject(folder: string, electronZips: string): string {
  linkProject(folder, ['electron', 'renderer', 'shared', 'build', 'node_modules', '.host'], []);
  writeFileSync(
    join(folder, 'forge.config.ts'),
    `import config from ${JSON.stringify(join(root, 'forge.config.ts'))};
const { packagerConfig } = config;
export default { ...config, packagerConfig: { ...packagerConfig, electronZipDir: ${JSON.stringify(electronZips)} } };
`,
  );
  return folder;
}

/** Creates a copy of a developer's project in its own folder. A test may change the copied sources. */
export function copyProject(folder: string): string {
  linkProject(folder, ['node_modules'], ['electron', 'renderer', 'shared', 'scripts', 'bin', 'build']);
  cpSync(join(root, 'forge.config.ts'), join(folder, 'forge.config.ts'));
  return folder;
}

function linkProject(folder: string, links: readonly string[], copies: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const licences = [
    'LICENSE',
    'package-lock.json',
    'scripts/third-party-notices.ts',
    'scripts/shipped-packages.ts',
  ];
  for (const name of ['package.json', 'electron-builder.yml', 'scripts/vite', ...licences]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  for (const name of links) symlinkSync(join(root, name), join(folder, name), 'junction');
  for (const name of copies) cpSync(join(root, name), join(folder, name), { recursive: true });
}
