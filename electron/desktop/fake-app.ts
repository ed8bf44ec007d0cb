import { statSync } from 'node:fs';
import type { FakeElectronOptions } from './fake-options.ts';
import { asInElectron, ElectronEmitter } from './fake-surface.ts';
import { FakeEvent, type FakeWindow } from './fake-window.ts';

/** The app with its life: it becomes ready, loses its windows, quits and ends. */
export interface FakeApp {
  /** The object as the shell sees it. */
  asSeen: object;
  events: ElectronEmitter;
  exitCodes: number[];
  paths: Record<string, string>;
  loginItem: Record<string, unknown>;
  isReady(): boolean;
  /** Throws what Electron throws for a call that is too early. */
  mustBeReady(what: string): void;
  /** Throws what Electron throws for a call that is too late. */
  mustNotBeReady(what: string): void;
  becomeReady(): void;
  windowClosed(): void;
}

/** Creates the app of a fake Electron. It notes each call that ends or configures it. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the members share one life
export function createFakeApp(
  options: FakeElectronOptions,
  platform: NodeJS.Platform,
  windows: readonly FakeWindow[],
  note: (call: string) => void,
): FakeApp {
  const appEvents = new ElectronEmitter('App', platform);
  const exitCodes: number[] = [];
  const paths: Record<string, string> = {};
  const loginItem: Record<string, unknown> = {};
  let appName = 'Electron';
  let isReady = false;
  let isQuitting = false;
  let hasEnded = false;
  let ready: () => void = () => undefined;
  const whenReady = new Promise<void>((resolve) => {
    ready = resolve;
  });

  const mustBeReady = (what: string) => {
    if (!isReady) throw new Error(`${what} before app is ready`);
  };
  const mustNotBeReady = (what: string) => {
    if (isReady) throw new Error(`${what} before app is ready`);
  };

  // As in Electron: after `will-quit` prevents the quit, the app can be asked to quit again.
  function shutDown(): void {
    if (hasEnded) return;
    const event = new FakeEvent();
    appEvents.emit('will-quit', event);
    if (event.defaultPrevented) {
      isQuitting = false;
      return;
    }
    hasEnded = true;
    note('app.ended');
    appEvents.emit('quit', new FakeEvent(), 0);
    options.end?.(0);
  }

  function windowClosed(): void {
    if (windows.some((window) => !window.gone)) return;
    if (isQuitting) shutDown();
    // Without a listener Electron quits.
    else if (!appEvents.emit('window-all-closed')) quit();
  }

  function quit(): void {
    note('app.quit');
    if (isQuitting) return;
    isQuitting = true;
    appEvents.emit('before-quit', new FakeEvent());
    const open = windows.filter((window) => !window.gone);
    if (open.length === 0) shutDown();
    for (const window of open) window.close();
  }

  const dock = asInElectron(
    'Dock',
    { show: async () => note('dock.show'), hide: () => note('dock.hide') },
    platform,
  );
  const app = asInElectron(
    'App',
    Object.assign(appEvents, {
      isPackaged: options.isPackaged ?? false,
      dock,
      commandLine: asInElectron(
        'CommandLine',
        { hasSwitch: (name: string) => options.switches?.includes(name) ?? false },
        platform,
      ),
      setName: (name: string) => {
        appName = name;
      },
      getName: () => appName,
      getVersion: () => '0.0.0',
      getAppPath: () => options.appPath,
      getPath: (name: string) => {
        const path = paths[name];
        if (path === undefined) throw new Error(`Failed to get '${name}' path`);
        return path;
      },
      setPath: (name: string, path: string) => {
        note('app.setPath');
        if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
          throw new Error(`Failed to set path: ${path} does not exist`);
        }
        paths[name] = path;
      },
      setAppUserModelId: (id: string) => note(`app.setAppUserModelId ${id}`),
      setAsDefaultProtocolClient: (protocol: string) => {
        note(`app.setAsDefaultProtocolClient ${protocol}`);
        return true;
      },
      setLoginItemSettings: (settings: object) => void Object.assign(loginItem, settings),
      getLoginItemSettings: () => ({ wasOpenedAtLogin: loginItem.wasOpenedAtLogin ?? false }),
      enableSandbox: () => {
        mustNotBeReady('app.enableSandbox() can only be called');
        if (options.switches?.includes('no-sandbox')) {
          throw new Error(
            'Chromium ends: its sandbox is asked for, and --no-sandbox left it without a zygote',
          );
        }
        note('app.enableSandbox');
      },
      requestSingleInstanceLock: () => {
        note('app.requestSingleInstanceLock');
        return options.hasLock ?? true;
      },
      isReady: () => isReady,
      whenReady: () => whenReady,
      quit,
      exit: (code: number) => {
        note('app.exit');
        exitCodes.push(code);
        hasEnded = true;
        options.end?.(code);
      },
    }),
    platform,
  );

  return {
    asSeen: app,
    events: appEvents,
    exitCodes,
    paths,
    loginItem,
    isReady: () => isReady,
    mustBeReady,
    mustNotBeReady,
    becomeReady() {
      note('ready');
      isReady = true;
      appEvents.emit('ready', new FakeEvent(), {});
      ready();
    },
    windowClosed,
  };
}
