import { join } from 'node:path';
import { hookCommand } from '../../connect/hook-command.ts';
import { type Payload, textOf } from '../adaptation.ts';
import { within } from '../apply-patch.ts';
import { claudeDialect } from '../claude-code/index.ts';
import { ALL_EVENTS, type Harness, settingsFolder } from '../harness.ts';
import { adaptHookPayload, COMMON_FIELDS, type HookDialect } from '../hook-payload.ts';
import { typedPrompt } from '../user-input.ts';

const TIMEOUT_SECONDS = 2;
const EDIT_TOOLS = new Set(['developer__write', 'developer__edit']);
const HOOKS: readonly { event: string; matcher?: string }[] = [
  { event: 'SessionStart' },
  { event: 'UserPromptSubmit' },
  { event: 'PreToolUse' },
  { event: 'PostToolUse', matcher: '^developer__(write|edit)$' },
  { event: 'SessionEnd' },
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

/** Goose runs the hooks of each folder in `~/.agents/plugins`. Written from its documentation and its source. */
export const goose: Harness = {
  id: 'goose',
  name: 'Goose',
  testedVersion: null,
  reports: ALL_EVENTS,
  notes: () => ['from_documentation'],
  executables: ['goose'],
  packages: [],
  configurationFolder: (environment) => settingsFolder(environment, 'goose', 'Block/goose/config'),
  plan({ home, platform }, launcher) {
    const command = hookCommand(launcher, platform === 'win32' ? 'git_bash' : 'posix');
    const action = { type: 'command', command, timeout: TIMEOUT_SECONDS };
    const hooks = Object.fromEntries(
      HOOKS.map(({ event, matcher }) => [
        event,
        [{ ...(matcher === undefined ? {} : { matcher }), hooks: [action] }],
      ]),
    );
    return {
      form: 'own_file',
      path: join(home, '.agents', 'plugins', 'plinth', 'hooks', 'hooks.json'),
      content: `${JSON.stringify({ hooks }, null, 2)}\n`,
    };
  },
  // The user chooses the provider, and the payload does not name it.
  provider: () => undefined,
  testPayload: (event, sessionId, cwd) => ({ event, session_id: sessionId, working_dir: cwd }),
  adapt: (payload) => adaptHookPayload(inFamily(payload), dialect),
};
