import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { writePrivateFile } from '../platform/private-file.ts';
import { readOwnText } from '../platform/regular-file.ts';

/** Equals `desktopName` in package.json: Electron registers links for the desktop entry of this name. */
const ENTRY = 'plinth.desktop';
/** Folders of desktop entries where the variable names none, as the XDG Base Directory Specification says. */
const DATA_FOLDERS = '/usr/local/share:/usr/share';

/** Writes a path as one argument of `Exec`, as the Desktop Entry Specification quotes it. */
function execArgument(path: string): string {
  const quoted = path.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  // A value escapes its backslashes once more.
  return `"${quoted.replaceAll('\\', '\\\\')}"`;
}

function entryFor(image: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Plinth',
    'Comment=A private, local record of what AI agents report',
    `Exec=${execArgument(image)} %U`,
    // Menus leave the entry out when the file is gone.
    `TryExec=${image.replaceAll('\\', '\\\\')}`,
    'Terminal=false',
    'Categories=Development;',
    'MimeType=x-scheme-handler/plinth;',
    'StartupWMClass=plinth',
    '',
  ].join('\n');
}

/**
 * Writes the desktop entry of a running AppImage for this user. The system gives links only to a program with an entry, and
 * nothing installs an AppImage. An entry that a package installed stays in use.
 */
export function writeLinkEntry(environment: NodeJS.ProcessEnv, home = homedir()): void {
  const image = environment.APPIMAGE;
  if (process.platform !== 'linux' || image === undefined || !isAbsolute(image) || /[\n\r]/.test(image))
    return;
  const installed = (environment.XDG_DATA_DIRS || DATA_FOLDERS).split(':');
  if (installed.some((folder) => existsSync(join(folder, 'applications', ENTRY)))) return;
  const folder = join(environment.XDG_DATA_HOME || join(home, '.local', 'share'), 'applications');
  const file = join(folder, ENTRY);
  const entry = entryFor(image);
  try {
    if (existsSync(file) && readOwnText(file) === entry) return;
    mkdirSync(folder, { recursive: true });
    writePrivateFile(file, entry);
  } catch {
    // Without the entry, links do not open the app. Everything else works.
  }
}
