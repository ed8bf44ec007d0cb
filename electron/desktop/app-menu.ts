import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import type { Recording } from '../../shared/control.ts';
import type { Screen, WindowCommand } from '../../shared/window-route.ts';
import { commandLineItems } from './command-line-item.ts';
import { messages } from './messages.ts';
import { type RecordingActions, recordingItem } from './recording-items.ts';
import { versionItems } from './updates.ts';

const words = messages.menu;

interface MenuActions extends RecordingActions {
  open(screen: Screen): void;
  /** Starts a command in the window, which opens for it where there is none. */
  run(command: WindowCommand): void;
}

/** Sets the menu bar. It uses the platform's roles where they exist. */
export function setAppMenu(actions: MenuActions, recording: Recording): void {
  const { open, run } = actions;
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
      { role: 'services' },
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
    submenu: [
      recordingItem(recording, actions),
      { type: 'separator' },
      ...(isMac ? [] : ([settings, { type: 'separator' }] as MenuItemConstructorOptions[])),
      { role: 'close', label: words.close },
      ...(isMac ? [] : ([{ role: 'quit', label: words.quit }] as MenuItemConstructorOptions[])),
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
          { label: words.goTo, accelerator: 'CmdOrCtrl+K', click: () => run('palette') },
          { label: words.search, accelerator: 'CmdOrCtrl+F', click: () => run('search') },
          { type: 'separator' },
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
          { label: words.keys, click: () => run('keys') },
          { type: 'separator' },
          ...commandLineItems(() => setAppMenu(actions, recording)),
          ...versionItems(new Date(), (address) => void shell.openExternal(address)),
        ],
      },
    ]),
  );
}
