import { app } from 'electron';
import { messages } from './messages.ts';

/** Equals the id in electron-builder.yml and forge.config.ts: Windows finds the installed shortcut by it. */
export const APP_ID = 'org.plinth.desktop';

/** Sets the app's name for the system. Linux reads `desktopName` from package.json instead. */
export function nameApp(): void {
  app.setName(messages.appName);
  if (process.platform !== 'win32') return;
  // Windows shows no notification of an app without this id. A checkout has no shortcut with our id.
  app.setAppUserModelId(app.isPackaged ? APP_ID : process.execPath);
}
