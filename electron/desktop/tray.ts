import { app, Menu, nativeTheme, Tray } from 'electron';
import type { Recording } from '../../shared/control.ts';
import { messages } from './messages.ts';
import { type RecordingActions, recordingItem } from './recording-items.ts';
import { trayIcon } from './tray-icon.ts';

const words = messages.tray;

interface TrayActions extends RecordingActions {
  open(): void;
}

export const RECORDING: Recording = { state: 'recording', pausedAt: null, resumesAt: null, pauses: [] };

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
        recordingItem(recording, this.#actions),
        { type: 'separator' },
        { label: words.quit, click: () => app.quit() },
      ]),
    );
  }
}
