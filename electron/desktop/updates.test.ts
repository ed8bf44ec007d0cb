import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ELECTRON_RELEASE } from './electron-release.ts';
import { electronAgeInDays, versionItems } from './updates.ts';

const packageJson = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const released = Date.parse(ELECTRON_RELEASE.releasedOn);
const daysLater = (days: number) => new Date(released + days * 86_400_000 + 1_000);

describe('the versions in the menu', () => {
  it('are those that the app is built with', () => {
    expect(ELECTRON_RELEASE.version).toBe(packageJson.devDependencies.electron);
    expect(new Date(released).toISOString().slice(0, 10)).toBe(ELECTRON_RELEASE.releasedOn);
    const [version] = versionItems(daysLater(40), () => undefined);
    expect(version).toEqual({
      label: `Plinth ${packageJson.version}, Electron ${packageJson.devDependencies.electron}: 40 days old`,
      enabled: false,
    });
    expect(versionItems(daysLater(1), () => undefined)[0]?.label).toContain(': 1 day old');
  });

  it('count whole days, and zero when the clock is behind', () => {
    expect([0, 1, 59].map((days) => electronAgeInDays(daysLater(days)))).toEqual([0, 1, 59]);
    expect(electronAgeInDays(new Date(0))).toBe(0);
  });

  it('open the releases page over HTTPS in the user’s browser', () => {
    const opened: string[] = [];
    const [, look] = versionItems(new Date(), (address) => opened.push(address));
    expect(opened).toEqual([]);
    (look as { click(): void }).click();
    expect(opened).toEqual([`${packageJson.homepage}/releases`]);
    expect(new URL(opened[0]!).protocol).toBe('https:');
  });
});
