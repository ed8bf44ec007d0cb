import type { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions } from 'electron';
import { createFakeApp } from './fake-app.ts';
import type { FakeElectronOptions } from './fake-options.ts';
import { asInElectron } from './fake-surface.ts';
import { createSurroundings, type Surroundings } from './fake-surroundings.ts';
import { FakeEvent, FakeWindow } from './fake-window.ts';

export type { FakeElectronOptions } from './fake-options.ts';
export { FakeEvent, type FakeFrame, FakeWindow } from './fake-window.ts';

type Listener = (...args: never[]) => unknown;

/** The test's view: every call to Electron, and the events that it can send. */
export interface FakeElectron extends Surroundings {
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
  opened: string[];
  exitCodes: number[];
  paths: Record<string, string>;
  loginItem: Record<string, unknown>;
}

/**
 * Creates a small substitute for the electron module. It has the members that the shell uses, on the given
 * platform, and throws Electron's errors. It draws nothing. A driver can put real pages behind its windows.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the members share the state of one Electron
export function createFakeElectron(options: FakeElectronOptions): FakeElectron {
  const platform = options.platform ?? process.platform;
  const calls: string[] = [];
  const note = (call: string) => void calls.push(call);
  const windows: FakeWindow[] = [];
  const seen = new Map<FakeWindow, object>();
  const schemes: FakeElectron['schemes'] = [];
  const ipcHandlers: FakeElectron['ipcHandlers'] = new Map();
  const session: FakeElectron['session'] = { request: undefined, check: undefined, beforeRequest: undefined };
  const opened: string[] = [];
  let handler: ((request: Request) => Response | Promise<Response>) | undefined;
  const app = createFakeApp(options, platform, windows, note);
  const { members, shown } = createSurroundings(options, platform, app, note);

  class BrowserWindow {
    static fromWebContents(contents: object | null): object | null {
      const found = windows.find((window) => window.contents.asSeen === contents);
      return found === undefined ? null : (seen.get(found) ?? null);
    }
    constructor(windowOptions: BrowserWindowConstructorOptions) {
      app.mustBeReady('Cannot create BrowserWindow');
      note('new BrowserWindow');
      const window = new FakeWindow(windowOptions, platform, options.page, app.windowClosed);
      const asSeen = asInElectron('BrowserWindow', window, platform);
      windows.push(window);
      seen.set(window, asSeen);
      app.events.emit('web-contents-created', new FakeEvent(), window.webContents);
      // biome-ignore lint/correctness/noConstructorReturn: the window as Electron's definitions have it
      return asSeen as BrowserWindow;
    }
  }

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
    ...members,
    app: app.asSeen,
    BrowserWindow: asInElectron('BrowserWindow', BrowserWindow, platform, 'static'),
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
    protocol: asInElectron(
      'Protocol',
      {
        registerSchemesAsPrivileged: (list: FakeElectron['schemes']) => {
          app.mustNotBeReady('protocol.registerSchemesAsPrivileged should be called');
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
          app.mustBeReady('Session can only be received');
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
          app.mustBeReady('Session can only be received');
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
    ...shown,
    module: new Proxy(module, {
      get(target, key) {
        if (typeof key === 'symbol' || key in target || key === 'then' || key === '__esModule') {
          return Reflect.get(target, key);
        }
        throw new TypeError(`The fake electron has no ${key}`);
      },
    }),
    calls,
    app: app.events,
    becomeReady: app.becomeReady,
    windows,
    schemes,
    protocolHandler: () => {
      if (handler === undefined) throw new Error('No protocol handler yet');
      return handler;
    },
    ipcHandlers,
    session,
    opened,
    exitCodes: app.exitCodes,
    paths: app.paths,
    loginItem: app.loginItem,
  };
}
