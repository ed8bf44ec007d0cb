import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HarnessId } from '../../shared/bridge.ts';
import { plantedIn } from '../../test/support/planted-values.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../../test/support/running-host.ts';

const captured = (name: string) =>
  JSON.parse(
    readFileSync(
      fileURLToPath(new URL(`../bridges/harnesses/${name.replace('/', '/captured/')}.json`, import.meta.url)),
      'utf8',
    ),
  );

let host: RunningHost;
let home: string;
let sessions = 0;
let session: string;

function credential(harness: HarnessId): string {
  return readFileSync(join(host.dataDir, 'bridges', `${harness}.token`), 'utf8');
}

function report(
  harness: string,
  payload: unknown,
  token = credential(harness as HarnessId),
): Promise<Response> {
  return fetch(`${host.baseUrl}/api/bridges/v1/${harness}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
}

async function receipts() {
  const page = await host.control('receipts.query', { filter: { sessionId: session }, limit: 100 });
  return page.receipts.reverse();
}
const types = async () => (await receipts()).map(({ event }) => event);
const bridge = async (harness: HarnessId) =>
  (await host.control('bridges.status', {})).bridges.find((each) => each.harness === harness)!;

beforeAll(async () => {
  home = temporaryFolder();
  host = await startTestHost({ surroundings: { variables: { HOME: home }, platform: 'linux' } });
  for (const harness of ['claude-code', 'codex', 'cursor', 'copilot', 'gemini'] as const) {
    await host.control('bridges.connect', { harness });
  }
});
afterAll(() => host.remove());
beforeEach(() => {
  sessions += 1;
  session = `bridge-session-${sessions}`;
});

describe('a report', () => {
  test('becomes receipts and gets an empty answer', async () => {
    const answer = await report('claude-code', {
      ...captured('claude-code/PreToolUse.Bash'),
      session_id: session,
    });
    expect([answer.status, await answer.text()]).toEqual([202, '{}']);
    expect(await types()).toEqual(['tool.before_use', 'command.before_run']);
  });

  test('is redacted like any other event', async () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    await report('claude-code', {
      ...captured('claude-code/UserPromptSubmit'),
      session_id: session,
      prompt: `Use ${secret} please`,
    });
    const [receipt] = await receipts();
    expect(receipt).toMatchObject({ secrets: 1, personal: 0 });
    expect(JSON.stringify(await host.control('receipts.get', { id: receipt!.id }))).not.toContain(secret);
  });

  test('of more than 8 MiB keeps its small members', async () => {
    const content = `a "quoted" \\\\ line\n`.repeat(500_000);
    const common = { session_id: session, cwd: '/srv', tool_name: 'Write', tool_use_id: 'call-large' };
    const tool_input = { file_path: '/srv/large.txt', content };
    const before = { ...common, hook_event_name: 'PreToolUse', tool_input };
    expect(JSON.stringify(before).length).toBeGreaterThan(9 * 1_048_576);
    expect((await report('claude-code', before)).status).toBe(202);
    const after = {
      ...common,
      hook_event_name: 'PostToolUse',
      tool_input,
      tool_response: { type: 'create', content },
    };
    expect((await report('claude-code', after)).status).toBe(202);
    const [used, changed] = await receipts();
    const { receipt } = await host.control('receipts.get', { id: used!.id });
    expect(receipt.data).toMatchObject({ toolName: 'Write', toolInput: { file_path: '/srv/large.txt' } });
    expect(receipt.droppedMembers).toBe(1);
    expect((await host.control('receipts.get', { id: changed!.id })).receipt.data).toMatchObject({
      path: '/srv/large.txt',
      changeType: 'created',
    });
  });

  test.each([
    ['small', 0],
    ['of more than 8 MiB', 9 * 1_048_576],
  ])('keeps every digit of a number, and no half character: %s', async (_size, fillingBytes) => {
    const input = String.raw`{"id":1290123456789012345,"far":1e400,"one":1.0,"\ud83d":"\ude00","\ufffd":2}`;
    const filling = `"timestamp_ns":1764064800123456789,"tool_response":"${'x'.repeat(fillingBytes)}"`;
    const payload = `{"session_id":"${session}","hook_event_name":"PreToolUse","tool_name":"Send","tool_use_id":"1","tool_input":INPUT,${filling}}`;
    expect((await report('claude-code', payload.replace('INPUT', input))).status).toBe(202);
    const plain = payload.replace('INPUT', '{"id":"12"}').replace('_id":"1"', '_id":"2"');
    expect((await report('claude-code', plain)).status).toBe(202);
    const [exact, same] = await Promise.all(
      (await receipts()).map(({ id }) => host.control('receipts.get', { id })),
    );
    const toolInput = { id: '1290123456789012345', far: '1e400', one: 1, '\ufffd 2': '\ufffd', '\ufffd': 2 };
    expect(exact!.receipt).toMatchObject({ flags: ['number_as_text'], data: { toolInput } });
    // The number that became text is in no member of this receipt.
    expect(same!.receipt).toMatchObject({ flags: [], data: { toolInput: { id: '12' } } });
  });

  /** Posts a report in chunks, as a hook does, and ends as `end` does. */
  const streamed = (payload: string, end: (socket: Socket) => void) => {
    const path = join(host.dataDir, 'bridges/collector.sock');
    const isWindows = process.platform === 'win32';
    const socket = connect(isWindows ? { host: '127.0.0.1', port: host.port } : { path });
    const name = isWindows ? `localhost:${host.port}` : 'localhost';
    socket.on('error', () => {});
    const head = `POST /api/bridges/v1/claude-code HTTP/1.1\r\nHost: ${name}\r\nAuthorization: Bearer ${credential('claude-code')}`;
    const type = 'Content-Type: application/json\r\nTransfer-Encoding: chunked';
    const size = Buffer.byteLength(payload).toString(16);
    socket.write(`${head}\r\n${type}\r\n\r\n${size}\r\n${payload}\r\n`, () => end(socket));
  };
  const prompt = (text: string) =>
    JSON.stringify({ hook_event_name: 'UserPromptSubmit', session_id: session, prompt: text, cwd: '/srv' });

  test('that is whole is taken although the hook stops before its end', async () => {
    streamed(prompt('half-closed'), (socket) => socket.end());
    await expect.poll(types, { timeout: 60_000 }).toHaveLength(1);
    streamed(prompt('closed'), (socket) => socket.destroySoon());
    await expect.poll(types, { timeout: 60_000 }).toHaveLength(2);
    streamed(prompt('large '.repeat(10_000)), (socket) => socket.destroySoon());
    await expect.poll(types, { timeout: 60_000 }).toHaveLength(3);
  });

  test('that is not whole is counted as not accepted', async () => {
    const { refused } = await bridge('claude-code');
    streamed(prompt('cut off').slice(0, -1), (socket) => socket.destroySoon());
    await expect.poll(async () => (await bridge('claude-code')).refused).toBe(refused + 1);
    expect(await types()).toEqual([]);
  });

  test('of unknown length and more than 8 MiB keeps its small members', async () => {
    const tool_input = { file_path: '/srv/large.txt', content: 'x'.repeat(9 * 1_048_576) };
    const common = {
      hook_event_name: 'PreToolUse',
      session_id: session,
      tool_name: 'Write',
      tool_use_id: 'c',
    };
    const body = Readable.toWeb(Readable.from([Buffer.from(JSON.stringify({ ...common, tool_input }))]));
    const headers = {
      Authorization: `Bearer ${credential('claude-code')}`,
      'Content-Type': 'application/json',
    };
    const request = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    expect((await fetch(`${host.baseUrl}/api/bridges/v1/claude-code`, request)).status).toBe(202);
    const [receipt] = await receipts();
    expect((await host.control('receipts.get', { id: receipt!.id })).receipt).toMatchObject({
      data: { toolInput: { file_path: '/srv/large.txt' } },
      droppedMembers: 1,
    });
  });

  test('without an end is refused', async () => {
    const { refused } = await bridge('claude-code');
    streamed(' ', (socket) => {
      const mebibyte = Buffer.concat([
        Buffer.from('100000\r\n'),
        Buffer.alloc(1_048_576),
        Buffer.from('\r\n'),
      ]);
      const write = (error?: Error | null) => {
        if (error == null && socket.writable) socket.write(mebibyte, write);
      };
      write();
    });
    await expect
      .poll(async () => (await bridge('claude-code')).refused, { timeout: 60_000 })
      .toBe(refused + 1);
    expect((await report('claude-code', prompt('afterwards'))).status).toBe(202);
  });

  test('of more than 8 MiB whose hook is killed leaves the next ones', async () => {
    const { refused } = await bridge('claude-code');
    const mebibyte = ' '.repeat(1_048_576);
    // A piece ends exactly where the room for a gathered body is full.
    const chunks = `100000\r\n${mebibyte}\r\n`.repeat(32);
    streamed(mebibyte, (socket) => socket.write(chunks, () => socket.destroy()));
    await expect
      .poll(async () => (await bridge('claude-code')).refused, { timeout: 60_000 })
      .toBe(refused + 1);
    expect((await report('claude-code', prompt('large '.repeat(10_000)))).status).toBe(202);
    await expect.poll(types, { timeout: 60_000 }).toHaveLength(1);
  });

  test('is counted without an error if it is unknown', async () => {
    const before = (await bridge('codex')).unknownPayloads;
    for (const payload of [{ hook_event_name: 'Brand', session_id: session }, {}]) {
      expect((await report('codex', payload)).status).toBe(202);
    }
    expect((await bridge('codex')).unknownPayloads).toBe(before + 2);
    expect(await receipts()).toEqual([]);
  });

  test('is counted when it arrives, and again when it is not accepted', async () => {
    const { reports, refused } = await bridge('codex');
    await report('codex', { hook_event_name: 'Stop', session_id: session });
    expect((await report('codex', '{')).status).toBe(400);
    expect((await report('codex', '{}', credential('claude-code'))).status).toBe(403);
    expect(await bridge('codex')).toMatchObject({ reports: reports + 2, refused: refused + 1 });
  });

  test('loses only the members over the contract’s limits', async () => {
    const deep = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`);
    await report('claude-code', {
      ...captured('claude-code/PreToolUse.Read'),
      session_id: session,
      tool_input: deep,
      cwd: `/${'x'.repeat(5000)}`,
    });
    const [receipt] = await receipts();
    const { receipt: whole } = await host.control('receipts.get', { id: receipt!.id });
    expect(whole.data).toMatchObject({ toolName: 'Read', callId: expect.any(String) });
    expect(whole.data).not.toHaveProperty('toolInput');
    expect(whole.data).not.toHaveProperty('cwd');
    expect(whole.droppedMembers).toBe(2);
  });

  test('keeps the small members of a tool’s input that is larger than an event', async () => {
    await report('claude-code', {
      ...captured('claude-code/PreToolUse.Write'),
      session_id: session,
      tool_input: { file_path: '/srv/big.txt', content: 'x'.repeat(2_000_000), mode: 'w' },
    });
    const [receipt] = await receipts();
    const { receipt: whole } = await host.control('receipts.get', { id: receipt!.id });
    expect(whole.data.toolInput).toEqual({ file_path: '/srv/big.txt', mode: 'w' });
    expect(whole.droppedMembers).toBe(1);
  });

  test('may be larger than an event, because discarded parts do not count', async () => {
    const answer = await report('claude-code', {
      ...captured('claude-code/PostToolUse.Write'),
      session_id: session,
      tool_response: { type: 'update', content: 'x'.repeat(2_000_000) },
    });
    expect(answer.status).toBe(202);
    expect(await types()).toEqual(['file.changed']);
  });
});

