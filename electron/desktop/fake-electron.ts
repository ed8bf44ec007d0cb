// biome-ignore-all lint/style/noExcessiveLinesPerFile: one table of Electron’s members
import type { EventEmitter } from 'node:events';
import { statSync } from 'node:fs';
import type {
  BrowserWindowConstructorOptions,
  MenuItemConstructorOptions,
  MessageBoxOptions,
} from 'electron';
import { asInElectron, ElectronEmitter } from './fake-surface.ts';
import { FakeEvent, FakeWindow, type PageDriver } from './fake-window.ts';

export { FakeEvent, type FakeFrame, FakeWindow } from './fake-window.ts';

type Listener = (...args: never[]) => unknown;

/** The system clipboard, where the test uses more than a variable. */
interface ClipboardDriver {
  write(text: string): Promise<void>;
  read(): Promise<string>;
}

export interface FakeElectronOptions {
  appPath: string;
  /** False when another instance has the lock. */
  hasLock?: boolean;
  /** The platform whose members and events exist. The default is this machine's. */
  platform?: NodeJS.Platform;
  isPackaged?: boolean;
  /** Chromium's switches on the command line, without their dashes. */
  switches?: readonly string[];
  /** Returns the index of the message box button to press. */
  answer?(box: MessageBoxOptions): number | Promise<number>;
  page?(window: FakeWindow): PageDriver;
  clipboard?: ClipboardDriver;
  /** Runs at the very end, because a test cannot end the process. */
  end?(code: number): void;
}

interface ShownBox {
  title: string;
  text: string;
  buttons: string[];
  /** Before the app is ready, Electron on Linux writes to stderr and shows no window. */
  seen: boolean;
}

/** The test's view: every call to Electron, and the events that it can send. */
export interface FakeElectron {
  /** The module itself. */
  module: object;
  /** Calls in order, as `object.member`. */
  calls: string[];
  app: EventEmitter;
  becomeReady(): void;
  windows: FakeWindow[];
  schemes: { scheme: string; privileges: Record<string, boolean> }[];
  protocolHandler(): (request: Request) => Response | Promise<Response>;
  ipcHandlers: Map<string, (event: unknown, params: unknown) => unknown>;
  session: {
    request: Listener | undefined;
    check: Listener | undefined;
    beforeRequest: Listener | undefined;
  };
  tray: {
    tooltip: string;
    menu: MenuItemConstructorOptions[];
    images: string[];
    count: number;
    click(): void;
  };
  menu(): MenuItemConstructorOptions[];
  notifications: { title: string; body: string; click(): void }[];
  clipboard: { text: string };
  boxes: ShownBox[];
  opened: string[];
  exitCodes: number[];
  paths: Record<string, string>;
  theme: { themeSource: string };
  loginItem: Record<string, unknown>;
}

/** Builds a menu's items from a template as Electron does: submenus become menus. */
function itemsOf(template: readonly MenuItemConstructorOptions[]): object[] {
  return template.map((item) =>
    Array.isArray(item.submenu) ? { ...item, submenu: { items: itemsOf(item.submenu) } } : item,
  );
}

const THEMES = ['system', 'light', 'dark'];

