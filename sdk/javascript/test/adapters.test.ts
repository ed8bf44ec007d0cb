import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { AdapterReporter } from '../src/adapter.ts';
import { plinthTelemetry } from '../src/ai.ts';
import { plinthHooks } from '../src/claude-agent-sdk.ts';
import { PlinthClient } from '../src/index.ts';
import { plinthCallbacks, plinthHook } from '../src/langchain.ts';
import { plinthExporter } from '../src/mastra.ts';
import { plinthRunner, plinthTraceProcessor } from '../src/openai-agents.ts';
import { startContractServer } from './support/contract-server.ts';
import { isolateEnvironment } from './support/environment.ts';
import { makeToken } from './support/token.ts';

isolateEnvironment();
const token = makeToken();
const known = [{ token, name: 'acme', permissions: ['events:write' as const] }];

/** A value of which every member throws. */
const trap: object = new Proxy(
  {},
  {
    get() {
      throw new Error('a getter');
    },
  },
);
const odd: unknown[] = [undefined, null, 7, 'text', {}, [], trap];
const answer = { role: 'assistant', content: 'secret answer' };
const asked = (content: unknown) => ({ role: 'user', content });

/** Gives a reporter, and what arrived after it was flushed: each event's name, and the members of its data. */
async function collect(t: TestContext) {
  const server = await startContractServer(known);
  const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: server.baseUrl, timeoutMs: 60_000 });
  const reporter = plinth.reporter({ flushTimeoutMs: 60_000 });
  t.after(async () => {
    await reporter.close();
    plinth.close();
    await server.close();
  });
  const arrived = async () => {
    await reporter.flush(60_000);
    const text = JSON.stringify(server.accepted);
    assert.ok(!text.includes('secret'), text);
    return server.accepted.map(({ event, data }) => {
      const { cwd, ...more } = data as Record<string, unknown>;
      // The project of every session, unless the framework names another.
      return [event, cwd === process.cwd() ? more : (data as Record<string, unknown>)] as const;
    });
  };
  return { reporter, arrived };
}

const withoutTurns = (arrived: readonly (readonly [unknown, Record<string, unknown>])[]) =>
  arrived.map(([event, { turnId: _, ...data }]) => [event, data]);

// `npm run e2e:frameworks` runs the real packages. Here are the shapes that they do not produce in its agents.
describe('the integration of the AI SDK', () => {
  it('reports what a user wrote, once, and tool calls; no answers and no outputs', async (t) => {
    const { reporter, arrived } = await collect(t);
    const telemetry = plinthTelemetry(reporter, { sessionId: 's' });
    const parts = [{ type: 'text', text: 'look' }, { type: 'image' }, null];
    telemetry.onStart({ prompt: 'one', model: { provider: 'acme-ai', modelId: 'm' } });
    telemetry.onStart({ callId: 'run-2', messages: [answer, asked('two')], modelId: 'n' });
    telemetry.onStart({ messages: [asked(parts)] });
    telemetry.onStart({ messages: [asked('before'), answer] });
    for (const event of [...odd, { prompt: 7 }, { messages: [] }]) telemetry.onStart(event);
    telemetry.onToolExecutionStart({
      callId: 'run-2',
      toolCall: { toolCallId: 'c', toolName: 'search', input: { q: 1 } },
      messages: [answer],
    });
    const all = await arrived();
    assert.deepEqual(withoutTurns(all), [
      ['session.started', { harness: 'ai-sdk' }],
      ['prompt.submitted', { content: 'one', destination: 'acme-ai', model: 'm' }],
      ['prompt.submitted', { content: 'two', model: 'n' }],
      ['prompt.submitted', { content: 'look' }],
      ['tool.before_use', { toolName: 'search', toolInput: { q: 1 }, callId: 'c' }],
    ]);
    assert.deepEqual(
      all.map(([, { turnId }]) => turnId === 'run-2'),
      [false, false, true, false, true],
    );
  });
});

