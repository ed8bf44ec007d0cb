import { withCutNamed } from '../../../shared/typed-text.ts';
import { commandIn } from '../harnesses/command-line.ts';
import { GEMINI_EDIT_TOOLS, GEMINI_SHELL_TOOLS, REFERENCED_FILES } from '../harnesses/gemini/index.ts';
import { typedPrompt } from '../harnesses/user-input.ts';
import { callEvents, eventFrom, type TelemetryMeaning } from './telemetry-adaptation.ts';
import {
  isTrue,
  objectAttribute,
  outcomeOf,
  type TelemetryRecord,
  textAttribute,
} from './telemetry-record.ts';

/** Gemini CLI and its fork Qwen Code write the same records under names of their own. */
const FAMILIES: Readonly<Record<string, { harness: string; provider: string | undefined }>> = {
  gemini_cli: { harness: 'gemini', provider: 'google' },
  'qwen-code': { harness: 'qwen-code', provider: undefined },
  qwen_code: { harness: 'qwen-code', provider: undefined },
};

const familyOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf('.')));
export const isOfGemini = ({ name }: TelemetryRecord): boolean => Object.hasOwn(FAMILIES, familyOf(name));

/** Reads a log record of the Gemini CLI family. */
export function adaptGemini(record: TelemetryRecord): TelemetryMeaning {
  const sessionId = textAttribute(record, 'session.id');
  if (sessionId === undefined) return 'dropped';
  const family = familyOf(record.name);
  const { harness, provider } = FAMILIES[family]!;
  const model = textAttribute(record, 'model');
  switch (record.name.slice(family.length + 1)) {
    case 'config':
      return [
        eventFrom(record, sessionId, 'start', 'session.started', {
          ...{ harness, model, mode: textAttribute(record, 'approval_mode') },
        }),
      ];
    case 'user_prompt': {
      const typed = typedPrompt({ prompt: textAttribute(record, 'prompt') });
      if (typed === undefined) return 'not_user_input';
      const content = withCutNamed(typed, REFERENCED_FILES);
      const turnId = textAttribute(record, 'prompt_id');
      const data = { content, turnId, destination: provider };
      const event = eventFrom(record, sessionId, undefined, 'prompt.submitted', data);
      return [{ ...event, destinationAssumed: provider !== undefined }];
    }
    case 'tool_call': {
      const toolName = textAttribute(record, 'function_name');
      const toolInput = objectAttribute(record, 'function_args');
      const who = {
        turnId: textAttribute(record, 'prompt_id'),
        mcpServer: textAttribute(record, 'mcp_server_name'),
      };
      const { file_path: path } = toolInput ?? {};
      const isShell = GEMINI_SHELL_TOOLS.has(toolName ?? '');
      const command = isShell ? commandIn(toolInput) : undefined;
      const isEdit = GEMINI_EDIT_TOOLS.has(toolName ?? '') && typeof path === 'string';
      const changes = isEdit && isTrue(record, 'success') ? [{ path, changeType: 'modified' }] : [];
      const told = { who, command, changes };
      const events = callEvents(record, sessionId, undefined, { toolName, toolInput }, told);
      const isRefused = textAttribute(record, 'decision') === 'reject';
      const outcome = isRefused ? 'refused' : outcomeOf(record);
      // A command that failed is a tool that succeeded.
      const isUnclear = outcome === 'succeeded' && isShell;
      return events.map((event) => ({ ...event, outcome: isUnclear ? undefined : outcome }));
    }
    default:
      return 'dropped';
  }
}
