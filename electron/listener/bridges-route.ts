import type { IncomingMessage } from 'node:http';
import type { Express, RequestHandler } from 'express';
import { type HarnessId, isHarnessId, isTelemetryHarness } from '../../shared/bridge.ts';
import type { UnreadableReason } from '../../shared/event.ts';
import { BRIDGES_PATH } from '../../shared/limits.ts';
import type { BridgeLedger } from '../bridges/connect/bridge-ledger.ts';
import { CALLER_HEADER } from '../bridges/connect/calling-program.ts';
import { isVersion } from '../bridges/connect/installation.ts';
import { type LostReports, REPORT_HEADER } from '../bridges/connect/lost-reports.ts';
import type { SelfTests } from '../bridges/connect/self-test.ts';
import { type AdaptedEvent, type Payload, textOf } from '../bridges/harnesses/adaptation.ts';
import type { Provider } from '../bridges/harnesses/harness.ts';
import { HARNESSES } from '../bridges/harnesses/index.ts';
import { mendMembers, type Reading, type ReadReport, readReports } from '../bridges/report-reader.ts';
import type { Reporter, SeenActions } from '../bridges/seen-actions.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import { ReceiptStoreError } from '../receipts/worker/receipt-store-error.ts';
import { authenticateBridge } from './authentication.ts';
import { type CollectorContext, refuse } from './collector-context.ts';
import { checkMediaType } from './event-body.ts';
import { unavailable } from './events-route.ts';
import { MAX_OVERSIZED_BYTES, type ReducedBody, takeOversizedBody } from './oversized-body.ts';
import { type Refusal, sendJson } from './problem-response.ts';
import { connectionsOf, recordAdapted } from './record-adapted.ts';
import { takeBody } from './take-body.ts';
import type { UnreadableReports } from './unreadable-reports.ts';

// A hook's payload also carries data that Plinth discards, such as whole files.
const MAX_PAYLOAD_BYTES = 8 * 1_048_576;
const tooLarge: Refusal = { code: 'payload_too_large', closeConnection: true };
const unauthorized: Refusal = { code: 'unauthorized', headers: ['WWW-Authenticate', 'Bearer'] };

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
  /** Keeps the version that a harness reported of itself. */
  noteVersion(integrationId: string, version: string): boolean;
}

/**
 * Returns the harness that sent the payload. Cursor can also run Claude Code's hooks, and its payloads identify Cursor.
 * No other connection may report for another harness. A receipt that came this way says so.
 */
function speakerOf(route: HarnessId, payload: Payload): HarnessId {
  return route === 'claude-code' && typeof payload.cursor_version === 'string' ? 'cursor' : route;
}

/**
 * Returns who reports an event. Claude Code's hooks in Cursor, and `plinth acp` in front of an agent, observe what the
 * hooks of Cursor or of the agent may report as well.
 */
function reporterOf(
  context: BridgeContext,
  { id, harness }: IntegrationRecord,
  viaClaudeCode: boolean,
  { event }: AdaptedEvent,
): Reporter {
  const through = `${id} through Claude Code`;
  if (viaClaudeCode) return { account: through, hooks: [id] };
  // The session of an editor is another one, with a start and an end of its own.
  const isOfHooks = harness !== 'acp' && /^session\./.test(event);
  const others = isOfHooks ? [] : connectionsOf(context, harness === 'acp' ? undefined : 'acp');
  return { account: id, observers: [through, ...others.map((other) => other.id)] };
}

/** Adds what the payload leaves out and the harness's own files name: its version and its AI provider. */
function completeFromFiles(adapted: AdaptedEvent, factsOf: () => ReturnType<BridgeContext['factsOf']>): void {
  const { event, data } = adapted;
  if (event === 'session.started' && data.harnessVersion === undefined) {
    const { version } = factsOf();
    if (version !== undefined) data.harnessVersion = version;
  }
  if (event !== 'prompt.submitted' || data.destination !== undefined) return;
  const { provider } = factsOf();
  if (provider === undefined) return;
  data.destination = provider.name;
  adapted.destinationAssumed = !provider.named;
}

