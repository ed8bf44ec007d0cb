import type { PlinthBridge } from '../../shared/window-bridge.ts';
import type { HostConnection } from './host-connection.ts';

declare global {
  interface Window {
    /** Present only in the desktop app's window. */
    plinth?: PlinthBridge;
  }
}

/** The desktop app's window: the host lives in the same program, so that it is connected as long as it shows. */
export function connectWindow(bridge: PlinthBridge): HostConnection {
  return {
    call: bridge.call,
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
