import { registerConfigureHook } from '@langchain/core/context';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';

const [, , way] = process.argv;
let options = {};
if (way !== 'auto') {
  const { PlinthClient } = await import('@plinth/sdk');
  const { plinthCallbacks, plinthHook } = await import('@plinth/sdk/langchain');
  const reporter = new PlinthClient({ integration: 'acme' }).reporter();
  if (way === 'hook') registerConfigureHook(plinthHook(reporter));
  else options = { callbacks: [plinthCallbacks(reporter)] };
}

class Scripted extends BaseChatModel {
  constructor(...steps) {
    super({});
    this.steps = steps;
  }
  _llmType() {
    return 'acme';
  }
  bindTools() {
    return this;
  }
  async _generate() {
    return { generations: [{ text: '', message: this.steps.shift() }] };
  }
}
const calls = (id, name, args) => new AIMessage({ content: '', tool_calls: [{ id, name, args }] });
const toolOf = (name, schema, run) =>
  tool(run ?? (async () => 'TRAP: the tool printed this'), {
    name,
    description: name,
    schema: z.object(schema),
  });

const reviewer = createAgent({
  name: 'reviewer',
  model: new Scripted(
    calls('call-4', 'search', { query: 'flaky' }),
    new AIMessage('TRAP: the reviewer answered'),
  ),
  tools: [toolOf('search', { query: z.string() })],
});
/** A tool that gives its task to an agent, and names the callbacks again. */
const delegate = (name, next, goal, inner) =>
  toolOf(name, goal, async () => {
    const model = new Scripted(
      calls(`call-${next}`, next, { goal: 'deeper', query: 'flaky' }),
      new AIMessage('TRAP'),
    );
    const nested = createAgent({ name: `for-${name}`, model, tools: [inner] });
    const messages = [{ role: 'user', content: 'TRAP: a model wrote this' }];
    return (await nested.invoke({ messages }, options)).messages.at(-1).content;
  });
const goal = { goal: z.string() };
const agent = createAgent({
  model: new Scripted(
    calls('call-1', 'bash', { command: 'make test' }),
    calls('call-2', 'write_file', { path: 'a.txt', content: 'x' }),
    calls('call-5', 'edit', { file_path: 'failed.txt' }),
    calls('call-6', 'delegate', { goal: 'find it' }),
    calls('call-3', 'review', { goal: 'find it' }),
    new AIMessage('TRAP: the model answered this'),
    new AIMessage('TRAP: and this'),
  ),
  tools: [
    toolOf('bash', { command: z.string() }),
    toolOf('write_file', { path: z.string(), content: z.string() }),
    toolOf('edit', { file_path: z.string() }, async () => {
      throw new Error('TRAP: the file is read-only');
    }),
    delegate(
      'delegate',
      'deeper',
      goal,
      delegate('deeper', 'search', goal, toolOf('search', { query: z.string() })),
    ),
    toolOf('review', { goal: z.string() }, async () => {
      const { messages } = await reviewer.invoke({
        messages: [{ role: 'user', content: 'TRAP: a model wrote this' }],
      });
      return messages.at(-1).content;
    }),
  ],
});
const first = await agent.invoke({ messages: [{ role: 'user', content: 'Fix the test.' }] }, options);
const second = await agent.invoke(
  { messages: [...first.messages, { role: 'user', content: 'Thanks.' }] },
  options,
);
console.log(first.messages.at(-1).content, second.messages.at(-1).content);
