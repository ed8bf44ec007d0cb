import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Release, whyNoRelease } from '../../scripts/check-release.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

const fine: Release = {
  tag: 'v1.2.3',
  version: '1.2.3',
  homepage: 'https://forge.test/someone/plinth',
  email: 'someone@mail.test',
  changelog: '# Changelog\n\n## 1.2.3 - 2026-11-30\n',
  electron: '45.4.1',
  electronAgeInDays: 45,
  newestElectron: '47.0.0',
};

describe('a release', () => {
  it('has a tag that agrees with every other version', () => {
    expect(whyNoRelease(fine)).toEqual([]);
  });

  it.each([
    { what: 'another tag', change: { tag: 'v1.2.4' }, says: 'The tag v1.2.4' },
    { what: 'no section in the changelog', change: { changelog: '## Unreleased\n' }, says: 'CHANGELOG.md' },
    {
      what: 'a placeholder for a homepage',
      change: { homepage: 'https://plinth.example' },
      says: 'The homepage',
    },
    {
      what: 'a placeholder for an address',
      change: { email: 'someone@plinth.example' },
      says: 'The maintainer',
    },
    {
      what: 'an unsupported Electron',
      change: { newestElectron: '48.0.0' },
      says: 'Electron 45.4.1 is no longer',
    },
    { what: 'an old Electron', change: { electronAgeInDays: 46 }, says: 'Electron 45.4.1 is 46 days old' },
  ])('is refused for $what', ({ change, says }) => {
    const wrong = whyNoRelease({ ...fine, ...change });
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toContain(says);
  });

  it('has the description that the workflow creates', () => {
    const workflow = read('.github/workflows/release.yml');
    const page = read('docs/releasing.md');
    const secrets = [...workflow.matchAll(/secrets\.(\w+)/g)].map((match) => match[1]!);
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(page).toContain(`\`${secret}\``);
    const commands = [
      'npm run check:release',
      'npm run dist -- --publish never',
      'codesign --verify',
      'spctl --assess',
      'stapler validate',
      'Get-AuthenticodeSignature',
      'dpkg-deb --field',
      'gh release create',
    ];
    for (const command of commands) {
      expect(page, command).toContain(command);
      expect(workflow, command).toContain(command);
    }
  });
});
