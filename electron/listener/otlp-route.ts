import { setImmediate } from 'node:timers/promises';
import type { Express, RequestHandler } from 'express';
import { type HarnessId, isHarnessId } from '../../shared/bridge.ts';
import { OTLP_PATH } from '../../shared/limits.ts';
import type { BridgeLedger } from '../bridges/connect/bridge-ledger.ts';
import type { SelfTests } from '../bridges/connect/self-test.ts';
import type { FittedEvent } from '../bridges/event-fitting.ts';
import type { Harness } from '../bridges/harnesses/harness.ts';
import { HARNESSES } from '../bridges/harnesses/index.ts';
import type { SeenActions } from '../bridges/seen-actions.ts';
import {
  type RecordEvents,
  readTelemetryBody,
  type TelemetryReading,
  type TelemetrySignal,
} from '../bridges/telemetry/read-telemetry.ts';
import type { TelemetryLedger } from '../bridges/telemetry/telemetry-ledger.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import { ReceiptStoreError } from '../receipts/worker/receipt-events.ts';
import { authenticateTelemetry } from './authentication.ts';
import type { CollectorContext } from './collector-context.ts';
import { EventGroup } from './event-group.ts';
import { type PartialSuccess, refuseOtlp, sendOtlp, successBody } from './otlp-answer.ts';
import { checkOtlpEncoding, type OtlpRefusal, otlpEncoding, takeOtlpBody } from './otlp-body.ts';
import { unauthorized, unavailable } from './problem-response.ts';
import { connectionsOf, notesOf, recordAdapted } from './record-adapted.ts';
import { refusalAfterBody } from './record-event.ts';
import type { UnreadableReports } from './unreadable-reports.ts';

/** The collector's context and the parts that only this route needs. */
interface TelemetryContext extends CollectorContext {
  seenActions: SeenActions;
  telemetry: TelemetryLedger;
  ledger: BridgeLedger;
  selfTests: SelfTests;
  unreadable: UnreadableReports;
  /** Replaces the text of a command by what the user typed. */
  leaveOutInjected(harness: HarnessId, integrationId: string, event: FittedEvent): FittedEvent;
  /** Returns the integration under which the telemetry of another is recorded: that of the same agent's hooks. */
  telemetryOwner(integration: IntegrationRecord): IntegrationRecord;
}

const tooLarge = { refusal: { code: 'payload_too_large' } } as const;

/** The connection of a request's credential, where it is one by telemetry and not a token. */
function connectionOf({ kind, harness = '' }: IntegrationRecord): Harness | undefined {
  return kind === 'managed' && isHarnessId(harness) ? HARNESSES[harness] : undefined;
}

const MEMBERS: Readonly<Record<TelemetrySignal, PartialSuccess['member']>> = {
  logs: 'rejectedLogRecords',
  traces: 'rejectedSpans',
  metrics: 'rejectedLogRecords',
};

/** What the records of one request add to. */
interface Taking {
  context: TelemetryContext;
  /** The integration of the credential. */
  integration: IntegrationRecord;
  connection: Harness | undefined;
  /**
   * The integration of the receipts. A connection adds to the sessions of its agent's hooks. A token has sessions of its
   * own, whatever ids it names.
   */
  owner: IntegrationRecord;
  group: EventGroup;
}

/** Records the events of one record. */
async function takeEvents(
  { context, integration, connection, owner, group }: Taking,
  { events, agent }: RecordEvents,
  hooks: readonly string[],
): Promise<void> {
  const counts = context.telemetry.of(integration.id);
  for (const each of events) {
    if (!context.integrations.isValid(integration)) return;
    const adapted = agent === undefined ? each : context.leaveOutInjected(agent, owner.id, each);
    if (connection !== undefined && context.selfTests.take(adapted.sessionId, integration.id)) continue;
    const arrival = { route: 'telemetry', receivedAt: Date.now(), reportedAfterwards: true } as const;
    const reporter = { account: owner.id, hooks };
    const outcome = recordAdapted(context, owner, adapted, { ...arrival, reporter });
    const arrived = () => {
      const at = new Date(arrival.receivedAt).toISOString();
      if (connection !== undefined) context.ledger.taken(integration.id, adapted.event, at);
      context.integrations.touch(integration, arrival.receivedAt);
    };
    if (outcome === 'duplicate' || outcome === 'joined') {
      counts.duplicates += 1;
      if (connection !== undefined) context.ledger.of(connection.id).duplicates += 1;
      arrived();
      // No commit of it gives other requests a turn.
      await group.add(adapted.bytes, setImmediate());
    } else await group.add(adapted.bytes, outcome.then(arrived));
  }
}

/** Notes of a request that are taken in one turn. A request has as many as records. */
const NOTES_AT_ONCE = 256;
/** Takes notes while their credential is valid, in turns with other requests. */
async function takeNotes<T>(notes: readonly T[], isValid: () => boolean, take: (note: T) => void) {
  for (const [at, note] of notes.entries()) {
    if (at % NOTES_AT_ONCE === 0) await setImmediate();
    if (!isValid()) return;
    take(note);
  }
}

