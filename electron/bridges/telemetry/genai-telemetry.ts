import { withCutNamed } from '../../../shared/typed-text.ts';
import { isPayload, type Payload } from '../harnesses/adaptation.ts';
import { commandIn } from '../harnesses/command-line.ts';
import { copilotChange, typedCopilotMessage } from '../harnesses/copilot/index.ts';
import { NOT_TYPED } from '../harnesses/user-input.ts';
import { callEvents, eventFrom, type TelemetryMeaning } from './telemetry-adaptation.ts';
import { objectAttribute, parsedAttribute, type TelemetryRecord, textAttribute } from './telemetry-record.ts';

/** Tools that run a command line, as the programs that follow the conventions name them. */
const SHELL_TOOLS = new Set([
  'bash',
  'shell',
  'powershell',
  'run_in_terminal',
  'run_shell_command',
  'execute_command',
]);
const EDIT_TYPES: Readonly<Record<string, string>> = {
  create: 'created',
  delete: 'deleted',
  rename: 'renamed',
};

export const isOfGenAi = (record: TelemetryRecord): boolean =>
  record.kind === 'span' && record.attributes.has('gen_ai.operation.name');

function textOfMessage({ content: whole, parts }: Payload): string | undefined {
  if (typeof whole === 'string') return whole;
  const texts = (Array.isArray(parts) ? parts.filter(isPayload) : []).flatMap(({ type, content }) =>
    type === 'text' && typeof content === 'string' ? [content] : [],
  );
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** Returns the last text of the user. Other messages come from the model and from tools, also some with the user's role. */
function lastUserText(messages: unknown): string | undefined {
  if (!Array.isArray(messages)) return undefined;
  const ofUser = messages.filter(isPayload).filter(({ role }) => role === 'user');
  return ofUser.map(textOfMessage).findLast((text) => text !== undefined);
}

function adaptAgent(record: TelemetryRecord, sessionId: string): TelemetryMeaning {
  // A span below another one can be a sub-agent, and a model writes a sub-agent's prompt.
  if (record.parentSpanId !== undefined) return 'not_user_input';
  const message = lastUserText(parsedAttribute(record, 'gen_ai.input.messages'));
  const typed = message === undefined ? undefined : typedCopilotMessage(message);
  if (message !== undefined && typed === undefined) return 'not_user_input';
  const content = typed && withCutNamed(typed, NOT_TYPED);
  const model = textAttribute(record, 'gen_ai.request.model');
  const agentType = textAttribute(record, 'gen_ai.agent.name');
  const destination = textAttribute(record, 'gen_ai.provider.name', 'gen_ai.system');
  const { service, traceId: turnId } = record;
  const harness = service === '' ? agentType : service;
  const start = eventFrom(record, sessionId, 'start', 'session.started', { harness, model });
  if (content === undefined) return [start];
  const data = { content, destination, model, agentType, turnId };
  return [start, eventFrom(record, sessionId, turnId, 'prompt.submitted', data)];
}

function adaptTool(record: TelemetryRecord, sessionId: string): TelemetryMeaning {
  const toolName = textAttribute(record, 'gen_ai.tool.name');
  const callId = textAttribute(record, 'gen_ai.tool.call.id');
  const toolInput = objectAttribute(record, 'gen_ai.tool.call.arguments');
  const who = { callId, turnId: record.traceId };
  const named = textAttribute(record, 'github.copilot.tool.parameters.command');
  const command = named ?? (SHELL_TOOLS.has(toolName ?? '') ? commandIn(toolInput) : undefined);
  const path = textAttribute(record, 'github.copilot.tool.parameters.file_path');
  const edit = textAttribute(record, 'github.copilot.tool.parameters.edit_type');
  // Copilot CLI 1.0.102 no longer tells the kind of an edit.
  const changeType = edit === undefined ? copilotChange(toolName) : (EDIT_TYPES[edit] ?? 'modified');
  const isChange = path !== undefined && changeType !== undefined && record.failed !== true;
  const told = { who, command, changes: isChange ? [{ path, changeType }] : [] };
  const events = callEvents(record, sessionId, callId, { toolName, toolInput }, told);
  // A span without an error does not say that a command succeeded.
  return record.failed === true ? events.map((event) => ({ ...event, outcome: 'failed' })) : events;
}

/** Reads a span of the GenAI conventions, by its operation. Names are compared, never versions of the schema. */
export function adaptGenAi(record: TelemetryRecord): TelemetryMeaning {
  const sessionId =
    textAttribute(
      record,
      'gen_ai.conversation.id',
      'copilot_chat.chat_session_id',
      'copilot_chat.session_id',
      'session.id',
    ) ?? record.traceId;
  if (sessionId === undefined) return 'dropped';
  switch (textAttribute(record, 'gen_ai.operation.name')) {
    case 'invoke_agent':
      return adaptAgent(record, sessionId);
    case 'execute_tool':
      return adaptTool(record, sessionId);
    default:
      return 'dropped';
  }
}
