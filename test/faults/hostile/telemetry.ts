import { gzipSync } from 'node:zlib';
import { OTLP_PATH } from '../../../shared/limits.ts';
import {
  files,
  type HostileRequest,
  INVALID,
  json,
  listed,
  lists,
  MEBIBYTE,
  nested,
  OK,
  ROUND,
  repeated,
  sharedName,
  spacedPatch,
  TOO_LARGE,
  text,
  within,
} from './input.ts';

const LARGEST = 8 * MEBIBYTE;
type Signal = 'logs' | 'traces' | 'metrics';

/** A packed request. `isLight` is for those that are refused at once. */
function packed(
  encoding: 'json' | 'protobuf',
  signal: Signal,
  name: string,
  body: () => Uint8Array,
  statuses = TOO_LARGE,
  pack: (body: Uint8Array) => Buffer = (bytes) => gzipSync(bytes, { level: 1 }),
): HostileRequest {
  const type = encoding === 'json' ? 'application/json' : 'application/x-protobuf';
  return {
    ...{ name: `telemetry: ${encoding} of ${name}`, to: 'collector', path: `${OTLP_PATH}/${signal}` },
    ...{ headers: { 'Content-Type': type, 'Content-Encoding': 'gzip' }, body: () => pack(body()), statuses },
  };
}
const light = (input: HostileRequest): HostileRequest => ({ ...input, isLight: true });

