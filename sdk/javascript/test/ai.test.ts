import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plinthTelemetry } from '../src/ai.ts';
import { PlinthClient } from '../src/index.ts';
import { startContractServer } from './support/contract-server.ts';
import { isolateEnvironment } from './support/environment.ts';
import { makeToken } from './support/token.ts';

isolateEnvironment();
const token = makeToken();
const known = [{ token, name: 'acme', permissions: ['events:write' as const] }];

// `npm run e2e:frameworks` runs the real packages. Here are the shapes that they do not produce in its agent.
describe('the integration of the AI SDK', () => {
  it('reports what a user wrote, once, and tool calls; no answers and no outputs', async (t) => {
    const server = await startContractServer(known);
    const plinth = new PlinthClient({
      token,
      integration: 'acme',
      baseUrl: server.baseUrl,
      timeoutMs: 60_000,
    });
    const reporter = plinth.reporter({ flushTimeoutMs: 60_000 });
    t.after(async () => {
      await reporter.close();
      plinth.close();
      await server.close();
    });
    const telemetry = plinthTelemetry(reporter, { sessionId: 's' });
    const answer = { role: 'assistant', content: 'secret answer' };
    const parts = [{ type: 'text', text: 'look' }, { type: 'image' }, null];
    telemetry.onStart({ prompt: 'one', model: { provider: 'acme-ai', modelId: 'm' } });
    telemetry.onStart({
      callId: 'run-2',
      messages: [answer, { role: 'user', content: 'two' }],
      modelId: 'n',
    });
    telemetry.onStart({ messages: [{ role: 'user', content: parts }] });
    telemetry.onStart({ messages: [{ role: 'user', content: 'before' }, answer] });
    const trap = {
      get prompt(): string {
        throw new Error('a getter');
      },
    };
    for (const event of [undefined, null, 7, {}, { prompt: 7 }, { messages: [] }, trap])
      telemetry.onStart(event);
    telemetry.onToolExecutionStart({
      callId: 'run-2',
      toolCall: { toolCallId: 'c', toolName: 'search', input: { q: 1 } },
      messages: [answer],
    });
    await reporter.flush();
    assert.deepEqual(
      server.accepted.map(({ event, data }) => {
        const { turnId, ...rest } = data as Record<string, unknown>;
        return [event, rest, turnId === 'run-2'];
      }),
      [
        ['session.started', { harness: 'ai-sdk' }, false],
        ['prompt.submitted', { content: 'one', destination: 'acme-ai', model: 'm' }, false],
        ['prompt.submitted', { content: 'two', model: 'n' }, true],
        ['prompt.submitted', { content: 'look' }, false],
        ['tool.before_use', { toolName: 'search', toolInput: { q: 1 }, callId: 'c' }, true],
      ],
    );
  });
});
