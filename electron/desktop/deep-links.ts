import { app } from 'electron';
import { parseReceiptLink, type Route } from '../../shared/window-route.ts';
import { writeLinkEntry } from './link-entry.ts';

const PROTOCOL = 'plinth';

/** Returns the route to the receipt in a command line. The system passes a clicked link as an argument. */
export function linkedRoute(argv: readonly string[]): Route | undefined {
  for (const argument of argv) {
    const route = parseReceiptLink(argument);
    if (route !== undefined) return route;
  }
  return undefined;
}

/** Receives links from macOS, which sends them as events. The first can arrive before the app is ready. */
export class DeepLinks {
  #waiting: Route | undefined;
  #open: ((route: Route) => void) | undefined;

  constructor() {
    app.on('open-url', (event, url) => {
      event.preventDefault();
      const route = parseReceiptLink(url);
      if (route === undefined) return;
      if (this.#open === undefined) this.#waiting = route;
      else this.#open(route);
    });
  }

  /** Opens links from now on, and returns a link that arrived earlier. */
  follow(open: (route: Route) => void): Route | undefined {
    // A checkout does not register itself with the system.
    if (app.isPackaged) {
      writeLinkEntry(process.env);
      app.setAsDefaultProtocolClient(PROTOCOL);
    }
    this.#open = open;
    return this.#waiting;
  }
}
