import { gzipSync } from 'node:zlib';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { BRIDGES_PATH, EVENTS_PATH, OTLP_PATH } from '../../shared/limits.ts';
import { sampleEvent } from '../support/running-host.ts';

const MEBIBYTE = 1_048_576;
const LARGEST = 8 * MEBIBYTE;

/** The bridges that the bodies below are sent to. */
export const ATTACKED_BRIDGES = ['claude-code', 'cline', 'codex'] as const;
/** The name of the integration that sends events and telemetry. */
export const ATTACKER = 'hostile bodies';

/** A body that costs more than its bytes, and the statuses that may answer it. */
export interface HostileBody {
  name: string;
  path: string;
  bridge?: (typeof ATTACKED_BRIDGES)[number];
  headers?: Record<string, string>;
  body: () => Buffer;
  statuses: readonly number[];
  /** Sent by the full round only. */
  isHeavy?: true;
}

const OK = [200];
const TAKEN = [202];
const TOO_LARGE = [413];

const protobuf = { 'Content-Type': 'application/x-protobuf' };
const gzip = { 'Content-Encoding': 'gzip' };

/** Wraps a message in the fields of the messages around it, from the inside to the outside. */
function within(inner: Uint8Array, ...fields: number[]): Uint8Array {
  return fields.reduce(
    (bytes, field) => new BinaryWriter().tag(field, WireType.LengthDelimited).bytes(bytes).finish(),
    inner,
  );
}
const repeated = (bytes: number[], length: number) => Buffer.alloc(length, Buffer.from(bytes));
const text = (value: string) => Buffer.from(value);

/** The path from a log record's level to the request, and what an empty field of that level is. */
const LEVELS: readonly (readonly [string, number[], ...number[]])[] = [
  ['resources', [0x0a, 0]],
  ['scopes', [0x12, 0], 1],
  ['attributes of the resource', [0x0a, 0], 1, 1],
  ['records', [0x12, 0], 2, 1],
  ['attributes of a scope', [0x12, 0], 1, 2, 1],
  ['attributes', [0x32, 0], 2, 2, 1],
  ['unknown numbers', [0x78, 0], 2, 2, 1],
];

function telemetry(name: string, signal: string, body: () => Buffer, statuses = TOO_LARGE): HostileBody[] {
  const path = `${OTLP_PATH}/${signal}`;
  const isJson = !name.startsWith('protobuf');
  const type = isJson ? { 'Content-Type': 'application/json' } : protobuf;
  return [
    { name: `${name}, packed`, path, headers: { ...type, ...gzip }, body: () => gzipSync(body()), statuses },
  ];
}

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });
const record = (...attributes: { key: string; value: object }[]) => ({
  timeUnixNano: '1795219200000000000',
  attributes,
});
const logs = (service: string, ...logRecords: object[]) => ({
  resourceLogs: [
    {
      resource: { attributes: [attribute('service.name', service)] },
      scopeLogs: [{ scope: { name: 's' }, logRecords }],
    },
  ],
});
const claudeLog = (session: string, members: Record<string, string>) =>
  logs(
    'claude-code',
    record(
      ...Object.entries({
        'event.name': 'tool_decision',
        'session.id': session,
        tool_name: 'Bash',
        ...members,
      }).map((pair) => attribute(...pair)),
    ),
  );
const json = (value: unknown) => text(JSON.stringify(value));
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

function hook(name: string, input: () => string, statuses: number[], members: object = {}): HostileBody {
  const body = () => {
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: `hostile ${name}`,
      cwd: '/srv',
      tool_name: 'Write',
      tool_use_id: name,
      tool_input: '@',
      ...members,
    };
    return text(JSON.stringify(payload).replace('"@"', input()));
  };
  return {
    name: `hook: ${name}`,
    path: `${BRIDGES_PATH}/claude-code`,
    bridge: 'claude-code',
    body,
    statuses,
  };
}

