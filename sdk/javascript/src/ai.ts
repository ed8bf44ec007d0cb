import {
  type AdapterReporter,
  type Members,
  membersOf,
  promptIn,
  reporterOf,
  safely,
  sessionOf,
  textOf,
  toolInput,
} from './adapter.ts';
import { type Run, RunTree } from './run-tree.ts';
import type { SessionOptions } from './session.ts';

/** A telemetry integration of the Vercel AI SDK, version 6 or 7. It reports prompts and tool calls, never answers. */
export interface PlinthTelemetry {
  onStart(event: unknown): void;
  /** Version 6. */
  onToolCallStart(event: unknown): void;
  /** Version 7. */
  onToolExecutionStart(event: unknown): void;
  /** Version 6. */
  onToolCallFinish(event: unknown): void;
  /** Version 7. */
  onToolExecutionEnd(event: unknown): void;
  /** Version 7: runs a tool, so that what it starts is known to be inside. */
  executeTool<T>(options: {
    readonly callId: string;
    readonly toolCallId: string;
    readonly execute: () => PromiseLike<T>;
  }): PromiseLike<T>;
  onEnd(event: unknown): void;
  onAbort(event: unknown): void;
  onError(event: unknown): void;
}

/** Returns what the user wrote for this run: the prompt, or the last message if a user wrote it. */
const promptOf = ({ prompt, messages }: Members) => promptIn(prompt ?? messages);

/** Version 6 names no run, so its tool is known by the object that describes the call. */
const toolIdOf = (callId: unknown, toolCall: unknown) =>
  textOf(callId) ? `${callId} ${membersOf(toolCall).toolCallId}` : toolCall;

/**
 * Makes the integration: `registerTelemetry(plinthTelemetry('acme-agent'))`. All runs share one session, which begins with
 * the first of them. A run that begins inside a tool is a sub-agent's, and no user wrote its prompt.
 */
export function plinthTelemetry(
  reporter: AdapterReporter | string,
  options?: SessionOptions,
): PlinthTelemetry {
  const session = sessionOf(reporterOf(reporter), 'ai-sdk', options);
  const tree = new RunTree(session);
  /** The runs of version 6 inside a tool, by what they and their tools share: the tool's place. */
  const nested = new WeakMap<Run, Run>();
  /** Returns the sub-agent of version 6 that works for a tool. */
  const agentIn = (tool: Run): Run => {
    const agent = nested.get(tool) ?? { reports: tool.reports.agent(), common: tool.common };
    nested.set(tool, agent);
    return agent;
  };
  const toolStart = safely((event: unknown) => {
    const { callId, toolCall } = membersOf(event);
    const { toolName, input, toolCallId } = membersOf(toolCall);
    const id = toolIdOf(callId, toolCall);
    const around = textOf(callId) ? undefined : tree.tool();
    if (around) tree.addTool(id, agentIn(around));
    else tree.beginTool(id, callId, textOf(callId));
    tree.callTool(id, `${toolName}`, toolInput(input), { callId: textOf(toolCallId) });
  });
  const toolEnd = safely((event: unknown) => {
    const { callId, toolCall, toolOutput, success } = membersOf(event);
    tree.end(toolIdOf(callId, toolCall), success === true || membersOf(toolOutput).type === 'tool-result');
  });
  const end = safely((event: unknown) => tree.end(membersOf(event).callId));
  return {
    onStart: safely((event: unknown) => {
      const members = membersOf(event);
      const callId = textOf(members.callId);
      const inside = callId ? tree.beginAgent(callId, undefined, callId, undefined).inside : tree.tool();
      const content = inside ? undefined : promptOf(members);
      const model = membersOf(members.model);
      if (content === undefined) return;
      session().prompt(content, {
        destination: textOf(members.provider) ?? textOf(model.provider),
        model: textOf(members.modelId) ?? textOf(model.modelId),
        // Version 6 names no run. The session then begins a turn of its own.
        turnId: callId,
      });
    }),
    onToolCallStart: toolStart,
    onToolExecutionStart: toolStart,
    onToolCallFinish: toolEnd,
    onToolExecutionEnd: toolEnd,
    executeTool: ({ callId, toolCallId, execute }) => tree.within(toolIdOf(callId, { toolCallId }), execute),
    onEnd: end,
    onAbort: end,
    onError: end,
  };
}