describe('the callbacks of LangChain', () => {
  const start = (reporter: AdapterReporter) => {
    const callbacks = plinthCallbacks(reporter);
    return {
      callbacks,
      chain: (inputs: unknown, id: string, parent?: string, metadata = {}, name?: string) =>
        callbacks.handleChainStart({}, inputs, id, parent, [], metadata, undefined, name),
    };
  };

  it('find the prompt in every form of an input, and only of a run that nothing started', async (t) => {
    const { reporter, arrived } = await collect(t);
    const { callbacks, chain } = start(reporter);
    const human = { getType: () => 'human', content: [{ type: 'text', text: 'a class' }] };
    const secret = { getType: () => 'ai', content: 'secret answer' };
    const inputs = [{ messages: [secret, human] }, { input: 'a member' }, 'a text', { question: ['x'] }];
    inputs.forEach((input, index) => void chain(input, `r${index}`));
    chain({ messages: [['human', 'a pair']] }, 'pair');
    chain({ messages: [human, secret] }, 'answered');
    chain({ messages: [asked('secret: a model wrote this')] }, 'nested', 'r0');
    callbacks.handleChatModelStart({}, [[human]], 'm', undefined, {}, [], {
      ls_provider: 'acme-ai',
      ls_model_name: 'acme-1',
    });
    callbacks.handleChatModelStart({}, [[asked('secret output of a tool')]], 'm2', 'r0');
    assert.deepEqual(
      withoutTurns(await arrived()).map(([, data]) => data),
      [
        { harness: 'langchain' },
        { content: 'a class' },
        { content: 'a member' },
        { content: 'a text' },
        { content: 'a pair' },
        { content: 'a class', destination: 'acme-ai', model: 'acme-1' },
      ],
    );
  });

  it('give the runs inside a tool to a sub-agent', async (t) => {
    const { reporter, arrived } = await collect(t);
    const { callbacks, chain } = start(reporter);
    const tool = (name: string | undefined, id: string, parent: string, input = '{"q":1}') =>
      callbacks.handleToolStart({ name: 'from the class' }, input, id, parent, [], {}, name, `call of ${id}`);
    chain({ input: 'go' }, 'root', undefined, { lc_agent_name: 'writer' });
    tool('review', 't1', 'root', 'plain text');
    chain({ messages: [asked('secret')] }, 'sub', 't1', {}, 'reviewer');
    chain({}, 'step', 'sub');
    tool(undefined, 't2', 'step');
    for (const [index, id] of ['t2', 'step', 'sub', 't1', 'root'].entries()) {
      if (index % 2) callbacks.handleChainEnd('secret output', id);
      else callbacks.handleToolError(new Error('secret'), id);
    }
    const [, prompt, first, second] = await arrived();
    const turnId = prompt![1].turnId;
    assert.deepEqual(
      [first, second],
      [
        [
          'tool.before_use',
          { toolName: 'review', toolInput: 'plain text', agentType: 'writer', callId: 'call of t1', turnId },
        ],
        [
          'tool.before_use',
          {
            toolName: 'from the class',
            toolInput: { q: 1 },
            agentType: 'reviewer',
            agentId: 'sub',
            callId: 'call of t2',
            turnId,
          },
        ],
      ],
    );
  });

  it('are what LangChain takes for a handler, and one for all runs', async (t) => {
    const { reporter } = await collect(t);
    const { handlerClass: Handler, envVar } = plinthHook(reporter);
    const handler = new Handler({});
    assert.equal(new Handler({}), handler);
    assert.equal(handler.copy(), handler);
    assert.deepEqual([handler.name, handler.awaitHandlers, envVar], ['plinth', true, 'PLINTH_LANGCHAIN']);
    for (const value of odd) {
      handler.handleChainStart(value, value, value);
      handler.handleChatModelStart(value, value);
      handler.handleToolStart(value, value, value, value);
      handler.handleToolEnd(value, value);
    }
  });
});

