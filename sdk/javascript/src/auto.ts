/**
 * Reports the runs of the Vercel AI SDK, version 7 or later, without a line in the agent:
 * `plinth run -- node --import @plinth/sdk/auto agent.js`.
 *
 * @packageDocumentation
 */

import { tracingChannel } from 'node:diagnostics_channel';
import { plinthTelemetry } from './ai.ts';
import { PlinthClient } from './client.ts';
import { environment } from './environment.ts';

interface TracingMessage {
  readonly type?: unknown;
  readonly event?: unknown;
}

function start(): void {
  const integration = environment('PLINTH_INTEGRATION');
  if (integration === undefined) return;
  const reporter = new PlinthClient({ integration }).reporter({
    flushOn: ['SIGTERM', 'SIGHUP', 'uncaughtException'],
  });
  const telemetry = plinthTelemetry(reporter);
  tracingChannel('ai:telemetry').start.subscribe((message) => {
    const { type, event } = message as TracingMessage;
    if (type === 'generateText' || type === 'streamText') telemetry.onStart(event);
    if (type === 'executeTool') telemetry.onToolExecutionStart(event);
  });
}

try {
  start();
} catch (error) {
  // Without a token the agent runs as it would have. The message never holds the token.
  if (environment('PLINTH_DEBUG')) console.error(`plinth: ${(error as Error).message}`);
}
