import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, MenuItemConstructorOptions } from 'electron';

/** An object of which only the given members exist: reading any other is an error, never `undefined`. */
function strict<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key === 'then' || key === '__esModule' || key in target) {
        return Reflect.get(target, key, receiver);
      }
      throw new Error(`The fake electron has no ${name}.${key}`);
    },
  });
}

type Listener = (...args: never[]) => unknown;

export class FakeEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

export interface FakeFrame {
  parent: FakeFrame | null;
  origin: string;
}

class FakeContents extends EventEmitter {
  mainFrame: FakeFrame = { parent: null, origin: 'app://bundle' };
  sent: unknown[][] = [];
  openHandler: ((details: { url: string }) => { action: string }) | undefined;
  destroyed = false;
  isDestroyed = () => this.destroyed;
  send = (...message: unknown[]) => void this.sent.push(message);
  setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }) => {
    this.openHandler = handler;
  };
}

export class FakeWindow extends EventEmitter {
  options: BrowserWindowConstructorOptions;
  contents = new FakeContents();
  urls: string[] = [];
  visible = false;
  gone = false;
  webContents: FakeContents;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    this.webContents = strict('webContents', this.contents);
  }

  loadURL = async (url: string) => void this.urls.push(url);
  show = () => {
    this.visible = true;
  };
  focus = () => undefined;
  isMinimized = () => false;
  restore = () => undefined;
  isDestroyed = () => this.gone;
  destroy = () => {
    this.gone = true;
    this.contents.destroyed = true;
    this.emit('closed');
  };
}

/** What tests look at and pull: everything that was done to Electron, and the events it can send. */
export interface FakeElectron {
  /** The module itself. */
  module: object;
  /** Calls in their order, as `object.member`. */
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
  tray: { tooltip: string; menu: MenuItemConstructorOptions[]; images: string[]; count: number };
  notifications: { title: string; body: string; click(): void }[];
  clipboard: { text: string };
  errorBoxes: [string, string][];
  exitCodes: number[];
  paths: Record<string, string>;
  theme: { themeSource: string };
}

