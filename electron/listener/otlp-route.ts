import type { Express, RequestHandler } from 'express';
import { OTLP_PATH } from '../../shared/limits.ts';
import { PROBLEMS } from '../../shared/problem.ts';
import type { AdaptedEvent, CallDecision } from '../bridges/harnesses/adaptation.ts';
import type { SeenActions } from '../bridges/seen-actions.ts';
import { adaptTelemetryRecord } from '../bridges/telemetry/adapt-record.ts';
import { readJsonLogs, readJsonSpans } from '../bridges/telemetry/otlp-json.ts';
import { readProtobufLogs, readProtobufSpans } from '../bridges/telemetry/otlp-protobuf.ts';
import type { TelemetryLedger } from '../bridges/telemetry/telemetry-ledger.ts';
import { type TelemetryRecord, textAttribute } from '../bridges/telemetry/telemetry-record.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import { ReceiptStoreError } from '../receipts/worker/receipt-store-error.ts';
import { authenticateDeveloper } from './authentication.ts';
import { type CollectorContext, refuse } from './collector-context.ts';
import { unavailable } from './events-route.ts';
import { type PartialSuccess, sendOtlp, statusBody, successBody } from './otlp-answer.ts';
import { checkOtlpEncoding, type OtlpEncoding, otlpEncoding, takeOtlpBody } from './otlp-body.ts';
import type { Refusal } from './problem-response.ts';
import { recordAdapted } from './record-adapted.ts';
import { closeUnread, leavesBodyUnread } from './unread-body.ts';

/** The collector's context and the parts that only this route needs. */
interface TelemetryContext extends CollectorContext {
  seenActions: SeenActions;
  telemetry: TelemetryLedger;
}

interface Signal {
  member: PartialSuccess['member'];
  read(body: Buffer, encoding: OtlpEncoding): TelemetryRecord[] | undefined;
}

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
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
function noteNumber(context: TelemetryContext, { id }: IntegrationRecord, record: TelemetryRecord): void {
  const sessionId = textAttribute(record, 'session.id');
  const number = Number(textAttribute(record, 'event.sequence') ?? Number.NaN);
  if (sessionId !== undefined && Number.isSafeInteger(number) && number >= 0) {
    context.seenActions.coverage.number(id, sessionId, number);
  }
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
  const commits: Promise<unknown>[] = [];
  const decisions: CallDecision[] = [];
  for (const record of records) {
    noteNumber(context, integration, record);
    const meaning = adaptTelemetryRecord(record);
    if (meaning === 'dropped') counts.dropped += 1;
    else if (meaning === 'not_user_input') counts.notUserInput += 1;
    else if (!Array.isArray(meaning)) {
      if (meaning.kind === 'decision') decisions.push(meaning);
      else context.seenActions.coverage.hookRun(integration.id, meaning.sessionId);
    } else {
      decisions.push(...decisionsOf(meaning));
      const outcomes = meaning.map((adapted) => {
        const arrival = { route: 'telemetry', receivedAt: context.now(), reportedAfterwards: true } as const;
        return recordAdapted(context, integration, adapted, arrival);
      });
      if (outcomes.includes('unfit')) rejected += 1;
      counts.rejected += outcomes.filter((outcome) => outcome === 'unfit').length;
      counts.duplicates += outcomes.filter((outcome) => outcome === 'duplicate').length;
      commits.push(...outcomes.filter((outcome) => outcome instanceof Promise));
    }
  }
  await Promise.all(commits);
  const { coverage } = context.seenActions;
  for (const { sessionId, callId, approval } of decisions) {
    coverage.decision(integration.id, sessionId, callId, approval);
  }
  return rejected;
}

/** `POST /api/otlp/v1/{signal}`: takes OpenTelemetry over HTTP. It keeps only records that are one of the six events. */
function otlpRoute(context: TelemetryContext, { member, read }: Signal): RequestHandler {
  return async (req, res) => {
    // An answer has the encoding of its request, and JSON where the request names none.
    const encoding = otlpEncoding(req) ?? 'json';
    const reject = (refusal: Refusal, integration?: IntegrationRecord) =>
      refuse(context, req, res, 'telemetry', refusal, integration, () => {
        const headers = [...(refusal.headers ?? [])];
        if (refusal.closeConnection === true || leavesBodyUnread(req)) {
          headers.push('Connection', 'close');
          closeUnread(req);
        }
        const body = statusBody(encoding, refusal.code);
        sendOtlp(res, PROBLEMS[refusal.code].status, encoding, body, headers);
      });

    const { integration, refusal } = authenticateDeveloper(req, context.integrations, 'events:write');
    if (refusal !== undefined) return reject(refusal, integration);
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
        // The body took time to arrive. A revocation applies from the moment it is made.
        if (context.integrations.get(integration.id)?.digest !== integration.digest) {
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

/** Adds the receiver of OpenTelemetry behind the listener's guards. */
export function addOtlpRoutes(app: Express, context: TelemetryContext): void {
  for (const [name, signal] of Object.entries(SIGNALS)) {
    const path = `${OTLP_PATH}/${name}`;
    app.post(path, otlpRoute(context, signal));
    app.all(path, (req, res) =>
      refuse(context, req, res, 'telemetry', { code: 'method_not_allowed', headers: ['Allow', 'POST'] }),
    );
  }
}
