/** What one event of a run must be. Members that are left out are not compared; null means that it is absent. */
export interface Expected {
  readonly event: string;
  readonly data?: Readonly<Record<string, string | null>>;
  /** It has an agent's id, and no event of the main agent has. */
  readonly bySubAgent?: boolean;
  /** It names the sub-agent that started its own. */
  readonly hasParent?: boolean;
}

/** One way to report a framework's runs: the real packages, an agent with a scripted model, and what must arrive. */
export interface FrameworkCase {
  readonly name: string;
  readonly packages: readonly string[];
  readonly agent: string;
  readonly args?: readonly string[];
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Two lines of glue that must compile with the types of the real packages. */
  readonly glue?: string;
  readonly expected: readonly Expected[];
}

const started = (harness: string): Expected => ({ event: 'session.started', data: { harness } });
const prompt = (content: string, data = {}): Expected => ({
  event: 'prompt.submitted',
  data: { content, ...data },
});
const ended: Expected = { event: 'session.ended' };
const tool = (toolName: string, data = {}): Expected => ({
  event: 'tool.before_use',
  data: { toolName, ...data },
});
const command = (data = {}): readonly Expected[] => [
  tool('bash', data),
  { event: 'command.before_run', data: { command: 'make test', ...data } },
];
/** An edit, and another that fails and therefore changes nothing. A framework may not tell whether one succeeded. */
const edits = (tellsSuccess = true): readonly Expected[] => [
  tool('write_file'),
  ...(tellsSuccess ? [{ event: 'file.changed', data: { path: 'a.txt' } }] : []),
  tool('edit'),
];
const search = (data = {}): Expected => ({
  ...tool('search', { agentType: 'reviewer', ...data }),
  bySubAgent: true,
});
/** Tools that run agents, three levels of them. */
const levels: readonly Expected[] = [
  tool('delegate'),
  { ...tool('deeper', { parentAgentId: null }), bySubAgent: true },
  { ...tool('search'), bySubAgent: true, hasParent: true },
];

const withCallId = { callId: 'call-1' };
const aiSdk = [
  started('ai-sdk'),
  prompt('Fix the test.', { model: 'acme-1', destination: 'acme-ai' }),
  ...command(withCallId),
  ...edits(),
  ...levels,
  prompt('Thanks.'),
  ended,
];
const langChain = [
  started('langchain'),
  prompt('Fix the test.'),
  ...command(withCallId),
  ...edits(),
  ...levels,
  tool('review', { callId: 'call-3' }),
  search({ callId: 'call-4' }),
  prompt('Thanks.'),
  ended,
];
const langChainPackages = ['langchain@1', '@langchain/core@1', '@langchain/langgraph@1', 'zod@4'];
const openAiPackages = ['@openai/agents@0.20', 'openai@7', 'zod@4'];
const openAi = (data: object, more: readonly Expected[], tellsSuccess = true) => [
  started('openai-agents'),
  prompt('Fix the test.', { agentType: 'writer' }),
  ...command({ agentType: 'writer', ...data }),
  ...edits(tellsSuccess),
  ...levels,
  tool('review', { agentType: 'writer' }),
  ...more,
  prompt('Thanks.'),
  ended,
];

const head = "import type { PlinthReporter } from '@plinth/sdk';\ndeclare const reporter: PlinthReporter;\n";

