import { app, Menu, type MenuItemConstructorOptions, nativeTheme, Tray } from 'electron';
import type { Recording } from '../../shared/control.ts';
import { minutesUntilTomorrow, PAUSE_MINUTES } from '../../shared/pause.ts';
import { messages } from './messages.ts';
import { trayIcon } from './tray-icon.ts';

const words = messages.tray;

interface TrayActions {
  open(): void;
  /** Pauses everything for some minutes, or until the user resumes when `minutes` is null. */
  pause(minutes: number | null): void;
  resume(): void;
  /** Opens the list of agents and projects that can be paused. */
  choose(): void;
}

const RECORDING: Recording = { state: 'recording', pausedAt: null, resumesAt: null, pauses: [] };

/** The tray icon. It shows the recording state, opens the window, pauses and quits. */
export class PlinthTray {
  readonly #actions: TrayActions;
  readonly #tray: Tray;
  #recording = RECORDING;

  constructor(actions: TrayActions) {
    this.#actions = actions;
    this.#tray = new Tray(trayIcon(false));
    // On macOS a click already opens the menu.
    if (process.platform !== 'darwin') this.#tray.on('click', () => actions.open());
    nativeTheme.on('updated', () => this.show(this.#recording));
    this.show(RECORDING);
  }

  show(recording: Recording): void {
    this.#recording = recording;
    const paused = recording.state === 'paused';
    const label = paused ? words.paused : words.recording;
    const { length: partly } = recording.pauses;
    this.#tray.setImage(trayIcon(paused));
    this.#tray.setToolTip(partly > 0 && !paused ? `${label}. ${words.partly(partly)}` : label);
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { label, enabled: false },
        ...(partly > 0 ? [{ label: words.partly(partly), click: () => this.#actions.choose() }] : []),
        { type: 'separator' },
        { label: words.open, click: () => this.#actions.open() },
        paused
          ? { label: words.resume, click: () => this.#actions.resume() }
          : { label: words.pause, submenu: this.#lengths() },
        { type: 'separator' },
        { label: words.quit, click: () => app.quit() },
      ]),
    );
  }

  #lengths(): MenuItemConstructorOptions[] {
    const { pause, choose } = this.#actions;
    return [
      ...PAUSE_MINUTES.map((minutes) => ({ label: words.minutes(minutes), click: () => pause(minutes) })),
      { label: words.untilTomorrow, click: () => pause(minutesUntilTomorrow(new Date())) },
      { label: words.untilResumed, click: () => pause(null) },
      { type: 'separator' },
      { label: words.choose, click: () => choose() },
    ];
  }
}
