/** The parts of Electron that the preload and the page need inside the page. */

/**
 * The page's origin in Chromium, which does not know Electron's schemes. The app's protocol handler serves it.
 */
export const PAGE_ORIGIN = 'https://bundle.invalid';
export const APP_ORIGIN = 'app://bundle';

export const toPageUrl = (url: string): string =>
  url.startsWith(`${APP_ORIGIN}/`) ? `${PAGE_ORIGIN}${url.slice(APP_ORIGIN.length)}` : url;
export const toAppUrl = (url: string): string =>
  url.startsWith(`${PAGE_ORIGIN}/`) ? `${APP_ORIGIN}${url.slice(PAGE_ORIGIN.length)}` : url;

/** The function through which the page calls the main process. */
export const IPC_BINDING = '__plinthIpc';

/** A request of the page. `id` matches the answer to it. */
export interface PageCall {
  id: number;
  channel: string;
  args: unknown[];
}

const DELIVER = `globalThis[Symbol.for('plinth.deliver')]`;

/** Runs the built preload before the page's own scripts, with the two Electron modules that it may require. */
export function preloadScript(preload: string): string {
  return `(() => {
  const post = globalThis.${IPC_BINDING};
  delete globalThis.${IPC_BINDING};
  if (location.origin !== ${JSON.stringify(PAGE_ORIGIN)} || window.top !== window) return;
  const waiting = new Map();
  const listeners = new Map();
  let last = 0;
  ${DELIVER} = (message) => {
    if (message.id === undefined) {
      for (const listener of [...(listeners.get(message.channel) ?? [])]) listener({}, ...message.args);
      return;
    }
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) resolve(message.value);
    else reject(new Error(message.error));
  };
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name, api) => Object.defineProperty(globalThis, name, { value: Object.freeze(api) }),
    },
    ipcRenderer: {
      invoke: (channel, ...args) =>
        new Promise((resolve, reject) => {
          last += 1;
          waiting.set(last, { resolve, reject });
          post(JSON.stringify({ id: last, channel, args }));
        }),
      on: (channel, listener) => {
        listeners.set(channel, new Set(listeners.get(channel)).add(listener));
      },
      removeListener: (channel, listener) => {
        listeners.get(channel)?.delete(listener);
      },
    },
  };
  const require = (name) => {
    if (name !== 'electron') throw new Error('A sandboxed preload cannot require ' + name);
    return electron;
  };
  (function (require, exports, module) {
${preload}
  })(require, {}, { exports: {} });
})();`;
}

/** Delivers a message to the page. */
export const deliverScript = (message: object): string => `${DELIVER}?.(${JSON.stringify(message)})`;
