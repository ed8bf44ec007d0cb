import type { Express, RequestHandler } from 'express';
import { isHarnessId } from '../../shared/bridge.ts';
import { OTLP_PATH } from '../../shared/limits.ts';
import type { BridgeLedger } from '../bridges/connect/bridge-ledger.ts';
import type { SelfTests } from '../bridges/connect/self-test.ts';
import type { AdaptedEvent, CallDecision } from '../bridges/harnesses/adaptation.ts';
import type { Harness } from '../bridges/harnesses/harness.ts';
import { HARNESSES } from '../bridges/harnesses/index.ts';
import type { SeenActions } from '../bridges/seen-actions.ts';
import { adaptTelemetryRecord, agentOf } from '../bridges/telemetry/adapt-record.ts';
import { readJsonLogs, readJsonSpans } from '../bridges/telemetry/otlp-json.ts';
import { readProtobufLogs, readProtobufSpans } from '../bridges/telemetry/otlp-protobuf.ts';
import type { TelemetryLedger } from '../bridges/telemetry/telemetry-ledger.ts';
import { type TelemetryRecord, textAttribute } from '../bridges/telemetry/telemetry-record.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import { parseJsonText } from '../receipts/body/json-text.ts';
import { ReceiptStoreError } from '../receipts/worker/receipt-store-error.ts';
import { authenticateTelemetry } from './authentication.ts';
import type { CollectorContext } from './collector-context.ts';
import { unavailable } from './events-route.ts';
import { type PartialSuccess, refuseOtlp, sendOtlp, successBody } from './otlp-answer.ts';
import {
  checkOtlpEncoding,
  type OtlpEncoding,
  type OtlpRefusal,
  otlpEncoding,
  takeOtlpBody,
} from './otlp-body.ts';
import { connectionsOf, recordAdapted } from './record-adapted.ts';
import type { UnreadableReports } from './unreadable-reports.ts';

/** The collector's context and the parts that only this route needs. */
interface TelemetryContext extends CollectorContext {
  seenActions: SeenActions;
  telemetry: TelemetryLedger;
  ledger: BridgeLedger;
  selfTests: SelfTests;
  unreadable: UnreadableReports;
  /** Returns the integration under which the telemetry of another is recorded: that of the same agent's hooks. */
  telemetryOwner(integration: IntegrationRecord): IntegrationRecord;
}

/** The connection of a request's credential, where it is one by telemetry and not a token. */
function connectionOf({ kind, harness = '' }: IntegrationRecord): Harness | undefined {
  return kind === 'managed' && isHarnessId(harness) ? HARNESSES[harness] : undefined;
}

interface Signal {
  member: PartialSuccess['member'];
  read(body: Buffer, encoding: OtlpEncoding): TelemetryRecord[] | undefined;
}

const parsed = (body: Buffer): unknown => {
  try {
    return parseJsonText(body.toString('utf8')).value;
  } catch {
    return undefined;
  }
};

const SIGNALS: Readonly<Record<string, Signal>> = {
  logs: {
    member: 'rejectedLogRecords',
    read: (body, encoding) => (encoding === 'json' ? readJsonLogs(parsed(body)) : readProtobufLogs(body)),
  },
  traces: {
    member: 'rejectedSpans',
    read: (body, encoding) => (encoding === 'json' ? readJsonSpans(parsed(body)) : readProtobufSpans(body)),
  },
  // No metric describes one of the six events. A refusal would make exporters warn their user.
  metrics: { member: 'rejectedLogRecords', read: () => [] },
};

/** Returns the decisions that events carry. */
function decisionsOf(events: readonly AdaptedEvent[]): CallDecision[] {
  return events.flatMap(({ event, sessionId, action: callId, approval }) =>
    event === 'tool.before_use' && callId !== undefined && approval !== undefined
      ? [{ kind: 'decision', sessionId, callId, approval }]
      : [],
  );
}

/** Claude Code numbers all records of a session, so that missing ones can be counted. */
function noteNumber({ context, owner }: Taking, record: TelemetryRecord): void {
  const sessionId = textAttribute(record, 'session.id');
  const number = Number(textAttribute(record, 'event.sequence') ?? Number.NaN);
  if (sessionId !== undefined && Number.isSafeInteger(number) && number >= 0) {
    context.seenActions.coverage.number(owner.id, sessionId, number);
  }
}

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
  decisions: CallDecision[];
  commits: Promise<unknown>[];
}