describe('the hooks of the Claude Agent SDK', () => {
  it('report per session of Claude Code, and what the user wrote alone', async (t) => {
    const { reporter, arrived } = await collect(t);
    const hooks = plinthHooks(reporter);
    const fire = (name: keyof typeof hooks, input: unknown) => hooks[name][0]!.hooks[0]!(input);
    const common = { session_id: 'one', cwd: '/work', permission_mode: 'plan', prompt_id: 'p1' };
    await fire('SessionStart', { ...common, model: 'm' });
    await fire('UserPromptSubmit', { ...common, prompt: 'go', source: 'sdk' });
    await fire('UserPromptSubmit', { ...common, prompt: 'secret: from the machine', source: 'system' });
    const inside = { ...common, agent_id: 'a1', agent_type: 'reviewer', tool_response: 'secret output' };
    await fire('PreToolUse', {
      ...inside,
      tool_name: 'mcp__github__search',
      tool_input: { q: 1 },
      tool_use_id: 'c',
    });
    await fire('UserPromptSubmit', { session_id: 'two', prompt: 'another' });
    await fire('SessionEnd', { ...common, reason: 'other' });
    for (const value of odd) assert.deepEqual(await fire('SessionStart', value), {});
    const all = (await arrived()).slice(0, 6);
    const base = { cwd: '/work', model: 'm' };
    assert.deepEqual(
      all.map(([event, { turnId, ...data }]) => [event, data, turnId === 'p1']),
      [
        ['session.started', { ...base, harness: 'claude-agent-sdk' }, false],
        ['prompt.submitted', { ...base, content: 'go', destination: 'anthropic', mode: 'plan' }, true],
        [
          'tool.before_use',
          {
            ...base,
            toolName: 'mcp__github__search',
            toolInput: { q: 1 },
            mode: 'plan',
            agentId: 'a1',
            agentType: 'reviewer',
            mcpServer: 'github',
            callId: 'c',
          },
          true,
        ],
        ['session.started', { harness: 'claude-agent-sdk' }, false],
        ['prompt.submitted', { content: 'another', destination: 'anthropic' }, false],
        ['session.ended', { ...base, reason: 'other' }, false],
      ],
    );
  });
});

