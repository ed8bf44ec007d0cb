import { createServer } from 'node:http';
import {
  Agent,
  addTraceProcessor,
  OpenAIResponsesModel,
  Runner,
  run,
  setTracingDisabled,
  tool,
} from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';

const call = (id, name, input) => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name,
  arguments: JSON.stringify(input),
  status: 'completed',
});
const text = (said) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: said, annotations: [] }],
});
const steps = [
  call('call-1', 'bash', { command: 'make test' }),
  call('call-2', 'write_file', { path: 'a.txt', content: 'x' }),
  call('call-5', 'edit', { file_path: 'failed.txt' }),
  call('call-6', 'delegate', { query: 'find it' }),
  call('call-7', 'deeper', { query: 'deeper' }),
  call('call-8', 'search', { query: 'flaky' }),
  text('TRAP: the deepest answered'),
  text('TRAP: the deeper answered'),
  call('call-3', 'review', { input: 'find it' }),
  call('call-4', 'search', { query: 'flaky' }),
  text('TRAP: the reviewer answered'),
  text('TRAP: the model answered this'),
  text('TRAP: and this'),
];
const server = createServer(async (request, response) => {
  for await (const _ of request);
  response.setHeader('Content-Type', 'application/json');
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  response.end(
    JSON.stringify({ id: 'resp_1', object: 'response', status: 'completed', output: [steps.shift()], usage }),
  );
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseURL = `http://127.0.0.1:${server.address().port}/v1`;
const model = new OpenAIResponsesModel(new OpenAI({ apiKey: 'none', baseURL }), 'acme-1');

const [, , way] = process.argv;
let start = run;
if (way !== 'auto') {
  const { PlinthClient } = await import('@plinth/sdk');
  const { plinthRunner, plinthTraceProcessor } = await import('@plinth/sdk/openai-agents');
  const reporter = new PlinthClient({ integration: 'acme' }).reporter();
  if (way === 'traces') addTraceProcessor(plinthTraceProcessor(reporter));
  else {
    setTracingDisabled(true);
    const runner = plinthRunner(new Runner(), reporter);
    start = (...given) => runner.run(...given);
  }
}
const toolOf = (name, parameters, execute = async () => 'TRAP: the tool printed this') =>
  tool({
    name,
    description: name,
    parameters: z.object(parameters),
    execute,
  });
const query = { query: z.string() };
/** A tool that runs an agent. */
const delegate = (name, inner) =>
  toolOf(name, query, async () => {
    const nested = new Agent({ name: `for-${name}`, model, tools: [inner] });
    return (await start(nested, 'TRAP: a model wrote this')).finalOutput;
  });
const reviewer = new Agent({ name: 'reviewer', model, tools: [toolOf('search', { query: z.string() })] });
const agent = new Agent({
  name: 'writer',
  model,
  tools: [
    toolOf('bash', { command: z.string() }),
    toolOf('write_file', { path: z.string(), content: z.string() }),
    toolOf('edit', { file_path: z.string() }, async () => {
      throw new Error('TRAP: the file is read-only');
    }),
    delegate('delegate', delegate('deeper', toolOf('search', query))),
    reviewer.asTool({ toolName: 'review', toolDescription: 'review' }),
  ],
});
const first = await start(agent, 'Fix the test.');
const second = await start(agent, [...first.history, { role: 'user', content: 'Thanks.' }]);
console.log(first.finalOutput, second.finalOutput);
server.close();
server.closeAllConnections();
