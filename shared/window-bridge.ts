import type { ControlChannel, ControlClient } from './control.ts';

/** What the preload gives the desktop app's window: the control contract, and the one thing a page cannot do. */
export interface PlinthBridge extends ControlClient {
  /** Puts a secret on the clipboard and clears it after a minute if it is still there. */
  copySecret(text: string): Promise<void>;
}

/** Longest text that `copySecret` takes. */
export const MAX_COPIED_SECRET_LENGTH = 4096;

/** Names of the messages between the window and the main process. */
export const ipcChannel = (channel: ControlChannel): string => `plinth:control:${channel}`;
export const IPC_NOTICE = 'plinth:notice';
export const IPC_COPY_SECRET = 'plinth:copy-secret';
