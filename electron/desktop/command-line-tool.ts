import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { shellQuoted } from '../../shared/shell-quote.ts';
import { readOwnText } from '../platform/regular-file.ts';
import { COMMAND_LINE_FLAG } from './command-words.ts';

const NAME = 'plinth';
/** The second line of the tool. Plinth replaces and removes only a file that has it. */
const MARK = '# Plinth’s command line. The Plinth app has made this file, and removes it: menu Help.';

/** The command line needs no display. On a computer without one, Chromium would end before it. */
const LINUX_SWITCHES = '--ozone-platform=headless --disable-gpu ';

/** Outcome of an installation. `taken` means that another program's file has the name. */
interface InstalledTool {
  state: 'installed' | 'taken' | 'failed';
  file: string;
  /** True if terminals find the tool by its name. */
  isOnPath: boolean;
}

function scriptFor(executable: string): string {
  const switches = process.platform === 'linux' ? LINUX_SWITCHES : '';
  return [
    '#!/bin/sh',
    MARK,
    `app=${shellQuoted(executable)}`,
    'if [ ! -x "$app" ]; then',
    '  echo "Plinth is not at $app any more. Start it, and install its command line tool again from the menu Help." >&2',
    '  exit 127',
    'fi',
    `exec "$app" ${switches}${COMMAND_LINE_FLAG} -- "$@"`,
    '',
  ].join('\n');
}

/** Returns the folders that can hold the tool, the preferred one first. None on Windows. */
function folders(): string[] {
  const own = join(homedir(), '.local', 'bin');
  if (process.platform === 'linux') return [own];
  // Terminals of macOS look into this folder, which only some users may write.
  if (process.platform === 'darwin') return ['/usr/local/bin', own];
  return [];
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function isOurs(file: string): boolean {
  try {
    return lstatSync(file).isFile() && readOwnText(file).split('\n')[1] === MARK;
  } catch {
    return false;
  }
}

const files = () => folders().map((folder) => join(folder, NAME));

/** Returns true where the app can have a command line. Programs with windows have no input on Windows. */
export function offersCommandLineTool(): boolean {
  return folders().length > 0;
}

/** Returns true if the tool is installed. */
export function hasCommandLineTool(): boolean {
  return files().some(isOurs);
}

/** Writes a script that runs `executable` as the command line. */
export function installCommandLineTool(executable: string): InstalledTool {
  const candidates = folders();
  const own = candidates.at(-1)!;
  const folder = candidates.find((each) => each === own || isWritable(each))!;
  const file = join(folder, NAME);
  const isOnPath = (process.env.PATH ?? '').split(delimiter).includes(folder);
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    const exists = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
    if (exists && !isOurs(file)) return { state: 'taken', file, isOnPath };
    writeFileSync(temporary, scriptFor(executable), { flag: 'wx' });
    // The app's own files are private. The tool is a program, as its neighbours are.
    chmodSync(temporary, 0o755);
    renameSync(temporary, file);
    return { state: 'installed', file, isOnPath };
  } catch {
    rmSync(temporary, { force: true });
    return { state: 'failed', file, isOnPath };
  }
}

/** Removes the tool. Returns the files that could not be removed. */
export function removeCommandLineTool(): string[] {
  return files()
    .filter(isOurs)
    .filter((file) => {
      try {
        rmSync(file);
        return false;
      } catch {
        return true;
      }
    });
}
