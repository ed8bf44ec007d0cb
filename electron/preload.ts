import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { ControlEvent } from '../shared/control.ts';
import {
  IPC_CONTROL_EVENT,
  IPC_COPY_SECRET,
  ipcChannel,
  type PlinthBridge,
} from '../shared/window-bridge.ts';

/**
 * The channel names alone, inserted by scripts/vite/preload.config.ts. Importing the contract would include its
 * schemas.
 */
declare const PLINTH_CONTROL_CHANNELS: readonly string[];

const channels: ReadonlySet<string> = new Set(PLINTH_CONTROL_CHANNELS);

// Exposes functions only and strips the event, through which the page could reach ipcRenderer.
const bridge: PlinthBridge = {
  call: (channel, params) =>
    channels.has(channel)
      ? ipcRenderer.invoke(ipcChannel(channel), params)
      : Promise.reject(new Error('There is no such control channel.')),
  subscribe: (listener) => {
    const deliver = (_event: IpcRendererEvent, event: ControlEvent) => listener(event);
    ipcRenderer.on(IPC_CONTROL_EVENT, deliver);
    return () => {
      ipcRenderer.removeListener(IPC_CONTROL_EVENT, deliver);
    };
  },
  copySecret: (text) => ipcRenderer.invoke(IPC_COPY_SECRET, text),
};

contextBridge.exposeInMainWorld('plinth', bridge);
