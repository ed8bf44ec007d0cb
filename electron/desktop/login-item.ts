import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';

/** Marks a start by the system, which opens no window. */
const BACKGROUND_FLAG = '--background';

// Electron has no login items on Linux. The desktops read this folder.
const autostartFile = () =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'plinth.desktop');

const quoted = (path: string) => `"${path.replaceAll(/["\\$`]/g, '\\$&').replaceAll('%', '%%')}"`;

function setAutostart(on: boolean): void {
  const file = autostartFile();
  if (!on) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(join(file, '..'), { recursive: true });
  const executable = process.env.APPIMAGE || process.execPath;
  writeFileSync(
    file,
    `[Desktop Entry]\nType=Application\nName=Plinth\nExec=${quoted(executable)} ${BACKGROUND_FLAG}\nX-GNOME-Autostart-enabled=true\n`,
  );
}

/** Enables or disables Plinth's start at login. A checkout is never registered. */
export function setStartAtLogin(on: boolean): void {
  if (!app.isPackaged) return;
  if (process.platform === 'linux') setAutostart(on);
  else app.setLoginItemSettings({ openAtLogin: on, args: [BACKGROUND_FLAG] });
}

export function startedInBackground(): boolean {
  if (process.argv.includes(BACKGROUND_FLAG)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
