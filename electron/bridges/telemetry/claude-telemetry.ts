import type { Approval } from '../../../shared/session-notes.ts';
import { withCutNamed } from '../../../shared/typed-text.ts';
import { type CallNotes, textOf } from '../harnesses/adaptation.ts';
import { NOT_TYPED, typedClaudeText, typedPrompt } from '../harnesses/user-input.ts';
import { callEvents, eventFrom, type TelemetryMeaning } from './telemetry-adaptation.ts';
import {
  isTrue,
  objectAttribute,
  outcomeOf,
  type TelemetryRecord,
  textAttribute,
} from './telemetry-record.ts';

const EDIT_TOOLS = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);
/** The text that Claude Code sends in place of a prompt where prompts are not logged. */
const WITHHELD = '<REDACTED>';

/** Returns true for a record of Claude Code or of its agent SDK. */
export function isOfClaude({ service, scope }: TelemetryRecord): boolean {
  return service === 'claude-code' || scope.startsWith('com.anthropic.claude_code');
}

/** The sources of a decision, as Claude Code names them. */
const SOURCES: Readonly<Record<string, Approval>> = {
  config: 'rule',
  hook: 'hook',
  user_permanent: 'you_always',
  user_temporary: 'you_once',
};

function decisionOf(record: TelemetryRecord): CallNotes {
  if (textAttribute(record, 'decision') === 'reject') return { outcome: 'refused' };
  return { approval: SOURCES[textAttribute(record, 'source') ?? ''] };
}

/** The events at which our hooks run. At the last one they run after the tools that edit files. */
const HOOK_EVENTS = new Set(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'SessionEnd']);

/** Returns true for hooks that ran at an event of ours. Other programs' hooks run with them, in one record. */
function isOurHook(record: TelemetryRecord): boolean {
  const event = textAttribute(record, 'hook_event') ?? '';
  const tool = textAttribute(record, 'hook_name')?.split(':')[1] ?? '';
  return HOOK_EVENTS.has(event) || (event === 'PostToolUse' && EDIT_TOOLS.has(tool));
}

/** Reads a log record of Claude Code. The names are those of its monitoring documentation. */
export function adaptClaude(record: TelemetryRecord): TelemetryMeaning {
  const sessionId = textAttribute(record, 'session.id');
  if (sessionId === undefined) return 'dropped';
  const turnId = textAttribute(record, 'prompt.id');
  const callId = textAttribute(record, 'tool_use_id');
  const toolName = textAttribute(record, 'tool_name');
  const who = {
    turnId,
    callId,
    agentId: textAttribute(record, 'agent.id'),
    agentType: textAttribute(record, 'agent.type'),
  };
  switch (record.name.replace(/^claude_code\./, '')) {
    case 'user_prompt': {
      const prompt = textAttribute(record, 'prompt');
      const typed = typedPrompt({ prompt: prompt === WITHHELD ? undefined : prompt }, typedClaudeText);
      if (typed === undefined && prompt !== WITHHELD) return 'not_user_input';
      const content = typed === undefined ? undefined : withCutNamed(typed, NOT_TYPED);
      const data = { turnId, content, destination: 'anthropic' };
      const event = eventFrom(record, sessionId, undefined, 'prompt.submitted', data);
      return [{ ...event, destinationAssumed: true }];
    }
    case 'tool_decision': {
      const toolInput = objectAttribute(record, 'tool_parameters');
      const told = { who, command: textOf(toolInput ?? {}, 'full_command'), changes: [] };
      const events = callEvents(record, sessionId, callId, { toolName, toolInput }, told);
      return events.map((event) => ({ ...event, ...decisionOf(record) }));
    }
    case 'tool_result': {
      const input = objectAttribute(record, 'tool_input') ?? objectAttribute(record, 'tool_parameters');
      const path = textOf(input ?? {}, 'file_path', 'notebook_path');
      const edits = toolName !== undefined && EDIT_TOOLS.has(toolName) && isTrue(record, 'success');
      const outcome = outcomeOf(record);
      if (!edits || path === undefined) return { kind: 'told', sessionId, callId, outcome };
      const data = { path, changeType: 'modified', ...who };
      return [{ ...eventFrom(record, sessionId, callId, 'file.changed', data), outcome }];
    }
    case 'hook_execution_complete':
      return isOurHook(record) ? { kind: 'counted', sessionId, count: 'hookRuns' } : 'dropped';
    default:
      return 'dropped';
  }
}
