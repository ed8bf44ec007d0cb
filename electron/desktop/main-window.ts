import { join } from 'node:path';
import { app, BrowserWindow, type WebContents } from 'electron';
import { hrefOf, parseRoute, type Route, type WindowCommand } from '../../shared/window-route.ts';
import { APP_PAGE } from './app-protocol.ts';

const CRASHES_FORGIVEN = 3;

interface MainWindowEvents {
  /** Returns false while the app quits: a new window would close at once. */
  mayOpen(): boolean;
  /** Called when the Windows user logs off or shuts down. The app cannot prevent it. */
  onSessionEnd(): void;
  onClosed(): void;
  /** Called when the page's process ended; `reason` is Chromium's term. */
  onCrash(reason: string): void;
}

/** The app's one window. The host outlives it. */
export class MainWindow {
  readonly #events: MainWindowEvents;
  #window: BrowserWindow | undefined;
  #crashes = 0;

  constructor(events: MainWindowEvents) {
    this.#events = events;
  }

  /** Returns the page, while there is one. */
  page(): WebContents | undefined {
    return this.#window === undefined || this.#window.isDestroyed() ? undefined : this.#window.webContents;
  }

  /** Shows the window, creating it where there is none, and opens a route in it. */
  show(route?: Route): void {
    if (!this.#events.mayOpen()) return;
    const window = this.#window;
    if (window === undefined) {
      this.#open(route ?? { screen: 'today' });
      return;
    }
    // Only the hash differs, so the page stays loaded and its router follows.
    if (route !== undefined) void window.loadURL(`${APP_PAGE}${hrefOf(route)}`);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  /** Shows the window and starts a command on the screen that it shows. */
  run(command: WindowCommand): void {
    const shown = parseRoute(
      this.page()
        ?.getURL()
        .replace(/^[^#]*/, '') ?? '',
    );
    this.show({ ...shown, query: { ...shown.query, open: command } });
  }

  #open(route: Route): void {
    const window = new BrowserWindow({
      name: 'main',
      windowStatePersistence: true,
      width: 1180,
      height: 760,
      minWidth: 640,
      minHeight: 420,
      show: false,
      title: app.getName(),
      backgroundColor: '#1b1a18',
      webPreferences: {
        preload: join(app.getAppPath(), '.vite/build/preload.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        nodeIntegrationInWorker: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: false,
        devTools: !app.isPackaged,
      },
    });
    this.#window = window;
    void app.dock?.show();
    window.once('ready-to-show', () => window.show());
    window.on('closed', () => {
      if (this.#window !== window) return;
      this.#window = undefined;
      app.dock?.hide();
      this.#events.onClosed();
    });
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit') return;
      this.#events.onCrash(reason);
      this.#crashes += 1;
      this.#window = undefined;
      window.destroy();
      // After too many crashes the window stays closed. The tray can still open it.
      if (this.#crashes <= CRASHES_FORGIVEN && this.#events.mayOpen()) this.#open(route);
    });
    if (process.platform === 'win32') window.on('session-end', () => this.#events.onSessionEnd());
    void window.loadURL(`${APP_PAGE}${hrefOf(route)}`);
  }
}