test('the lines of files in a patch reach no receipt, and the files that it changes do', async () => {
  const patch = [
    ...['*** Begin Patch', '*** Update File: a.txt', '@@ PLANTED-PLACE', ' PLANTED-CONTEXT', '-PLANTED-OLD'],
    ...['+new line', '*** Delete File: b.txt', '*** End Patch'],
  ].join('\n');
  const diff = '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,1 @@\n PLANTED-CONTEXT\n-PLANTED-OLD\n+new line\n';
  const base = { session_id: session, cwd: '/srv' };
  const inputs: [HarnessId, string, object][] = [
    ['codex', 'apply_patch', { command: patch }],
    ['codex', 'Bash', { command: `cd /srv && apply_patch <<'EOF'\n${patch}\nEOF` }],
    ['copilot', 'apply_patch', { input: patch }],
    ['claude-code', 'Bash', { command: `git apply <<'EOF'\n${diff}EOF` }],
    ['gemini', 'edit', { diff, originalContent: 'PLANTED-OLD' }],
    ['cursor', 'delete', { changes: { '/srv/b.txt': { type: 'delete', content: 'PLANTED-OLD' } } }],
  ];
  for (const [index, [harness, tool_name, tool_input]] of inputs.entries()) {
    const hook_event_name = { gemini: 'BeforeTool', cursor: 'preToolUse' }[harness as string] ?? 'PreToolUse';
    const call = { ...base, hook_event_name, tool_name, tool_input, tool_use_id: `call-${index}` };
    expect((await report(harness, call)).status).toBe(202);
  }
  await report('codex', {
    ...{ ...base, hook_event_name: 'PostToolUse', tool_name: 'apply_patch', tool_use_id: 'call-0' },
    ...{ tool_input: { command: patch }, tool_response: 'Success. Updated the following files:' },
  });
  const filter = { sessionId: session };
  const { receipts: all } = await host.control('receipts.export', { filter });
  expect(all.filter(({ event }) => event === 'tool.before_use')).toHaveLength(inputs.length);
  expect(all.filter(({ event }) => event === 'file.changed').map(({ data }) => data.path)).toEqual([
    ...['/srv/b.txt', '/srv/a.txt'],
  ]);
  expect(all.every(({ event, droppedMembers }) => event === 'file.changed' || droppedMembers > 0)).toBe(true);
  expect(JSON.stringify(all).match(/\+new line/g)).toHaveLength(7);
  expect(plantedIn(host.dataDir, ['PLANTED-'])).toEqual([]);
});

