import { type BridgeBody, type BridgeReading, readBridgeBody } from './adapted-report.ts';
import { readTelemetryBody, type TelemetryBody, type TelemetryReading } from './telemetry/read-telemetry.ts';

/** The routes whose bodies are read in another thread, with what it gets and returns. */
interface Bodies {
  bridge: { body: BridgeBody; reading: BridgeReading[] };
  telemetry: { body: TelemetryBody; reading: TelemetryReading };
}
export type BodyRoute = keyof Bodies;
export type BodyOf<R extends BodyRoute> = Bodies[R]['body'];
export type ReadingOf<R extends BodyRoute> = Bodies[R]['reading'];

/** Reads the body of a route. */
export function readBody<R extends BodyRoute>(route: R, body: BodyOf<R>): ReadingOf<R> {
  const readers: { [R in BodyRoute]: (body: BodyOf<R>) => ReadingOf<R> } = {
    bridge: readBridgeBody,
    telemetry: readTelemetryBody,
  };
  return readers[route](body);
}
