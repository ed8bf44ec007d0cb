import { isPayload, objectOf, textOf } from '../adaptation.ts';
import { within } from '../apply-patch.ts';
import { claudeDialect } from '../claude-code/index.ts';
import { homeAt } from '../harness.ts';
import { COMMON_FIELDS } from '../hook-payload.ts';
import { allHooksOff, switchesIn } from '../hook-switch.ts';
import { settingsHooks } from '../settings-hooks.ts';
import { typedPrompt } from '../user-input.ts';

const TIMEOUT_MS = 2000;
const EDIT_TOOLS = 'write_file|edit';
const editTools = new Set(EDIT_TOOLS.split('|'));

const home = homeAt('QWEN_HOME', '.qwen');
const folder = home.configurationFolder;

/** Qwen Code is a fork of Gemini CLI. Its hooks have the names and the form of Claude Code's. */
export const qwenCode = settingsHooks({
  id: 'qwen-code',
  name: 'Qwen Code',
  testedVersion: '0.24.4',
  executables: ['qwen'],
  packages: ['@qwen-code/qwen-code'],
  ...home,
  file: () => 'settings.json',
  timeout: TIMEOUT_MS,
  shell: 'expanding_bash',
  editTools: EDIT_TOOLS,
  more: ['PostToolUseFailure', 'PermissionDenied', 'SubagentStart'],
  hookSwitches: (environment, project) => [
    ...switchesIn(project, ['.qwen/settings.json'], allHooksOff),
    ...switchesIn(folder(environment), ['settings.json'], allHooksOff),
  ],
  dialect: {
    harness: 'qwen-code',
    events: claudeDialect.events,
    shellTools: new Set(['run_shell_command']),
    knownFields: new Set([
      ...COMMON_FIELDS,
      ...['prompt_id', 'submitted_prompt', 'tool_call_id', 'duration_ms', 'agent_id', 'agent_type'],
    ]),
    // `prompt` goes to the model, with the contents of mentioned files. It is empty in a continuation, and alone where
    // the user typed while the agent works.
    typed: (payload) => typedPrompt(payload),
    outcome: ({ tool_response: answer }) => (isPayload(answer) && answer.error ? 'failed' : undefined),
    changedFiles(payload, tool, input, cwd) {
      const path = textOf(input, 'file_path');
      const answer = objectOf(payload, 'tool_response') ?? {};
      if (!editTools.has(tool) || answer.error) return [];
      // Only one fact is read: whether the file had content before.
      const shown = objectOf(answer, 'returnDisplay');
      const created = tool === 'write_file' && shown?.originalContent === '';
      return [{ path: within(cwd, path), changeType: created ? 'created' : 'modified' }];
    },
  },
});
