import type { MenuItemConstructorOptions } from 'electron';
import packageJson from '../../package.json' with { type: 'json' };
import { PLINTH_VERSION } from '../platform/version.ts';
import { ELECTRON_RELEASE } from './electron-release.ts';
import { messages } from './messages.ts';

const DAY_MS = 86_400_000;
const words = messages.menu;

/** The page with new versions. The app never requests it; the user's browser does. */
const RELEASES_PAGE = new URL(`${packageJson.homepage}/releases`).href;

/** Returns the age of the app's Electron in whole days. */
export function electronAgeInDays(now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(ELECTRON_RELEASE.releasedOn)) / DAY_MS));
}

/**
 * Returns the menu items about versions: the app's version, the age of its Electron and the link to releases.
 */
export function versionItems(now: Date, openPage: (address: string) => void): MenuItemConstructorOptions[] {
  return [
    {
      label: words.version(PLINTH_VERSION, ELECTRON_RELEASE.version, electronAgeInDays(now)),
      enabled: false,
    },
    { label: words.newVersion, click: () => openPage(RELEASES_PAGE) },
  ];
}
