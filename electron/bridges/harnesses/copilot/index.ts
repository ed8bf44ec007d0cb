import { join } from 'node:path';
import type { Outcome } from '../../../../shared/session-notes.ts';
import { OWN_BLOCKS, typedTextReader } from '../../../../shared/typed-text.ts';
import { hookCommand } from '../../connect/hook-command.ts';
import { objectOf, type Payload, textOf } from '../adaptation.ts';
import { parseApplyPatch, within } from '../apply-patch.ts';
import { type Harness, homeAt } from '../harness.ts';
import { adaptHookPayload, COMMON_FIELDS, type HookDialect } from '../hook-payload.ts';
import { allHooksOff, switchesIn } from '../hook-switch.ts';
import { ownProvider } from '../provider.ts';
import { typedPrompt, type UserInput } from '../user-input.ts';

const TIMEOUT_SECONDS = 2;
const createTools = new Set(['Write', 'create']);
const editTools = new Set(['Edit', 'edit', 'str_replace_editor', 'str_replace', 'insert']);

const read = typedTextReader(OWN_BLOCKS.copilot);

/** Returns how a tool of Copilot changes a file; undefined for one that changes none. */
export function copilotChange(tool = ''): 'created' | 'modified' | undefined {
  if (createTools.has(tool)) return 'created';
  return editTools.has(tool) ? 'modified' : undefined;
}

/**
 * Moves a sub-agent's report into the session that it works for. Copilot gives a sub-agent a session of its own, which
 * never starts and never ends, and names the session above it as the parent.
 */
function inSessionAbove(payload: Payload): Payload {
  const above = textOf(payload, 'parent_agent_id');
  const isOfAgent = above !== undefined && textOf(payload, 'session_id') === textOf(payload, 'agent_id');
  return isOfAgent ? { ...payload, session_id: above, parent_agent_id: undefined } : payload;
}

/** What Copilot puts before the typed text when it sends a message to the model. */
const PREFACE = /^\s*<(current_datetime|environment_info|workspace_info)>[\s\S]*?<\/\1>\s*/;
/** In VS Code the typed text is the last element. The elements before it hold files and instructions. */
const REQUEST = '<userRequest>';

/** Returns the typed part of a message as Copilot sends it to the model, which is what its telemetry has. */
export function typedCopilotMessage(text: string): UserInput | undefined {
  const at = text.lastIndexOf(REQUEST);
  if (at >= 0) {
    const inside = text.slice(at + REQUEST.length).split('</userRequest>')[0]!;
    return typedPrompt({ prompt: inside.trim() }, read);
  }
  let rest = text;
  for (let found = PREFACE.exec(rest); found !== null; found = PREFACE.exec(rest)) {
    rest = rest.slice(found[0].length);
  }
  return typedPrompt({ prompt: rest }, read);
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  success: 'succeeded',
  failure: 'failed',
  timeout: 'failed',
  denied: 'refused',
  rejected: 'refused',
};
const COMMAND_ENDED = /<shellId: [^<>]{1,64} completed with exit code (-?\d{1,10})>\s*$/;

const dialect: HookDialect = {
  harness: 'copilot',
  events: {
    SessionStart: 'session_start',
    SessionEnd: 'session_end',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'before_tool',
    PostToolUse: 'after_tool',
    PermissionRequest: undefined,
    permissionRequest: undefined,
    PostToolUseFailure: undefined,
    SubagentStart: undefined,
    SubagentStop: undefined,
    PreCompact: undefined,
    Notification: undefined,
    ErrorOccurred: undefined,
    Stop: undefined,
  },
  shellTools: new Set(['Bash', 'bash', 'PowerShell', 'powershell']),
  knownFields: new Set([
    ...COMMON_FIELDS,
    'initial_prompt',
    'tool_result',
    'agent_id',
    'agent_type',
    'parent_agent_id',
  ]),
  typed: (payload) => typedPrompt(payload, read),
  outcome(payload, tool) {
    const result = objectOf(payload, 'tool_result') ?? {};
    const told = OUTCOMES[textOf(result, 'result_type') ?? ''];
    if (told !== 'succeeded' || !dialect.shellTools.has(tool)) return told;
    // A command that failed is a tool that succeeded. Only the line behind the output is read.
    const status = COMMAND_ENDED.exec(textOf(result, 'text_result_for_llm') ?? '')?.[1];
    return status === undefined ? undefined : status === '0' ? 'succeeded' : 'failed';
  },
  changedFiles(payload, tool, input, cwd) {
    if (objectOf(payload, 'tool_result')?.result_type !== 'success') return [];
    const patch = tool === 'apply_patch' ? textOf(input, 'input', 'patch', 'command') : undefined;
    if (patch !== undefined) return parseApplyPatch(patch, cwd);
    const path = textOf(input, 'path', 'file_path');
    const changeType = copilotChange(tool);
    return changeType === undefined ? [] : [{ path: within(cwd, path), changeType }];
  },
};

const home = homeAt('COPILOT_HOME', '.copilot');
const folder = home.configurationFolder;

export const copilot: Harness = {
  id: 'copilot',
  name: 'GitHub Copilot CLI',
  testedVersion: '1.0.102',
  executables: ['copilot'],
  packages: ['@github/copilot'],
  ...home,
  plan(environment, launcher) {
    const handler = {
      type: 'command',
      bash: hookCommand(launcher, environment.platform === 'win32' ? 'git_bash' : 'posix'),
      powershell: hookCommand(launcher, 'powershell'),
      timeoutSec: TIMEOUT_SECONDS,
    };
    // PascalCase names give snake_case payloads. PermissionRequest is left out: Copilot denies the request when
    // a hook answers nothing.
    const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SessionEnd'];
    const content = { version: 1, hooks: Object.fromEntries(events.map((event) => [event, [handler]])) };
    return {
      form: 'own_file',
      path: join(folder(environment), 'hooks', 'plinth.json'),
      content: `${JSON.stringify(content, null, 2)}\n`,
    };
  },
  // Copilot CLI ignores this switch in the settings of a repository.
  hookSwitches: (environment) =>
    switchesIn(folder(environment), ['settings.json', 'config.json'], allHooksOff),
  provider: () => ownProvider('github-copilot'),
  adapt: (payload) => adaptHookPayload(inSessionAbove(payload), dialect),
};
