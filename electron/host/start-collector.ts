import type { Express } from 'express';
import { ServerProof } from '../bridges/connect/server-proof.ts';
import { addBridgesRoute } from '../listener/bridges-route.ts';
import { allowedHosts, type CollectorApp, createCollectorApp } from '../listener/collector-app.ts';
import type { CollectorContext } from '../listener/collector-context.ts';
import { LargeBodies } from '../listener/large-bodies.ts';
import { type Listener, NoFreePort, startListener } from '../listener/listener.ts';
import { addOtlpRoutes } from '../listener/otlp-route.ts';
import { peerGuard } from '../listener/peer-guard.ts';
import { RateLimiter } from '../listener/rate-limiter.ts';
import { RefusalPace } from '../listener/refusal-pace.ts';
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
  const bound: { listener?: Listener } = {};
  const stopping = new AbortController();
  const collector = createContext(parts, bound, stopping.signal);
  const context = { ...collector, unreadable: new UnreadableReports(collector) };
  stack.defer(() => context.unreadable.flush());
  const hosts = new Set<string>();
  const addBridges = (app: Express) => addRouteOfBridges(app, context, parts);
  const proof = parts.surroundings.platform === 'win32' ? new ServerProof() : undefined;
  const app = createCollectorApp(context, hosts, (extended) => {
    if (proof !== undefined) addServerProofRoute(extended, context, proof, () => bound.listener?.port);
    addBridges(extended);
    const { seenActions, telemetry, ledger, selfTests } = bridges;
    addOtlpRoutes(extended, {
      ...{ ...context, seenActions, telemetry, ledger, selfTests },
      telemetryOwner: (integration) => bridges.telemetryOwner(integration),
      leaveOutInjected: bridges.leaveOutInjected.bind(bridges),
    });
  });
  const listener = await listen(app, parts);
  bound.listener = listener;
  for (const host of allowedHosts(listener.port)) hosts.add(host);
  stack.defer(() => {
    stopping.abort();
    return listener.stop();
  });
  await openBridges(parts, { context, addBridges, proof, port: listener.port }, stack);
  return { context, listener, baseUrl: context.baseUrl() };
}

/** Collects what the routes need of the host. */
function createContext(
  { stores, refusals, recording }: HostParts,
  bound: { listener?: Listener },
  stopping: AbortSignal,
): CollectorContext {
  const { integrations, receipts, settings, log, faults } = stores;
  return {
    ...{ integrations, receipts, settings, recording, refusals, log, faults, stopping },
    rateLimiter: new RateLimiter(),
    refusalPace: new RefusalPace(),
    largeBodies: new LargeBodies(),
    readAside: (integrationId, route, body) =>
      receipts.lane.read(integrationId, { route, body }) as Promise<never>,
    baseUrl: () => `http://127.0.0.1:${bound.listener?.port ?? 0}`,
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
