import { gzipSync } from 'node:zlib';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plantedIn } from '../../test/support/planted-values.ts';
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
  session = `telemetry-session-${sessions}`;
});

type Attributes = Record<string, string | number | boolean>;
interface Sent {
  service: string;
  name: string;
  attributes: Attributes;
  parentSpanId?: string;
  failed?: boolean;
}

const TIME = 1_795_219_200_000;
const NANOSECONDS = `${TIME}000000`;

const jsonValue = (value: string | number | boolean) =>
  typeof value === 'string'
    ? { stringValue: value }
    : typeof value === 'boolean'
      ? { boolValue: value }
      : { intValue: String(value) };
const jsonAttributes = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: jsonValue(value) }));

function jsonLogs({ service, name, attributes }: Sent): Buffer {
  const record = {
    timeUnixNano: NANOSECONDS,
    attributes: jsonAttributes({ 'event.name': name, ...attributes }),
  };
  const resource = { attributes: jsonAttributes({ 'service.name': service }) };
  return Buffer.from(
    JSON.stringify({
      resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 's' }, logRecords: [record] }] }],
    }),
  );
}

function jsonSpans({ service, name, attributes, parentSpanId, failed }: Sent): Buffer {
  const span = {
    ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentSpanId, name },
    ...{ startTimeUnixNano: NANOSECONDS, attributes: jsonAttributes(attributes) },
    ...(failed === true ? { status: { code: 2 } } : {}),
  };
  const resource = { attributes: jsonAttributes({ 'service.name': service }) };
  return Buffer.from(
    JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: {}, spans: [span] }] }] }),
  );
}

const message = (...fields: [number, Uint8Array][]) => {
  const writer = new BinaryWriter();
  for (const [field, bytes] of fields) writer.tag(field, WireType.LengthDelimited).bytes(bytes);
  return writer.finish();
};
const words = (text: string) => new TextEncoder().encode(text);
const protoValue = (value: string | number | boolean) => {
  const writer = new BinaryWriter();
  if (typeof value === 'string') return writer.tag(1, WireType.LengthDelimited).string(value).finish();
  if (typeof value === 'boolean') return writer.tag(2, WireType.Varint).bool(value).finish();
  return writer.tag(3, WireType.Varint).int64(value).finish();
};
const protoAttributes = (field: number, attributes: Attributes): [number, Uint8Array][] =>
  Object.entries(attributes).map(([key, value]) => [field, message([1, words(key)], [2, protoValue(value)])]);

function protobufLogs({ service, name, attributes }: Sent): Buffer {
  const time = new BinaryWriter().tag(1, WireType.Bit64).fixed64(NANOSECONDS).finish();
  const record = Buffer.concat([time, message(...protoAttributes(6, { 'event.name': name, ...attributes }))]);
  const resource = message(...protoAttributes(1, { 'service.name': service }));
  return Buffer.from(
    message([1, message([1, resource], [2, message([1, message([1, words('s')])], [2, record])])]),
  );
}

function send(signal: string, body: Buffer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${host.baseUrl}/api/otlp/v1/${signal}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    body: new Uint8Array(body),
  });
}

async function receipts() {
  const page = await host.control('receipts.export', { filter: { sessionId: session } });
  return page.receipts.toReversed();
}
const said = async () => (await receipts()).map(({ event, data }) => [event, data]);

const prompt = (): Sent => ({
  service: 'claude-code',
  name: 'user_prompt',
  attributes: { 'session.id': session, 'prompt.id': 'p1', prompt: 'Fix the build', 'user.email': 'CANARY' },
});