describe('what a user typed', () => {
  const file = 'secret </context> and </resource>';
  const attached = `go\n[@a](file:///a)\n\n<context ref="file:///a">\n${file}\n</context>`;

  it('is no answer of an agent, and no contents of a file that an editor attached', async (t) => {
    const { reporter, arrived } = await collect(t);
    const [{ hooks }] = plinthHooks(reporter).UserPromptSubmit as [{ hooks: [(input: unknown) => unknown] }];
    for (const input of [
      { prompt: '<task-notification>\n<result>secret answer</result>\n</task-notification>\nsecret' },
      { prompt: '<new-kind-of-notice>secret</new-kind-of-notice>' },
      { prompt: 'secret', agent_id: 'a1' },
      { prompt: 'secret', parentAgentId: 'a1' },
      { prompt: attached },
    ]) {
      await hooks[0]({ session_id: 's', ...input });
    }
    const told = await arrived();
    assert.deepEqual(
      told.map(([event, { content }]) => [event, content]),
      [
        ['session.started', undefined],
        [
          'prompt.submitted',
          `go\n[@a](file:///a)\n[Plinth left out what the user did not type: ${attached.slice(attached.indexOf('<context')).length} bytes]`,
        ],
      ],
    );
  });

  it('is a part of text only, and a tool’s input holds no lines of a file', async (t) => {
    const { reporter, arrived } = await collect(t);
    const telemetry = plinthTelemetry(reporter, { sessionId: 's' });
    const parts = [
      { type: 'text', text: 'go' },
      { type: 'text-plain', text: 'secret' },
      { type: 'text', text: '<resource uri="file:///a">secret</resource>' },
    ];
    telemetry.onStart({ messages: [asked(parts)] });
    const patch = '*** Begin Patch\n*** Update File: a\n@@\n secret\n-secret\n+new\n*** End Patch';
    const changes = { '/a': { type: 'delete', content: 'secret' } };
    for (const input of [{ patch }, { changes }])
      telemetry.onToolExecutionStart({ toolCall: { toolName: 'patch', input } });
    const [, prompt, ...tools] = await arrived();
    assert.match(String(prompt![1].content), /^go\n\[Plinth left out /);
    assert.deepEqual(
      tools.map(([, { toolInput }]) => toolInput),
      [
        {
          patch:
            '*** Begin Patch\n*** Update File: a\n@@\n+new\n*** End Patch\n[Plinth left out lines of files: 16 bytes]',
        },
        { changes: { '/a': { type: 'delete' } } },
      ],
    );
  });
});

describe('the exporter of Mastra', () => {
  it('reports a prompt of the outermost agent alone, and tools of MCP servers', async (t) => {
    const { reporter, arrived } = await collect(t);
    const exporter = plinthExporter(reporter);
    const send = (type: string, exportedSpan: unknown) => exporter.exportTracingEvent({ type, exportedSpan });
    const span = (id: string, parentSpanId: string | undefined, type: string, more: object) => ({
      id,
      parentSpanId,
      traceId: 'trace',
      type,
      ...more,
    });
    await send('span_started', span('w', undefined, 'workflow_run', { input: 'secret' }));
    const messages = [answer, asked('go')];
    await send('span_started', span('a', 'w', 'agent_run', { entityId: 'writer', input: { messages } }));
    await send('span_started', span('b', 'a', 'agent_run', { entityName: 'reviewer', input: 'secret' }));
    const attributes = { toolCallId: 'c', mcpServer: 'github' };
    await send('span_started', span('t', 'b', 'mcp_tool_call', { attributes, input: '{"q":1}' }));
    await send('span_updated', span('t', 'b', 'tool_call', { input: 'secret' }));
    await send('span_ended', span('t', 'b', 'tool_call', { output: 'secret output' }));
    for (const value of odd) await exporter.exportTracingEvent(value);
    await exporter.shutdown();
    assert.deepEqual((await arrived()).slice(1), [
      ['prompt.submitted', { content: 'go', turnId: 'trace', agentType: 'writer' }],
      [
        'tool.before_use',
        {
          toolName: 'tool',
          toolInput: { q: 1 },
          turnId: 'trace',
          agentType: 'reviewer',
          agentId: 'b',
          callId: 'c',
          mcpServer: 'github',
        },
      ],
    ]);
  });
});

describe('the trace processor of OpenAI Agents', () => {
  it('takes the prompt from the first model call of a trace, and an input that came late', async (t) => {
    const { reporter, arrived } = await collect(t);
    const processor = plinthTraceProcessor(reporter);
    const span = (spanId: string, parentId: string | null, spanData: Record<string, unknown>) => ({
      spanId,
      parentId,
      traceId: 'trace',
      spanData,
    });
    await processor.onTraceStart({ traceId: 'trace' });
    await processor.onSpanStart(span('a', null, { type: 'agent', name: 'writer' }));
    const late = span('g', 'a', { type: 'generation', model: 'm' });
    await processor.onSpanStart(late);
    late.spanData.input = [answer, asked('go')];
    late.spanData.output = ['secret'];
    await processor.onSpanEnd(late);
    const tool = span('f', 'a', { type: 'function', name: 'search', input: '' });
    await processor.onSpanStart(tool);
    tool.spanData.input =
      '{"q":1.0,"id":1290123456789012345,"far":[1e400],"said":"[1e400 \\" 1290123456789012345"}';
    tool.spanData.output = 'secret output';
    await processor.onSpanEnd(tool);
    await processor.onSpanEnd(tool);
    const second = span('r', 'a', { type: 'response', _input: [asked('secret: put together by a program')] });
    await processor.onSpanStart(second);
    await processor.onSpanEnd(second);
    await processor.onSpanEnd(span('silent', 'a', { type: 'function', name: 'search', input: '' }));
    await processor.onTraceEnd({ traceId: 'trace' });
    for (const value of odd) {
      await processor.onSpanStart(value);
      await processor.onSpanEnd(value);
    }
    await processor.forceFlush();
    const common = { turnId: 'trace', agentType: 'writer' };
    const exactInput = {
      ...{ q: 1, id: '1290123456789012345', far: ['1e400'] },
      said: '[1e400 " 1290123456789012345',
    };
    assert.deepEqual((await arrived()).slice(1), [
      ['prompt.submitted', { content: 'go', model: 'm', ...common }],
      ['tool.before_use', { toolName: 'search', toolInput: exactInput, ...common }],
    ]);
  });

  it('reports a prompt once, though an agent hands over to another', async (t) => {
    const { reporter, arrived } = await collect(t);
    const listeners = new Map<string, (...given: unknown[]) => void>();
    plinthRunner({ on: (event: string, listener) => listeners.set(event, listener) }, reporter);
    const context = {};
    listeners.get('agent_start')!(context, { name: 'writer', model: 'm' }, [asked('go')]);
    listeners.get('agent_start')!(context, { name: 'other', model: { name: 'n' } }, [asked('go'), answer]);
    const toolCall = { callId: 'c', action: { commands: ['make', 'test'] }, output: 'secret output' };
    listeners.get('agent_tool_start')!(context, { name: 'other' }, { name: 'shell' }, { toolCall });
    for (const value of odd) for (const listener of listeners.values()) listener(value, value, value, value);
    assert.deepEqual(withoutTurns((await arrived()).slice(1, 4)), [
      ['prompt.submitted', { content: 'go', agentType: 'writer', model: 'm' }],
      [
        'tool.before_use',
        { toolName: 'shell', toolInput: { commands: ['make', 'test'] }, agentType: 'other', callId: 'c' },
      ],
      ['command.before_run', { command: 'make test', agentType: 'other', callId: 'c' }],
    ]);
  });
});
