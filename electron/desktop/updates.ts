import type { MenuItemConstructorOptions } from 'electron';
import packageJson from '../../package.json' with { type: 'json' };
import { PLINTH_VERSION } from '../platform/version.ts';
import { ELECTRON_RELEASE } from './electron-release.ts';
import { messages } from './messages.ts';

const DAY_MS = 86_400_000;
const words = messages.menu;

/** Where new versions appear. The app never asks for one by itself: a person's browser does. */
export const RELEASES_PAGE = new URL(`${packageJson.homepage}/releases`).href;

/** How many whole days ago the Electron in the app came out. */
export function electronAgeInDays(now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(ELECTRON_RELEASE.releasedOn)) / DAY_MS));
}

/** The menu's lines about versions: what this is, how old its Electron is, and the way to a newer one. */
export function versionItems(now: Date, openPage: (address: string) => void): MenuItemConstructorOptions[] {
  return [
    {
      label: words.version(PLINTH_VERSION, ELECTRON_RELEASE.version, electronAgeInDays(now)),
      enabled: false,
    },
    { label: words.newVersion, click: () => openPage(RELEASES_PAGE) },
  ];
}
