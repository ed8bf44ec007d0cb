import { join } from 'node:path';
import { membersOfEntries } from '../../configuration/json-hooks.ts';
import { hookCommand } from '../../connect/hook-command.ts';
import { type Payload, textOf } from '../adaptation.ts';
import { within } from '../apply-patch.ts';
import { claudeDialect } from '../claude-code/index.ts';
import { type Harness, type Hook, hookEntries, settingsFolder } from '../harness.ts';
import { adaptHookPayload, COMMON_FIELDS, type HookDialect } from '../hook-payload.ts';
import { typedPrompt } from '../user-input.ts';

const TIMEOUT_SECONDS = 2;
const EDIT_TOOLS = new Set(['developer__write', 'developer__edit']);
const HOOKS: readonly Hook[] = [
  ...([['SessionStart'], ['UserPromptSubmit'], ['PreToolUse']] as const),
  ...([['PostToolUse', '^developer__(write|edit)$'], ['SessionEnd']] as const),
];

const dialect: HookDialect = {
  harness: 'goose',
  events: claudeDialect.events,
  shellTools: new Set(['developer__shell']),
  knownFields: new Set([
    ...COMMON_FIELDS,
    ...['event', 'matcher_context', 'message', 'working_dir', 'tool_call_id', 'tool_output'],
  ]),
  typed: (payload) => typedPrompt(payload),
  // A failed tool has a hook of its own. The payload does not say whether the file is new.
  changedFiles(_payload, tool, input, cwd) {
    const path = textOf(input, 'path');
    return EDIT_TOOLS.has(tool) ? [{ path: within(cwd, path), changeType: 'modified' }] : [];
  },
};

/** Gives the members of Goose's payload the names that the family of Claude Code uses. */
const inFamily = (payload: Payload): Payload => ({
  ...payload,
  hook_event_name: payload.event,
  prompt: payload.message,
  cwd: payload.working_dir,
});

/** Goose runs the hooks of each folder in `~/.agents/plugins`. The user chooses its provider. Written from its documentation and its source. */
export const goose: Harness = {
  id: 'goose',
  name: 'Goose',
  testedVersion: null,
  notes: () => ['from_documentation'],
  executables: ['goose'],
  configurationFolder: (environment) => settingsFolder(environment, 'goose', 'Block/goose/config'),
  plan({ home, platform }, launcher) {
    const command = hookCommand(launcher, platform === 'win32' ? 'git_bash' : 'posix');
    const action = { type: 'command', command, timeout: TIMEOUT_SECONDS };
    const { hooks } = membersOfEntries(hookEntries(HOOKS, action));
    return {
      form: 'own_file',
      path: join(home, '.agents', 'plugins', 'plinth', 'hooks', 'hooks.json'),
      content: `${JSON.stringify({ hooks }, null, 2)}\n`,
    };
  },
  testPayload: (event, sessionId, cwd) => ({ event, session_id: sessionId, working_dir: cwd }),
  adapt: (payload) => adaptHookPayload(inFamily(payload), dialect),
};