describe('one action', () => {
  test('becomes one receipt when two entries of one harness report it', async () => {
    const payload = { ...captured('claude-code/PreToolUse.Bash'), session_id: session };
    await Promise.all([report('claude-code', payload), report('claude-code', payload)]);
    expect(await types()).toEqual(['tool.before_use', 'command.before_run']);
  });

  test('becomes one receipt of Cursor when Cursor’s own hooks and Claude Code’s hooks report it', async () => {
    const base = { conversation_id: session, cursor_version: '3.1.0', workspace_roots: ['/srv'] };
    const tool = { tool_name: 'Shell', tool_input: { command: 'make' }, tool_use_id: 'use-1' };
    await report('cursor', { ...base, ...tool, hook_event_name: 'preToolUse' });
    await report('claude-code', { ...base, ...tool, tool_name: 'Bash', hook_event_name: 'PreToolUse' });
    await report('cursor', { ...base, hook_event_name: 'beforeShellExecution', command: 'make' });
    const found = await receipts();
    expect(found.map(({ event }) => event)).toEqual(['tool.before_use', 'command.before_run']);
    const { integrationId } = await bridge('cursor');
    expect(found.every(({ integration }) => integration.id === integrationId)).toBe(true);
    // The command arrived first through Claude Code’s hook.
    expect(found.map(({ flags }) => flags)).toEqual([[], ['via_claude_code']]);
  });

  test('becomes a receipt of Cursor, marked with its connection, when only Claude Code’s hooks report it', async () => {
    const base = { conversation_id: session, cursor_version: '3.1.0', workspace_roots: ['/srv'] };
    await report('claude-code', { ...base, hook_event_name: 'UserPromptSubmit', prompt: 'Explain' });
    const [found] = await receipts();
    expect(found!.integration.id).toBe((await bridge('cursor')).integrationId);
    expect(found!.flags).toEqual(['via_claude_code', 'destination_assumed']);
  });

  test('cannot claim another harness: a credential writes only receipts of its own connection', async () => {
    const forged = { session_id: session, cursor_version: '3.1.0', workspace_roots: ['/srv'], cwd: '/srv' };
    await report('codex', { ...forged, hook_event_name: 'UserPromptSubmit', prompt: 'Explain' });
    await report('copilot', { ...forged, hook_event_name: 'UserPromptSubmit', prompt: 'Explain' });
    const found = await receipts();
    const owners = await Promise.all(
      (['codex', 'copilot'] as const).map(async (id) => (await bridge(id)).integrationId),
    );
    expect(new Set(found.map(({ integration }) => integration.id))).toEqual(
      new Set(owners.filter((_, at) => at < found.length)),
    );
    const cursor = (await bridge('cursor')).integrationId;
    expect(found.some(({ integration }) => integration.id === cursor)).toBe(false);
    expect(found[0]!.flags).toEqual(['destination_assumed']);
  });

  test('becomes fifty receipts when fifty calls have ids of their own and one content', async () => {
    const payload = captured('claude-code/PreToolUse.Read');
    const calls = Array.from({ length: 50 }, (_, at) =>
      report('claude-code', {
        ...payload,
        session_id: session,
        tool_use_id: `call-${at}`,
        timestamp: '2026-11-21T00:00:00.000Z',
      }),
    );
    await Promise.all(calls);
    expect(await types()).toHaveLength(50);
  });

  test('becomes two receipts when it happens twice', async () => {
    const prompt = { ...captured('claude-code/UserPromptSubmit'), session_id: session };
    await report('claude-code', { ...prompt, prompt_id: 'a' });
    await report('claude-code', { ...prompt, prompt_id: 'b' });
    const run = { ...captured('copilot/PreToolUse.Bash'), session_id: session };
    await report('copilot', { ...run, timestamp: '2026-11-21T00:00:00.000Z' });
    await report('copilot', { ...run, timestamp: '2026-11-21T00:00:01.000Z' });
    expect(await types()).toEqual([
      'prompt.submitted',
      'prompt.submitted',
      'tool.before_use',
      'command.before_run',
      'tool.before_use',
      'command.before_run',
    ]);
  });

  test('becomes a receipt for each message that one types while the agent works', async () => {
    const base = { session_id: session, cwd: '/srv', prompt: 'first', hook_event_name: 'UserPromptSubmit' };
    const say = (prompt: string) => report('claude-code', { ...base, prompt_id: 't1', prompt });
    for (const prompt of ['first', 'second', 'third']) await say(prompt);
    const generation = { conversation_id: session, generation_id: 'g1', cursor_version: '3.1.0' };
    for (const prompt of ['fourth', 'fifth']) {
      const typed = { ...generation, prompt };
      await report('cursor', { ...typed, hook_event_name: 'beforeSubmitPrompt' });
      // Cursor can run Claude Code's hooks beside its own.
      await report('claude-code', { ...typed, hook_event_name: 'UserPromptSubmit' });
    }
    const { receipts } = await host.control('receipts.export', { filter: { sessionId: session } });
    expect(receipts.map(({ data }) => data.content).reverse()).toEqual([
      ...['first', 'second', 'third', 'fourth', 'fifth'],
    ]);
  });

  test('of a hook that is installed twice counts as one with an event, and one without', async () => {
    const prompt = { ...captured('claude-code/UserPromptSubmit'), session_id: session };
    await Promise.all([report('claude-code', prompt), report('claude-code', prompt)]);
    await report('claude-code', { ...captured('claude-code/PreToolUse.Bash'), session_id: session });
    expect(await types()).toEqual(['prompt.submitted', 'tool.before_use', 'command.before_run']);
    const [first] = await receipts();
    // A story counts the reports until now.
    const { notes } = await host.control('sessions.get', { key: first!.session.key });
    expect(notes).toMatchObject({ hookReports: 3, hookEvents: 2 });
  });

  test('becomes one start when a session resumes', async () => {
    await report('claude-code', { ...captured('claude-code/SessionStart'), session_id: session });
    await report('claude-code', { ...captured('claude-code/SessionStart-resume'), session_id: session });
    await report('claude-code', {
      ...captured('claude-code/SessionStart'),
      session_id: session,
      source: 'compact',
    });
    expect(await types()).toEqual(['session.started']);
  });
});