describe('a request', () => {
  test.each([
    ['json', 'plain', 'application/json', (sent: Sent) => jsonLogs(sent)],
    ['json', 'gzip', 'application/json; charset=utf-8', (sent: Sent) => gzipSync(jsonLogs(sent))],
    ['protobuf', 'plain', 'application/x-protobuf', (sent: Sent) => protobufLogs(sent)],
    ['protobuf', 'gzip', 'application/x-protobuf', (sent: Sent) => gzipSync(protobufLogs(sent))],
  ])(
    'of %s, %s, becomes a receipt that says it was reported afterwards',
    async (form, packed, type, encode) => {
      const headers = { 'Content-Type': type, ...(packed === 'gzip' ? { 'Content-Encoding': 'gzip' } : {}) };
      const answer = await send('logs', encode(prompt()), headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(type.split(';')[0]);
      expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(form === 'json' ? '{}' : '');
      const [receipt] = await receipts();
      expect(receipt).toMatchObject({
        event: 'prompt.submitted',
        occurredAt: new Date(TIME).toISOString(),
        flags: expect.arrayContaining(['reported_afterwards', 'destination_assumed']),
        data: { content: 'Fix the build', turnId: 'p1', destination: 'anthropic' },
      });
    },
  );

  test('without a token gets a Status body in its own encoding', async () => {
    const json = await send('logs', jsonLogs(prompt()), { Authorization: 'Bearer no' });
    expect([json.status, await json.json()]).toEqual([
      401,
      { code: 16, message: 'A valid token is required.' },
    ]);
    const binary = await send('logs', protobufLogs(prompt()), {
      Authorization: 'Bearer no',
      'Content-Type': 'application/x-protobuf',
    });
    const reader = new BinaryReader(new Uint8Array(await binary.arrayBuffer()));
    expect([reader.tag()[0], reader.int32(), reader.tag()[0], reader.string()]).toEqual([
      1,
      16,
      2,
      'A valid token is required.',
    ]);
  });

  test.each([
    ['another media type', 415, { 'Content-Type': 'text/plain' }, () => jsonLogs(prompt())],
    ['another compression', 415, { 'Content-Encoding': 'br' }, () => jsonLogs(prompt())],
    ['text that is not JSON', 400, {}, () => Buffer.from('{"resourceLogs":')],
    ['another shape', 400, {}, () => Buffer.from('{"resourceLogs":7}')],
    [
      'a compressed body that is cut off',
      400,
      { 'Content-Encoding': 'gzip' },
      () => gzipSync(jsonLogs(prompt())).subarray(0, 30),
    ],
    [
      'bytes that are not protobuf',
      400,
      { 'Content-Type': 'application/x-protobuf' },
      () => Buffer.from([0x0a, 0xff, 0x01, 0x02]),
    ],
    [
      'a decompression bomb',
      413,
      { 'Content-Encoding': 'gzip' },
      () => gzipSync(Buffer.alloc(64 * 1_048_576, ' ')),
    ],
  ])('with %s is refused with %d', async (_name, status, headers, body) => {
    const answer = await send('logs', body(), headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(await receipts()).toEqual([]);
  });

  test('that begins with a byte order mark gets a Status that says so', async () => {
    const marked = Buffer.concat([Buffer.from('\ufeff'), jsonLogs(prompt())]);
    const answer = await send('logs', marked);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 3, message: expect.stringContaining('byte order mark') },
    ]);
  });

  test.each([
    ['text of JSON', 'json', '{"id":1290123456789012345,"name":"half \\ud83d","\\ud83d":1,"\\ufffd":2}'],
    ['text of JSON', 'protobuf', '{"id":1290123456789012345,"name":"half \\ud83d","\\ud83d":1,"\\ufffd":2}'],
    ['integers', 'json', undefined],
    ['integers', 'protobuf', undefined],
  ])('keeps every digit and no half character: a tool’s input as %s, %s', async (_kind, encoding, input) => {
    const id = '1290123456789012345';
    const attributes = { 'session.id': session, function_name: 'send', 'event.timestamp': NANOSECONDS };
    const sent: Sent = { service: 'gemini-cli', name: 'gemini_cli.tool_call', attributes };
    if (encoding === 'json') {
      const whole = JSON.parse(String(jsonLogs(sent)));
      const members = [
        { key: 'id', value: { intValue: id } },
        { key: 'bare', value: { intValue: 'BARE' } },
        { key: 'small', value: { intValue: '7' } },
      ];
      const value = input === undefined ? { kvlistValue: { values: members } } : { stringValue: input };
      whole.resourceLogs[0].scopeLogs[0].logRecords[0].attributes.push({ key: 'function_args', value });
      await send('logs', Buffer.from(JSON.stringify(whole).replace('"BARE"', id)));
    } else {
      const int = (key: string, value: string) =>
        message([1, words(key)], [2, new BinaryWriter().tag(3, WireType.Varint).int64(value).finish()]);
      const list = message([1, int('id', id)], [1, int('bare', id)], [1, int('small', '7')]);
      const value = input === undefined ? message([6, list]) : protoValue(input);
      const parts = protoAttributes(6, { 'event.name': sent.name, ...attributes });
      const record = message(...parts, [6, message([1, words('function_args')], [2, value])]);
      const resource = message(...protoAttributes(1, { 'service.name': sent.service }));
      const body = message([1, message([1, resource], [2, message([2, record])])]);
      await send('logs', Buffer.from(body), { 'Content-Type': 'application/x-protobuf' });
    }
    const [receipt] = await receipts();
    const toolInput =
      input === undefined
        ? { id, bare: id, small: 7 }
        : { id, name: 'half \ufffd', '\ufffd 2': 1, '\ufffd': 2 };
    expect(receipt).toMatchObject({ event: 'tool.before_use', data: { toolInput } });
    expect(receipt!.flags).toContain('number_as_text');
  });

  test('keeps what JSON has no number for as text', async () => {
    const attributes = { 'session.id': session, function_name: 'send', 'event.timestamp': NANOSECONDS };
    const whole = JSON.parse(
      String(jsonLogs({ service: 'gemini-cli', name: 'gemini_cli.tool_call', attributes })),
    );
    const values = [
      { key: 'none', value: { doubleValue: 'NaN' } },
      { key: 'far', value: { doubleValue: '-Infinity' } },
    ];
    const value = { kvlistValue: { values } };
    whole.resourceLogs[0].scopeLogs[0].logRecords[0].attributes.push({ key: 'function_args', value });
    await send('logs', Buffer.from(JSON.stringify(whole)));
    expect((await receipts())[0]!.data.toolInput).toEqual({ none: 'NaN', far: '-Infinity' });
  });

  test('with a web page’s origin is refused like every other', async () => {
    const answer = await send('logs', jsonLogs(prompt()), { Origin: 'https://example.com' });
    expect(answer.status).toBe(403);
  });

  test('of another method is refused, and metrics are taken and kept nowhere', async () => {
    expect((await fetch(`${host.baseUrl}/api/otlp/v1/logs`)).status).toBe(405);
    const metrics = await send('metrics', Buffer.from('{"resourceMetrics":[]}'));
    expect([metrics.status, await metrics.text()]).toEqual([200, '{}']);
  });

  test('reports the records that do not fit an event, which the client must not send again', async () => {
    const sent = prompt();
    sent.attributes['session.id'] = ' ';
    const answer = await send(
      'logs',
      jsonLogs({ ...sent, attributes: { ...sent.attributes, 'session.id': '\u0001' } }),
    );
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ partialSuccess: { rejectedLogRecords: '1' } });
  });
});