/** Records the events of one record. Returns false where one of them does not fit the contract. */
function takeEvents(
  { context, integration, connection, owner, decisions, commits }: Taking,
  events: readonly AdaptedEvent[],
  hooks: readonly string[],
): boolean {
  const counts = context.telemetry.of(integration.id);
  let unfit = 0;
  for (const adapted of events) {
    if (connection !== undefined && context.selfTests.take(adapted.sessionId, integration.id)) continue;
    decisions.push(...decisionsOf([adapted]));
    const arrival = { route: 'telemetry', receivedAt: context.now(), reportedAfterwards: true } as const;
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
    } else if (typeof outcome === 'string') unfit += 1;
    else commits.push(outcome.then(arrived));
  }
  // A command without its line is not recorded, where the tool's use is.
  if (unfit === 0 || unfit < events.length) return true;
  counts.rejected += 1;
  return false;
}

/** Records the events of a request's records. Returns the number of records that do not fit the contract. */
async function recordTelemetry(
  context: TelemetryContext,
  integration: IntegrationRecord,
  records: readonly TelemetryRecord[],
): Promise<number> {
  const counts = context.telemetry.of(integration.id);
  counts.records += records.length;
  let rejected = 0;
  const connection = connectionOf(integration);
  const owner = context.telemetryOwner(integration);
  const taking: Taking = { context, integration, connection, owner, decisions: [], commits: [] };
  const { coverage } = context.seenActions;
  for (const record of records) {
    // A connection's credential writes nothing for other programs.
    const isForeign = connection !== undefined && connection.telemetry?.owns(record) !== true;
    if (!isForeign) noteNumber(taking, record);
    const meaning = isForeign ? 'dropped' : adaptTelemetryRecord(record);
    if (meaning === 'dropped') counts.dropped += 1;
    else if (meaning === 'not_user_input') {
      counts.notUserInput += 1;
      if (connection !== undefined) context.ledger.of(connection.id).notUserInput += 1;
    } else if (Array.isArray(meaning)) {
      const agent = connection === undefined ? agentOf(record) : undefined;
      const hooks = agent === undefined ? [] : connectionsOf(context, agent).map(({ id }) => id);
      rejected += takeEvents(taking, meaning, hooks) ? 0 : 1;
    } else if (meaning.kind === 'decision') taking.decisions.push(meaning);
    // A token can belong to any program, so it does not tell what hooks did.
    else if (connection !== undefined) coverage.hookRun(owner.id, meaning.sessionId);
  }
  await Promise.all(taking.commits);
  // Nor does a token tell what the user approved.
  for (const { sessionId, callId, approval } of connection === undefined ? [] : taking.decisions) {
    coverage.decision(owner.id, sessionId, callId, approval);
  }
  return rejected;
}

/** `POST /api/otlp/v1/{signal}`: takes OpenTelemetry over HTTP. It keeps only records that are one of the six events. */
function otlpRoute(context: TelemetryContext, { member, read }: Signal): RequestHandler {
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
      (bytes) => read(bytes, encoding),
      async (taken) => {
        if ('refusal' in taken) return reject(taken.refusal, integration);
        // The body took time to arrive. A revocation or a rotation applies from the moment it is made.
        if (!context.integrations.isValid(integration)) {
          return reject({ code: 'unauthorized', headers: ['WWW-Authenticate', 'Bearer'] }, integration);
        }
        if (context.isStopping()) return reject(unavailable, integration);
        try {
          const rejected = await recordTelemetry(context, integration, taken.value);
          sendOtlp(res, 200, encoding, successBody(encoding, { rejected, member }));
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
  for (const [name, signal] of Object.entries(SIGNALS)) {
    const path = `${OTLP_PATH}/${name}`;
    app.post(path, otlpRoute(context, signal));
    app.all(path, (req, res) =>
      refuseOtlp(context, req, res, { code: 'method_not_allowed', headers: ['Allow', 'POST'] }),
    );
  }
  app.all(MISTAKEN_PATH, (req, res) => refuseOtlp(context, req, res, { code: 'not_found' }));
}
