import { app, dialog, type MenuItemConstructorOptions } from 'electron';
import {
  hasCommandLineTool,
  installCommandLineTool,
  offersCommandLineTool,
  removeCommandLineTool,
} from './command-line-tool.ts';
import { messages } from './messages.ts';

const words = messages.commandLine;

/** The file that starts this app: an AppImage unpacks the executable to another folder at each start. */
const executable = () => process.env.APPIMAGE || process.execPath;

const show = (type: 'info' | 'error', message: string, detail: string) =>
  void dialog.showMessageBox({ type, title: messages.appName, message, detail, buttons: [messages.close] });

function install(): void {
  const { state, file, isOnPath } = installCommandLineTool(executable());
  if (state === 'taken') show('error', words.notInstalled, words.taken(file));
  else if (state === 'failed') show('error', words.notInstalled, words.notWritten(file));
  else show('info', words.installed, isOnPath ? words.ready(file) : words.needsPath(file));
}

function remove(): void {
  const left = removeCommandLineTool();
  if (left.length > 0) show('error', words.notRemoved, words.notDeleted(left));
}

/** Returns the menu item that installs or removes the command line tool. `changed` builds the menu again. */
export function commandLineItems(changed: () => void): MenuItemConstructorOptions[] {
  // A checkout has its own: npx plinth.
  if (!app.isPackaged || !offersCommandLineTool()) return [];
  const isInstalled = hasCommandLineTool();
  return [
    {
      label: isInstalled ? words.remove : words.install,
      click: () => {
        if (isInstalled) remove();
        else install();
        changed();
      },
    },
    { type: 'separator' },
  ];
}