describe('the records of', () => {
  const log = async (service: string, name: string, attributes: Attributes) => {
    expect((await send('logs', jsonLogs({ service, name, attributes }))).status).toBe(200);
  };
  const span = async (attributes: Attributes, parentSpanId?: string) => {
    const sent = {
      service: 'copilot-chat',
      name: 'x',
      attributes,
      ...(parentSpanId ? { parentSpanId } : {}),
    };
    expect((await send('traces', jsonSpans(sent))).status).toBe(200);
  };

  test('Claude Code: a prompt, a command and an edit; nothing of answers, outputs and accounts', async () => {
    const base = { 'session.id': session, 'prompt.id': 'p1', 'user.email': 'CANARY-MAIL' };
    await log('claude-code', 'user_prompt', { ...base, prompt: '<REDACTED>' });
    await log('claude-code', 'assistant_response', { ...base, response: 'CANARY-ANSWER' });
    await log('claude-code', 'api_request_body', { ...base, body: 'CANARY-BODY' });
    const call = { ...base, tool_use_id: 't1', tool_name: 'Bash', decision: 'accept', source: 'config' };
    await log('claude-code', 'tool_decision', {
      ...call,
      tool_parameters: JSON.stringify({ full_command: 'npm test' }),
    });
    await log('claude-code', 'tool_result', {
      ...{ ...base, tool_use_id: 't2', tool_name: 'Edit', success: 'true' },
      ...{ tool_input: JSON.stringify({ file_path: '/srv/a.ts' }), 'tool.output': 'CANARY-OUTPUT' },
    });
    expect((await said()).map(([event]) => event)).toEqual([
      'prompt.submitted',
      'tool.before_use',
      'command.before_run',
      'file.changed',
    ]);
    expect(JSON.stringify(await said())).toContain('npm test');
    expect(plantedIn(host.dataDir, ['CANARY'])).toEqual([]);
  });

  test('Claude Code: the answer of a background agent is no prompt', async () => {
    const answer = '<task-notification><result>CANARY-RESULT</result></task-notification>';
    await log('claude-code', 'user_prompt', { 'session.id': session, prompt: answer });
    expect(await said()).toEqual([]);
    const attached = 'Explain\n<context ref="file:///a">\nCANARY-FILE </context> CANARY\n</context>';
    await log('claude-code', 'user_prompt', { 'session.id': session, 'prompt.id': 'p1', prompt: attached });
    // What one types while the agent works has the same id, and an exporter can send a record again.
    const next = { 'session.id': session, 'prompt.id': 'p1', prompt: 'And this' };
    await log('claude-code', 'user_prompt', next);
    await log('claude-code', 'user_prompt', next);
    expect((await said()).map(([, data]) => (data as { content?: unknown }).content)).toEqual([
      expect.stringMatching(/^Explain\n\[Plinth left out [^\n]*\]$/),
      'And this',
    ]);
    expect(plantedIn(host.dataDir, ['CANARY'])).toEqual([]);
  });

  test('Codex: a session, a prompt, a command and a patch; never what a command printed', async () => {
    const base = { 'conversation.id': session, model: 'gpt-5.5' };
    await log('codex_cli_rs', 'codex.conversation_starts', { ...base, provider_name: 'OpenAI' });
    await log('codex_cli_rs', 'codex.user_prompt', { ...base, prompt: 'Rename it' });
    await log('codex_cli_rs', 'codex.tool_result', {
      ...{ ...base, call_id: 'c1', tool_name: 'shell', success: 'true', output: 'CANARY-PRINTED' },
      arguments: JSON.stringify({ command: ['bash', '-lc', 'ls -l'] }),
    });
    await log('codex_cli_rs', 'codex.tool_result', {
      ...{ ...base, call_id: 'c2', tool_name: 'apply_patch', success: 'true' },
      arguments: JSON.stringify({
        input:
          '*** Begin Patch\n*** Add File: a.txt\n+a\n*** Update File: b.txt\n@@ CANARY\n CANARY-CONTEXT\n-CANARY-OLD\n+b\n*** End Patch',
      }),
    });
    const all = await said();
    expect(all.map(([event]) => event)).toEqual([
      ...['session.started', 'prompt.submitted', 'tool.before_use', 'command.before_run'],
      ...['tool.before_use', 'file.changed', 'file.changed'],
    ]);
    expect(all[3]![1]).toMatchObject({ command: 'ls -l', callId: 'c1', model: 'gpt-5.5' });
    expect(all[5]![1]).toMatchObject({ path: 'a.txt', changeType: 'created' });
    expect(plantedIn(host.dataDir, ['CANARY'])).toEqual([]);
  });

  test('Gemini CLI: a session, a prompt without referenced files, a command and an edit', async () => {
    const base = { 'session.id': session };
    await log('gemini-cli', 'gemini_cli.config', { ...base, model: 'gemini-3' });
    await log('gemini-cli', 'gemini_cli.user_prompt', {
      ...base,
      prompt: 'See @a\n--- Content from referenced files ---\nCANARY-FILE',
    });
    await log('gemini-cli', 'gemini_cli.tool_call', {
      ...{ ...base, function_name: 'run_shell_command', success: true },
      function_args: JSON.stringify({ command: 'make' }),
    });
    await log('gemini-cli', 'gemini_cli.tool_call', {
      ...{ ...base, function_name: 'write_file', success: true },
      function_args: JSON.stringify({ file_path: '/srv/b.txt', content: 'b' }),
    });
    expect((await said()).map(([event]) => event)).toEqual([
      ...['session.started', 'prompt.submitted', 'tool.before_use', 'command.before_run'],
      ...['tool.before_use', 'file.changed'],
    ]);
    expect(plantedIn(host.dataDir, ['CANARY'])).toEqual([]);
  });

  test('the GenAI conventions: an agent’s prompt once, its tools, and no message of a model or a sub-agent', async () => {
    const messages = (text: string) =>
      JSON.stringify([
        { role: 'system', parts: [{ type: 'text', content: 'CANARY-SYSTEM' }] },
        { role: 'user', parts: [{ type: 'text', content: text }] },
        { role: 'assistant', parts: [{ type: 'text', content: 'CANARY-ASSISTANT' }] },
      ]);
    const base = { 'gen_ai.conversation.id': session };
    await span({
      ...{ ...base, 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'run_in_terminal' },
      ...{ 'gen_ai.tool.call.id': 'c1', 'gen_ai.tool.call.result': 'CANARY-RESULT' },
      'gen_ai.tool.call.arguments': JSON.stringify({ command: 'pwd' }),
    });
    const agent = { ...base, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.provider.name': 'openai' };
    await span({ ...agent, 'gen_ai.input.messages': messages('CANARY-DELEGATED') }, 'c'.repeat(16));
    await span({
      ...{ ...agent, 'gen_ai.input.messages': messages('Where am I?') },
      ...{ 'gen_ai.output.messages': 'CANARY-OUT', 'gen_ai.system_instructions': 'CANARY-RULES' },
    });
    const notification =
      '<current_datetime>2026</current_datetime>\n\n<system_notification>CANARY-ANSWER</system_notification>';
    await span({ ...agent, 'gen_ai.input.messages': messages(notification) });
    const all = await said();
    expect(all.map(([event]) => event)).toEqual([
      'tool.before_use',
      'command.before_run',
      'session.started',
      'prompt.submitted',
    ]);
    expect(all[3]![1]).toMatchObject({ content: 'Where am I?', destination: 'openai' });
    expect(plantedIn(host.dataDir, ['CANARY'])).toEqual([]);
  });

  test('Copilot CLI without the kind of an edit: a change by the tool’s name, unless the span failed', async () => {
    const edit = (tool: string, path: string, failed = false) => {
      const attributes = {
        ...{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.conversation.id': session },
        ...{ 'gen_ai.tool.name': tool, 'gen_ai.tool.call.id': `${tool} ${path}` },
        'github.copilot.tool.parameters.file_path': path,
      };
      return send('traces', jsonSpans({ service: 'github-copilot', name: 'x', attributes, failed }));
    };
    await edit('create', '/srv/new.ts');
    await edit('edit', '/srv/a.ts');
    await edit('edit', '/srv/failed.ts', true);
    await edit('view', '/srv/seen.ts');
    const changed = (await said()).filter(([event]) => event === 'file.changed');
    expect(changed.map(([, data]) => data)).toMatchObject([
      { path: '/srv/new.ts', changeType: 'created' },
      { path: '/srv/a.ts', changeType: 'modified' },
    ]);
  });

  test('the GenAI conventions: a prompt although the last message of the user has results of tools alone', async () => {
    const messages = [
      { role: 'user', parts: [{ type: 'text', content: 'Where am I?' }] },
      { role: 'user', parts: [{ type: 'tool_call_response', content: 'CANARY-RESULT' }] },
    ];
    const base = { 'gen_ai.conversation.id': session, 'gen_ai.operation.name': 'invoke_agent' };
    await span({ ...base, 'gen_ai.input.messages': JSON.stringify(messages) });
    const all = await said();
    expect(all.at(-1)).toMatchObject(['prompt.submitted', { content: 'Where am I?' }]);
    expect(plantedIn(host.dataDir, ['CANARY'])).toEqual([]);
  });

  test('Codex, as version 0.169.0 names its records, and Claude Code, as it writes its token', async () => {
    const value = (stringValue: string) => ({ stringValue });
    const record = {
      eventName: 'event otel/src/events/session_telemetry.rs:1200',
      attributes: [
        { key: 'event.name', value: value('codex.user_prompt') },
        { key: 'conversation.id', value: value(session) },
        { key: 'prompt', value: value('Rename it') },
      ],
    };
    const answer = await fetch(`${host.baseUrl}/api/otlp/v1/logs`, {
      method: 'POST',
      headers: { Authorization: `Bearer%20${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }),
    });
    expect(answer.status).toBe(200);
    // Qwen Code 0.24.4 exports each call as a record, and again as a span with another id.
    const attributes = {
      ...{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'write_file' },
      ...{ 'gen_ai.tool.call.id': 'call_1', 'gen_ai.conversation.id': session },
    };
    await send('traces', jsonSpans({ service: 'qwen-code', name: 'x', attributes }));
    expect((await said()).map(([event]) => event)).toEqual(['prompt.submitted']);
  });

  test('a program without a table: nothing', async () => {
    await log('web-shop', 'order.placed', { 'session.id': session, prompt: 'CANARY-SHOP' });
    expect(await said()).toEqual([]);
  });
});

test('a request that is sent again adds no receipt', async () => {
  const call = { 'session.id': session, tool_use_id: 't1', tool_name: 'Read' };
  const body = jsonLogs({ service: 'claude-code', name: 'tool_decision', attributes: call });
  await send('logs', body);
  await send('logs', body);
  expect(await said()).toHaveLength(1);
});

test('diagnostics and the doctor count what became of the records', async () => {
  const { telemetry } = await host.control('diagnostics.get', {});
  expect(telemetry).toHaveLength(1);
  const [{ integration, ...counts }] = telemetry as [(typeof telemetry)[number]];
  expect(integration).toBe('Telemetry');
  // The request that was sent again, and the program without a table.
  expect(counts.duplicates).toBeGreaterThan(0);
  expect(counts.dropped).toBeGreaterThan(0);
  expect(counts.records).toBeGreaterThan(counts.dropped + counts.duplicates);
  const { findings } = await host.control('doctor.run', {});
  expect(findings.find(({ check }) => check === 'telemetry')).toMatchObject({
    level: 'ok',
    params: { integrations: 1, ...counts },
  });
});

test('a session counts what the numbers of the agent promise, and a token approves nothing', async () => {
  const decide = (callId: string, members: Attributes) => {
    const attributes = { 'session.id': session, tool_use_id: callId, tool_name: 'Read', ...members };
    return send('logs', jsonLogs({ service: 'claude-code', name: 'tool_decision', attributes }));
  };
  await decide('t1', { decision: 'accept', source: 'user_temporary', 'event.sequence': 4 });
  await decide('t2', { decision: 'reject', source: 'config', 'event.sequence': 7 });
  const key = (await receipts())[0]!.session.key;
  const notes = async () => (await host.control('sessions.get', { key })).notes;
  await expect.poll(async () => (await notes()).missing, { timeout: 60_000 }).toBe(2);
  expect((await notes()).approvals).toEqual([]);
  await host.control('receipts.delete', { scope: { sessionKey: key } });
  await expect(notes()).rejects.toThrow('not_found');
});
