import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that only require their text beside the shipped files. All of them allow shipping under MIT. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
];
/** Licences that are also allowed in tools, which are never shipped. */
const FOR_TOOLS = [...PERMISSIVE, 'CC-BY-4.0', 'MPL-2.0'];

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  /** Only a peer dependency needs it: a packaging tool. */
  peer?: boolean;
  /** True for the link to a workspace of this checkout. */
  link?: boolean;
}

/** Returns true for an SPDX expression that the allowed licences satisfy: any of an OR, all of an AND. */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const plain = expression.replaceAll(/[()]/g, ' ').trim();
  return plain
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((licence) => allowed.includes(licence.trim())));
}

/** Lists each package of a lockfile whose licence is missing or not allowed where the package is used. */
export function forbiddenLicences(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path !== '' && link !== true)
    .filter(
      ([, { license = '', dev, devOptional, peer }]) =>
        !isAllowed(license, dev || devOptional || peer ? FOR_TOOLS : PERMISSIVE),
    )
    .map(([path, { version, license }]) => `${path} ${version}: ${license ?? 'no licence'}`);
}

if (import.meta.main) {
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'));
  const forbidden = forbiddenLicences(packages);
  for (const line of forbidden) console.error(line);
  console.log(
    `${Object.keys(packages).length - 1} packages, ${forbidden.length} with a licence that is not allowed.`,
  );
  process.exitCode = forbidden.length === 0 ? 0 : 1;
}
