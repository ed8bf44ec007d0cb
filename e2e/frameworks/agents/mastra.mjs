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

const toolOf = (id, schema) =>
  createTool({
    id,
    description: id,
    inputSchema: z.object(schema),
    execute: async () => ({ printed: 'TRAP: the tool printed this' }),
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
    { toolName: 'agent-reviewer', input: { prompt: 'find it' } },
    { text: 'TRAP: the model answered this' },
    { text: 'TRAP: and this' },
  ]),
  tools: {
    bash: toolOf('bash', { command: z.string() }),
    write_file: toolOf('write_file', { path: z.string(), content: z.string() }),
  },
});
const writer = new Mastra({ agents: { agent }, logger: false, observability }).getAgent('agent');
const first = await writer.generate('Fix the test.');
const second = await writer.generate([
  { role: 'user', content: 'Fix the test.' },
  { role: 'assistant', content: first.text },
  { role: 'user', content: 'Thanks.' },
]);
console.log(first.text, second.text);
