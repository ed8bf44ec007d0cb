import type { EventType } from '../../shared/event.ts';
import * as limits from '../../shared/limits.ts';
import { buildProblem, PROBLEMS, type ProblemCode, type ValidationError } from '../../shared/problem.ts';

/** The credential that a vector's request carries. */
export type VectorCredential =
  | 'full'
  | 'events-only'
  | 'capabilities-only'
  | 'none'
  | 'malformed'
  | 'unknown'
  | 'revoked'
  | 'managed';

/** The state of the collector before the request. */
type VectorState = 'rate_limit_exhausted' | 'storage_refuses' | 'recording_paused' | 'keeps_nothing';

/** A request with the answer that the contract requires. */
export interface ConformanceVector {
  name: string;
  credential: VectorCredential;
  state?: VectorState;
  request: {
    method: string;
    path: string;
    /** Headers besides Host and Authorization. The runner adds these two unless they are listed here. */
    headers: [string, string][];
    body?: string;
    /** The string at `pointer` of the body is filled with `unit` until the body has `totalBytes`. */
    bodyPadding?: { pointer: string; unit: string; totalBytes: number };
  };
  /** The same event for an SDK, where an SDK can express it. */
  event?: unknown;
  expect: {
    status: number;
    headers: Record<string, string>;
    /** `$receiptId` matches any receipt id, `$integrationId` the token's own, `$baseUrl` the collector's. */
    body: unknown;
  };
}

export interface ConformanceFile {
  version: 1;
  integration: string;
  vectors: ConformanceVector[];
}

export const CONFORMANCE_INTEGRATION = 'conformance-agent';

export const JSON_TYPE: [string, string] = ['Content-Type', 'application/json'];
export const ALWAYS = {
  'Plinth-Api-Version': limits.API_VERSION,
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
const OCCURRED_AT = '2026-01-15T09:30:00.000Z';

/** A value of each member that every event type defines. */
const common = {
  cwd: '/srv/project',
  turnId: 'turn-7',
  callId: 'toolu_01A09q90qw90lq917835lq9',
  agentId: 'agent-2',
  agentType: 'reviewer',
  parentAgentId: 'agent-1',
  model: 'claude-opus-4-5',
  mode: 'acceptEdits',
  mcpServer: 'github',
};

export const samples: Record<EventType, Record<string, unknown>> = {
  'prompt.submitted': { content: 'Explain this function.', destination: 'anthropic', ...common },
  'tool.before_use': { toolName: 'Read', toolInput: { file: 'a.ts', lines: [1, 2] }, ...common },
  'command.before_run': { command: 'npm test', ...common },
  'file.changed': { path: 'src/a.ts', changeType: 'renamed', previousPath: 'src/b.ts', ...common },
  'session.started': { harness: 'acme', harnessVersion: '1.2.3', ...common },
  'session.ended': { reason: 'finished', ...common },
};

type EventOverrides = Partial<
  Record<'schema' | 'integration' | 'event' | 'sessionId' | 'occurredAt' | 'data', unknown>
>;

// Every vector's event has its own session, so that none is a retry of another.
export const eventOf = (name: string, overrides: EventOverrides = {}) => ({
  schema: limits.EVENT_SCHEMA,
  integration: CONFORMANCE_INTEGRATION,
  event: 'prompt.submitted',
  sessionId: `conformance ${name}`,
  occurredAt: OCCURRED_AT,
  data: samples['prompt.submitted'],
  ...overrides,
});

export const accepted = (recorded = true) => ({
  status: 202,
  headers: { ...ALWAYS, 'Content-Type': 'application/json' },
  body: { accepted: true, recorded, reportOnly: true, receiptId: '$receiptId' },
});

export const refused = (
  code: ProblemCode,
  errors: ValidationError[] = [],
  headers: Record<string, string> = {},
) => ({
  status: PROBLEMS[code].status,
  headers: { ...ALWAYS, 'Content-Type': 'application/problem+json', ...headers },
  body: buildProblem(code, {
    errors,
    ...(code === 'integration_mismatch' ? { tokenIntegration: CONFORMANCE_INTEGRATION } : {}),
  }),
});

export type Expectation = ConformanceVector['expect'];

export function post(
  name: string,
  event: unknown,
  expect: Expectation,
  more: Partial<Pick<ConformanceVector, 'credential' | 'state'>> & {
    padding?: ConformanceVector['request']['bodyPadding'];
  } = {},
): ConformanceVector {
  const { padding, credential = 'full', state } = more;
  return {
    name,
    credential,
    ...(state === undefined ? {} : { state }),
    request: {
      method: 'POST',
      path: limits.EVENTS_PATH,
      headers: [JSON_TYPE],
      body: JSON.stringify(event),
      ...(padding === undefined ? {} : { bodyPadding: padding }),
    },
    event,
    expect,
  };
}

export function raw(
  name: string,
  request: ConformanceVector['request'],
  expect: Expectation,
  credential: VectorCredential = 'full',
): ConformanceVector {
  return { name, credential, request, expect };
}
