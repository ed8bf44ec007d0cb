import { dataFieldsOf, EVENT_TYPES, type EventType, NEVER_ACCEPTED } from '../../shared/event.ts';
import * as limits from '../../shared/limits.ts';
import { buildManifest, type Manifest } from '../../shared/manifest.ts';
import { PERMISSIONS } from '../../shared/permission.ts';
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

const JSON_TYPE: [string, string] = ['Content-Type', 'application/json'];
const ALWAYS = {
  'Plinth-Api-Version': limits.API_VERSION,
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
const OCCURRED_AT = '2026-01-15T09:30:00.000Z';

const samples: Record<EventType, Record<string, unknown>> = {
  'prompt.submitted': { content: 'Explain this function.', destination: 'anthropic', cwd: '/srv/project' },
  'tool.before_use': { toolName: 'Read', toolInput: { file: 'a.ts', lines: [1, 2] }, cwd: '/srv/project' },
  'command.before_run': { command: 'npm test', cwd: '/srv/project' },
  'file.changed': { path: 'src/a.ts', changeType: 'renamed', previousPath: 'src/b.ts', cwd: '/srv/project' },
  'session.started': { harness: 'acme', harnessVersion: '1.2.3', cwd: '/srv/project' },
  'session.ended': { reason: 'finished', cwd: '/srv/project' },
};

type EventOverrides = Partial<
  Record<'schema' | 'integration' | 'event' | 'sessionId' | 'occurredAt' | 'data', unknown>
>;

// Every vector's event has its own session, so that none is a retry of another.
const eventOf = (name: string, overrides: EventOverrides = {}) => ({
  schema: limits.EVENT_SCHEMA,
  integration: CONFORMANCE_INTEGRATION,
  event: 'prompt.submitted',
  sessionId: `conformance ${name}`,
  occurredAt: OCCURRED_AT,
  data: samples['prompt.submitted'],
  ...overrides,
});

const accepted = (recorded = true) => ({
  status: 202,
  headers: { ...ALWAYS, 'Content-Type': 'application/json' },
  body: { accepted: true, recorded, reportOnly: true, receiptId: '$receiptId' },
});

const refused = (code: ProblemCode, errors?: ValidationError[], headers: Record<string, string> = {}) => ({
  status: PROBLEMS[code].status,
  headers: { ...ALWAYS, 'Content-Type': 'application/problem+json', ...headers },
  body: buildProblem(code, errors),
});

type Expectation = ConformanceVector['expect'];

function post(
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

function raw(
  name: string,
  request: ConformanceVector['request'],
  expect: Expectation,
  credential: VectorCredential = 'full',
): ConformanceVector {
  return { name, credential, request, expect };
}

const nested = (levels: number): unknown => (levels === 0 ? 'leaf' : { a: nested(levels - 1) });
const units = (count: number) => '𝄞'.repeat(count);

function acceptedVectors(): ConformanceVector[] {
  const vectors = EVENT_TYPES.flatMap((type) => [
    post(
      `${type} with every member`,
      eventOf(`${type} full`, { event: type, data: samples[type] }),
      accepted(),
    ),
    post(`${type} without members`, eventOf(`${type} empty`, { event: type, data: {} }), accepted()),
  ]);
  vectors.push(
    post(
      'unknown data members are dropped',
      eventOf('dropped', { data: { content: 'x', futureMember: { deep: [1] }, constructor: 1 } }),
      accepted(),
    ),
    post(
      'tool input may be null',
      eventOf('null', { event: 'tool.before_use', data: { toolInput: null } }),
      accepted(),
    ),
    post('recording paused', eventOf('paused'), accepted(false), { state: 'recording_paused' }),
    post('integration keeps nothing', eventOf('nothing'), accepted(false), { state: 'keeps_nothing' }),
    post('a token with events:write alone', eventOf('events only'), accepted(), {
      credential: 'events-only',
    }),
    post('leap day', eventOf('leap day', { occurredAt: '2028-02-29T23:59:59.999Z' }), accepted()),
  );
  for (const changeType of ['created', 'modified', 'deleted', 'renamed']) {
    vectors.push(
      post(
        `file ${changeType}`,
        eventOf(`file ${changeType}`, { event: 'file.changed', data: { changeType } }),
        accepted(),
      ),
    );
  }
  return vectors;
}

function limitVectors(): ConformanceVector[] {
  const invalid = (pointer: string, code: ValidationError['code']) =>
    refused('invalid_event', [{ pointer, code }]);
  const vectors: ConformanceVector[] = [
    post('session id of 1', eventOf('', { sessionId: 's' }), accepted()),
    post('session id of 0', eventOf('', { sessionId: '' }), invalid('/sessionId', 'too_short')),
    post('session id of 256', eventOf('', { sessionId: 's'.repeat(256) }), accepted()),
    post('session id of 257', eventOf('', { sessionId: 's'.repeat(257) }), invalid('/sessionId', 'too_long')),
    post('session id of 256 code points outside the BMP', eventOf('', { sessionId: units(256) }), accepted()),
    post(
      'session id of 257 code points outside the BMP',
      eventOf('', { sessionId: units(257) }),
      invalid('/sessionId', 'too_long'),
    ),
    post('body of exactly the limit', eventOf('body at limit', { data: { content: '' } }), accepted(), {
      padding: { pointer: '/data/content', unit: 'a', totalBytes: limits.MAX_EVENT_BYTES },
    }),
    post(
      'body one past the limit',
      eventOf('body past limit', { data: { content: '' } }),
      refused('payload_too_large'),
      {
        padding: { pointer: '/data/content', unit: 'a', totalBytes: limits.MAX_EVENT_BYTES + 1 },
      },
    ),
    // The event is level 1, data level 2, and the tool input starts at level 3.
    post(
      'JSON depth of 32',
      eventOf('depth 32', {
        event: 'tool.before_use',
        data: { toolInput: nested(limits.MAX_JSON_DEPTH - 2) },
      }),
      accepted(),
    ),
    post(
      'JSON depth of 33',
      eventOf('depth 33', {
        event: 'tool.before_use',
        data: { toolInput: nested(limits.MAX_JSON_DEPTH - 1) },
      }),
      invalid('', 'too_deep'),
    ),
  ];
  const bounded: [EventType, string, number][] = [
    ['prompt.submitted', 'destination', limits.MAX_LABEL_LENGTH],
    ['prompt.submitted', 'cwd', limits.MAX_PATH_LENGTH],
    ['tool.before_use', 'toolName', limits.MAX_LABEL_LENGTH],
    ['tool.before_use', 'cwd', limits.MAX_PATH_LENGTH],
    ['command.before_run', 'cwd', limits.MAX_PATH_LENGTH],
    ['file.changed', 'path', limits.MAX_PATH_LENGTH],
    ['file.changed', 'previousPath', limits.MAX_PATH_LENGTH],
    ['file.changed', 'cwd', limits.MAX_PATH_LENGTH],
    ['session.started', 'harness', limits.MAX_LABEL_LENGTH],
    ['session.started', 'harnessVersion', limits.MAX_LABEL_LENGTH],
    ['session.started', 'cwd', limits.MAX_PATH_LENGTH],
    ['session.ended', 'reason', limits.MAX_LABEL_LENGTH],
    ['session.ended', 'cwd', limits.MAX_PATH_LENGTH],
  ];
  for (const [type, member, limit] of bounded) {
    const of = (length: number) =>
      eventOf(`${type} ${member} ${length}`, { event: type, data: { [member]: 'x'.repeat(length) } });
    vectors.push(
      post(`${type} ${member} of ${limit}`, of(limit), accepted()),
      post(`${type} ${member} of ${limit + 1}`, of(limit + 1), invalid(`/data/${member}`, 'too_long')),
    );
  }
  return vectors;
}

function invalidVectors(): ConformanceVector[] {
  const vectors: ConformanceVector[] = [];
  const invalid = (name: string, event: unknown, pointer: string, code: ValidationError['code']) =>
    vectors.push(post(name, event, refused('invalid_event', [{ pointer, code }])));

  for (const member of ['schema', 'integration', 'event', 'sessionId', 'occurredAt', 'data'] as const) {
    const { [member]: _, ...rest } = eventOf(`without ${member}`);
    invalid(`without ${member}`, rest, `/${member}`, 'required');
    if (member !== 'event') {
      invalid(
        `${member} of a wrong type`,
        eventOf(`wrong ${member}`, { [member]: 7 }),
        `/${member}`,
        member === 'schema' ? 'wrong_value' : 'wrong_type',
      );
    }
  }
  invalid('another schema', eventOf('schema v2', { schema: 'service.event.v2' }), '/schema', 'wrong_value');
  invalid(
    'an unknown event type',
    eventOf('unknown type', { event: 'prompt.answered' }),
    '/event',
    'wrong_value',
  );
  invalid('an event type of a wrong type', eventOf('wrong event', { event: 7 }), '/event', 'wrong_type');
  invalid(
    'an inherited name as event type',
    eventOf('inherited', { event: 'constructor' }),
    '/event',
    'wrong_value',
  );
  invalid('an unknown top-level member', { ...eventOf('unknown member'), extra: 1 }, '', 'unknown_member');
  invalid('a body that is an array', [], '', 'wrong_type');
  invalid('a body that is null', null, '', 'wrong_type');
  invalid('a body that is a string', 'event', '', 'wrong_type');
  invalid('data that is an array', eventOf('array', { data: [] }), '/data', 'wrong_type');
  for (const [name, character] of [
    ['a line feed', '\n'],
    ['NUL', '\u0000'],
    ['DEL', '\u007f'],
    ['a C1 control', '\u0085'],
  ]) {
    invalid(
      `session id with ${name}`,
      eventOf('', { sessionId: `a${character}b` }),
      '/sessionId',
      'invalid_format',
    );
  }
  for (const occurredAt of [
    '2026-01-15T09:30:00Z',
    '2026-01-15T09:30:00.000+00:00',
    '2026-01-15 09:30:00.000Z',
    '2026-02-29T09:30:00.000Z',
    '2026-13-01T09:30:00.000Z',
    '2026-01-15T24:00:00.000Z',
    '2026-01-15T09:30:60.000Z',
    '2026-1-15T09:30:00.000Z',
    '+002026-01-15T09:30:00.000Z',
    'yesterday',
    '',
  ]) {
    invalid(
      `occurredAt “${occurredAt}”`,
      eventOf(`at ${occurredAt}`, { occurredAt }),
      '/occurredAt',
      'invalid_format',
    );
  }
  for (const type of EVENT_TYPES) {
    for (const member of dataFieldsOf(type)) {
      if (member === 'toolInput') continue;
      const code = member === 'changeType' ? 'wrong_value' : 'wrong_type';
      const event = eventOf(`${type} ${member}`, { event: type, data: { [member]: 7 } });
      invalid(`${type} ${member} of a wrong type`, event, `/data/${member}`, code);
    }
  }
  invalid(
    'an unknown change type',
    eventOf('touched', { event: 'file.changed', data: { changeType: 'touched' } }),
    '/data/changeType',
    'wrong_value',
  );

  const forbidden = refused('forbidden_field', [{ pointer: '/data', code: 'never_accepted' }]);
  const spellings = [...NEVER_ACCEPTED, 'STDOUT', 'token_map', 'Std-Err', '_env_', 'tool_response'];
  for (const member of spellings) {
    vectors.push(
      post(
        `the member ${member} is refused`,
        eventOf(`never ${member}`, { data: { [member]: 'x' } }),
        forbidden,
      ),
    );
  }
  vectors.push(
    post(
      'another integration’s name',
      eventOf('mismatch', { integration: `${CONFORMANCE_INTEGRATION} ` }),
      refused('integration_mismatch'),
    ),
  );
  const twice = (member: string, both: string) => JSON.stringify(eventOf('twice')).replace(member, both);
  const bodies: [string, string][] = [
    ['an empty body', ''],
    ['a cut body', '{"schema":'],
    ['a byte order mark', `\ufeff${JSON.stringify(eventOf('bom'))}`],
    ['two values', '{} {}'],
    ['single quotes', "{'schema':1}"],
    ['NaN', '{"schema":NaN}'],
    ['a member twice', twice('"event":', '"event":"session.ended","event":')],
    ['a member twice, once escaped', twice('"data":', '"d\\u0061ta":{},"data":')],
    ['a member of data twice', twice('"content":', '"content":"shown","content":')],
    ['a member of data twice, once escaped', twice('"content":', '"\\u0063ontent":"shown","content":')],
  ];
  for (const [name, body] of bodies) {
    vectors.push(
      raw(
        `not JSON: ${name}`,
        { method: 'POST', path: limits.EVENTS_PATH, headers: [JSON_TYPE], body },
        refused('invalid_json'),
      ),
    );
  }
  return vectors;
}

function accessVectors(): ConformanceVector[] {
  const unauthorized = refused('unauthorized', undefined, { 'WWW-Authenticate': 'Bearer' });
  const get = { method: 'GET', path: limits.CAPABILITIES_PATH, headers: [] as [string, string][] };
  const manifest: Manifest = buildManifest({
    baseUrl: '$baseUrl',
    integration: { id: '$integrationId', name: CONFORMANCE_INTEGRATION },
    permissions: PERMISSIONS,
    retentionDays: limits.DEFAULT_RETENTION_DAYS,
  });
  const manifestAnswer: Expectation = {
    status: 200,
    headers: { ...ALWAYS, 'Content-Type': 'application/json' },
    body: manifest,
  };
  const vectors: ConformanceVector[] = [
    raw('the manifest', get, manifestAnswer),
    raw(
      'the manifest shows the token’s own permissions',
      get,
      { ...manifestAnswer, body: { ...manifest, permissions: ['capabilities:read'] } },
      'capabilities-only',
    ),
    raw('capabilities without the permission', get, refused('insufficient_permission'), 'events-only'),
    post('events without the permission', eventOf('capabilities only'), refused('insufficient_permission'), {
      credential: 'capabilities-only',
    }),
    post('a managed credential on the events endpoint', eventOf('managed'), refused('managed_credential'), {
      credential: 'managed',
    }),
    raw('a managed credential on the capabilities endpoint', get, refused('managed_credential'), 'managed'),
    post('over the rate limit', eventOf('rate'), refused('rate_limited', undefined, { 'Retry-After': '1' }), {
      state: 'rate_limit_exhausted',
    }),
    post(
      'storage refuses',
      eventOf('unavailable'),
      refused('unavailable', undefined, { 'Retry-After': '1' }),
      {
        state: 'storage_refuses',
      },
    ),
  ];
  for (const credential of ['none', 'malformed', 'unknown', 'revoked'] as const) {
    vectors.push(
      post(`events with credential: ${credential}`, eventOf(credential), unauthorized, { credential }),
      raw(`capabilities with credential: ${credential}`, get, unauthorized, credential),
    );
  }
  for (const authorization of ['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer  double', 'Bearer a b']) {
    vectors.push(
      raw(
        `Authorization: ${authorization}`,
        { ...get, headers: [['Authorization', authorization]] },
        unauthorized,
      ),
    );
  }
  return vectors;
}

function transportVectors(): ConformanceVector[] {
  const body = JSON.stringify(eventOf('transport'));
  const send = (headers: [string, string][]) => ({ method: 'POST', path: limits.EVENTS_PATH, headers, body });
  const vectors: ConformanceVector[] = [];
  for (const host of [
    'evil.example',
    'evil.example:$port',
    '127.0.0.1',
    'localhost',
    '127.0.0.1.evil.example:$port',
    '0.0.0.0:$port',
    '127.0.0.2:$port',
    '[::]:$port',
    'localhost.:$port',
    '127.0.0.1:1',
  ]) {
    vectors.push(raw(`Host: ${host}`, send([['Host', host], JSON_TYPE]), refused('forbidden_host')));
  }
  for (const [name, value] of [
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
    ['Origin', 'http://127.0.0.1:$port'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'same-site'],
    ['Sec-Fetch-Site', 'same-origin'],
  ] as const) {
    vectors.push(raw(`${name}: ${value}`, send([[name, value], JSON_TYPE]), refused('forbidden_origin')));
  }
  vectors.push(
    raw(
      'Host is judged before Origin',
      send([
        ['Host', 'evil.example'],
        ['Origin', 'https://evil.example'],
      ]),
      refused('forbidden_host'),
    ),
    raw(
      'Origin is judged before the path',
      { method: 'GET', path: '/', headers: [['Origin', 'null']] },
      refused('forbidden_origin'),
    ),
    raw('Host localhost', send([['Host', 'localhost:$port'], JSON_TYPE]), accepted()),
    raw('Host [::1]', send([['Host', '[::1]:$port'], JSON_TYPE]), accepted()),
    raw('Sec-Fetch-Site: none', send([['Sec-Fetch-Site', 'none'], JSON_TYPE]), accepted()),
  );
  for (const path of [
    '/',
    '/api/developer/v1/events/',
    '/api/developer/v1/Events',
    '/api/developer/v1/%65vents',
    '/api/developer/v2/events',
    '//api/developer/v1/events',
    '/api/developer/v1/../v1/events',
    '/api/developer/v1/events%2f',
  ]) {
    vectors.push(
      raw(`no endpoint: ${path}`, { method: 'POST', path, headers: [JSON_TYPE], body }, refused('not_found')),
    );
  }
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    vectors.push(
      raw(
        `${method} on events`,
        { method, path: limits.EVENTS_PATH, headers: [] },
        refused('method_not_allowed', undefined, { Allow: 'POST' }),
        'none',
      ),
    );
  }
  for (const method of ['POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    vectors.push(
      raw(
        `${method} on capabilities`,
        { method, path: limits.CAPABILITIES_PATH, headers: [] },
        refused('method_not_allowed', undefined, { Allow: 'GET' }),
        'none',
      ),
    );
  }
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=iso-8859-1',
    'application/json; charset="utf-16',
    'application/json; charset =utf-16',
    'application/json; charset*=utf-16',
    'application/jsonp',
    'text/json',
    'application/json, text/plain',
  ]) {
    vectors.push(
      raw(`Content-Type: ${type}`, send([['Content-Type', type]]), refused('unsupported_media_type')),
    );
  }
  for (const type of [
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
  ]) {
    vectors.push(raw(`Content-Type: ${type}`, send([['Content-Type', type]]), accepted()));
  }
  vectors.push(raw('no Content-Type', send([]), refused('unsupported_media_type')));
  for (const encoding of ['gzip', 'identity', 'br']) {
    vectors.push(
      raw(
        `Content-Encoding: ${encoding}`,
        send([JSON_TYPE, ['Content-Encoding', encoding]]),
        refused('unsupported_media_type'),
      ),
    );
  }
  vectors.push(
    raw(
      'the credential is judged before the body',
      send([['Content-Type', 'text/plain']]),
      refused('unauthorized', undefined, { 'WWW-Authenticate': 'Bearer' }),
      'none',
    ),
  );
  return vectors;
}

/** Returns every conformance file by its name. The server's tests and both SDKs run them. */
export function conformanceFiles(): Record<string, ConformanceFile> {
  const file = (vectors: ConformanceVector[]): ConformanceFile => ({
    version: 1,
    integration: CONFORMANCE_INTEGRATION,
    vectors,
  });
  return {
    'accepted.json': file(acceptedVectors()),
    'limits.json': file(limitVectors()),
    'invalid.json': file(invalidVectors()),
    'access.json': file(accessVectors()),
    'transport.json': file(transportVectors()),
  };
}
