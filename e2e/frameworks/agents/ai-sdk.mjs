import { ReadableStream } from 'node:stream/web';
import * as ai from 'ai';
import { z } from 'zod';
import { scripted } from './ai-model.mjs';

const [, , version, way] = process.argv;
if (way === 'manual') {
  const { PlinthClient } = await import('@plinth/sdk');
  const { plinthTelemetry } = await import('@plinth/sdk/ai');
  const register = ai.registerTelemetry ?? ai.registerTelemetryIntegration;
  register(plinthTelemetry(new PlinthClient({ integration: 'acme' }).reporter()));
}
const { [`MockLanguageModel${version}`]: MockModel } = await import('ai/test');
const model = scripted(MockModel, ReadableStream, [
  { toolName: 'bash', input: { command: 'make test' } },
  { toolName: 'write_file', input: { path: 'a.txt', content: 'x' } },
  { toolName: 'edit', input: { file_path: 'failed.txt' } },
  { toolName: 'delegate', input: { task: 'find it' } },
  { text: 'TRAP: the model answered this' },
  { text: 'TRAP: and this' },
]);
const execute = async () => 'TRAP: the tool printed this';
/** A tool that gives its task to another model, with one tool of its own. */
const delegate = (name, tools) =>
  ai.tool({
    inputSchema: z.object({ task: z.string() }),
    execute: async () => {
      const steps = [
        { toolName: name, input: { task: 'deeper', query: 'flaky' } },
        { text: 'TRAP: an answer' },
      ];
      const prompt = 'TRAP: a model wrote this';
      return (
        await ai.generateText({ ...shared, model: scripted(MockModel, ReadableStream, steps), tools, prompt })
      ).text;
    },
  });
const search = ai.tool({ inputSchema: z.object({ query: z.string() }), execute });
const shared = { stopWhen: ai.stepCountIs(9), experimental_telemetry: { isEnabled: true } };
const tools = {
  bash: ai.tool({ inputSchema: z.object({ command: z.string() }), execute }),
  write_file: ai.tool({ inputSchema: z.object({ path: z.string(), content: z.string() }), execute }),
  edit: ai.tool({
    inputSchema: z.object({ file_path: z.string() }),
    execute: async () => {
      throw new Error('TRAP: the file is read-only');
    },
  }),
  delegate: delegate('deeper', { deeper: delegate('search', { search }) }),
};
const options = { model, tools, ...shared };
const { text } = await ai.generateText({ ...options, prompt: 'Fix the test.' });
const messages = [
  { role: 'user', content: 'Fix the test.' },
  { role: 'assistant', content: text },
  { role: 'user', content: 'Thanks.' },
];
console.log(text, (await ai.generateText({ ...options, messages })).text);
