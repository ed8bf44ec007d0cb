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
  { text: 'TRAP: the model answered this' },
  { text: 'TRAP: and this' },
]);
const execute = async () => 'TRAP: the tool printed this';
const tools = {
  bash: ai.tool({ inputSchema: z.object({ command: z.string() }), execute }),
  write_file: ai.tool({ inputSchema: z.object({ path: z.string(), content: z.string() }), execute }),
};
const options = { model, tools, stopWhen: ai.stepCountIs(5), experimental_telemetry: { isEnabled: true } };
const { text } = await ai.generateText({ ...options, prompt: 'Fix the test.' });
const messages = [
  { role: 'user', content: 'Fix the test.' },
  { role: 'assistant', content: text },
  { role: 'user', content: 'Thanks.' },
];
console.log(text, (await ai.generateText({ ...options, messages })).text);