/**
 * Creates a small substitute for the electron module. It has the members that the shell uses, on the given
 * platform, and throws Electron's errors. It draws nothing. A driver can put real pages behind its windows.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the members share the state of one Electron
export function createFakeElectron(options: FakeElectronOptions): FakeElectron {
  const platform = options.platform ?? process.platform;
  const calls: string[] = [];
  const note = (call: string) => void calls.push(call);
  const appEvents = new ElectronEmitter('App', platform);
  const windows: FakeWindow[] = [];
  const seen = new Map<FakeWindow, object>();
  const schemes: FakeElectron['schemes'] = [];
  const ipcHandlers: FakeElectron['ipcHandlers'] = new Map();
  const session: FakeElectron['session'] = { request: undefined, check: undefined, beforeRequest: undefined };
  const trayEvents = new ElectronEmitter('Tray', platform);
  const tray: FakeElectron['tray'] = {
    tooltip: '',
    menu: [],
    images: [],
    count: 0,
    click: () => void trayEvents.emit('click', new FakeEvent()),
  };
  const notifications: FakeElectron['notifications'] = [];
  const clipboardState = { text: '' };
  const boxes: ShownBox[] = [];
  const opened: string[] = [];
  const exitCodes: number[] = [];
  const paths: Record<string, string> = {};
  const loginItem: Record<string, unknown> = {};
  let menu: MenuItemConstructorOptions[] = [];
  let appName = 'Electron';
  let handler: ((request: Request) => Response | Promise<Response>) | undefined;
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

  class BrowserWindow {
    static fromWebContents(contents: object | null): object | null {
      const found = windows.find((window) => window.contents.asSeen === contents);
      return found === undefined ? null : (seen.get(found) ?? null);
    }
    constructor(windowOptions: BrowserWindowConstructorOptions) {
      mustBeReady('Cannot create BrowserWindow');
      note('new BrowserWindow');
      const window = new FakeWindow(windowOptions, platform, options.page, windowClosed);
      const asSeen = asInElectron('BrowserWindow', window, platform);
      windows.push(window);
      seen.set(window, asSeen);
      appEvents.emit('web-contents-created', new FakeEvent(), window.webContents);
      // biome-ignore lint/correctness/noConstructorReturn: the window as Electron's definitions have it
      return asSeen as BrowserWindow;
    }
  }

  class Tray {
    constructor(image: { dataUrls: string[] }) {
      mustBeReady('Cannot create Tray');
      tray.count += 1;
      tray.images = image.dataUrls;
      const fake = Object.assign(trayEvents, {
        setImage: (next: { dataUrls: string[] }) => {
          tray.images = next.dataUrls;
        },
        setToolTip: (text: string) => {
          tray.tooltip = text;
        },
        setContextMenu: (next: { template: MenuItemConstructorOptions[] }) => {
          tray.menu = next.template;
        },
      });
      // biome-ignore lint/correctness/noConstructorReturn: the tray as Electron's definitions have it
      return asInElectron('Tray', fake, platform) as unknown as Tray;
    }
  }

  class Notification {
    static isSupported = () => true;
    constructor(content: { title: string; body: string }) {
      mustBeReady('Cannot create Notification');
      const events = new ElectronEmitter('Notification', platform);
      const fake = Object.assign(events, {
        show: () =>
          void notifications.push({
            title: content.title,
            body: content.body,
            click: () => void events.emit('click', new FakeEvent()),
          }),
      });
      // biome-ignore lint/correctness/noConstructorReturn: the notification as Electron's definitions have it
      return asInElectron('Notification', fake, platform) as unknown as Notification;
    }
  }

  const theme = Object.assign(new ElectronEmitter('NativeTheme', platform), {
    shouldUseDarkColors: false,
    shouldUseDarkColorsForSystemIntegratedUI: false,
  });
  let themeSource = 'system';
  Object.defineProperty(theme, 'themeSource', {
    get: () => themeSource,
    set: (value: string) => {
      if (!THEMES.includes(value)) throw new TypeError(`Error processing argument: ${value} is no theme`);
      themeSource = value;
      theme.emit('updated', new FakeEvent());
    },
  });

  const defaultSession = asInElectron(
    'Session',
    {
      setPermissionRequestHandler: (given: Listener) => {
        session.request = given;
      },
      setPermissionCheckHandler: (given: Listener) => {
        session.check = given;
      },
      webRequest: asInElectron(
        'WebRequest',
        {
          onBeforeRequest: (given: Listener) => {
            session.beforeRequest = given;
          },
        },
        platform,
      ),
    },
    platform,
  );

  const module = {
    app,
    BrowserWindow: asInElectron('BrowserWindow', BrowserWindow, platform, 'static'),
    Tray,
    Notification: asInElectron('Notification', Notification, platform, 'static'),
    webContents: asInElectron(
      'WebContents',
      {
        fromDevToolsTargetId: (id: string) =>
          windows.find((window) => !window.gone && window.driver?.targetId() === id)?.webContents,
      },
      platform,
      'static',
    ),
    shell: asInElectron('Shell', { openExternal: async (url: string) => void opened.push(url) }, platform),
    Menu: asInElectron(
      'Menu',
      {
        buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({ template }),
        getApplicationMenu: () => ({ items: itemsOf(menu) }),
        setApplicationMenu: (next: { template: MenuItemConstructorOptions[] }) => {
          note('Menu.setApplicationMenu');
          menu = next.template;
        },
      },
      platform,
      'static',
    ),
    nativeImage: asInElectron(
      'NativeImage',
      {
        createEmpty: () => {
          const dataUrls: string[] = [];
          const image = {
            addRepresentation: ({ dataURL }: { dataURL: string }) => void dataUrls.push(dataURL),
            setTemplateImage: () => note('image.setTemplateImage'),
          };
          // The data for the test is kept outside the Electron object.
          return new Proxy(asInElectron('NativeImage', image, platform), {
            get: (target, key) => (key === 'dataUrls' ? dataUrls : Reflect.get(target, key)),
          });
        },
      },
      platform,
      'static',
    ),
    nativeTheme: asInElectron('NativeTheme', theme, platform),
    clipboard: asInElectron(
      'Clipboard',
      {
        writeText: async (text: string) => {
          clipboardState.text = text;
          await options.clipboard?.write(text);
        },
        readText: async () => {
          if (options.clipboard !== undefined) clipboardState.text = await options.clipboard.read();
          return clipboardState.text;
        },
        clear: () => {
          clipboardState.text = '';
          void options.clipboard?.write('');
        },
      },
      platform,
    ),
    dialog: asInElectron(
      'Dialog',
      {
        showErrorBox: (title: string, text: string) => {
          const visible = isReady || platform !== 'linux';
          boxes.push({ title, text, buttons: [], seen: visible });
        },
        showMessageBox: async (box: MessageBoxOptions) => {
          mustBeReady('dialog.showMessageBox() can only be called');
          boxes.push({
            title: box.message,
            text: box.detail ?? '',
            buttons: [...(box.buttons ?? [])],
            seen: true,
          });
          return { response: (await options.answer?.(box)) ?? box.cancelId ?? 0, checkboxChecked: false };
        },
      },
      platform,
    ),
    protocol: asInElectron(
      'Protocol',
      {
        registerSchemesAsPrivileged: (list: FakeElectron['schemes']) => {
          mustNotBeReady('protocol.registerSchemesAsPrivileged should be called');
          note('protocol.registerSchemesAsPrivileged');
          for (const { scheme, privileges } of list) {
            if (privileges.codeCache && !privileges.standard) {
              throw new Error(
                'Code cache can only be enabled when the custom scheme is registered as standard scheme.',
              );
            }
            schemes.push({ scheme, privileges });
          }
        },
        handle: (scheme: string, given: (request: Request) => Response) => {
          mustBeReady('Session can only be received');
          if (handler !== undefined) throw new Error(`Failed to register protocol: ${scheme}`);
          note('protocol.handle');
          handler = given;
        },
      },
      platform,
    ),
    session: asInElectron(
      'Session',
      {
        get defaultSession() {
          mustBeReady('Session can only be received');
          return defaultSession;
        },
      },
      platform,
      'static',
    ),
    ipcMain: asInElectron(
      'IpcMain',
      {
        // electron-store answers its renderer part here. This app does not use that part.
        on: (name: string) => note(`ipcMain.on ${name}`),
        removeAllListeners: (name: string) => note(`ipcMain.removeAllListeners ${name}`),
        handle: (name: string, given: (event: unknown, params: unknown) => unknown) => {
          if (ipcHandlers.has(name)) throw new Error(`Attempted to register a second handler for '${name}'`);
          ipcHandlers.set(name, given);
        },
      },
      platform,
    ),
  };

  return {
    module: new Proxy(module, {
      get(target, key) {
        if (typeof key === 'symbol' || key in target || key === 'then' || key === '__esModule') {
          return Reflect.get(target, key);
        }
        throw new TypeError(`The fake electron has no ${key}`);
      },
    }),
    calls,
    app: appEvents,
    becomeReady: () => {
      note('ready');
      isReady = true;
      appEvents.emit('ready', new FakeEvent(), {});
      ready();
    },
    windows,
    schemes,
    protocolHandler: () => {
      if (handler === undefined) throw new Error('No protocol handler yet');
      return handler;
    },
    ipcHandlers,
    session,
    tray,
    menu: () => menu,
    notifications,
    clipboard: clipboardState,
    boxes,
    opened,
    exitCodes,
    paths,
    theme: theme as unknown as FakeElectron['theme'],
    loginItem,
  };
}