const bridge = (
  name: string,
  harness: 'cline' | 'codex',
  payload: () => object,
  statuses = TAKEN,
): HostileBody => ({
  name: `hook: ${name}`,
  path: `${BRIDGES_PATH}/${harness}`,
  bridge: harness,
  body: () => json(payload()),
  statuses,
});

const event = (name: string, toolInput: () => string, statuses: number[]): HostileBody => ({
  name: `event: ${name}`,
  path: EVENTS_PATH,
  body: () => {
    const sent = sampleEvent(ATTACKER, {
      event: 'tool.before_use',
      sessionId: name,
      data: { toolName: 'Write', toolInput: '@' },
    });
    return text(JSON.stringify(sent).replace('"@"', toolInput()));
  },
  statuses,
});

const numbered = (count: number, form: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => form(at)).join(',');
const patch = (files: number) =>
  `*** Begin Patch\n${Array.from({ length: files }, (_, at) => `*** Add File: a${at}\n+x`).join('\n')}\n*** End Patch`;

const PATCH_FILES = 100_000;

/** Claude Code's records of tool decisions, with as many other attributes. `bytes` are those of the input. */
function batch(session: string, records: number, attributes: number, bytes: number) {
  const others = Array.from({ length: attributes }, (_, at) => attribute(`other.${at}`, `value ${at}`));
  const made = Array.from({ length: records }, (_, at) =>
    record(
      attribute('event.name', 'tool_decision'),
      attribute('session.id', session),
      attribute('tool_use_id', `call ${at}`),
      attribute('tool_name', 'Bash'),
      attribute('tool_parameters', JSON.stringify({ full_command: `make ${at} `.padEnd(bytes, 'x') })),
      ...others,
    ),
  );
  return logs('claude-code', ...made);
}
type Json = ReturnType<typeof batch>;
const encoded = (key: string, value: string) =>
  Buffer.concat([within(text(key), 1), within(within(text(value), 1), 2)]);
/** Writes such records as protobuf. */
function protobufOf({ resourceLogs: [group] }: Json): Buffer {
  const attributes = (list: { key: string; value: object }[], field: number) =>
    list.map(({ key, value }) => within(encoded(key, Object.values(value)[0]), field));
  const resource = within(Buffer.concat(attributes(group!.resource.attributes, 1)), 1);
  const records = group!.scopeLogs[0]!.logRecords.map((each) =>
    within(Buffer.concat(attributes((each as ReturnType<typeof record>).attributes, 6)), 2),
  );
  return Buffer.from(within(Buffer.concat([resource, within(Buffer.concat(records), 2)]), 1));
}

