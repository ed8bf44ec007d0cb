import {
  type AdapterReporter,
  type Members,
  membersOf,
  promptIn,
  safely,
  sessionOf,
  textOf,
  toolInput,
} from './adapter.ts';
import type { SessionOptions } from './session.ts';

/** A telemetry integration of the Vercel AI SDK, version 6 or 7. It reports prompts and tool calls, never answers. */
export interface PlinthTelemetry {
  onStart(event: unknown): void;
  /** Version 6. */
  onToolCallStart(event: unknown): void;
  /** Version 7. */
  onToolExecutionStart(event: unknown): void;
}

/** Returns what the user wrote for this run: the prompt, or the last message if a user wrote it. */
const promptOf = ({ prompt, messages }: Members) => promptIn(prompt ?? messages);

/**
 * Makes the integration: `registerTelemetry(plinthTelemetry(reporter))`. All runs share one session, which begins with
 * the first of them.
 */
export function plinthTelemetry(reporter: AdapterReporter, options?: SessionOptions): PlinthTelemetry {
  const session = sessionOf(reporter, 'ai-sdk', options);
  const tool = safely((event: unknown) => {
    const { callId, toolCall } = membersOf(event);
    const { toolName, input, toolCallId } = membersOf(toolCall);
    session().toolCall(`${toolName}`, toolInput(input), {
      callId: textOf(toolCallId),
      turnId: textOf(callId),
    });
  });
  return {
    onStart: safely((event: unknown) => {
      const members = membersOf(event);
      const content = promptOf(members);
      const model = membersOf(members.model);
      if (content === undefined) return;
      session().prompt(content, {
        destination: textOf(members.provider) ?? textOf(model.provider),
        model: textOf(members.modelId) ?? textOf(model.modelId),
        // Version 6 names no run. The session then begins a turn of its own.
        turnId: textOf(members.callId),
      });
    }),
    onToolCallStart: tool,
    onToolExecutionStart: tool,
  };
}