describe('access', () => {
  const problem = async (answer: Response) => {
    const body = (await answer.json()) as { code: string };
    return [answer.status, body.code];
  };

  test.each([
    [
      'a developer token',
      async () => (await host.generateToken('dev-1')).token,
      [403, 'insufficient_permission'],
    ],
    ['another harness’s credential', async () => credential('codex'), [403, 'managed_credential']],
    ['no known credential', async () => `plhook_${'0'.repeat(49)}`, [401, 'unauthorized']],
  ])('%s is refused', async (_name, token, expected) => {
    const payload = captured('claude-code/UserPromptSubmit');
    expect(await problem(await report('claude-code', payload, await token()))).toEqual(expected);
  });

  test('is for known harnesses only, by POST and as JSON', async () => {
    const url = `${host.baseUrl}/api/bridges/v1`;
    const headers = { Authorization: `Bearer ${credential('codex')}` };
    expect(await problem(await fetch(`${url}/emacs`, { method: 'POST', headers }))).toEqual([
      404,
      'not_found',
    ]);
    expect(await problem(await fetch(`${url}/codex`, { headers }))).toEqual([405, 'method_not_allowed']);
    expect(await problem(await fetch(`${url}/codex`, { method: 'POST', headers, body: 'x' }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    expect(await problem(await report('codex', '{'))).toEqual([400, 'invalid_json']);
    expect(await problem(await report('codex', `[${'1,'.repeat(4_600_000)}1]`))).toEqual([
      413,
      'payload_too_large',
    ]);
    const page = { Origin: 'http://evil.example', ...headers };
    expect(await problem(await fetch(`${url}/codex`, { method: 'POST', headers: page }))).toEqual([
      403,
      'forbidden_origin',
    ]);
  });

  test('follows a disconnect and a reconnect on the next request', async () => {
    const payload = captured('copilot/SessionEnd');
    const first = credential('copilot');
    await host.control('bridges.reconnect', { harness: 'copilot' });
    expect((await report('copilot', payload, first)).status).toBe(401);
    const second = credential('copilot');
    expect((await report('copilot', payload, second)).status).toBe(202);
    await host.control('bridges.disconnect', { harness: 'copilot' });
    expect((await report('copilot', payload, second)).status).toBe(401);
  });
});

describe('status', () => {
  test('tells the version that the harness reported, and no text that is not a version', async () => {
    const start = { hook_event_name: 'sessionStart', conversation_id: session, cursor_version: '3.9.1' };
    await report('cursor', start);
    expect((await bridge('cursor')).version).toBe('3.9.1');
    await report('cursor', { ...start, conversation_id: `${session}-2`, cursor_version: '<b>' });
    expect((await bridge('cursor')).version).toBe('3.9.1');
    for (const [at, secret] of [
      '-glpat-kX7vQ2mN9pR4sT6wY8zB',
      '-password.hunter2',
      '.4111111111111111',
    ].entries()) {
      await report('cursor', {
        ...start,
        conversation_id: `${session}-secret-${at}`,
        cursor_version: `1.2.3${secret}`,
      });
      expect((await bridge('cursor')).version).toBe('3.9.1');
    }
    await host.control('recording.pause', { minutes: null });
    await report('cursor', { ...start, conversation_id: `${session}-paused`, cursor_version: '3.9.2' });
    await host.control('recording.resume', {});
    expect((await bridge('cursor')).version).toBe('3.9.1');
    const nightly = '2026.11.06-nightly.20261106.8fe8a63';
    await report('cursor', { ...start, conversation_id: `${session}-nightly`, cursor_version: nightly });
    expect((await bridge('cursor')).version).toBe(nightly);
    await report('cursor', { ...start, conversation_id: `${session}-again` });
    // Keeping it is a change of our own, which the host must not undo.
    const record = () => readFileSync(join(host.dataDir, 'bridges/cursor.json'), 'utf8');
    expect(record()).toContain('3.9.1');
    await report('cursor', { ...start, conversation_id: `${session}-3` });
    expect((await host.control('incidents.list', {})).incidents).toEqual([]);
    expect(record()).toContain('3.9.1');
  });

  test('is silent before the first report and connected after it', async () => {
    const silent = await bridge('codex');
    expect(silent.state).toBe('waiting_for_review');
    await host.control('bridges.disconnect', { harness: 'claude-code' });
    // Disconnecting removed the folder that connecting created, and there is no executable.
    expect((await bridge('claude-code')).state).toBe('not_installed');
    await host.control('bridges.connect', { harness: 'claude-code' });
    expect((await bridge('claude-code')).state).toBe('silent');
    await report('claude-code', { ...captured('claude-code/UserPromptSubmit'), session_id: session });
    const connected = await bridge('claude-code');
    expect(connected.state).toBe('connected');
    expect(connected.events.find(({ event }) => event === 'prompt.submitted')?.lastAt).toBe(
      connected.lastEventAt,
    );
    expect(connected.events.find(({ event }) => event === 'file.changed')?.lastAt).toBeNull();
  });

  test('becomes two ends when a session resumes and ends again at once', async () => {
    const end = { ...captured('claude-code/SessionEnd'), session_id: session };
    await report('claude-code', end);
    await report('claude-code', end);
    await report('claude-code', { ...captured('claude-code/SessionStart-resume'), session_id: session });
    await report('claude-code', { ...captured('claude-code/UserPromptSubmit'), session_id: session });
    await report('claude-code', end);
    expect(await types()).toEqual(['session.ended', 'prompt.submitted', 'session.ended']);
  });
});

/** One action by a hook and by telemetry. The payloads are those of the harness; the ids are the test's. */
const BY_TWO_ROUTES: readonly {
  harness: HarnessId;
  hooks: readonly Record<string, unknown>[];
  telemetry: readonly [string, Record<string, unknown>][];
  events: readonly string[];
}[] = [
  {
    harness: 'codex',
    hooks: [
      captured('codex/UserPromptSubmit'),
      captured('codex/PreToolUse.Bash'),
      captured('codex/PostToolUse.apply_patch'),
    ],
    telemetry: [
      ['codex.user_prompt', { prompt: captured('codex/UserPromptSubmit').prompt }],
      [
        'codex.tool_result',
        {
          tool_name: 'exec_command',
          call_id: captured('codex/PreToolUse.Bash').tool_use_id,
          arguments: JSON.stringify({ cmd: captured('codex/PreToolUse.Bash').tool_input.command }),
        },
      ],
      [
        'codex.tool_result',
        {
          tool_name: 'apply_patch',
          call_id: captured('codex/PostToolUse.apply_patch').tool_use_id,
          arguments: JSON.stringify({ input: captured('codex/PostToolUse.apply_patch').tool_input.command }),
          success: 'true',
        },
      ],
    ],
    // Only telemetry reports the call of the patch here.
    events: ['prompt.submitted', 'tool.before_use', 'command.before_run', 'file.changed', 'tool.before_use'],
  },
  {
    harness: 'gemini',
    hooks: [captured('gemini/BeforeTool.run_shell_command'), captured('gemini/AfterTool.write_file')],
    telemetry: [
      [
        'gemini_cli.tool_call',
        {
          function_name: 'run_shell_command',
          function_args: backwards(captured('gemini/BeforeTool.run_shell_command').tool_input),
        },
      ],
      [
        'gemini_cli.tool_call',
        {
          function_name: 'write_file',
          function_args: backwards(captured('gemini/AfterTool.write_file').tool_input),
          success: 'true',
        },
      ],
    ],
    events: ['tool.before_use', 'command.before_run', 'file.changed', 'tool.before_use'],
  },
];

/** Writes an object with its members in the opposite order. */
function backwards(value: object): string {
  return JSON.stringify(Object.fromEntries(Object.entries(value).toReversed()));
}

test.each(BY_TWO_ROUTES)(
  'one action of $harness by a hook and by telemetry with a token is one receipt',
  async (routes) => {
    const { token } = await host.generateToken(`Telemetry of ${routes.harness}`);
    for (const payload of routes.hooks) {
      await report(routes.harness, { ...payload, session_id: session, timestamp: new Date().toISOString() });
    }
    const attributesOf = (attributes: object) =>
      Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
    const ids = { 'session.id': session, 'conversation.id': session };
    const logRecords = routes.telemetry.map(([name, attributes]) => ({
      attributes: attributesOf({ 'event.name': name, ...ids, ...attributes }),
    }));
    const answer = await fetch(`${host.baseUrl}/api/otlp/v1/logs`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
    });
    expect(answer.status).toBe(200);
    expect(await types()).toEqual(routes.events);
    // The last event came by telemetry only. A token adds nothing to the session of the hooks, not even a note.
    const [first, ...others] = await receipts();
    const isOfHooks = ({ session: { key } }: { session: { key: number } }) => key === first!.session.key;
    expect(others.map(isOfHooks)).toEqual(others.map((_, at) => at < others.length - 1));
    expect(others.at(-1)!.integration.name).toBe(`Telemetry of ${routes.harness}`);
    const notes = async () => (await host.control('sessions.get', { key: first!.session.key })).notes;
    await expect.poll(async () => (await notes()).hookReports, { timeout: 60_000 }).toBe(routes.hooks.length);
    expect(await notes()).toMatchObject({ hookEvents: routes.hooks.length, bothRoutes: 0 });
    const { notes: ofReceipt } = await host.control('receipts.get', { id: first!.id });
    expect(ofReceipt).toEqual({ approval: null, alsoReportedBy: null });
  },
);
