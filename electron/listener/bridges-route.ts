import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Express, RequestHandler } from 'express';
import { type HarnessId, isHarnessId, isTelemetryHarness } from '../../shared/bridge.ts';
import type { UnreadableReason } from '../../shared/event.ts';
import { BRIDGES_PATH, MAX_LABEL_LENGTH } from '../../shared/limits.ts';
import { privacyLevel } from '../../shared/settings.ts';
import { MAX_REPORT_BYTES } from '../body/body-budget.ts';
import type { AdaptedReport, BridgeReading } from '../bridges/adapted-report.ts';
import { readBridgeBody } from '../bridges/adapted-report.ts';
import type { BridgeLedger } from '../bridges/connect/bridge-ledger.ts';
import { CALLER_HEADER } from '../bridges/connect/calling-program.ts';
import { isVersion } from '../bridges/connect/installation.ts';
import { type LostReports, REPORT_HEADER } from '../bridges/connect/lost-reports.ts';
import type { SelfTests } from '../bridges/connect/self-test.ts';
import type { FittedEvent } from '../bridges/event-fitting.ts';
import type { Provider } from '../bridges/harnesses/harness.ts';
import type { Reporter, SeenActions } from '../bridges/seen-actions.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import { ReceiptStoreError } from '../receipts/worker/receipt-events.ts';
import { authenticateBridge } from './authentication.ts';
import { type CollectorContext, refuse } from './collector-context.ts';
import { EventGroup } from './event-group.ts';
import { continued, MAX_OVERSIZED_BYTES, type ReducedBody, takeOversizedBody } from './oversized-body.ts';
import { type Refusal, sendJson, unauthorized, unavailable } from './problem-response.ts';
import { connectionsOf, recordAdapted } from './record-adapted.ts';
import { refusalAfterBody } from './record-event.ts';
import { checkMediaType, takeBody } from './request-body.ts';
import type { UnreadableReports } from './unreadable-reports.ts';

const tooLarge: Refusal = { code: 'payload_too_large', closeConnection: true };

/** The collector's context and the parts that only the bridges' route needs. */
interface BridgeContext extends CollectorContext {
  seenActions: SeenActions;
  ledger: BridgeLedger;
  unreadable: UnreadableReports;
  lost: LostReports;
  selfTests: SelfTests;
  /** Returns the version and the provider of a harness, where its files name them. */
  factsOf(
    harness: HarnessId,
    integrationId: string,
  ): { version: string | undefined; provider: Provider | undefined };
  /** Replaces the text of a command by what the user typed. */
  leaveOutInjected(harness: HarnessId, integrationId: string, event: FittedEvent): FittedEvent;
  /** Keeps the version that a harness reported of itself. */
  noteVersion(integrationId: string, version: string): boolean;
  /** Ends the open sessions of this id that these integrations have, without a receipt. */
  endSessions(sessionId: string, integrationIds: readonly string[]): Promise<void>;
}

/**
 * Returns who reports an event. Claude Code's hooks in Cursor, and `plinth acp` in front of an agent, observe what the
 * hooks of Cursor or of the agent may report as well.
 */
function reporterOf(
  context: BridgeContext,
  { id, harness }: IntegrationRecord,
  viaClaudeCode: boolean,
  { event }: FittedEvent,
): Reporter {
  const through = `${id} through Claude Code`;
  if (viaClaudeCode) return { account: through, hooks: [id] };
  const others = connectionsOf(context, harness === 'acp' ? undefined : 'acp').map((other) => other.id);
  // The session of an editor is another one, with a start of its own.
  if (harness !== 'acp' && /^session\./.test(event)) {
    return { account: id, observers: [through], editors: others };
  }
  return { account: id, observers: [through, ...others] };
}

/** Reports that are counted elsewhere, or after their events, or are about a call that another report describes. */
const NOT_COUNTED: ReadonlySet<string> = new Set(['events', 'told', 'counted']);

const fits = (label: string | undefined) => label !== undefined && label.length <= MAX_LABEL_LENGTH;

/** Adds what the payload leaves out and the harness's own files name: its version and its AI provider. */
function completeFromFiles(adapted: FittedEvent, factsOf: () => ReturnType<BridgeContext['factsOf']>): void {
  const { event, data } = adapted;
  if (event === 'session.started' && data.harnessVersion === undefined) {
    const { version } = factsOf();
    if (fits(version)) data.harnessVersion = version;
  }
  if (event !== 'prompt.submitted' || data.destination !== undefined) return;
  const { provider } = factsOf();
  if (!fits(provider?.name)) return;
  data.destination = provider?.name;
  adapted.destinationAssumed = provider?.named === false;
}

