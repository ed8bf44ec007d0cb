import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import type { Screen } from '../../shared/window-route.ts';
import { commandLineItems } from './command-line-item.ts';
import { messages } from './messages.ts';
import { versionItems } from './updates.ts';

const words = messages.menu;

/** Sets the menu bar. It uses the platform's roles where they exist. */
export function setAppMenu(open: (screen: Screen) => void): void {
  const isMac = process.platform === 'darwin';
  const settings: MenuItemConstructorOptions = {
    label: words.settings,
    accelerator: 'CmdOrCtrl+,',
    click: () => open('general'),
  };
  const screens: MenuItemConstructorOptions[] = [
    { label: words.today, accelerator: 'CmdOrCtrl+1', click: () => open('today') },
    { label: words.activity, accelerator: 'CmdOrCtrl+2', click: () => open('activity') },
    { label: words.sessions, accelerator: 'CmdOrCtrl+3', click: () => open('sessions') },
    { label: words.projects, accelerator: 'CmdOrCtrl+4', click: () => open('projects') },
    { label: words.secrets, accelerator: 'CmdOrCtrl+5', click: () => open('secrets') },
    { label: words.problems, accelerator: 'CmdOrCtrl+6', click: () => open('problems') },
    { type: 'separator' },
    { label: words.agents, click: () => open('agents') },
    { label: words.integrations, click: () => open('integrations') },
    { label: words.privacy, click: () => open('privacy') },
    { label: words.diagnostics, click: () => open('diagnostics') },
  ];
  const appMenu: MenuItemConstructorOptions = {
    label: app.getName(),
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit', label: words.quit },
    ],
  };
  const fileMenu: MenuItemConstructorOptions = {
    label: words.file,
    submenu: isMac
      ? [{ role: 'close', label: words.close }]
      : [
          settings,
          { type: 'separator' },
          { role: 'close', label: words.close },
          { role: 'quit', label: words.quit },
        ],
  };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [appMenu] : []),
      fileMenu,
      { role: 'editMenu', label: words.edit },
      {
        label: words.view,
        submenu: [
          ...screens,
          { type: 'separator' },
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { role: 'togglefullscreen' },
          ...(app.isPackaged ? [] : ([{ role: 'toggleDevTools' }] as MenuItemConstructorOptions[])),
        ],
      },
      { role: 'windowMenu', label: words.window },
      {
        role: 'help',
        label: words.help,
        submenu: [
          ...commandLineItems(() => setAppMenu(open)),
          ...versionItems(new Date(), (address) => void shell.openExternal(address)),
        ],
      },
    ]),
  );
}
