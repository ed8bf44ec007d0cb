import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ShippedPackage, shippedPackages } from './shipped-packages.ts';

const LICENCE_FILE = /^(?:licen[cs]e|notice|copying)(?:[.-].*)?$/i;
const RULE = '-'.repeat(72);

function textOf({ folder }: ShippedPackage): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n');
}

/** Writes the licences of the packages that Plinth ships, as their licences require. */
export function thirdPartyNotices(): string {
  // Packages of one author often have the same text.
  const names = new Map<string, string[]>();
  for (const each of shippedPackages().filter(({ folder }) => existsSync(folder))) {
    const text = `Licence: ${each.licence}\n\n${textOf(each)}`.trim();
    names.set(text, [...(names.get(text) ?? []), `${each.name} ${each.version}`]);
  }
  const entries = [...names].map(([text, packages]) => `${packages.join('\n')}\n${text}`);
  return `Plinth contains these packages of other authors.\n\n${[...entries, ''].join(`\n\n${RULE}\n\n`)}`;
}

if (import.meta.main) process.stdout.write(thirdPartyNotices());
