import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { BRIDGES_PATH, CAPABILITIES_PATH, EVENTS_PATH, OTLP_PATH } from '../../shared/limits.ts';
import { capabilitiesRoute } from './capabilities-route.ts';
import { type CollectorContext, type Endpoint, refuse } from './collector-context.ts';
import { type AnswerEvent, answerEvents } from './events-route.ts';
import { type Refusal, unavailable } from './problem-response.ts';

/** Adds a feature's route behind the guards, such as the bridges' route. */
type ExtendApp = (app: Express) => void;

/**
 * Returns the `Host` values that name this listener, in lower case: names have no case. Any other value can be a domain that an attacker rebound to
 * loopback.
 */
export function allowedHosts(port: number): ReadonlySet<string> {
  const hosts = ['127.0.0.1', '[::1]', 'localhost'];
  const withPort = hosts.map((host) => `${host}:${port}`);
  return new Set(port === 80 ? [...withPort, ...hosts] : withPort);
}

/**
 * Refuses every request that a web page could have sent. It runs before any other check. A page can reach loopback by
 * DNS rebinding (`Host`) or by a cross-site request (`Origin`, `Sec-Fetch-Site`).
 */
function guardRequest(req: IncomingMessage, hosts: ReadonlySet<string>): Refusal | undefined {
  const { host, origin, 'sec-fetch-site': fetchSite } = req.headers;
  if (host === undefined || !hosts.has(host.toLowerCase())) return { code: 'forbidden_host' };
  if (origin !== undefined || (fetchSite !== undefined && fetchSite !== 'none')) {
    return { code: 'forbidden_origin' };
  }
  return undefined;
}

const LOGGED_PATHS = [EVENTS_PATH, CAPABILITIES_PATH, BRIDGES_PATH, OTLP_PATH];

/**
 * Names the endpoint of a path. A path outside the contract can contain any text from a client, so it is not logged.
 */
function loggedEndpoint(path: string): string {
  return LOGGED_PATHS.find((known) => path === known || path.startsWith(`${known}/`)) ?? 'other';
}

/** Logs each answer in a debug run: endpoint, status and duration. */
function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    const receivedAt = performance.now();
    const endpoint = loggedEndpoint(req.path);
    res.on('close', () => {
      const milliseconds = Math.round(performance.now() - receivedAt);
      log.debug({ endpoint, status: res.statusCode, milliseconds }, 'request answered');
    });
    next();
  };
}

/** The parts of an application that differ between the loopback ports and the bridges' socket. */
interface GuardedRoutes {
  /** Empty until the port is known. */
  hosts: ReadonlySet<string>;
  /** The endpoint that a refusal outside every route is counted for. */
  endpoint: Endpoint;
  /** The name that the fault log uses for an error of a route. */
  faultName: string;
  addRoutes: ExtendApp;
}

/** Creates an Express application with the guards before its routes, and the contract's answers after them. */
export function createGuardedApp(
  context: CollectorContext,
  { hosts, endpoint, faultName, addRoutes }: GuardedRoutes,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.enable('strict routing');
  app.enable('case sensitive routing');

  if (context.log.isLevelEnabled('debug')) app.use(logRequests(context.log));
  app.use((req, res, next) => {
    const refusal = guardRequest(req, hosts);
    if (refusal !== undefined) return refuse(context, req, res, endpoint, refusal);
    // A target in absolute form names its own host, so the check of the Host header does not cover it.
    if (!req.url.startsWith('/')) return refuse(context, req, res, endpoint, { code: 'not_found' });
    next();
  });
  addRoutes(app);
  app.use((req, res) => refuse(context, req, res, endpoint, { code: 'not_found' }));
  const onError: ErrorRequestHandler = (error, req, res, next) => {
    if (res.headersSent) return next(error);
    if (error instanceof URIError) return refuse(context, req, res, endpoint, { code: 'not_found' });
    context.faults.note(faultName, error);
    refuse(context, req, res, endpoint, unavailable);
  };
  app.use(onError);
  return app;
}

/** What serves the requests of the listener. */
export interface CollectorApp {
  /** The Express application with all routes. */
  app: Express;
  /** Answers a request. Gives the application all requests but events. */
  handle(req: IncomingMessage, res: ServerResponse): void;
}

/**
 * Takes events past the router of Express, which costs them a fifteenth of this thread's time. The guards and the route
 * are the application's own, and the application gets every request that the guards refuse.
 */
function eventsFirst(
  app: Express,
  context: CollectorContext,
  hosts: ReadonlySet<string>,
  answerEvent: AnswerEvent,
): CollectorApp['handle'] {
  if (context.log.isLevelEnabled('debug')) return app;
  const onFault = (req: IncomingMessage, res: ServerResponse, error: unknown) => {
    context.faults.note('route', error);
    if (res.headersSent) res.destroy();
    else refuse(context, req, res, 'other', unavailable);
  };
  return (req, res) => {
    if (req.url !== EVENTS_PATH || req.method !== 'POST' || guardRequest(req, hosts) !== undefined) {
      return app(req, res);
    }
    answerEvent(req, res).catch((error: unknown) => onFault(req, res, error));
  };
}

/** Adds the developer API. */
export function addDeveloperRoutes(
  app: Express,
  context: CollectorContext,
  answerEvent: AnswerEvent = answerEvents(context),
): void {
  const methodNotAllowed =
    (endpoint: Endpoint, allow: string): RequestHandler =>
    (req, res) =>
      refuse(context, req, res, endpoint, { code: 'method_not_allowed', headers: ['Allow', allow] });
  app.post(EVENTS_PATH, answerEvent);
  app.all(EVENTS_PATH, methodNotAllowed('events', 'POST'));
  // Express would answer HEAD with the GET route. The contract defines only GET.
  app.head(CAPABILITIES_PATH, methodNotAllowed('capabilities', 'GET'));
  app.get(CAPABILITIES_PATH, capabilitiesRoute(context));
  app.all(CAPABILITIES_PATH, methodNotAllowed('capabilities', 'GET'));
}

/** Creates what serves the listener: the developer API, and the routes that `extend` adds. */
export function createCollectorApp(
  context: CollectorContext,
  hosts: ReadonlySet<string>,
  extend?: ExtendApp,
): CollectorApp {
  const answerEvent = answerEvents(context);
  const addRoutes = (app: Express) => {
    addDeveloperRoutes(app, context, answerEvent);
    extend?.(app);
  };
  const app = createGuardedApp(context, { hosts, endpoint: 'other', faultName: 'route', addRoutes });
  return { app, handle: eventsFirst(app, context, hosts, answerEvent) };
}
