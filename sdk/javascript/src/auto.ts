/**
 * Reports the runs of agent frameworks without a line in the agent:
 * `plinth run -- node --import @plinth/sdk/auto agent.js`. The Vercel AI SDK, version 7 or later, on any Node; OpenAI
 * Agents, LangChain and LangGraph on Node 22.15 or later.
 *
 * @packageDocumentation
 */

import { tracingChannel } from 'node:diagnostics_channel';
import { type AdapterReporter, membersOf, reporterOf } from './adapter.ts';
import { plinthTelemetry } from './ai.ts';
import { environment } from './environment.ts';
import { plinthHook } from './langchain.ts';
import { type PublicHook, whenLoaded } from './module-hooks.ts';
import { plinthTraceProcessor } from './openai-agents.ts';

interface TracingMessage {
  readonly type?: unknown;
  readonly event?: unknown;
  readonly result?: unknown;
}

const HOOKS: readonly PublicHook[] = [
  // The package replaces all trace processors when it is loaded, so the function is called after that.
  { specifiers: /^@openai\/agents$/, from: '@openai/agents-core', name: 'addTraceProcessor' },
  {
    // Not `@langchain/core`: the module with the function imports others of it.
    specifiers: /^(langchain|@langchain\/(?!core)[\w-]+)(\/|$)/,
    from: '@langchain/core/context',
    name: 'registerConfigureHook',
  },
];

function hearAiSdk(reporter: AdapterReporter): void {
  const telemetry = plinthTelemetry(reporter);
  const isRun = (type: unknown) => type === 'generateText' || type === 'streamText';
  const channel = tracingChannel('ai:telemetry');
  channel.start.subscribe((message) => {
    const { type, event } = message as TracingMessage;
    if (isRun(type)) telemetry.onStart(event);
    if (type === 'executeTool') telemetry.onToolExecutionStart(event);
  });
  channel.asyncEnd.subscribe((message) => {
    const { type, event, result } = message as TracingMessage;
    if (isRun(type)) telemetry.onEnd(event);
    // The result is absent if the program asked that no outputs are recorded: then nothing is known of the tool.
    const toolOutput = membersOf(result).output;
    if (type === 'executeTool') telemetry.onToolExecutionEnd({ ...membersOf(event), toolOutput });
  });
}

function start(): void {
  const integration = environment('PLINTH_INTEGRATION');
  if (integration === undefined) return;
  const reporter = reporterOf(integration);
  hearAiSdk(reporter);
  const isHeard = whenLoaded(HOOKS, (hook, name) => {
    if (name === 'addTraceProcessor') hook(plinthTraceProcessor(reporter));
    else hook(plinthHook(reporter));
  });
  if (!isHeard) return;
  // Without it LangChain leaves the hook alone. `false` turns it off.
  process.env.PLINTH_LANGCHAIN ??= 'true';
}

try {
  start();
} catch (error) {
  // Without a token the agent runs as it would have. The message never holds the token.
  if (environment('PLINTH_DEBUG')) console.error(`plinth: ${(error as Error).message}`);
}
