import type { EventHelpers } from './events.ts';
import type { PlinthReporter } from './reporter-contract.ts';
import type { PlinthSession, SessionOptions } from './session.ts';

/** A telemetry integration of the Vercel AI SDK, version 6 or 7. It reports prompts and tool calls, never answers. */
export interface PlinthTelemetry {
  onStart(event: unknown): void;
  /** Version 6. */
  onToolCallStart(event: unknown): void;
  /** Version 7. */
  onToolExecutionStart(event: unknown): void;
}

type Members = Readonly<Record<string, unknown>>;
const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Returns the text of a user's message; undefined for any other message. */
function userText(message: unknown): string | undefined {
  const { role, content } = membersOf(message);
  if (role !== 'user') return undefined;
  if (!Array.isArray(content)) return textOf(content);
  return textOf(
    content
      .map((part) => textOf(membersOf(part).text) ?? '')
      .join('\n')
      .trim(),
  );
}

/** Returns what the user wrote for this run: the prompt, or the last message if a user wrote it. */
function promptOf({ prompt, messages }: Members): string | undefined {
  if (textOf(prompt) !== undefined) return prompt as string;
  const list = Array.isArray(prompt) ? prompt : messages;
  return Array.isArray(list) ? userText(list.at(-1)) : undefined;
}

/**
 * Makes the integration: `registerTelemetry(plinthTelemetry(reporter))`. All runs share one session, which begins with
 * the first of them.
 */
export function plinthTelemetry(
  reporter: EventHelpers<boolean> & Pick<PlinthReporter, 'session'>,
  options: SessionOptions = {},
): PlinthTelemetry {
  let begun: PlinthSession | undefined;
  const session = () => {
    begun ??= reporter.session({ harness: 'ai-sdk', ...options });
    return begun;
  };
  // The members of an event differ between versions, and an agent must not end because of that.
  const safely = (report: (event: Members) => void) => (event: unknown) => {
    try {
      report(membersOf(event));
    } catch {
      // A getter of the event threw.
    }
  };
  const tool = safely(({ callId, toolCall }) => {
    const { toolName, input, toolCallId } = membersOf(toolCall);
    const turnId = textOf(callId);
    session().toolCall(`${toolName}`, input, { callId: textOf(toolCallId), ...(turnId && { turnId }) });
  });
  return {
    onStart: safely((event) => {
      const content = promptOf(event);
      const model = membersOf(event.model);
      // Version 6 names no run. The session then begins a turn of its own.
      const turnId = textOf(event.callId);
      if (content === undefined) return;
      session().prompt(content, {
        destination: textOf(event.provider) ?? textOf(model.provider),
        model: textOf(event.modelId) ?? textOf(model.modelId),
        ...(turnId && { turnId }),
      });
    }),
    onToolCallStart: tool,
    onToolExecutionStart: tool,
  };
}