/** A small stand-in for the electron module: what the shell uses, and nothing that it does not. */
export function createFakeElectron(options: { appPath: string; hasLock?: boolean }): FakeElectron {
  const calls: string[] = [];
  const note = (call: string) => void calls.push(call);
  const appEvents = new EventEmitter();
  const windows: FakeWindow[] = [];
  const schemes: FakeElectron['schemes'] = [];
  const ipcHandlers: FakeElectron['ipcHandlers'] = new Map();
  const session: FakeElectron['session'] = { request: undefined, check: undefined, beforeRequest: undefined };
  const tray: FakeElectron['tray'] = { tooltip: '', menu: [], images: [], count: 0 };
  const notifications: FakeElectron['notifications'] = [];
  const clipboardState = { text: '' };
  const errorBoxes: [string, string][] = [];
  const exitCodes: number[] = [];
  const paths: Record<string, string> = {};
  let appName = 'Electron';
  let handler: ((request: Request) => Response | Promise<Response>) | undefined;
  let ready: () => void = () => undefined;
  const whenReady = new Promise<void>((resolve) => {
    ready = resolve;
  });

  const app = strict('app', {
    isPackaged: false,
    dock: undefined,
    on: (name: string, listener: Listener) => void appEvents.on(name, listener as never),
    setName: (name: string) => {
      appName = name;
    },
    getName: () => appName,
    getVersion: () => '0.0.0',
    getAppPath: () => options.appPath,
    getPath: (name: string) => {
      const path = paths[name];
      if (path === undefined) throw new Error(`The fake electron has no path ${name}`);
      return path;
    },
    setPath: (name: string, path: string) => {
      note('app.setPath');
      paths[name] = path;
    },
    enableSandbox: () => note('app.enableSandbox'),
    requestSingleInstanceLock: () => {
      note('app.requestSingleInstanceLock');
      return options.hasLock ?? true;
    },
    whenReady: () => whenReady,
    // As Electron does: windows are told first, then `will-quit`, which may still be prevented.
    quit: () => {
      note('app.quit');
      appEvents.emit('before-quit', new FakeEvent());
      for (const window of windows) if (!window.gone) window.destroy();
      const event = new FakeEvent();
      appEvents.emit('will-quit', event);
      if (!event.defaultPrevented) note('app.ended');
    },
    exit: (code: number) => {
      note('app.exit');
      exitCodes.push(code);
    },
  });

  class BrowserWindow extends FakeWindow {
    constructor(windowOptions: BrowserWindowConstructorOptions) {
      super(windowOptions);
      note('new BrowserWindow');
      windows.push(this);
      appEvents.emit('web-contents-created', new FakeEvent(), this.webContents);
      // biome-ignore lint/correctness/noConstructorReturn: an instance of which unknown members throw
      return strict('BrowserWindow', this as BrowserWindow);
    }
  }

  class Tray {
    constructor(image: { dataUrls: string[] }) {
      tray.count += 1;
      this.setImage(image);
      // biome-ignore lint/correctness/noConstructorReturn: an instance of which unknown members throw
      return strict('Tray', this as Tray);
    }
    on = () => undefined;
    setImage(image: { dataUrls: string[] }): void {
      tray.images = image.dataUrls;
    }
    setToolTip(text: string): void {
      tray.tooltip = text;
    }
    setContextMenu(menu: { template: MenuItemConstructorOptions[] }): void {
      tray.menu = menu.template;
    }
  }

  class Notification {
    static isSupported = () => true;
    readonly #events = new EventEmitter();
    readonly #content: { title: string; body: string };
    constructor(content: { title: string; body: string }) {
      this.#content = content;
    }
    on(name: string, listener: Listener): void {
      this.#events.on(name, listener as never);
    }
    show(): void {
      notifications.push({ ...this.#content, click: () => this.#events.emit('click') });
    }
  }

  const theme = Object.assign(new EventEmitter(), {
    themeSource: 'system',
    shouldUseDarkColorsForSystemIntegratedUI: false,
  });

  const module = strict('electron', {
    app,
    BrowserWindow,
    Tray,
    Notification,
    shell: strict('shell', {}),
    Menu: strict('Menu', {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({ template }),
      setApplicationMenu: () => note('Menu.setApplicationMenu'),
    }),
    nativeImage: strict('nativeImage', {
      createEmpty: () => {
        const dataUrls: string[] = [];
        return strict('NativeImage', {
          dataUrls,
          addRepresentation: ({ dataURL }: { dataURL: string }) => void dataUrls.push(dataURL),
          setTemplateImage: () => undefined,
        });
      },
    }),
    nativeTheme: strict('nativeTheme', theme),
    clipboard: strict('clipboard', {
      writeText: async (text: string) => {
        clipboardState.text = text;
      },
      readText: async () => clipboardState.text,
      clear: () => {
        clipboardState.text = '';
      },
    }),
    dialog: strict('dialog', {
      showErrorBox: (title: string, text: string) => void errorBoxes.push([title, text]),
    }),
    protocol: strict('protocol', {
      registerSchemesAsPrivileged: (list: FakeElectron['schemes']) => {
        note('protocol.registerSchemesAsPrivileged');
        schemes.push(...list);
      },
      handle: (_scheme: string, given: (request: Request) => Response) => {
        note('protocol.handle');
        handler = given;
      },
    }),
    session: strict('session', {
      defaultSession: strict('Session', {
        setPermissionRequestHandler: (given: Listener) => {
          session.request = given;
        },
        setPermissionCheckHandler: (given: Listener) => {
          session.check = given;
        },
        webRequest: strict('WebRequest', {
          onBeforeRequest: (given: Listener) => {
            session.beforeRequest = given;
          },
        }),
      }),
    }),
    ipcMain: strict('ipcMain', {
      // electron-store answers its renderer half here, which this app does not have.
      on: (name: string) => note(`ipcMain.on ${name}`),
      removeAllListeners: (name: string) => note(`ipcMain.removeAllListeners ${name}`),
      handle: (name: string, given: (event: unknown, params: unknown) => unknown) => {
        if (ipcHandlers.has(name)) throw new Error(`A second handler for ${name}`);
        ipcHandlers.set(name, given);
      },
    }),
  });

  return {
    module,
    calls,
    app: appEvents,
    becomeReady: () => {
      note('ready');
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
    notifications,
    clipboard: clipboardState,
    errorBoxes,
    exitCodes,
    paths,
    theme,
  };
}
