import type { Express } from 'express';
import { privacyLevel } from '../../shared/settings.ts';
import { ServerProof } from '../bridges/connect/server-proof.ts';
import { addBridgesRoute } from '../listener/bridges-route.ts';
import { type CollectorApp, createCollectorApp } from '../listener/collector-app.ts';
import type { CollectorContext } from '../listener/collector-context.ts';
import { LargeBodies } from '../listener/large-bodies.ts';
import { type Listener, NoFreePort, startListener } from '../listener/listener.ts';
import { addOtlpRoutes } from '../listener/otlp-route.ts';
import { peerGuard } from '../listener/peer-guard.ts';
import { RateLimiter } from '../listener/rate-limiter.ts';
import { RefusalPace } from '../listener/refusal-pace.ts';
import { allowedHosts } from '../listener/request-guards.ts';
import { addServerProofRoute } from '../listener/server-proof-route.ts';
import { UnreadableReports } from '../listener/unreadable-reports.ts';
import { HostError } from '../platform/host-error.ts';
import type { HostParts } from './host-parts.ts';
import { openBridges } from './open-bridges.ts';

export interface Collector {
  context: CollectorContext;
  listener: Listener;
  baseUrl: string;
}

/** Starts the listener, then opens the bridges. Throws a HostError. */
export async function startCollector(parts: HostParts, stack: AsyncDisposableStack): Promise<Collector> {
  const { bridges } = parts;
  // The port is known only after the application was created for it.
  const state = { listener: undefined as Listener | undefined, isStopping: false };
  const collector = createContext(parts, state);
  const context = { ...collector, unreadable: new UnreadableReports(collector) };
  stack.defer(() => context.unreadable.flush());
  let hosts: ReadonlySet<string> = new Set();
  const addBridges = (app: Express) => addRouteOfBridges(app, context, parts);
  const proof = parts.surroundings.platform === 'win32' ? new ServerProof() : undefined;
  const app = createCollectorApp(
    context,
    () => hosts,
    (extended) => {
      if (proof !== undefined) addServerProofRoute(extended, context, proof, () => state.listener?.port);
      addBridges(extended);
      const { seenActions, telemetry, ledger, selfTests } = bridges;
      addOtlpRoutes(extended, {
        ...{ ...context, seenActions, telemetry, ledger, selfTests },
        telemetryOwner: (integration) => bridges.telemetryOwner(integration),
        leaveOutInjected: bridges.leaveOutInjected.bind(bridges),
      });
    },
  );
  const listener = await listen(app, parts);
  state.listener = listener;
  hosts = allowedHosts(listener.port);
  stack.defer(() => {
    state.isStopping = true;
    return listener.stop();
  });
  await openBridges(parts, { context, addBridges, proof, port: listener.port }, stack);
  return { context, listener, baseUrl: context.baseUrl() };
}

/** Collects what the routes need of the host. */
function createContext(
  { stores, refusals, recording, run }: HostParts,
  state: { listener: Listener | undefined; isStopping: boolean },
): CollectorContext {
  const { settings } = stores;
  return {
    integrations: stores.integrations,
    refusals,
    rateLimiter: new RateLimiter(),
    refusalPace: new RefusalPace(),
    largeBodies: new LargeBodies(),
    log: stores.log,
    faults: stores.faults,
    submit: (event) =>
      stores.receipts.submit({ ...event, maskDetails: settings.settings.privacy.maskDetails === true }),
    inspect: (body) =>
      stores.receipts.lane.inspect({ ...body, maskDetails: settings.settings.privacy.maskDetails === true }),
    readAside: (integrationId, route, body) =>
      stores.receipts.lane.read(integrationId, { route, body }) as Promise<never>,
    privacyLevel: (integrationId, event) => privacyLevel(settings.settings.privacy, integrationId, event),
    pauseOf: (event) => recording.pauseOf(event),
    retentionDays: () => settings.settings.retention.maxAgeDays ?? 0,
    baseUrl: () => `http://127.0.0.1:${state.listener?.port ?? 0}`,
    isStopping: () => state.isStopping,
    now: run.now,
  };
}

function addRouteOfBridges(
  app: Express,
  context: CollectorContext & { unreadable: UnreadableReports },
  { bridges, stores, run, hub }: HostParts,
): void {
  addBridgesRoute(app, {
    ...context,
    endSessions: async (sessionId, ids) => {
      await stores.receipts.call('endSessions', run.now(), sessionId, ids);
      hub.receiptsChanged(0, false);
    },
    seenActions: bridges.seenActions,
    ledger: bridges.ledger,
    lost: bridges.lost,
    selfTests: bridges.selfTests,
    factsOf: (harness, integrationId) => bridges.factsOf(harness, integrationId),
    leaveOutInjected: bridges.leaveOutInjected.bind(bridges),
    noteVersion: (integrationId, version) => bridges.connector.noteVersion(integrationId, version),
  });
}

async function listen(app: CollectorApp, { options, stores }: HostParts): Promise<Listener> {
  const guardPeer = peerGuard(() => stores.settings.settings.allowOtherUsers, stores.log);
  try {
    return await startListener(app, options.port, guardPeer);
  } catch (error) {
    if (!(error instanceof NoFreePort)) throw error;
    throw new HostError(
      'no_free_port',
      `No free port was found from ${options.port} on. Choose another with PLINTH_PORT.`,
    );
  }
}
