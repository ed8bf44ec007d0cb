import { withCutNamed } from '../../../shared/typed-text.ts';
import type { CallNotes } from '../harnesses/adaptation.ts';
import { parseApplyPatch } from '../harnesses/apply-patch.ts';
import { commandIn } from '../harnesses/command-line.ts';
import { NOT_TYPED, typedPrompt } from '../harnesses/user-input.ts';
import { callEvents, eventFrom, type TelemetryMeaning } from './telemetry-adaptation.ts';
import {
  isTrue,
  objectAttribute,
  outcomeOf,
  type TelemetryRecord,
  textAttribute,
} from './telemetry-record.ts';

const SHELL_TOOLS = new Set(['shell', 'exec_command', 'local_shell', 'local_shell_call', 'container.exec']);

export const isOfCodex = ({ name }: TelemetryRecord): boolean => name.startsWith('codex.');

/** Reads who decided. Codex names the decision and whether its configuration or the user made it. */
function decisionOf(record: TelemetryRecord): CallNotes {
  const decision = textAttribute(record, 'decision')?.toLowerCase() ?? '';
  if (/^(?:denied|abort|rejected|timed_out)/.test(decision)) return { outcome: 'refused' };
  if (!decision.startsWith('approved')) return {};
  const source = textAttribute(record, 'source')?.toLowerCase();
  if (source === 'config') return { approval: 'automatic' };
  return { approval: decision === 'approved' ? 'you_once' : 'you_always' };
}

/** Reads a log record of Codex. It keeps nothing of `output`, which is what a command printed. */
export function adaptCodex(record: TelemetryRecord): TelemetryMeaning {
  const sessionId = textAttribute(record, 'conversation.id');
  if (sessionId === undefined) return 'dropped';
  const callId = textAttribute(record, 'call_id');
  const model = textAttribute(record, 'model');
  switch (record.name) {
    case 'codex.conversation_starts':
      return [
        eventFrom(record, sessionId, 'start', 'session.started', {
          ...{ harness: 'codex', harnessVersion: textAttribute(record, 'app.version') },
          ...{ model, mode: textAttribute(record, 'approval_policy') },
        }),
      ];
    case 'codex.user_prompt': {
      const typed = typedPrompt({ prompt: textAttribute(record, 'prompt') });
      if (typed === undefined) return 'not_user_input';
      const content = withCutNamed(typed, NOT_TYPED);
      const named = textAttribute(record, 'provider_name')?.toLowerCase();
      const data = { content, model, destination: named ?? 'openai' };
      const event = eventFrom(record, sessionId, undefined, 'prompt.submitted', data);
      return [{ ...event, destinationAssumed: named === undefined }];
    }
    case 'codex.tool_result': {
      const toolName = textAttribute(record, 'tool_name');
      const toolInput = objectAttribute(record, 'arguments');
      const who = { callId, model, mcpServer: textAttribute(record, 'mcp_server') || undefined };
      const command = SHELL_TOOLS.has(toolName ?? '') ? commandIn(toolInput) : undefined;
      const isPatch = toolName === 'apply_patch' && isTrue(record, 'success');
      const patch = toolInput?.input ?? toolInput?.patch ?? textAttribute(record, 'arguments');
      const changes = isPatch && typeof patch === 'string' ? parseApplyPatch(patch, undefined) : [];
      const told = { who, command, changes };
      const events = callEvents(record, sessionId, callId, { toolName, toolInput }, told);
      return events.map((event) => ({ ...event, outcome: outcomeOf(record) }));
    }
    case 'codex.tool_decision': {
      if (callId === undefined) return 'dropped';
      return { kind: 'told', sessionId, callId, ...decisionOf(record) };
    }
    default:
      return 'dropped';
  }
}
