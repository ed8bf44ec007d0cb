import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { CONTROL_CHANNELS, type ControlEnvelope } from '../../shared/control.ts';
import { controlFailure } from '../../shared/failure.ts';
import {
  IPC_CONTROL_EVENT,
  IPC_COPY_SECRET,
  ipcChannel,
  MAX_COPIED_SECRET_LENGTH,
} from '../../shared/window-bridge.ts';
import type { ControlDispatch } from '../control/dispatch.ts';
import type { EventHub } from '../control/event-hub.ts';
import { APP_ORIGIN } from './app-protocol.ts';

interface IpcTransportOptions {
  dispatch: ControlDispatch;
  hub: EventHub;
  /** Returns the page of our window, or undefined while there is none. */
  page(): WebContents | undefined;
  copySecret(text: string): Promise<void>;
  /** Called for a message from any other sender. */
  onStranger(): void;
}

const refused: ControlEnvelope<never> = {
  ok: false,
  error: controlFailure('foreign_page'),
};

/**
 * Connects the window with the host. It checks the sender, then validates the contract's schema, then calls the
 * handler.
 */
export function serveIpc(options: IpcTransportOptions): void {
  const { dispatch, hub, page } = options;

  // A navigation invalidates the frame, so it is read first, before any await.
  function isOurs(event: IpcMainInvokeEvent): boolean {
    const frame = event.senderFrame;
    const ours =
      frame !== null && frame === page()?.mainFrame && frame.parent === null && frame.origin === APP_ORIGIN;
    if (!ours) options.onStranger();
    return ours;
  }

  // electron-store listens here for its own part in a page, without checking the sender. This app has no such
  // part.
  ipcMain.removeAllListeners('electron-store-get-data');
  for (const channel of CONTROL_CHANNELS) {
    ipcMain.handle(ipcChannel(channel), (event, params: unknown) =>
      isOurs(event) ? dispatch(channel, params) : refused,
    );
  }
  ipcMain.handle(IPC_COPY_SECRET, async (event, text: unknown) => {
    if (!isOurs(event)) throw new Error('refused');
    if (typeof text !== 'string' || text.length === 0 || text.length > MAX_COPIED_SECRET_LENGTH) {
      throw new Error('invalid_params');
    }
    await options.copySecret(text);
  });
  hub.subscribe((event) => {
    const contents = page();
    if (contents !== undefined && !contents.isDestroyed()) contents.send(IPC_CONTROL_EVENT, event);
  });
}
