import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where this user's programs keep their files. */
export interface Homes {
  home: string;
  /** `XDG_DATA_HOME`, or its default. */
  dataHome: string;
  /** The folders `User` of VS Code and its forks, whether they exist or not. */
  editors: string[];
}

const EDITORS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf', 'Antigravity', 'Kiro', 'Trae'];

export function homesOf(): Homes {
  const home = homedir();
  const { XDG_DATA_HOME, XDG_CONFIG_HOME, APPDATA } = process.env;
  const bases = [
    XDG_CONFIG_HOME || join(home, '.config'),
    join(home, 'Library', 'Application Support'),
    ...(APPDATA ? [APPDATA] : []),
  ];
  return {
    home,
    dataHome: XDG_DATA_HOME || join(home, '.local', 'share'),
    editors: bases.flatMap((base) => EDITORS.map((name) => join(base, name, 'User'))),
  };
}
