import { UNREADABLE, type UnreadableReason } from '../../shared/event.ts';
import type { ProblemCode } from '../../shared/problem.ts';
import { fittingSessionId } from '../bridges/event-fitting.ts';
import type { UnreadReport } from '../bridges/report-reader.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import type { CollectorContext } from './collector-context.ts';
import { recordEvent } from './record-event.ts';

/** A broken agent reports many times a second. */
const INTERVAL_MS = 60_000;
/** The refusals by which the report of an agent is lost. */
const LOST: Partial<Record<ProblemCode, UnreadableReason>> = {
  invalid_json: 'not_json',
  payload_too_large: 'too_large',
  rate_limited: 'too_many',
};

/** Reports that one receipt stands for. The session is empty where none could be read, or where there are several. */
type Unread = UnreadReport & { count: number; sessionId: string };

/** An agent, what waits for its next receipt, and when that may come. */
interface Agent {
  integration: IntegrationRecord;
  waiting?: Unread | undefined;
  mayWriteAt: number;
  timer?: NodeJS.Timeout | undefined;
}

/**
 * Records the reports that could not be read: at most one receipt a minute for each agent. The first is recorded at once,
 * and those of the minute after it are counted into one. It never gets a text of a report.
 */
export class UnreadableReports {
  readonly #context: CollectorContext;
  readonly #agents = new Map<string, Agent>();

  constructor(context: CollectorContext) {
    this.#context = context;
  }

  /** Adds a report. It never rejects: what cannot be recorded now is counted into the next receipt. */
  async note(
    integration: IntegrationRecord,
    { reason, bytes }: UnreadReport,
    session: string = '',
  ): Promise<void> {
    const agent: Agent = this.#agents.get(integration.id) ?? { integration, mayWriteAt: 0 };
    this.#agents.set(integration.id, agent);
    this.#add(agent, { reason, bytes, count: 1, sessionId: fittingSessionId(session) });
    if (agent.mayWriteAt <= performance.now()) await this.#write(agent);
  }

  /** Adds a refused request, if its report is lost. */
  refused(integration: IntegrationRecord, code: ProblemCode, bytes: number): void {
    const reason = LOST[code];
    if (reason !== undefined) void this.note(integration, { reason, bytes });
  }

  /** Records what waits. The caller has stopped the listener. */
  async flush(): Promise<void> {
    for (const agent of this.#agents.values()) await this.#write(agent);
  }

  #add(agent: Agent, { reason, bytes, count, sessionId }: Unread): void {
    const { waiting: before = { reason, bytes: 0, count: 0, sessionId } } = agent;
    agent.waiting = {
      reason: reason === before.reason ? reason : 'several',
      bytes: bytes + before.bytes,
      count: count + before.count,
      sessionId: sessionId === before.sessionId ? sessionId : '',
    };
    agent.timer ??= setTimeout(() => void this.#write(agent), INTERVAL_MS).unref();
  }

  async #write(agent: Agent): Promise<void> {
    const { waiting, timer, integration } = agent;
    clearTimeout(timer);
    Object.assign(agent, { waiting: undefined, timer: undefined });
    if (waiting === undefined) return;
    agent.mayWriteAt = performance.now() + INTERVAL_MS;
    const { sessionId, ...data } = waiting;
    const occurredAt = new Date().toISOString();
    const event = { event: UNREADABLE, sessionId, occurredAt, data } as const;
    const facts = { bodyBytes: data.bytes, droppedMembers: 0 };
    // The store logs its own failure.
    await recordEvent(this.#context, integration, event, facts).catch(() => this.#add(agent, waiting));
  }
}
