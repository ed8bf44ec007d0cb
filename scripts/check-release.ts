import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { electronAgeInDays } from '../electron/desktop/updates.ts';

const root = join(import.meta.dirname, '..');
/** The Electron team fixes the latest three major versions. */
const SUPPORTED_MAJORS = 3;
/** Electron releases security fixes about every week. An older version than this is not shipped. */
const OLDEST_ELECTRON_DAYS = 45;

export interface Release {
  tag: string;
  version: string;
  homepage: string;
  email: string;
  changelog: string;
  electron: string;
  electronAgeInDays: number;
  /** The newest Electron in the registry. */
  newestElectron: string;
}

const majorOf = (version: string) => Number(version.split('.')[0]);
const isReserved = (text: string) => /[@/.]example$/.test(text);

/** Returns the problems that prevent a release, one sentence each, or an empty list. */
export function whyNoRelease(release: Release): string[] {
  const { tag, version, homepage, email, changelog, electron, newestElectron } = release;
  const wrong: string[] = [];
  if (tag !== `v${version}`) wrong.push(`The tag ${tag} is not v${version}, the version in package.json.`);
  if (!changelog.includes(`\n## ${version} - `)) {
    wrong.push(`CHANGELOG.md has no section "## ${version} - <date>".`);
  }
  if (isReserved(new URL(homepage).hostname)) {
    wrong.push('The homepage in package.json is a placeholder: the app would look for new versions there.');
  }
  if (isReserved(email)) wrong.push('The maintainer’s address in package.json is a placeholder.');
  if (majorOf(newestElectron) - majorOf(electron) >= SUPPORTED_MAJORS) {
    wrong.push(`Electron ${electron} is no longer supported: ${newestElectron} is the newest.`);
  }
  if (release.electronAgeInDays > OLDEST_ELECTRON_DAYS) {
    wrong.push(`Electron ${electron} is ${release.electronAgeInDays} days old: take a newer one.`);
  }
  return wrong;
}

if (import.meta.main) {
  const { version, homepage, author, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const wrong = whyNoRelease({
    tag: process.env.GITHUB_REF_NAME ?? process.argv[2] ?? '',
    version,
    homepage,
    email: author.email,
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    electron: devDependencies.electron,
    electronAgeInDays: electronAgeInDays(new Date()),
    newestElectron: execFileSync('npm', ['view', 'electron', 'version'], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    }).trim(),
  });
  for (const line of wrong) console.error(line);
  if (wrong.length === 0) console.log(`Version ${version} can be released.`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
