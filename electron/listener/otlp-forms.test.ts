import { request } from 'node:http';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningHost, startTestHost } from '../../test/support/running-host.ts';

let host: RunningHost;
let token: string;
let sessions = 0;
let session: string;

beforeAll(async () => {
  host = await startTestHost();
  ({ token } = await host.generateToken('Telemetry'));
});
afterAll(() => host.remove());
beforeEach(() => {
  sessions += 1;
  session = `form-${sessions}`;
});

interface Sent {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}
/** Sends a request whose path stays as it is written, which `fetch` does not promise. */
function send({ path = '/api/otlp/v1/logs', method = 'POST', headers, body = '' }: Sent) {
  const { port } = new URL(host.baseUrl);
  return new Promise<{ status: number; type: string; body: Buffer }>((resolve, reject) => {
    const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
    const sent = request({ host: '127.0.0.1', port, path, method, headers: all }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const type = String(answer.headers['content-type']);
        resolve({ status: answer.statusCode!, type, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject).end(body);
  });
}
const messageOf = async (sent: Sent) => {
  const { status, type, body } = await send(sent);
  expect(type).toBe('application/json');
  const { code, message } = JSON.parse(body.toString());
  expect(code).toBeTypeOf('number');
  return [status, message];
};
async function receipts() {
  return (await host.control('receipts.export', { filter: { sessionId: session } })).receipts;
}

const value = (stringValue: string) => ({ stringValue });
const promptOf = (members: object = {}) => ({
  ...members,
  attributes: [
    { key: 'event.name', value: value('user_prompt') },
    { key: 'session.id', value: value(session) },
    { key: 'prompt', value: value('Fix the build') },
  ],
});
const logs = (record: object) => {
  const resource = { attributes: [{ key: 'service.name', value: value('claude-code') }] };
  return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] });
};
const TIME = 1_795_219_200_000;
const NANOSECONDS = BigInt(TIME) * 1_000_000n;
const halves = (nanoseconds: bigint) => ({
  low: Number(BigInt.asIntN(32, nanoseconds)),
  high: Number(nanoseconds >> 32n),
});

describe('the time of a record', () => {
  test.each([
    ['text', String(NANOSECONDS)],
    ['a number', Number(NANOSECONDS)],
    ['the halves of a Long', halves(NANOSECONDS)],
    [
      'the halves of an unsigned Long',
      { low: halves(NANOSECONDS).low >>> 0, high: halves(NANOSECONDS).high, unsigned: true },
    ],
  ])('as %s is the time of the receipt', async (_name, time) => {
    expect((await send({ body: logs(promptOf({ timeUnixNano: time })) })).status).toBe(200);
    const [receipt] = await receipts();
    expect(receipt!.occurredAt).toBe(new Date(TIME).toISOString());
  });

  test.each([
    ['of 1970', '1000000'],
    ['in seconds', String(TIME / 1000)],
    ['of the year 5138', '99999999999999999999'],
    ['of no year at all', 1e300],
    ['that is no number', 'yesterday'],
    ['before the epoch', '-5'],
    ['that is an object', { low: 'x' }],
  ])('%s is that of arrival, and the receipt says so', async (_name, time) => {
    const before = Date.now() - 1000;
    expect((await send({ body: logs(promptOf({ timeUnixNano: time })) })).status).toBe(200);
    const [receipt] = await receipts();
    expect(Date.parse(receipt!.occurredAt)).toBeGreaterThan(before);
    expect(receipt!.flags).toContain('clock_skew');
  });

  test.each([['0'], [0], [null], [undefined], [{ low: 0, high: 0 }]])(
    '%j means that there is none',
    async (time) => {
      await send({ body: logs(promptOf({ timeUnixNano: time })) });
      const [receipt] = await receipts();
      expect(receipt!.flags).not.toContain('clock_skew');
    },
  );

  test('that cannot be read gives way to the time of its observation', async () => {
    const times = { timeUnixNano: '-1', observedTimeUnixNano: String(NANOSECONDS) };
    await send({ body: logs(promptOf(times)) });
    expect((await receipts())[0]!.occurredAt).toBe(new Date(TIME).toISOString());
  });
});

describe('JSON as proto3 allows it', () => {
  test.each([
    '{"resourceLogs":null}',
    '{"resourceLogs":[{"resource":null,"scopeLogs":null,"schemaUrl":null}]}',
    '{"resourceLogs":[{"resource":{"attributes":null},"scopeLogs":[{"scope":null,"logRecords":null}]}]}',
    '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"attributes":null,"body":null,"traceId":null,"timeUnixNano":null}]}]}]}',
    '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"attributes":[{"key":null,"value":null},{"key":"a","value":{"arrayValue":{"values":null}}}]}]}]}]}',
    '{}',
  ])('%s is taken', async (body) => {
    const { status, body: answer } = await send({ body });
    expect([status, answer.toString()]).toEqual([200, '{}']);
  });

  test('members can have the names of the .proto file, enums their names, and unknown ones are ignored', async () => {
    const text = (string_value: string) => ({ string_value });
    const record = {
      ...{ time_unix_nano: String(NANOSECONDS), severity_number: 'SEVERITY_NUMBER_INFO', futureMember: [1] },
      attributes: [
        { key: 'event.name', value: text('user_prompt') },
        { key: 'session.id', value: text(session) },
        { key: 'prompt', value: text('Fix the build') },
      ],
    };
    const resource = { attributes: [{ key: 'service.name', value: text('claude-code') }] };
    const body = JSON.stringify({
      resource_logs: [{ resource, scope_logs: [{ log_records: [record] }] }],
    });
    expect(
      (await send({ body, headers: { 'content-type': 'Application/JSON; Charset=UTF-8' } })).status,
    ).toBe(200);
    const [receipt] = await receipts();
    expect(receipt).toMatchObject({ event: 'prompt.submitted', occurredAt: new Date(TIME).toISOString() });
  });

  test('an id of zeros is none, in hexadecimal digits and in base64', async () => {
    for (const parentSpanId of ['0'.repeat(16), Buffer.alloc(8).toString('base64'), null]) {
      const attributes = Object.entries({
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.conversation.id': `${session}${parentSpanId}`,
        'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'Hi' }] }]),
      }).map(([key, text]) => ({ key, value: value(text) }));
      const span = {
        traceId: 'QUJDREVGR0hJSktMTU5PUA==',
        kind: 'SPAN_KIND_INTERNAL',
        parentSpanId,
        attributes,
      };
      const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
      await send({ path: '/api/otlp/v1/traces', body });
      const filter = { sessionId: `${session}${parentSpanId}` };
      const events = (await host.control('receipts.export', { filter })).receipts.map(({ event }) => event);
      expect(events).toContain('prompt.submitted');
    }
  });
});

