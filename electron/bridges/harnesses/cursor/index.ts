import { join } from 'node:path';
import { hookCommand } from '../../connect/hook-command.ts';
import { textOf } from '../adaptation.ts';
import { within } from '../apply-patch.ts';
import { claudeDialect } from '../claude-code/index.ts';
import type { Harness, HarnessEnvironment } from '../harness.ts';
import { adaptHookPayload, COMMON_FIELDS, type HookDialect } from '../hook-payload.ts';
import { ownProvider } from '../provider.ts';

const TIMEOUT_SECONDS = 2;

const dialect: HookDialect = {
  harness: 'cursor',
  events: {
    sessionStart: 'session_start',
    sessionEnd: 'session_end',
    beforeSubmitPrompt: 'prompt',
    preToolUse: 'before_tool',
    beforeShellExecution: 'before_shell',
    afterFileEdit: 'after_edit',
    postToolUse: undefined,
    postToolUseFailure: undefined,
    afterShellExecution: undefined,
    afterAgentResponse: undefined,
    afterAgentThought: undefined,
    beforeMCPExecution: undefined,
    afterMCPExecution: undefined,
    beforeReadFile: undefined,
    beforeTabFileRead: undefined,
    afterTabFileEdit: undefined,
    subagentStart: undefined,
    subagentStop: undefined,
    preCompact: undefined,
    stop: undefined,
    // Cursor can also run Claude Code's hooks, and then uses their names.
    ...claudeDialect.events,
  },
  shellTools: new Set(['Bash']),
  knownFields: new Set([
    ...COMMON_FIELDS,
    'conversation_id',
    'generation_id',
    'cursor_version',
    'workspace_roots',
    'user_email',
    'attachments',
    'command',
    'sandbox',
    'file_path',
    'edits',
    'is_background_agent',
    'composer_mode',
    'duration_ms',
    'final_status',
    'error_message',
    'agent_message',
    'status',
    'loop_count',
  ]),
  typed(payload) {
    const typed = claudeDialect.typed(payload);
    const attached = Array.isArray(payload.attachments) && payload.attachments.length > 0;
    // A prompt can consist of an attachment alone.
    if (typed === undefined && attached && textOf(payload, 'prompt') === undefined) {
      return { content: undefined, cutBytes: 0 };
    }
    return typed;
  },
  changedFiles(payload, tool, input, cwd) {
    if (payload.hook_event_name !== 'afterFileEdit') {
      return claudeDialect.changedFiles(payload, tool, input, cwd);
    }
    return [{ path: within(cwd, textOf(payload, 'file_path')), changeType: 'modified' }];
  },
};

const folder = ({ home }: HarnessEnvironment) => join(home, '.cursor');

export const cursor: Harness = {
  id: 'cursor',
  name: 'Cursor',
  testedVersion: null,
  notes: () => ['untried_version', 'no_prompts_in_print_mode'],
  executables: ['cursor', 'cursor-agent'],
  configurationFolder: folder,
  plan(environment, launcher) {
    const shell = environment.platform === 'win32' ? 'powershell' : 'user_shell';
    const command = hookCommand(launcher, shell);
    return {
      form: 'json_hooks',
      path: join(folder(environment), 'hooks.json'),
      frame: { version: 1 },
      entries: [
        'sessionStart',
        'beforeSubmitPrompt',
        'preToolUse',
        'beforeShellExecution',
        'afterFileEdit',
        'sessionEnd',
      ].map((event) => ({ event, element: { command, timeout: TIMEOUT_SECONDS } })),
    };
  },
  provider: () => ownProvider('cursor'),
  adapt: (payload) => adaptHookPayload(payload, dialect),
};
