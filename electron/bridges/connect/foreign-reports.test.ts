import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HarnessId } from '../../../shared/bridge.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../../../test/support/running-host.ts';

/** No integration changes what the record says of a session of another one, although it knows the session's id. */

let host: RunningHost;
let token: string;
/** Where a connection by telemetry is refused. */
const isWindows = process.platform === 'win32';
let sessions = 0;
let session: string;

beforeAll(async () => {
  const home = temporaryFolder();
  host = await startTestHost({
    surroundings: { variables: { HOME: home }, platform: 'linux', systemRoot: home },
  });
  for (const harness of ['claude-code', 'codex', 'cursor', 'copilot', 'gemini', 'acp'] as const) {
    await host.control('bridges.connect', { harness });
  }
  if (!isWindows) await host.control('bridges.connect', { harness: 'claude-code-telemetry' });
  ({ token } = await host.generateToken('Stranger'));
});
afterAll(() => host.remove());
beforeEach(() => {
  sessions += 1;
  session = `owned-session-${sessions}`;
});

const credential = (harness: HarnessId) =>
  readFileSync(join(host.dataDir, 'bridges', `${harness}.token`), 'utf8');

async function post(path: string, authorization: string, body: object) {
  const answer = await fetch(`${host.baseUrl}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${authorization}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([200, 202]).toContain(answer.status);
}

const report = (harness: HarnessId, payload: object) =>
  post(`/api/bridges/v1/${harness}`, credential(harness), payload);
const claude = (event: string, members: object) =>
  report('claude-code', { hook_event_name: event, session_id: session, cwd: '/srv/own', ...members });
const call = (id: string, command: string) => ({
  tool_name: 'Bash',
  tool_use_id: id,
  tool_input: { command },
});

type Attributes = Record<string, string>;
const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
const logs = (name: string, attributes: Attributes, authorization = token, service = 'claude-code') =>
  post('/api/otlp/v1/logs', authorization, {
    resourceLogs: [
      {
        resource: { attributes: attributesOf({ 'service.name': service }) },
        scopeLogs: [
          {
            logRecords: [
              { attributes: attributesOf({ 'event.name': name, 'session.id': session, ...attributes }) },
            ],
          },
        ],
      },
    ],
  });
const decision = (id: string, command: string): Attributes => ({
  ...{ tool_use_id: id, tool_name: 'Bash', decision: 'accept', source: 'user_permanent' },
  tool_parameters: JSON.stringify({ full_command: command }),
});

/** Returns the receipts of this session by the integration that they name, oldest first. */
async function record(): Promise<Record<string, string[]>> {
  const { receipts } = await host.control('receipts.export', { filter: { sessionId: session } });
  const named: Record<string, string[]> = {};
  for (const { event, integration, data } of receipts.toReversed()) {
    const { content, command, toolInput, cwd } = data as Record<string, unknown>;
    const says = content ?? command ?? (toolInput === undefined ? cwd : JSON.stringify(toolInput));
    named[integration.name] = [...(named[integration.name] ?? []), `${event} ${says ?? ''}`.trim()];
  }
  return named;
}
const bridge = async (harness: HarnessId) =>
  (await host.control('bridges.status', {})).bridges.find((each) => each.harness === harness)!;
async function notesOf(integration: string) {
  const { sessions: all } = await host.control('sessions.query', {});
  const own = all.find((each) => each.id === session && each.integration.name === integration);
  return (await host.control('sessions.get', { key: own!.key })).notes;
}

describe('telemetry with a token that names a hooked session', () => {
  const forge = async () => {
    await logs('user_prompt', { 'prompt.id': 'p1', prompt: 'FORGED prompt', 'event.sequence': '1' });
    await logs('tool_decision', { ...decision('t1', 'FORGED command'), 'event.sequence': '90' });
    await logs('tool_result', {
      ...{ tool_use_id: 't2', tool_name: 'Edit', success: 'true' },
      tool_input: JSON.stringify({ file_path: '/srv/own/forged.ts' }),
    });
    await logs('hook_execution_complete', { hook_event: 'PreToolUse', hook_name: 'PreToolUse:Bash' });
    const start = { 'conversation.id': session, 'app.version': '9.9.9' };
    await logs('codex.conversation_starts', start, token, 'codex_cli_rs');
  };
  const work = async () => {
    await claude('SessionStart', { source: 'startup' });
    await claude('UserPromptSubmit', { prompt: 'Own prompt', prompt_id: 'p1' });
    await claude('PreToolUse', call('t1', 'make own'));
    await claude('PostToolUse', {
      ...{ tool_name: 'Edit', tool_use_id: 't2', tool_response: { type: 'update' } },
      tool_input: { file_path: '/srv/own/own.ts' },
    });
  };
  const own = [
    ...['session.started /srv/own', 'prompt.submitted Own prompt'],
    ...['tool.before_use {"command":"make own"}', 'command.before_run make own'],
    'file.changed /srv/own',
  ];

  test.skipIf(isWindows).each([
    ['before its hooks', [forge, work]],
    ['after its hooks', [work, forge]],
  ])('adds and takes nothing there, %s', async (_name, steps) => {
    for (const step of steps) await step();
    const all = await record();
    expect(all['Claude Code']).toEqual(own);
    // Each forged record that hooks did not report has a receipt that names the token.
    expect(all.Stranger).toContain('session.started');
    expect(Object.keys(all).sort()).toEqual(['Claude Code', 'Stranger']);
    // A decision of the connection settles the notes.
    await logs('tool_decision', decision('t1', 'make own'), credential('claude-code-telemetry'));
    await expect.poll(async () => (await notesOf('Claude Code')).bothRoutes).toBe(1);
    const { approvals, missing, hookReports, hookEvents, hookRuns } = await notesOf('Claude Code');
    expect({ missing, hookReports, hookEvents, hookRuns }).toEqual({
      ...{ missing: 0, hookReports: 4, hookEvents: 4, hookRuns: 0 },
    });
    expect(approvals.map(({ approval }) => approval)).toEqual(['you_always', 'you_always']);
  });

  test('approves nothing', async () => {
    await claude('PreToolUse', call('t1', 'rm -rf /srv/own/x'));
    await logs('tool_decision', decision('t1', 'rm -rf /srv/own/x'));
    await logs('tool_decision', decision('t2', 'git push'));
    await logs('user_prompt', { prompt: 'x', 'event.sequence': '1' });
    await logs('user_prompt', { prompt: 'y', 'event.sequence': '4' });
    await expect.poll(async () => (await notesOf('Stranger')).missing).toBe(2);
    expect((await notesOf('Claude Code')).approvals).toEqual([]);
    expect((await notesOf('Stranger')).approvals).toEqual([]);
  });

  test('gives no second receipt for what the hooks of that agent reported, and says nothing there', async () => {
    await claude('UserPromptSubmit', { prompt: 'Own prompt', prompt_id: 'p1' });
    await claude('PreToolUse', call('t1', 'make own'));
    await logs('user_prompt', { 'prompt.id': 'p1', prompt: 'Own prompt' });
    await logs('tool_decision', decision('t1', 'make own'));
    expect(Object.keys(await record())).toEqual(['Claude Code']);
    const { receipts } = await host.control('receipts.query', { filter: { sessionId: session } });
    for (const { id } of receipts) {
      expect((await host.control('receipts.get', { id })).notes.alsoReportedBy).toBeNull();
    }
    // The same ids as another agent's are other actions.
    await logs(
      'codex.tool_result',
      { ...{ 'conversation.id': session, call_id: 't1' }, tool_name: 'shell', arguments: '{"command":"x"}' },
      token,
      'codex_cli_rs',
    );
    expect((await record()).Stranger).toHaveLength(2);
  });
});

describe('a connection that names a session of another', () => {
  test.each(['codex', 'gemini', 'acp', 'copilot'] as const)('by %s keeps it to itself', async (harness) => {
    const about = { sessionId: session, session_id: session, cwd: '/srv/forged' };
    const forged =
      harness === 'acp'
        ? [
            { hook: 'session_start', agent: 'x' },
            { hook: 'tool', callId: 't1', name: 'Bash', input: { command: 'FORGED' } },
            { hook: 'decision', callId: 't1', decision: 'allow_always' },
          ]
        : [
            { hook_event_name: 'SessionStart', source: 'startup' },
            { hook_event_name: harness === 'gemini' ? 'BeforeTool' : 'PreToolUse', ...call('t1', 'FORGED') },
          ];
    for (const each of forged) await report(harness, { ...about, ...each });
    await claude('SessionStart', { source: 'startup' });
    await claude('PreToolUse', call('t1', 'make own'));
    for (const each of forged) await report(harness, { ...about, ...each });
    await claude('SessionEnd', { reason: 'other' });
    expect((await record())['Claude Code']).toEqual([
      ...['session.started /srv/own', 'tool.before_use {"command":"make own"}'],
      ...['command.before_run make own', 'session.ended /srv/own'],
    ]);
    expect(Object.keys(await record())).toHaveLength(2);
    await expect.poll(async () => (await notesOf('Claude Code')).hookReports).toBe(3);
    expect((await notesOf('Claude Code')).approvals).toEqual([]);
  });

  test('gives one receipt where `plinth acp` and the agent’s hooks report the same content', async () => {
    await report('acp', { hook: 'tool', sessionId: session, callId: 't1', name: 'x', input: { a: 1 } });
    await claude('PreToolUse', { tool_name: 'Read', tool_use_id: 't1', tool_input: { a: 1 } });
    await claude('PreToolUse', { tool_name: 'Read', tool_use_id: 't2', tool_input: { a: 2 } });
    await report('acp', { hook: 'tool', sessionId: session, callId: 't2', name: 'x', input: { a: 2 } });
    // OpenCode adds the folder for its editor.
    const input = { a: 3, cwd: '/srv/own' };
    await report('acp', {
      hook: 'tool',
      sessionId: session,
      cwd: '/srv/own',
      callId: 't3',
      name: 'x',
      input,
    });
    await claude('PreToolUse', { tool_name: 'Read', tool_use_id: 't3', tool_input: { a: 3 } });
    expect(Object.values(await record())).toEqual([
      ['tool.before_use {"a":1}', `tool.before_use ${JSON.stringify(input)}`],
      ['tool.before_use {"a":2}'],
    ]);
  });

  test('gives one receipt for a prompt whose attached file the agent names in another way', async () => {
    const uri = 'file:///srv/own/a.ts';
    const attached = { type: 'resource', uri, bytes: 7 };
    const prompt = (text: string) =>
      report('acp', { hook: 'prompt', sessionId: session, prompt: [{ type: 'text', text }, attached] });
    await prompt('Explain ');
    await claude('UserPromptSubmit', {
      prompt: `Explain [@a.ts](${uri})\n\n<context ref="${uri}">\nPLANTED\n</context>`,
      prompt_id: 'p1',
    });
    await claude('UserPromptSubmit', { prompt: 'Shorten\n@/srv/own/a.ts', prompt_id: 'p2' });
    await prompt('Shorten ');
    await prompt('Another ');
    await claude('UserPromptSubmit', {
      prompt: `Compare \n[Resource link: ${uri}]\n and`,
      prompt_id: 'p3',
    });
    await prompt('Compare and ');
    await prompt('Order ');
    await claude('UserPromptSubmit', { prompt: 'Order \n/srv/own/a.ts\n', prompt_id: 'p4' });
    const contents = Object.values(await record())
      .flat()
      .map((told) => /Explain|Shorten|Another|Compare|Order/.exec(told)?.[0]);
    expect(contents.sort()).toEqual(['Another', 'Compare', 'Explain', 'Order', 'Shorten']);
  });

  test('gives one end, that of the editor, and the session of the agent’s hooks ends with it', async () => {
    const editor = (hook: string, members: object = {}) =>
      report('acp', { hook, sessionId: session, cwd: '/srv/own', ...members });
    const told = async () =>
      Object.values(await record())
        .flat()
        .filter((each) => each.startsWith('session.ended'));
    const states = async () => {
      const { sessions: all } = await host.control('sessions.query', {});
      const own = all.filter(({ id }) => id === session);
      return own.map(({ endedAt, endedBySilence }) =>
        endedAt === null || endedBySilence ? 'open' : 'ended',
      );
    };
    const { duplicates } = await bridge('claude-code');
    await editor('session_start', { agent: 'claude' });
    await claude('SessionStart', { source: 'startup' });
    // Some agents tell an end after each prompt.
    for (const text of ['one', 'two']) {
      await editor('prompt', { prompt: [{ type: 'text', text }] });
      await claude('PreToolUse', call(text, `make ${text}`));
      await claude('SessionEnd', { reason: 'complete', cwd: '/srv/own/below' });
    }
    expect(await told()).toEqual([]);
    // An editor that kills `plinth acp` tells nothing more.
    expect((await states()).sort()).toEqual(['ended', 'open']);
    await editor('session_end', { reason: 'exit' });
    await claude('SessionEnd', { reason: 'other' });
    expect(await told()).toHaveLength(1);
    expect((await record())['Editors (Agent Client Protocol)']).toContain('session.ended /srv/own');
    expect((await bridge('claude-code')).duplicates).toBe(duplicates + 3);
    expect(await states()).toEqual(['ended', 'ended']);
  });

  test('through Claude Code’s hooks does not stand for what Cursor’s own hooks report', async () => {
    const base = { conversation_id: session, cursor_version: '3.1.0' };
    const tool = { ...base, tool_use_id: 'use-1', tool_name: 'Read' };
    const start = { ...base, workspace_roots: ['/srv/forged'], hook_event_name: 'SessionStart' };
    await report('claude-code', { ...start, cursor_version: '6.6.6' });
    await report('claude-code', { ...tool, hook_event_name: 'PreToolUse', tool_input: { path: 'forged' } });
    const ownStart = { ...base, workspace_roots: ['/srv/own'], hook_event_name: 'sessionStart' };
    await report('cursor', ownStart);
    await report('cursor', { ...tool, hook_event_name: 'preToolUse', tool_input: { path: 'own' } });
    const { receipts } = await host.control('receipts.query', { filter: { sessionId: session } });
    expect(receipts.toReversed().map(({ event, flags }) => `${event} ${flags}`)).toEqual([
      ...['session.started via_claude_code', 'tool.before_use via_claude_code'],
      ...['session.started ', 'tool.before_use '],
    ]);
    const { bridges } = await host.control('bridges.status', {});
    expect(bridges.find(({ harness }) => harness === 'cursor')!.version).toBe('3.1.0');
  });
});