/** Records what the records of a request mean, while its credential is valid. */
async function recordTelemetry(
  context: TelemetryContext,
  integration: IntegrationRecord,
  read: Exclude<TelemetryReading, { refusal: unknown }>,
): Promise<void> {
  const counts = context.telemetry.of(integration.id);
  counts.records += read.records;
  counts.dropped += read.dropped;
  counts.notUserInput += read.notUserInput;
  counts.rejected += read.rejected;
  context.rateLimiter.charge(integration, read.events);
  const connection = connectionOf(integration);
  if (connection !== undefined) context.ledger.of(connection.id).notUserInput += read.notUserInput;
  const owner = context.telemetryOwner(integration);
  const { coverage } = context.seenActions;
  const isValid = () => context.integrations.isValid(integration);
  const hasPause = (sessionId: string) =>
    context.recording.pauseOf({ integrationId: owner.id, sessionId, cwd: undefined }) !== undefined;
  const taking: Taking = { context, integration, connection, owner, group: new EventGroup() };
  await takeNotes(read.numbers, isValid, ({ sessionId, number }) =>
    coverage.number(owner.id, sessionId, number, hasPause(sessionId)),
  );
  for (const record of read.taken) {
    if (!isValid()) break;
    const { agent } = record;
    const hooks = agent === undefined ? [] : connectionsOf(context, agent).map(({ id }) => id);
    await takeEvents(taking, record, hooks);
  }
  await taking.group.end();
  await takeNotes(read.told, isValid, ({ sessionId, callId, ...notes }) => {
    if (callId === undefined || hasPause(sessionId)) return;
    coverage.told(owner.id, sessionId, callId, notesOf(owner, notes));
  });
  // A token can belong to any program, so it does not tell what hooks did.
  if (connection === undefined) return;
  await takeNotes(read.hookRuns, isValid, (sessionId) => {
    if (!hasPause(sessionId)) coverage.counted(owner.id, sessionId, 'hookRuns');
  });
}

/** `POST /api/otlp/v1/{signal}`: takes OpenTelemetry over HTTP. It keeps only records that are one of the six events. */
function otlpRoute(context: TelemetryContext, signal: TelemetrySignal): RequestHandler {
  return async (req, res) => {
    const encoding = otlpEncoding(req) ?? 'json';
    const reject = (refusal: OtlpRefusal, integration?: IntegrationRecord) => {
      const connection = integration === undefined ? undefined : connectionOf(integration);
      if (connection !== undefined && integration !== undefined) {
        context.ledger.of(connection.id).refused += 1;
        const bytes = Number(req.headers['content-length'] ?? 0);
        context.unreadable.refused(context.telemetryOwner(integration), refusal.code, bytes);
      }
      return refuseOtlp(context, req, res, refusal, integration);
    };

    const { integration, refusal } = authenticateTelemetry(req, context.integrations);
    if (refusal !== undefined) return reject(refusal, integration);
    const connection = connectionOf(integration);
    if (connection !== undefined) context.ledger.of(connection.id).reports += 1;
    const retryAfter = context.rateLimiter.take(integration, performance.now());
    if (retryAfter > 0) {
      return reject({ code: 'rate_limited', headers: ['Retry-After', String(retryAfter)] }, integration);
    }
    const encodingRefusal = checkOtlpEncoding(req);
    if (encodingRefusal !== undefined) return reject(encodingRefusal, integration);
    const body = { integration, largeBodies: context.largeBodies };
    await takeOtlpBody(
      req,
      res,
      body,
      async (bytes, isLarge) => {
        const sent = { signal, encoding, connection: connection?.id, body: bytes };
        if (!isLarge) return readTelemetryBody(sent);
        // Otherwise its time or memory was over.
        return (await context.readAside(integration.id, 'telemetry', sent)) ?? tooLarge;
      },
      async (taken) => {
        if ('refusal' in taken) return reject(taken.refusal, integration);
        const late = refusalAfterBody(context, integration);
        if (late !== undefined) return reject(late, integration);
        try {
          await recordTelemetry(context, integration, taken);
          if (!context.integrations.isValid(integration)) return reject(unauthorized, integration);
          const partial = { rejected: taken.rejected, member: MEMBERS[signal] };
          sendOtlp(res, 200, encoding, successBody(encoding, partial));
        } catch (error) {
          if (!(error instanceof ReceiptStoreError)) context.faults.note('telemetry route', error);
          // The store has already logged the failure. The client sends the request again; known events are not repeated.
          reject(unavailable, integration);
        }
      },
    );
  };
}

/** Every other path below the endpoint, and those that an exporter has with an endpoint that lacks a part. */
const MISTAKEN_PATH = /^\/+(?:api\/+otlp(?:\/.*)?|(?:v1\/+)?(?:logs|traces|metrics)\/*)$/;

/** Adds the receiver of OpenTelemetry behind the listener's guards. */
export function addOtlpRoutes(app: Express, context: TelemetryContext): void {
  for (const signal of Object.keys(MEMBERS) as TelemetrySignal[]) {
    const path = `${OTLP_PATH}/${signal}`;
    app.post(path, otlpRoute(context, signal));
    app.all(path, (req, res) =>
      refuseOtlp(context, req, res, { code: 'method_not_allowed', headers: ['Allow', 'POST'] }),
    );
  }
  app.all(MISTAKEN_PATH, (req, res) => refuseOtlp(context, req, res, { code: 'not_found' }));
}
