import { app, Menu, nativeTheme, Tray } from 'electron';
import { messages } from './messages.ts';
import { trayIcon } from './tray-icon.ts';

const words = messages.tray;

interface TrayActions {
  open(): void;
  setPaused(paused: boolean): void;
}

/** The tray icon. It shows the recording state, opens the window, pauses and quits. */
export class PlinthTray {
  readonly #actions: TrayActions;
  readonly #tray: Tray;
  #paused = false;

  constructor(actions: TrayActions) {
    this.#actions = actions;
    this.#tray = new Tray(trayIcon(false));
    // On macOS a click already opens the menu.
    if (process.platform !== 'darwin') this.#tray.on('click', () => actions.open());
    nativeTheme.on('updated', () => this.show(this.#paused));
    this.show(false);
  }

  show(paused: boolean): void {
    this.#paused = paused;
    this.#tray.setImage(trayIcon(paused));
    this.#tray.setToolTip(paused ? words.paused : words.recording);
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: paused ? words.paused : words.recording, enabled: false },
        { type: 'separator' },
        { label: words.open, click: () => this.#actions.open() },
        {
          label: paused ? words.resume : words.pause,
          click: () => this.#actions.setPaused(!paused),
        },
        { type: 'separator' },
        { label: words.quit, click: () => app.quit() },
      ]),
    );
  }
}