export const CASES: readonly FrameworkCase[] = [
  {
    name: 'AI SDK 6, registerTelemetryIntegration',
    packages: ['ai@6', 'zod@4'],
    agent: 'ai-sdk',
    args: ['V3', 'manual'],
    glue: `${head}import { registerTelemetryIntegration } from 'ai';
      import { plinthTelemetry } from '@plinth/sdk/ai';
      registerTelemetryIntegration(plinthTelemetry(reporter));`,
    expected: aiSdk,
  },
  {
    name: 'AI SDK 7, registerTelemetry',
    packages: ['ai@7', 'zod@4'],
    agent: 'ai-sdk',
    args: ['V4', 'manual'],
    glue: `${head}import { registerTelemetry } from 'ai';
      import { plinthTelemetry } from '@plinth/sdk/ai';
      registerTelemetry(plinthTelemetry(reporter));`,
    expected: aiSdk,
  },
  {
    name: 'AI SDK 7, node --import @plinth/sdk/auto',
    packages: ['ai@7', 'zod@4'],
    agent: 'ai-sdk',
    args: ['V4', 'auto'],
    flags: ['--import', '@plinth/sdk/auto'],
    expected: aiSdk,
  },
  {
    name: 'OpenAI Agents, addTraceProcessor',
    packages: openAiPackages,
    agent: 'openai-agents',
    args: ['traces'],
    glue: `${head}import { addTraceProcessor } from '@openai/agents';
      import { plinthTraceProcessor } from '@plinth/sdk/openai-agents';
      addTraceProcessor(plinthTraceProcessor(reporter));`,
    expected: openAi({}, [search()]),
  },
  {
    name: 'OpenAI Agents, node --import @plinth/sdk/auto',
    packages: openAiPackages,
    agent: 'openai-agents',
    args: ['auto'],
    flags: ['--import', '@plinth/sdk/auto'],
    expected: openAi({}, [search()]),
  },
  {
    name: 'OpenAI Agents, a runner without traces',
    packages: openAiPackages,
    agent: 'openai-agents',
    args: ['runner'],
    glue: `${head}import { Agent, Runner } from '@openai/agents';
      import { plinthRunner } from '@plinth/sdk/openai-agents';
      const runner: Runner = plinthRunner(new Runner(), reporter);
      void runner.run(new Agent({ name: 'a' }), 'x');`,
    expected: openAi(withCallId, [], false),
  },
  {
    name: 'LangChain, callbacks',
    packages: langChainPackages,
    agent: 'langchain',
    args: ['callbacks'],
    glue: `${head}import { createAgent } from 'langchain';
      import { plinthCallbacks } from '@plinth/sdk/langchain';
      void createAgent({ model: 'a' }).invoke({ messages: [] }, { callbacks: [plinthCallbacks(reporter)] });`,
    expected: langChain,
  },
  {
    name: 'LangChain, registerConfigureHook',
    packages: langChainPackages,
    agent: 'langchain',
    args: ['hook'],
    env: { PLINTH_LANGCHAIN: 'true' },
    glue: `${head}import { registerConfigureHook } from '@langchain/core/context';
      import { plinthHook } from '@plinth/sdk/langchain';
      registerConfigureHook(plinthHook(reporter));`,
    expected: langChain,
  },
  {
    name: 'LangChain, node --import @plinth/sdk/auto',
    packages: langChainPackages,
    agent: 'langchain',
    args: ['auto'],
    flags: ['--import', '@plinth/sdk/auto'],
    expected: langChain,
  },
  {
    name: 'Mastra, an exporter of its observability',
    packages: ['@mastra/core@1', '@mastra/observability@1', 'ai@7', 'zod@4'],
    agent: 'mastra',
    glue: `${head}import { Observability } from '@mastra/observability';
      import { plinthExporter } from '@plinth/sdk/mastra';
      new Observability({ configs: { a: { serviceName: 'a', exporters: [plinthExporter(reporter)] } } });`,
    expected: [
      started('mastra'),
      prompt('Fix the test.', { agentType: 'writer' }),
      ...command({ ...withCallId, agentType: 'writer' }),
      ...edits(),
      ...levels,
      tool('agent-reviewer', { callId: 'call-5' }),
      search({ callId: 'call-4' }),
      prompt('Thanks.'),
      ended,
    ],
  },
  {
    name: 'Claude Agent SDK, hooks',
    packages: ['@anthropic-ai/claude-agent-sdk@0.3', 'zod@4'],
    agent: 'claude-agent-sdk',
    glue: `${head}import { query } from '@anthropic-ai/claude-agent-sdk';
      import { plinthHooks } from '@plinth/sdk/claude-agent-sdk';
      query({ prompt: 'a', options: { hooks: plinthHooks(reporter) } });`,
    expected: [
      started('claude-agent-sdk'),
      prompt('Fix the test.', { destination: 'anthropic' }),
      tool('Bash', { mode: 'acceptEdits' }),
      { event: 'command.before_run', data: { mode: 'acceptEdits' } },
      tool('Write'),
      { event: 'file.changed' },
      ended,
    ],
  },
];
