import type { ControlChannel, ControlClient } from './control.ts';

/** The API that the preload gives to the desktop app's window: the control contract, and one function that a page lacks. */
export interface PlinthBridge extends ControlClient {
  /** Puts a secret on the clipboard and clears it after a minute if it is still there. */
  copySecret(text: string): Promise<void>;
}

/** Maximum length of the text for `copySecret`. */
export const MAX_COPIED_SECRET_LENGTH = 4096;

/** Names of the messages between the window and the main process. */
export const ipcChannel = (channel: ControlChannel): string => `plinth:control:${channel}`;
export const IPC_CONTROL_EVENT = 'plinth:control-event';
export const IPC_COPY_SECRET = 'plinth:copy-secret';