/** Records the events of one report while its credential is valid. Counts a payload that no adapter knows. */
async function recordReport(
  context: BridgeContext,
  route: HarnessId,
  integration: IntegrationRecord,
  { speaker, sessionId: about, bytes, adaptation }: AdaptedReport,
): Promise<void> {
  const isValid = () => context.integrations.isValid(integration);
  const counts = context.ledger.of(speaker);
  const { coverage } = context.seenActions;
  if (adaptation.kind === 'not_user_input') counts.notUserInput += 1;
  const { cwd } = (('events' in adaptation && adaptation.events?.[0]?.data) || {}) as { cwd?: string };
  const session = { integrationId: integration.id, sessionId: about ?? '', cwd };
  const isNoted = () => isValid() && context.recording.pauseOf(session) === undefined;
  if (adaptation.kind === 'told' && isNoted()) {
    const { sessionId, callId, events = [] } = adaptation;
    const calls = callId === undefined ? context.seenActions.callsOf(integration.id, events) : [callId];
    for (const call of calls) coverage.told(integration.id, sessionId, call, adaptation);
  }
  if (adaptation.kind === 'counted' && isNoted()) {
    coverage.counted(integration.id, adaptation.sessionId, adaptation.count);
  }
  const countReport = (gaveEvent: boolean) => {
    if (about !== undefined && isNoted()) coverage.hookReport(integration.id, about, gaveEvent);
  };
  // A report that needs no receipt is about what has one.
  if (adaptation.kind === 'ignored') countReport(true);
  else if (!NOT_COUNTED.has(adaptation.kind)) countReport(false);
  // A harness without a bridge of its own records under the integration that sent the payload.
  const owner = speaker === route ? integration : (connectionsOf(context, speaker)[0] ?? integration);
  const lose = (reason: UnreadableReason, of?: string) => {
    counts.refused += 1;
    return context.unreadable.note(owner, { reason, bytes }, of);
  };
  if (adaptation.kind === 'unknown') {
    if (adaptation.reason !== undefined) return lose(adaptation.reason, about);
    counts.unknownPayloads += 1;
  }
  if (adaptation.kind !== 'events') return;
  const { events, unfit, unknownFields } = adaptation;
  counts.unknownFields += unknownFields;
  context.rateLimiter.charge(integration, events.length);

  const viaClaudeCode = owner.id !== integration.id;
  const receivedAt = Date.now();
  const group = new EventGroup();
  let gaveEvent = false;
  try {
    for (const each of events) {
      if (!isValid()) break;
      const event = context.leaveOutInjected(speaker, owner.id, each);
      if (context.selfTests.take(event.sessionId, integration.id)) continue;
      const { harnessVersion } = event.data;
      completeFromFiles(event, () => context.factsOf(speaker, owner.id));
      const reporter = reporterOf(context, owner, viaClaudeCode, event);
      const way = event.isWatched === true ? 'watcher' : route;
      const arrival = { route: way, reporter, receivedAt, viaClaudeCode } as const;
      const outcome = recordAdapted(context, owner, event, arrival);
      if (outcome === 'duplicate' || outcome === 'joined') {
        counts.duplicates += 1;
        gaveEvent ||= outcome === 'joined';
        if (event.event === 'session.ended' && isNoted())
          await context.endSessions(event.sessionId, [owner.id]);
        // No commit of it gives other requests a turn.
        await group.add(event.bytes, nextTurn());
      } else {
        const commit = outcome.then(async ({ recorded }) => {
          context.ledger.taken(owner.id, event.event, new Date(receivedAt).toISOString());
          gaveEvent ||= recorded;
          if (recorded && !viaClaudeCode && typeof harnessVersion === 'string' && isVersion(harnessVersion)) {
            context.noteVersion(owner.id, harnessVersion);
          }
          if (recorded && speaker === 'acp' && event.event === 'session.ended') {
            const { sessionId } = event;
            await context.endSessions(sessionId, context.seenActions.sharing(sessionId, owner.id));
          }
        });
        await group.add(event.bytes, commit);
      }
    }
    // A command without its line is not recorded, where the tool's use is.
    if (events.length === 0) await lose(unfit ?? 'incomplete', about);
    await group.end();
  } finally {
    countReport(gaveEvent);
  }
}

/**
 * Notes the program that started the hook, after its answer. It is shown to the user, and is no part of accepting a
 * report: every program of the user can write this header.
 */
function noteCaller(context: BridgeContext, req: IncomingMessage, { id }: IntegrationRecord): void {
  const pid = Number(req.headers[CALLER_HEADER]);
  if (!Number.isSafeInteger(pid)) return;
  setImmediate(() => {
    const pause = context.recording.pauseOf({ integrationId: id, sessionId: '', cwd: undefined });
    const level = privacyLevel(context.settings.settings.privacy, id, 'session.started');
    context.ledger.called(id, pid, Date.now(), pause === undefined && level === 'text');
  });
}

/**
 * `POST /api/bridges/v1/{harness}`: takes a harness's own payload. The answer contains nothing that an agent could
 * read.
 */
