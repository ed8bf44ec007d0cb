import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Payload } from './adaptation.ts';

/** A settings file that can turn a harness's hooks off. */
export interface HookSwitch {
  path: string;
  /** Returns true where the file turns hooks off, false where it keeps them on, and undefined where it says neither. */
  off(settings: Payload): unknown;
  /** The file is an administrator's. */
  isManaged?: boolean;
}

/** Returns the switches in files of a folder, the strongest first. */
export const switchesIn = (
  folder: string | undefined,
  names: readonly string[],
  off: HookSwitch['off'],
  isManaged = false,
): HookSwitch[] =>
  folder === undefined ? [] : names.map((name) => ({ path: join(folder, name), off, isManaged }));

/** The switch of Claude Code, which other harnesses have taken over. */
export const allHooksOff: HookSwitch['off'] = ({ disableAllHooks }) => disableAllHooks;

/** Returns a folder and those above it, to the root of its repository. Without a repository, the folder alone. */
export function foldersOfRepository(folder: string): string[] {
  const folders = [folder];
  for (let at = folder; !existsSync(join(at, '.git')); folders.push(at)) {
    if (dirname(at) === at) return [folder];
    at = dirname(at);
  }
  return folders;
}