const attribute = (key: string, value: string | object) => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : value,
});
const record = (...attributes: ReturnType<typeof attribute>[]) => ({
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
const recordOf = (attributes: Record<string, string | object>) =>
  record(...Object.entries(attributes).map(([key, value]) => attribute(key, value)));
const claude = (session: string, attributes: Record<string, string | object>) =>
  logs(
    'claude-code',
    recordOf({
      ...{ 'event.name': 'tool_decision', 'session.id': `${session}${ROUND}`, tool_name: 'Bash' },
      ...attributes,
    }),
  );
const codex = (session: string, attributes: Record<string, string | object>) =>
  logs(
    'codex_cli_rs',
    recordOf({ 'event.name': 'codex.tool_result', 'conversation.id': `${session}${ROUND}`, ...attributes }),
  );
const many = (count: number, form: (at: number) => Record<string, string | object>) =>
  logs('any', ...Array.from({ length: count }, (_, at) => recordOf(form(at))));

/** Claude Code's records of tool decisions, with as many other attributes. `bytes` are those of the input. */
function batch(session: string, records: number, attributes: number, bytes: number) {
  const others = Object.fromEntries(
    Array.from({ length: attributes }, (_, at) => [`other.${at}`, `value ${at}`]),
  );
  const made = Array.from({ length: records }, (_, at) =>
    recordOf({
      ...{
        'event.name': 'tool_decision',
        'session.id': `${session}${ROUND}`,
        tool_use_id: `call ${at}`,
        tool_name: 'Bash',
      },
      tool_parameters: JSON.stringify({ full_command: `make ${at} `.padEnd(bytes, 'x') }),
      ...others,
    }),
  );
  return logs('claude-code', ...made);
}

const encoded = (key: string, value: Uint8Array) => Buffer.concat([within(text(key), 1), within(value, 2)]);
/** Writes such records as protobuf. */
function protobufOf({ resourceLogs: [group] }: ReturnType<typeof batch>): Buffer {
  const attributes = (list: ReturnType<typeof attribute>[], field: number) =>
    list.map(({ key, value }) =>
      within(encoded(key, within(text(String(Object.values(value)[0])), 1)), field),
    );
  const resource = within(Buffer.concat(attributes(group!.resource.attributes, 1)), 1);
  const records = group!.scopeLogs[0]!.logRecords.map((each) =>
    within(Buffer.concat(attributes((each as ReturnType<typeof record>).attributes, 6)), 2),
  );
  return Buffer.from(within(Buffer.concat([resource, within(Buffer.concat(records), 2)]), 1));
}
/** A protobuf record with one attribute that is kept. */
const protobufValue = (value: Uint8Array) => within(encoded('tool_parameters', value), 6, 2, 2, 1);
/** An attribute's value within as many lists. */
function deepValue(levels: number): Uint8Array {
  let value: Uint8Array = Buffer.from([0x10, 1]);
  for (let level = 0; level < levels; level += 1) value = within(value, 1, 5);
  return value;
}

/** The levels of a request, what an empty field of each is, and the path from it to the request. */
const LEVELS: readonly (readonly [Signal, string, number[], ...number[]])[] = [
  ['logs', 'empty resources', [0x0a, 0]],
  ['logs', 'empty scopes', [0x12, 0], 1],
  ['logs', 'empty attributes of the resource', [0x0a, 0], 1, 1],
  ['logs', 'empty records', [0x12, 0], 2, 1],
  ['logs', 'empty attributes of a scope', [0x12, 0], 1, 2, 1],
  ['logs', 'empty attributes', [0x32, 0], 2, 2, 1],
  ['logs', 'unknown numbers', [0x78, 0], 2, 2, 1],
  ['traces', 'empty spans', [0x12, 0], 2, 1],
  ['traces', 'empty attributes of spans', [0x4a, 0], 2, 2, 1],
];

const EMPTY_OBJECTS = `{}${',{}'.repeat(2_700_000)}`;
/** JSON in which one list is full of empty objects. */
const full = (before: string, after: string) => () => text(`${before}[${EMPTY_OBJECTS}]${after}`);

export const HOSTILE_TELEMETRY: readonly HostileRequest[] = [
  ...LEVELS.map(([signal, name, field, ...path], at) => ({
    ...packed('protobuf', signal, name, () => within(repeated(field, LARGEST - 64), ...path)),
    isLight: at % 4 === 0,
  })),
  light(packed('protobuf', 'logs', 'groups without end', () => repeated([0x0b], LARGEST), INVALID)),
  light(packed('protobuf', 'logs', 'a value of 5,000 levels', () => protobufValue(deepValue(5000)), OK)),
  packed(
    'protobuf',
    'logs',
    'a list of 500,000',
    () => protobufValue(within(repeated([0x0a, 2, 0x10, 1], 2_000_000), 5)),
    TOO_LARGE,
  ),
  packed('protobuf', 'logs', '2,048 records', () => protobufOf(batch('batch', 2048, 50, 40)), OK),
  packed('protobuf', 'logs', 'many attributes', () => protobufOf(batch('wide', 256, 500, 40)), OK),
  packed('json', 'traces', '16,000 spans that share a long name', () => sharedName(16_000), OK),
  light(packed('json', 'logs', 'empty resources', full('{"resourceLogs":', '}'))),
  packed('json', 'logs', 'empty records', full('{"resourceLogs":[{"scopeLogs":[{"logRecords":', '}]}]}')),
  packed(
    'json',
    'logs',
    'empty attributes',
    full('{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"attributes":', '}]}]}]}'),
  ),
  light(
    packed('json', 'logs', '33,000 empty records', () =>
      text(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[${listed(33_000, () => '{}')}]}]}]}`),
    ),
  ),
  packed('json', 'traces', 'empty spans', full('{"resourceSpans":[{"scopeSpans":[{"spans":', '}]}]}')),
  light(packed('json', 'metrics', 'metrics', full('{"resourceMetrics":', '}'), OK)),
  light(packed('json', 'logs', '4,000,000 levels', () => text(lists(LARGEST / 2)))),
  packed(
    'json',
    'logs',
    'a list of ones in an attribute',
    () => json(claude('list', { tool_parameters: `{"a":[1${',1'.repeat(4_000_000)}]}` })),
    OK,
  ),
  light(
    packed(
      'json',
      'logs',
      'a deep attribute',
      () => json(claude('deep', { tool_parameters: nested(8000) })),
      OK,
    ),
  ),
  packed(
    'json',
    'logs',
    'a long session',
    () => json(claude('s'.repeat(LARGEST - 4096), { 'event.sequence': '1' })),
    OK,
  ),
  light(
    packed(
      'json',
      'logs',
      'a patch of spaces',
      () =>
        json(
          codex('spaces', {
            tool_name: 'apply_patch',
            success: 'true',
            arguments: spacedPatch(4 * MEBIBYTE),
          }),
        ),
      OK,
    ),
  ),
  packed(
    'json',
    'logs',
    'a patch of 100,000 files',
    () => json(codex('files', { tool_name: 'apply_patch', success: 'true', arguments: files(100_000) })),
    OK,
  ),
  packed(
    'json',
    'logs',
    '20,000 decisions',
    () =>
      json(
        many(20_000, (at) => ({
          'event.name': 'codex.tool_decision',
          'conversation.id': `d${ROUND}`,
          call_id: `${at}`,
          decision: 'approved',
        })),
      ),
    OK,
  ),
  packed(
    'json',
    'logs',
    '16,000 times one prompt',
    () =>
      json(many(16_000, () => ({ 'event.name': 'codex.user_prompt', 'conversation.id': 'c', prompt: 'p' }))),
    OK,
  ),
  packed(
    'json',
    'logs',
    '32,000 prompts',
    () =>
      json(
        many(32_000, (at) => ({
          'event.name': 'codex.user_prompt',
          'conversation.id': `p${ROUND}`,
          prompt: `p${at}`,
        })),
      ),
    OK,
  ),
  packed('json', 'logs', '2,048 records', () => json(batch('json batch', 2048, 22, 40)), OK),
  packed('json', 'logs', '512 records of 12 KB', () => json(batch('large batch', 512, 20, 11_000)), OK),
  light(packed('json', 'logs', 'a bomb', () => Buffer.alloc(64 * MEBIBYTE, ' '))),
  packed(
    'json',
    'logs',
    'a bomb of empty parts',
    () => gzipSync(''),
    INVALID,
    (part) => repeated([...part], 20 * 400_000),
  ),
  packed(
    'json',
    'logs',
    '300,000 long numbers',
    () => text(`{"resourceLogs":[${listed(300_000, (at) => `1234567890123456${at}`)}]}`),
    OK,
  ),
  packed(
    'json',
    'traces',
    'a message of 8 MB',
    () =>
      json({
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: [
                  {
                    name: 'chat',
                    attributes: record(
                      attribute('gen_ai.operation.name', 'invoke_agent'),
                      attribute('gen_ai.conversation.id', `m${ROUND}`),
                      attribute(
                        'gen_ai.input.messages',
                        JSON.stringify([{ role: 'user', content: '<system-reminder>'.repeat(200_000) }]),
                      ),
                    ).attributes,
                  },
                ],
              },
            ],
          },
        ],
      }),
    OK,
  ),
];