/** Writes a field that is a message or a text. */
const field = (number: number, content: Uint8Array | string) =>
  new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(Buffer.from(content)).finish();

test('a field of protobuf with another wire type is an unknown field, and the next one is read', async () => {
  // A list whose wire type is that of a number: its length is the number, and the text would be its elements.
  const odd = new BinaryWriter().tag(5, WireType.Varint).uint32(15).finish();
  const attribute = (key: string, text: Uint8Array) =>
    field(6, Buffer.concat([field(1, key), field(2, text)]));
  const record = Buffer.concat([
    ...Object.entries({ 'event.name': 'user_prompt', 'session.id': session }).map(([key, text]) =>
      attribute(key, field(1, text)),
    ),
    attribute('prompt', Buffer.concat([odd, field(1, 'Fix the build')])),
    // A time as a number, and a name of the event as eight bytes.
    new BinaryWriter().tag(1, WireType.Varint).uint32(7).tag(12, WireType.Bit64).double(1).finish(),
    new BinaryWriter().tag(11, WireType.Bit64).fixed64(NANOSECONDS).finish(),
  ]);
  const service = field(1, Buffer.concat([field(1, 'service.name'), field(2, field(1, 'claude-code'))]));
  const body = field(1, Buffer.concat([field(1, service), field(2, field(2, record))]));
  const sent = await send({ body, headers: { 'content-type': 'application/x-protobuf' } });
  expect(sent.status).toBe(200);
  const [receipt] = await receipts();
  expect(receipt).toMatchObject({
    occurredAt: new Date(TIME).toISOString(),
    data: { content: 'Fix the build' },
  });
});

describe('a refusal says what this route takes', () => {
  const types = 'Send application/json or application/x-protobuf, without compression or with gzip.';
  test.each<[string, Sent, number, string]>([
    ['another type', { headers: { 'content-type': 'text/plain' } }, 415, types],
    ['another compression', { headers: { 'content-encoding': 'zstd' } }, 415, types],
    ['no JSON', { body: '{' }, 400, 'The body is not JSON, or not an OTLP request of this signal.'],
    [
      'another shape',
      { body: '{"resourceLogs":7}' },
      400,
      'The body is not JSON, or not an OTLP request of this signal.',
    ],
    [
      'no gzip',
      { headers: { 'content-encoding': 'gzip' }, body: '{}' },
      400,
      'The body is not gzip, as its Content-Encoding says, or it is cut off.',
    ],
  ])('%s', async (_name, sent, status, words) => {
    expect(await messageOf(sent)).toEqual([status, words]);
  });

  test('bytes that are not protobuf, in protobuf', async () => {
    const { status, body } = await send({
      headers: { 'content-type': 'application/x-protobuf' },
      body: Buffer.from('{"resourceLogs":[]}'),
    });
    const reader = new BinaryReader(new Uint8Array(body));
    reader.tag();
    const code = reader.int32();
    reader.tag();
    expect([status, code, reader.string()]).toEqual([
      400,
      3,
      'The body is not protobuf, or not an OTLP request of this signal.',
    ]);
  });

  const nowhere =
    'There is no such endpoint. OpenTelemetry goes to /api/otlp/v1/logs, /api/otlp/v1/traces or /api/otlp/v1/metrics.';
  test.each([
    ['/api/otlp'],
    ['/api/otlp/'],
    ['/api/otlp//v1/logs'],
    ['//api/otlp/v1/logs'],
    ['/api/otlp/v1/logs/'],
    ['/api/otlp/v1'],
    ['/api/otlp/v1/profiles'],
    ['/api/otlp/v1/logs/v1/logs'],
    ['/v1/logs'],
    ['/v1/traces/'],
    ['/logs'],
  ])('%s', async (path) => {
    expect(await messageOf({ path })).toEqual([404, nowhere]);
    expect(await messageOf({ path, headers: { authorization: 'Bearer no' } })).toEqual([404, nowhere]);
  });

  test.each(['GET', 'PUT'])('%s', async (method) => {
    expect(await messageOf({ method })).toEqual([405, 'This endpoint takes POST only.']);
  });
});

test('a page that names another host gets the guards’ answer, with the hosts that are taken', async () => {
  const { status, type, body } = await send({
    headers: { host: 'host.docker.internal:47613' },
    path: '/v1/logs',
  });
  expect([status, type]).toEqual([403, 'application/problem+json']);
  const { title } = JSON.parse(body.toString());
  expect(title).toBe(
    'The Host header must be 127.0.0.1, [::1] or localhost, with the port of this collector.',
  );
  const { port } = new URL(host.baseUrl);
  expect((await send({ headers: { host: `LocalHost:${port}` }, body: '{}' })).status).toBe(200);
});