export const HOSTILE_BODIES: readonly HostileBody[] = [
  ...LEVELS.flatMap(([name, field, ...path]) =>
    telemetry(`protobuf of empty ${name}`, 'logs', () =>
      Buffer.from(within(repeated(field, LARGEST - 64), ...path)),
    ),
  ),
  ...telemetry('protobuf of empty spans', 'traces', () =>
    Buffer.from(within(repeated([0x12, 0], LARGEST - 64), 2, 1)),
  ),
  ...telemetry('protobuf of groups without end', 'logs', () => repeated([0x0b], LARGEST), [400]),
  ...telemetry('json of empty resources', 'logs', () =>
    text(`{"resourceLogs":[{}${',{}'.repeat(2_700_000)}]}`),
  ),
  ...telemetry('json of empty records', 'logs', () =>
    text(
      JSON.stringify(logs('claude-code', { at: '@' })).replace('{"at":"@"}', `{}${',{}'.repeat(2_700_000)}`),
    ),
  ),
  ...telemetry('json of empty spans', 'traces', () =>
    text(`{"resourceSpans":[{"scopeSpans":[{"spans":[{}${',{}'.repeat(2_700_000)}]}]}]}`),
  ),
  ...telemetry('json of empty attributes', 'logs', () =>
    text(
      JSON.stringify(logs('claude-code', { attributes: '@' })).replace(
        '"@"',
        `[{}${',{}'.repeat(2_700_000)}]`,
      ),
    ),
  ),
  ...telemetry('json of many members', 'logs', () => text(`{${numbered(700_000, (at) => `"${at}":0`)}}`)),
  ...telemetry(
    'json with a list of ones in an attribute',
    'logs',
    () => json(claudeLog('list', { tool_parameters: `{"a":[1${',1'.repeat(4_000_000)}]}` })),
    OK,
  ),
  ...telemetry(
    'json with a deep attribute',
    'logs',
    () => json(claudeLog('deep', { tool_parameters: nested(8000) })),
    OK,
  ),
  ...telemetry(
    'json of a long session',
    'logs',
    () => json(claudeLog('s'.repeat(LARGEST - 4096), { 'event.sequence': '1' })),
    OK,
  ),
  ...telemetry('json of 2,048 records', 'logs', () => json(batch('json batch', 2048, 22, 40)), OK),
  ...telemetry('protobuf of 2,048 records', 'logs', () => protobufOf(batch('batch', 2048, 50, 40)), OK),
  ...telemetry('json of 512 records of 12 KB', 'logs', () => json(batch('large batch', 512, 20, 11_000)), OK),
  ...telemetry('protobuf of many attributes', 'logs', () => protobufOf(batch('wide', 256, 500, 40)), OK),
  ...telemetry('a bomb', 'logs', () => Buffer.alloc(64 * MEBIBYTE, ' ')),
  hook('500,000 members', () => `{${numbered(500_000, (at) => `"k${at}":0`)}}`, TOO_LARGE),
  hook('a list of 1,000,000 numbers', () => `[0${',0'.repeat(1_000_000)}]`, TOO_LARGE),
  hook('130,000 members', () => `{${numbered(130_000, (at) => `"k${at}":0`)}}`, TAKEN),
  hook('130,000 numbers', () => `[0${',0'.repeat(130_000)}]`, TAKEN),
  hook('40 levels', () => nested(40), TAKEN),
  hook('1,000 levels', () => nested(1000), TAKEN),
  hook('4,000 levels', () => nested(4000), TAKEN),
  hook('100,000 levels', () => lists(100_000), TAKEN),
  hook('200,000 levels', () => lists(200_000), TOO_LARGE),
  hook('4,000 levels in a text', () => JSON.stringify(nested(4000)), TAKEN),
  hook('a list of 1,000,000 numbers in a text', () => JSON.stringify(`[0${',0'.repeat(500_000)}]`), TAKEN),
  hook('long ids', () => '{}', TAKEN, {
    session_id: 'i'.repeat(3 * MEBIBYTE),
    tool_use_id: 'c'.repeat(3 * MEBIBYTE),
  }),
  bridge('50,000 commands', 'cline', () => ({
    hook: 'call',
    session: 'hostile commands',
    callId: 'c',
    tool: 'run_commands',
    input: { commands: Array.from({ length: 50_000 }, (_, at) => `x${at}`) },
  })),
  bridge('256 commands of 30 KB', 'cline', () => ({
    hook: 'call',
    session: 'hostile long commands',
    callId: 'c',
    tool: 'run_commands',
    input: { commands: Array.from({ length: 256 }, (_, at) => `${at}`.padEnd(30_000, ' x')) },
  })),
  bridge('a patch of 100,000 files', 'codex', () => ({
    hook_event_name: 'PostToolUse',
    session_id: 'hostile patch',
    cwd: '/srv',
    tool_name: 'apply_patch',
    tool_use_id: 'p',
    tool_input: { command: patch(PATCH_FILES) },
    tool_response: 'Success',
  })),
  event('40 levels', () => nested(40), [400]),
  event('4,000 levels', () => nested(4000), [400]),
  event('100,000 levels', () => lists(100_000), [400]),
  event('500,000 levels', () => lists(500_000), [400]),
  event('a list of 500,000 numbers', () => `[0${',0'.repeat(500_000)}]`, TOO_LARGE),
  event('60,000 members', () => `{${numbered(60_000, (at) => `"k${at}":0`)}}`, TAKEN),
  event('20,000 members', () => `{${numbered(20_000, (at) => `"k${at}":0`)}}`, TAKEN),
];
