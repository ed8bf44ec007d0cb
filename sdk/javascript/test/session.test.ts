import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { PlinthClient, type PlinthReporter } from '../src/index.ts';
import { startContractServer } from './support/contract-server.ts';
import { isolateEnvironment } from './support/environment.ts';
import { makeToken } from './support/token.ts';

isolateEnvironment();
const token = makeToken();
const known = [{ token, name: 'acme', permissions: ['events:write' as const] }];
type Context = { after(work: () => unknown): void };

async function setUp(t: Context) {
  const server = await startContractServer(known);
  const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: server.baseUrl, timeoutMs: 60_000 });
  const reporter: PlinthReporter = plinth.reporter({ flushTimeoutMs: 60_000 });
  t.after(async () => {
    await reporter.close();
    plinth.close();
    await server.close();
  });
  const events = async () => {
    await reporter.flush();
    return server.accepted.map(({ event, sessionId, data }) => {
      const { cwd, ...more } = data as Record<string, unknown>;
      // What a session has for its project if it was given none.
      return { event, sessionId, data: cwd === process.cwd() ? more : { cwd, ...more } };
    });
  };
  return { reporter, events };
}

describe('a session', () => {
  it('fills in the session, the turn, the model and the provider', async (t) => {
    const { reporter, events } = await setUp(t);
    const session = reporter.session({ harness: 'acme', cwd: '/srv', model: 'm-1', destination: 'acme-ai' });
    session.prompt('one');
    session.command('make', { callId: 'c-1' });
    session.prompt('two');
    session.fileChanged('a.ts', 'deleted');
    assert.equal(session.end('done'), true);
    assert.equal(session.end('again'), false);
    const found = await events();
    assert.deepEqual(
      found.map(({ event }) => event),
      [
        'session.started',
        'prompt.submitted',
        'command.before_run',
        'prompt.submitted',
        'file.changed',
        'session.ended',
      ],
    );
    assert.equal(new Set(found.map(({ sessionId }) => sessionId)).size, 1);
    const [started, one, make, two, file, ended] = found.map(({ data }) => data);
    assert.deepEqual(started, { harness: 'acme', cwd: '/srv', model: 'm-1' });
    assert.deepEqual(ended, { reason: 'done', cwd: '/srv', model: 'm-1' });
    assert.deepEqual([one!.content, one!.destination, make!.callId], ['one', 'acme-ai', 'c-1']);
    assert.equal(make!.turnId, one!.turnId);
    assert.equal(file!.turnId, two!.turnId);
    assert.notEqual(one!.turnId, two!.turnId);
  });

  it('reports the start of each tool, its command, and what it changed after it succeeded', async (t) => {
    const { reporter, events } = await setUp(t);
    const session = reporter.session({ sessionId: 's' });
    const tools: [string, unknown, string?, Record<string, unknown>?][] = [
      ['Bash', { command: 'ls' }, 'command.before_run', { command: 'ls' }],
      ['run_shell_command', { command: 'ls' }, 'command.before_run', { command: 'ls' }],
      ['local_shell', { command: ['ls', '-l'] }, 'command.before_run', { command: 'ls -l' }],
      ['Edit', { file_path: 'a' }, 'file.changed', { path: 'a', changeType: 'modified' }],
      ['write_file', { path: 'a' }, 'file.changed', { path: 'a' }],
      ['Bash', { other: 1 }],
      ['Bash', 'ls'],
      ['Read', { path: 'a' }],
      ['search', undefined],
    ];
    for (const [name, input, event] of tools) {
      assert.equal(session.toolCall(name, input, { callId: 'c' }), true);
      assert.equal(session.toolSucceeded(name, input, { callId: 'c' }), event === 'file.changed');
    }
    // It failed or was refused: nobody says that it succeeded.
    session.toolCall('Edit', { file_path: 'failed' });
    const found = (await events()).slice(1);
    assert.deepEqual(
      found.slice(0, -1).map(({ event, data }) => [event, data]),
      tools.flatMap(([toolName, toolInput, event, data]) => [
        ['tool.before_use', { toolName, callId: 'c', ...(toolInput !== undefined && { toolInput }) }],
        ...(event ? [[event, { ...data, callId: 'c' }]] : []),
      ]),
    );
    assert.equal(found.at(-1)!.event, 'tool.before_use');
  });

  it('has the folder of the process for a project, and ends with the reporter', async (t) => {
    const server = await startContractServer(known);
    t.after(() => server.close());
    const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: server.baseUrl });
    const reporter = plinth.reporter({ flushTimeoutMs: 60_000 });
    reporter.session({ sessionId: 'one' });
    reporter.session({ sessionId: 'two' }).end('done');
    assert.equal((await reporter.close()).dropped, 0);
    const cwd = process.cwd();
    assert.deepEqual(
      server.accepted.map(({ event, sessionId, data }) => [sessionId, event, data]),
      [
        ['one', 'session.started', { cwd }],
        ['two', 'session.started', { cwd }],
        ['two', 'session.ended', { cwd, reason: 'done' }],
        ['one', 'session.ended', { cwd }],
      ],
    );
  });

  it('names a sub-agent and its parent', async (t) => {
    const { reporter, events } = await setUp(t);
    const session = reporter.session({ sessionId: 's', agentId: 'main', agentType: 'lead' });
    session.prompt('do it');
    const reviewer = session.agent({ agentId: 'sub', agentType: 'reviewer' });
    reviewer.toolCall('Read', { path: 'a' });
    reviewer.agent().command('ls');
    const [, prompt, read, list] = (await events()).map(({ data }) => data);
    assert.deepEqual([prompt!.agentId, prompt!.agentType], ['main', 'lead']);
    assert.deepEqual([read!.agentId, read!.parentAgentId, read!.agentType], ['sub', 'main', 'reviewer']);
    assert.deepEqual([list!.parentAgentId, list!.agentType], ['sub', undefined]);
    assert.equal(typeof list!.agentId, 'string');
    assert.deepEqual([read!.turnId, list!.turnId], [prompt!.turnId, prompt!.turnId]);
  });

  it('ends when its block throws', async (t) => {
    const { reporter, events } = await setUp(t);
    await assert.rejects(async () => {
      await using session = reporter.session();
      session.prompt('one');
      throw new Error('boom');
    });
    assert.equal((await events()).at(-1)!.event, 'session.ended');
  });
});

describe('the name of an integration, given to an adapter', () => {
  it('is the whole glue: the session ends with the process, and everything arrives', async (t) => {
    const server = await startContractServer(known);
    t.after(() => server.close());
    const program = `
      const { plinthTelemetry } = await import(${JSON.stringify(new URL('../src/ai.ts', import.meta.url).href)});
      const telemetry = plinthTelemetry('acme');
      telemetry.onStart({ prompt: 'go', callId: 'run' });
      const toolCall = { toolName: 'edit', toolCallId: 'c', input: { path: 'a' } };
      telemetry.onToolExecutionStart({ callId: 'run', toolCall });
      telemetry.onToolExecutionEnd({ callId: 'run', toolCall, toolOutput: { type: 'tool-result' } });`;
    const env = { ...process.env, PLINTH_TOKEN: token, PLINTH_BASE_URL: server.baseUrl };
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env, stdio: 'inherit' });
    assert.deepEqual(await once(child, 'close'), [0, null]);
    assert.deepEqual(
      server.accepted.map(({ event }) => event),
      ['session.started', 'prompt.submitted', 'tool.before_use', 'file.changed', 'session.ended'],
    );
  });
});
