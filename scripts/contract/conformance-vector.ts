import { EVENT_TYPES, type EventType } from '../../shared/event.ts';
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

const EXPECTED: Record<string, ValidationError['expected']> = {
  '/schema': { enum: [limits.EVENT_SCHEMA] },
  '/integration': { type: 'string' },
  '/event': { enum: EVENT_TYPES },
  '/sessionId': {
    type: 'string',
    minLength: 1,
    maxLength: limits.MAX_SESSION_ID_LENGTH,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  },
  '/occurredAt': {
    type: 'string',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
  },
  '/data': { type: 'object' },
  '/data/changeType': { enum: ['created', 'modified', 'deleted', 'renamed'] },
  '/data/content': { type: 'string' },
  '/data/command': { type: 'string' },
};
const PATHS = ['/data/path', '/data/previousPath', '/data/cwd'];

function expectedAt(pointer: string, code: ValidationError['code']): ValidationError['expected'] {
  if (code === 'too_deep') return { maxDepth: limits.MAX_JSON_DEPTH };
  if (code === 'unknown_member') return { members: Object.keys(eventOf('')) };
  if (pointer === '') return { type: 'object' };
  const maxLength = PATHS.includes(pointer) ? limits.MAX_PATH_LENGTH : limits.MAX_LABEL_LENGTH;
  return EXPECTED[pointer] ?? { type: 'string', maxLength };
}

/** The answer to an event with one error. */
export const invalid = (pointer: string, code: ValidationError['code']) =>
  refused('invalid_event', [{ pointer, code, expected: expectedAt(pointer, code)! }]);

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
