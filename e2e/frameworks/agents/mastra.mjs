import { ReadableStream } from 'node:stream/web';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Observability } from '@mastra/observability';
import { PlinthClient } from '@plinth/sdk';
import { plinthExporter } from '@plinth/sdk/mastra';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import { scripted } from './ai-model.mjs';

const exporter = plinthExporter(new PlinthClient({ integration: 'acme' }).reporter());
const observability = new Observability({
  configs: { plinth: { serviceName: 'acme', exporters: [exporter] } },
});

const toolOf = (id, schema, run) =>
  createTool({
    id,
    description: id,
    inputSchema: z.object(schema),
    execute: run ?? (async () => ({ printed: 'TRAP: the tool printed this' })),
  });
/** A tool that gives its task to an agent that nobody registered, with one tool of its own. */
const delegate = (id, name, tool) =>
  toolOf(id, { task: z.string() }, async () => {
    const input = { task: 'deeper', query: 'flaky' };
    const model = scripted(MockLanguageModelV4, ReadableStream, [
      { toolName: name, input },
      { text: 'TRAP: an answer' },
    ]);
    const nested = new Agent({
      id: `for-${id}`,
      name: `for-${id}`,
      instructions: 'TRAP',
      model,
      tools: { [name]: tool },
    });
    const mastra = new Mastra({ agents: { nested }, logger: false, observability });
    return { text: (await mastra.getAgent('nested').generate('TRAP: a model wrote this')).text };
  });
const reviewer = new Agent({
  id: 'reviewer',
  name: 'reviewer',
  description: 'reviews',
  instructions: 'TRAP: system instructions',
  model: scripted(MockLanguageModelV4, ReadableStream, [
    { toolName: 'search', toolCallId: 'call-4', input: { query: 'flaky' } },
    { text: 'TRAP: the reviewer answered' },
  ]),
  tools: { search: toolOf('search', { query: z.string() }) },
});
const agent = new Agent({
  id: 'writer',
  name: 'writer',
  instructions: 'TRAP: system instructions',
  agents: { reviewer },
  model: scripted(MockLanguageModelV4, ReadableStream, [
    { toolName: 'bash', input: { command: 'make test' } },
    { toolName: 'write_file', input: { path: 'a.txt', content: 'x' } },
    { toolName: 'edit', input: { file_path: 'failed.txt' } },
    { toolName: 'delegate', input: { task: 'find it' } },
    { toolName: 'agent-reviewer', input: { prompt: 'find it' } },
    { text: 'TRAP: the model answered this' },
    { text: 'TRAP: and this' },
  ]),
  tools: {
    bash: toolOf('bash', { command: z.string() }),
    write_file: toolOf('write_file', { path: z.string(), content: z.string() }),
    edit: toolOf('edit', { file_path: z.string() }, async () => {
      throw new Error('TRAP: the file is read-only');
    }),
    delegate: delegate(
      'delegate',
      'deeper',
      delegate('deeper', 'search', toolOf('search', { query: z.string() })),
    ),
  },
});
const writer = new Mastra({ agents: { agent }, logger: false, observability }).getAgent('agent');
const first = await writer.generate('Fix the test.', { maxSteps: 9 });
const second = await writer.generate([
  { role: 'user', content: 'Fix the test.' },
  { role: 'assistant', content: first.text },
  { role: 'user', content: 'Thanks.' },
]);
console.log(first.text, second.text);
