import type { PlinthBridge } from '../../shared/window-bridge.ts';
import type { HostConnection } from './host-connection.ts';

declare global {
  interface Window {
    /** Present only in the desktop app's window. */
    plinth?: PlinthBridge;
  }
}

/** The connection of the desktop app's window. The host runs in the same program, so the connection is always open. */
export function connectWindow(bridge: PlinthBridge): HostConnection {
  return {
    call: bridge.call,
    callAll: (questions) => Promise.all(questions.map(([channel, params]) => bridge.call(channel, params))),
    lostAt: () => undefined,
    subscribe: bridge.subscribe,
    state: () => 'connected',
    onState: () => () => undefined,
    async copySecret(text) {
      try {
        await bridge.copySecret(text);
        return 'clears_itself';
      } catch {
        return 'failed';
      }
    },
  };
}