function bridgeRoute(context: BridgeContext): RequestHandler<{ harness: string }> {
  return async (req, res) => {
    const { harness } = req.params;
    if (!isHarnessId(harness) || isTelemetryHarness(harness))
      return refuse(context, req, res, 'bridges', { code: 'not_found' });
    const declared = Number(req.headers['content-length'] ?? 0);
    const reject = (refusal: Refusal, integration?: IntegrationRecord) => {
      if (integration?.harness === harness) {
        context.ledger.of(harness).refused += 1;
        // The length of a body in chunks is not known, but that it is over the limit.
        const least = refusal.code === tooLarge.code ? MAX_REPORT_BYTES : 0;
        context.unreadable.refused(integration, refusal.code, Math.max(declared, least));
      }
      return refuse(context, req, res, 'bridges', refusal, integration);
    };

    const { integration, refusal } = authenticateBridge(req, context.integrations, harness);
    if (refusal !== undefined) return reject(refusal, integration);
    // A hook ran. A user sees the number of those that gave no event.
    context.ledger.of(harness).reports += 1;
    context.lost.arrived(String(req.headers[REPORT_HEADER]));
    const retryAfter = context.rateLimiter.take(integration, performance.now());
    if (retryAfter > 0) {
      return reject({ code: 'rate_limited', headers: ['Retry-After', String(retryAfter)] }, integration);
    }
    const mediaTypeRefusal = checkMediaType(req);
    if (mediaTypeRefusal !== undefined) return reject(mediaTypeRefusal, integration);
    const readAside = async (bytes: Buffer, mark?: string): Promise<BridgeReading[]> => {
      const { length } = bytes;
      const readings = await context.readAside(integration.id, 'bridge', { harness, body: bytes, mark });
      // Its time or memory was over.
      return readings ?? [{ reason: 'too_large', bytes: length }];
    };
    const body = {
      integration,
      limit: MAX_REPORT_BYTES,
      largeBodies: context.largeBodies,
      inspect: (bytes: Buffer) => ({ value: readBridgeBody({ harness, body: bytes }) }),
      inspectAside: async (bytes: Buffer) => ({ value: await readAside(bytes) }),
    };
    const record = async (readings: readonly BridgeReading[]) => {
      const late = refusalAfterBody(context, integration);
      if (late !== undefined) return reject(late, integration);
      const unread = readings.filter((reading) => 'reason' in reading);
      const counts = context.ledger.of(harness);
      counts.reports += readings.length - 1;
      try {
        for (const reading of readings) {
          if (!context.integrations.isValid(integration)) break;
          if ('adaptation' in reading) await recordReport(context, harness, integration, reading);
          else await context.unreadable.note(integration, reading);
        }
      } catch (error) {
        if (!(error instanceof ReceiptStoreError)) context.faults.note('bridge route', error);
        // The store has already logged the failure.
        return reject(unavailable, integration);
      }
      if (!context.integrations.isValid(integration)) return reject(unauthorized, integration);
      counts.refused += unread.length;
      if (unread.length === readings.length) {
        const isLarge = unread.every(({ reason }) => reason === 'too_large');
        const code = isLarge ? tooLarge.code : 'invalid_json';
        return refuse(context, req, res, 'bridges', { code }, integration);
      }
      sendJson(res, 202, 'application/json', '{}');
      noteCaller(context, req, integration);
    };
    const takeOversized = (begun: readonly Buffer[], place: Parameters<typeof takeOversizedBody>[1]) => {
      const read = async ({ body: reduced, mark }: ReducedBody) =>
        (await readAside(reduced, mark)).map((reading) =>
          'reason' in reading ? { ...reading, bytes: Math.max(declared, reading.bytes) } : reading,
        );
      return takeOversizedBody(continued(begun, req), place, read, (taken) =>
        taken === undefined ? reject(tooLarge, integration) : record(taken),
      );
    };
    if (declared > MAX_OVERSIZED_BYTES) return reject(tooLarge, integration);
    if (declared > MAX_REPORT_BYTES) return takeOversized([], body);
    // A hook sends its input as it comes, without a length, and stops when its time is over.
    await takeBody(req, res, { ...body, takeOversized }, (taken) =>
      'refusal' in taken ? reject(taken.refusal, integration) : record(taken.value),
    );
  };
}

/** Adds the bridges' endpoint behind the listener's guards. */
export function addBridgesRoute(app: Express, context: BridgeContext): void {
  const path = `${BRIDGES_PATH}/:harness`;
  app.post(path, bridgeRoute(context));
  app.all<{ harness: string }>(path, (req, res) =>
    isHarnessId(req.params.harness)
      ? refuse(context, req, res, 'bridges', { code: 'method_not_allowed', headers: ['Allow', 'POST'] })
      : refuse(context, req, res, 'bridges', { code: 'not_found' }),
  );
}
