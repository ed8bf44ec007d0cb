import { withCutNamed } from '../../../shared/typed-text.ts';
import { commandIn } from '../harnesses/command-line.ts';
import { GEMINI_EDIT_TOOLS, GEMINI_SHELL_TOOLS, REFERENCED_FILES } from '../harnesses/gemini/index.ts';
import { typedPrompt } from '../harnesses/user-input.ts';
import { eventsFrom, type TelemetryMeaning } from './telemetry-adaptation.ts';
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
      return eventsFrom(record, sessionId, 'start', [
        'session.started',
        { harness, model, mode: textAttribute(record, 'approval_mode') },
      ]);
    case 'user_prompt': {
      const typed = typedPrompt({ prompt: textAttribute(record, 'prompt') });
      if (typed === undefined) return 'not_user_input';
      const content = withCutNamed(typed, REFERENCED_FILES);
      const turnId = textAttribute(record, 'prompt_id');
      return eventsFrom(record, sessionId, undefined, [
        'prompt.submitted',
        { content, turnId, destination: provider },
      ]).map((event) => ({ ...event, destinationAssumed: provider !== undefined }));
    }
    case 'tool_call': {
      const toolName = textAttribute(record, 'function_name');
      const toolInput = objectAttribute(record, 'function_args');
      const who = {
        turnId: textAttribute(record, 'prompt_id'),
        mcpServer: textAttribute(record, 'mcp_server_name'),
      };
      const events = eventsFrom(record, sessionId, undefined, [
        'tool.before_use',
        { toolName, toolInput, ...who },
      ]);
      const { file_path: path } = toolInput ?? {};
      if (GEMINI_SHELL_TOOLS.has(toolName ?? '')) {
        const command = commandIn(toolInput);
        events.push(...eventsFrom(record, sessionId, undefined, ['command.before_run', { command, ...who }]));
      }
      if (GEMINI_EDIT_TOOLS.has(toolName ?? '') && typeof path === 'string' && isTrue(record, 'success')) {
        const change = { path, changeType: 'modified', ...who };
        events.push(...eventsFrom(record, sessionId, undefined, ['file.changed', change]));
      }
      const isRefused = textAttribute(record, 'decision') === 'reject';
      const told = isRefused ? 'refused' : outcomeOf(record);
      // A command that failed is a tool that succeeded.
      const isUnclear = told === 'succeeded' && GEMINI_SHELL_TOOLS.has(toolName ?? '');
      return events.map((event) => ({ ...event, outcome: isUnclear ? undefined : told }));
    }
    default:
      return 'dropped';
  }
}