/** Adapts one payload and records its events. Counts a payload that no adapter knows. */
async function recordPayload(
  context: BridgeContext,
  route: HarnessId,
  integration: IntegrationRecord,
  { value: payload, marks: { leftOut = 0, ...marks }, bytes }: ReadReport,
): Promise<void> {
  const speaker = speakerOf(route, payload);
  const counts = context.ledger.of(speaker);
  const { adapt, parts } = HARNESSES[speaker];
  Object.assign(marks, mendMembers(payload));
  Object.assign(marks, ...(parts?.(payload) ?? []).map(mendMembers));
  const adaptation = adapt(payload);
  if (adaptation.kind === 'not_user_input') counts.notUserInput += 1;
  if (adaptation.kind === 'decision') {
    const { sessionId, callId, approval } = adaptation;
    context.seenActions.coverage.decision(integration.id, sessionId, callId, approval);
  }
  const about = adaptation.kind === 'events' ? adaptation.events[0]?.sessionId : undefined;
  const sessionId = about ?? textOf(payload, 'conversation_id', 'session_id', 'sessionId');
  const countReport = (gaveEvent: boolean) => {
    if (sessionId === undefined) return;
    context.seenActions.coverage.hookReport(integration.id, sessionId, gaveEvent);
  };
  if (adaptation.kind !== 'events') countReport(false);
  // A harness without a bridge of its own records under the integration that sent the payload.
  const owner = speaker === route ? integration : (connectionsOf(context, speaker)[0] ?? integration);
  const lose = (reason: UnreadableReason, session?: string) => {
    counts.refused += 1;
    return context.unreadable.note(owner, { reason, bytes }, session);
  };
  if (adaptation.kind === 'unknown') {
    const { reason, sessionId } = adaptation;
    if (reason !== undefined) return lose(reason, sessionId);
    counts.unknownPayloads += 1;
  }
  if (adaptation.kind !== 'events') return;
  counts.unknownFields += adaptation.unknownFields;

  const viaClaudeCode = owner.id !== integration.id;
  const receivedAt = context.now();
  const instant = new Date(receivedAt).toISOString();
  const commits: Promise<unknown>[] = [];
  const unfit: UnreadableReason[] = [];
  let gaveEvent = false;
  for (const adapted of adaptation.events) {
    if (context.selfTests.take(adapted.sessionId, integration.id)) continue;
    adapted.leftOut = (adapted.leftOut ?? 0) + leftOut;
    Object.assign(adapted, marks);
    const { harnessVersion } = adapted.data;
    completeFromFiles(adapted, () => context.factsOf(speaker, owner.id));
    const reporter = reporterOf(context, owner, viaClaudeCode, adapted);
    const outcome = recordAdapted(context, owner, adapted, { route, reporter, receivedAt, viaClaudeCode });
    if (outcome === 'duplicate' || outcome === 'joined') {
      counts.duplicates += 1;
      gaveEvent ||= outcome === 'joined';
    } else if (typeof outcome === 'string') unfit.push(outcome);
    else {
      const commit = outcome.then(({ recorded }) => {
        context.ledger.taken(owner.id, adapted.event, instant);
        gaveEvent ||= recorded;
        if (recorded && !viaClaudeCode && typeof harnessVersion === 'string' && isVersion(harnessVersion)) {
          context.noteVersion(owner.id, harnessVersion);
        }
      });
      commits.push(commit);
    }
  }
  // A command without its line is not recorded, where the tool's use is.
  const [reason] = unfit;
  if (reason !== undefined && unfit.length === adaptation.events.length) commits.push(lose(reason, about));
  await Promise.all(commits).finally(() => countReport(gaveEvent));
}

/**
 * Notes the program that started the hook, after its answer. It is shown to the user, and is no part of accepting a
 * report: every program of the user can write this header.
 */
function noteCaller(context: BridgeContext, req: IncomingMessage, { id }: IntegrationRecord): void {
  const pid = Number(req.headers[CALLER_HEADER]);
  if (!Number.isSafeInteger(pid)) return;
  setImmediate(() => {
    const isPaused = context.pauseOf({ integrationId: id, sessionId: '', cwd: undefined }) !== undefined;
    const keepsFolder = !isPaused && context.privacyLevel(id, 'session.started') === 'text';
    context.ledger.called(id, pid, context.now(), keepsFolder);
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
        const least = refusal.code === tooLarge.code ? MAX_PAYLOAD_BYTES : 0;
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
    const body = {
      integration,
      limit: MAX_PAYLOAD_BYTES,
      largeBodies: context.largeBodies,
      inspect: (bytes: Buffer) => ({ value: readReports(bytes) }),
    };
    const record = async (readings: readonly Reading[]) => {
      // The body took time to arrive. A revocation or a rotation applies from the moment it is made.
      if (!context.integrations.isValid(integration)) {
        return reject(unauthorized, integration);
      }
      if (context.isStopping()) return reject(unavailable, integration);
      const unread = readings.filter((reading) => 'reason' in reading);
      const counts = context.ledger.of(harness);
      counts.reports += readings.length - 1;
      try {
        for (const reading of readings) {
          if ('value' in reading) await recordPayload(context, harness, integration, reading);
          else await context.unreadable.note(integration, reading);
        }
      } catch (error) {
        if (!(error instanceof ReceiptStoreError)) context.faults.note('bridge route', error);
        // The store has already logged the failure.
        return reject(unavailable, integration);
      }
      counts.refused += unread.length;
      if (unread.length === readings.length) {
        return refuse(context, req, res, 'bridges', { code: 'invalid_json' }, integration);
      }
      sendJson(res, 202, 'application/json', '{}');
      noteCaller(context, req, integration);
    };
    const takeOversized = (rest: AsyncIterable<unknown>, place: Parameters<typeof takeOversizedBody>[1]) => {
      const read = ({ body: reduced, removeMarks }: ReducedBody) =>
        readReports(reduced).map((reading) =>
          'value' in reading
            ? { ...reading, marks: { ...reading.marks, leftOut: removeMarks(reading.value) } }
            : { ...reading, bytes: Math.max(declared, reading.bytes) },
        );
      return takeOversizedBody(rest, place, read, (taken) =>
        taken === undefined ? reject(tooLarge, integration) : record(taken),
      );
    };
    if (declared > MAX_OVERSIZED_BYTES) return reject(tooLarge, integration);
    if (declared > MAX_PAYLOAD_BYTES) return takeOversized(req, body);
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
