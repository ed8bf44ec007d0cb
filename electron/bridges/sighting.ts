import type { HarnessId } from '../../shared/bridge.ts';
import type { RouteKind } from '../../shared/session-notes.ts';

export const SAME_MOMENT_MS = 5000;
/** Exporters gather records for some seconds before they send them. */
const TELEMETRY_DELAY_MS = 30_000;

/** The way on which a report arrives. A harness's watcher of files tells what its tools may tell, too. */
export type Route = HarnessId | 'telemetry' | 'watcher';

/** The receipt that an action has already. */
export interface RecordedAction {
  integrationId: string;
  receiptId: string;
  /** The id of its call, or of the receipt of a call without one. */
  call: string;
}

/** The first report of an action. */
export interface Sighting {
  route: Route;
  /** The routes that reported it. */
  routes: Route[];
  /** When the report arrived. */
  at: number;
  /** When the action happened, as far as the report says. */
  happenedAt: number;
  /** The receipt of the action, once it is recorded. */
  receipt?: RecordedAction;
}

export const routeKindOf = (route: Route): RouteKind => (route === 'telemetry' ? 'telemetry' : 'hooks');

/**
 * Compares two reports with the same content. Telemetry can arrive long after its action: a span is exported when it
 * ends. Its own time then tells that both reports are of one moment.
 */
export function isSameMoment(earlier: Sighting, later: Sighting): boolean {
  const delay = later.route === 'telemetry' ? TELEMETRY_DELAY_MS : SAME_MOMENT_MS;
  const apart = Math.abs(later.happenedAt - earlier.happenedAt);
  return later.at - earlier.at < delay || (earlier.route !== later.route && apart < SAME_MOMENT_MS);
}
