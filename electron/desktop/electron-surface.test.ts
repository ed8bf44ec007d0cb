import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SURFACE_FILE, surfaceText } from '../../scripts/generate-electron-surface.ts';
import { createFakeElectron } from './fake-electron.ts';
import { asInElectron, ElectronEmitter } from './fake-surface.ts';

// biome-ignore lint/suspicious/noExplicitAny: a module is read by names that its types do not have
type Any = any;

const on = (platform: NodeJS.Platform, options: object = {}) => {
  const fake = createFakeElectron({ appPath: '/app', platform, ...options });
  return { fake, electron: fake.module as Any };
};

describe('the fake electron', () => {
  it('is based on the type definitions of the installed Electron', () => {
    expect(
      readFileSync(join(import.meta.dirname, '../..', SURFACE_FILE), 'utf8'),
      'Electron changed: run "npm run generate", read the difference, and adapt shell and fake',
    ).toBe(surfaceText());
  });

  it('has on each platform the members that Electron has there', () => {
    expect(on('darwin').electron.app.dock).toBeDefined();
    for (const platform of ['linux', 'win32'] as const)
      expect(on(platform).electron.app.dock).toBeUndefined();
    expect(on('win32').electron.app.setAppUserModelId).toBeTypeOf('function');
    expect(on('linux').electron.app.setAppUserModelId).toBeUndefined();
    for (const [platform, value] of [
      ['linux', undefined],
      ['darwin', false],
      ['win32', false],
    ] as const) {
      expect(on(platform).electron.nativeTheme.shouldUseDarkColorsForSystemIntegratedUI).toBe(value);
    }
  });

  it('rejects members that Electron does not have, and reports those that the fake lacks', () => {
    const { electron } = on('linux');
    expect(() => electron.app.notThere).toThrow('Electron 45');
    // The name of an event's parameter is not a member.
    expect(() => electron.app.argv).toThrow('Electron 45');
    expect(() => electron.app.showAboutPanel).toThrow('does not have App.showAboutPanel yet');
    expect(() => {
      electron.nativeTheme.notThere = true;
    }).toThrow('has no NativeTheme.notThere');
    expect(() => electron.app.on('no-such-event', () => undefined)).toThrow('no event no-such-event');
    expect(() => electron.remote).toThrow('has no remote');
    const misnamed = asInElectron('Tray', { setPicture: () => undefined }, 'linux');
    expect(() => misnamed.setPicture).toThrow('has no Tray.setPicture');
  });

  it('sends no event that Electron does not send on the platform', () => {
    expect(() => on('linux').fake.app.emit('open-url', {}, '')).toThrow('on linux');
    expect(() => new ElectronEmitter('BrowserWindow', 'darwin').emit('session-end')).toThrow('on darwin');
    expect(new ElectronEmitter('BrowserWindow', 'win32').emit('session-end')).toBe(false);
  });

  it('throws where Electron throws', async () => {
    const { fake, electron } = on('linux');
    const { app, BrowserWindow, Tray, Notification, protocol, session, dialog, ipcMain, nativeTheme } =
      electron;
    expect(() => app.setPath('userData', '/no/such/folder')).toThrow('Failed to set path');
    expect(() => app.getPath('userData')).toThrow('Failed to get');
    const early = [
      () => new BrowserWindow({}),
      () => new Tray({}),
      () => new Notification({}),
      () => session.defaultSession,
      () => protocol.handle('app', () => undefined),
    ];
    for (const act of early) expect(act).toThrow('before app is ready');
    await expect(dialog.showMessageBox({ message: '' })).rejects.toThrow('before app is ready');
    const uncached = [{ scheme: 'app', privileges: { codeCache: true } }];
    expect(() => protocol.registerSchemesAsPrivileged(uncached)).toThrow('Code cache');
    fake.becomeReady();
    expect(() => app.enableSandbox()).toThrow('before app is ready');
    expect(() => protocol.registerSchemesAsPrivileged([])).toThrow('before app is ready');
    protocol.handle('app', () => undefined);
    expect(() => protocol.handle('app', () => undefined)).toThrow('Failed to register protocol');
    ipcMain.handle('channel', () => undefined);
    expect(() => ipcMain.handle('channel', () => undefined)).toThrow('second handler');
    expect(() => {
      nativeTheme.themeSource = 'sepia';
    }).toThrow(TypeError);
    const window = new BrowserWindow({});
    const { webContents } = window;
    expect(() => webContents.send('channel', () => undefined)).toThrow('could not be cloned');
    window.destroy();
    expect(() => window.show()).toThrow('Object has been destroyed');
    expect(() => webContents.send('channel')).toThrow('Object has been destroyed');
    expect(() => webContents.mainFrame).toThrow('Object has been destroyed');
  });

  it('records an error box that was never visible', () => {
    for (const [platform, seen] of [
      ['linux', false],
      ['darwin', true],
      ['win32', true],
    ] as const) {
      const { fake, electron } = on(platform);
      electron.dialog.showErrorBox('title', 'text');
      fake.becomeReady();
      electron.dialog.showErrorBox('title', 'text');
      expect(fake.boxes.map((box) => box.seen)).toEqual([seen, true]);
    }
  });

  it('quits as Electron does: after a prevented quit, the app can quit again', () => {
    const { fake, electron } = on('linux');
    fake.becomeReady();
    const heard: string[] = [];
    let prevent = true;
    electron.app.on('window-all-closed', () => heard.push('window-all-closed'));
    for (const name of ['before-quit', 'will-quit', 'quit']) electron.app.on(name, () => heard.push(name));
    electron.app.on('will-quit', (event: { preventDefault(): void }) => prevent && event.preventDefault());
    new electron.BrowserWindow({}).close();
    new electron.BrowserWindow({});
    electron.app.quit();
    prevent = false;
    electron.app.quit();
    expect(heard).toEqual([
      'window-all-closed',
      'before-quit',
      'will-quit',
      'before-quit',
      'will-quit',
      'quit',
    ]);
    expect(fake.windows.every(({ gone }) => gone)).toBe(true);
  });
});
