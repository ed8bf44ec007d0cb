import { join } from 'node:path';
import { readSettingsFile } from '../../configuration/settings-reading.ts';
import { hookCommand } from '../../connect/hook-command.ts';
import { isNewer } from '../../connect/installation.ts';
import { objectOf, textOf } from '../adaptation.ts';
import { within } from '../apply-patch.ts';
import {
  type Harness,
  type HarnessEnvironment,
  type Hook,
  homeAt,
  hookEntries,
  type Provider,
} from '../harness.ts';
import { adaptHookPayload, COMMON_FIELDS, type HookDialect } from '../hook-payload.ts';
import { allHooksOff, switchesIn } from '../hook-switch.ts';
import { hostOf, isSwitchedOn, namedProvider, ownProvider } from '../provider.ts';
import { typedClaudeText, typedPrompt } from '../user-input.ts';

const TIMEOUT_SECONDS = 2;
const EDIT_TOOLS = 'Write|Edit|MultiEdit|NotebookEdit';
const editTools = new Set(EDIT_TOOLS.split('|'));
/** Files in the agent's folder that change what programs or agents do. Claude Code watches for these names alone. */
const WATCHED_FILES = '.env|.env.local|package.json|.mcp.json|CLAUDE.md|AGENTS.md';
/** The first hooks. `PostToolUseFailure` and `PermissionDenied` run for calls that failed or were refused alone. */
const HOOKS: readonly Hook[] = [
  ...([['SessionStart'], ['UserPromptSubmit'], ['PreToolUse'], ['PostToolUse', EDIT_TOOLS]] as const),
  ...([['PostToolUseFailure'], ['PermissionDenied'], ['SubagentStart']] as const),
  ...([['FileChanged', WATCHED_FILES], ['ConfigChange']] as const),
];
/** The last version without `PreSkillShellCommand`. */
const BEFORE_SKILL_COMMANDS = '2.1.330';

export const claudeDialect: HookDialect = {
  harness: 'claude-code',
  events: {
    SessionStart: 'session_start',
    SessionEnd: 'session_end',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'before_tool',
    PostToolUse: 'after_tool',
    PostToolUseFailure: 'tool_failed',
    PermissionDenied: 'tool_refused',
    PreSkillShellCommand: 'before_tool',
    FileChanged: 'file_watched',
    ConfigChange: 'file_watched',
    CwdChanged: undefined,
    PostToolBatch: undefined,
    Stop: undefined,
    SubagentStart: 'sub_agent',
    SubagentStop: undefined,
    PreCompact: undefined,
    PostCompact: undefined,
    Notification: undefined,
    PermissionRequest: undefined,
  },
  shellTools: new Set(['Bash', 'PowerShell']),
  knownFields: new Set([
    ...COMMON_FIELDS,
    'prompt_id',
    'session_title',
    'effort',
    'agent_id',
    'agent_type',
    'duration_ms',
    'seconds_since_last_response',
    'context_tokens',
    'prompt_cache_likely_expired',
    'estimated_cache_write_usd',
    // Who wrote a command that stands in a skill is not read: the command is.
    ...['command_name', 'command_source', 'invoked_by', 'mcp_server', 'file_path', 'event'],
  ]),
  typed: (payload) => typedPrompt(payload, typedClaudeText),
  // A call that failed has an event of its own.
  outcome: () => 'succeeded',
  changedFiles(payload, tool, input, cwd) {
    const path = textOf(input, 'file_path', 'notebook_path');
    if (!editTools.has(tool)) return [];
    // Only the kind of the response is read: `create` distinguishes a new file from a changed one.
    const created = objectOf(payload, 'tool_response')?.type === 'create';
    return [{ path: within(cwd, path), changeType: created ? 'created' : 'modified' }];
  },
};

const home = homeAt('CLAUDE_CONFIG_DIR', '.claude');
const folder = home.configurationFolder;

/** The switches by which Claude Code uses the models of a cloud, with the names of the clouds. */
const CLOUDS = [
  ['CLAUDE_CODE_USE_BEDROCK', 'amazon-bedrock'],
  ['CLAUDE_CODE_USE_VERTEX', 'google-vertex'],
  ['CLAUDE_CODE_USE_FOUNDRY', 'azure'],
] as const;

function provider(environment: HarnessEnvironment): Provider {
  const settings = readSettingsFile(join(folder(environment), 'settings.json')) ?? {};
  const variables = objectOf(settings, 'env') ?? {};
  const cloud = CLOUDS.find(([name]) => isSwitchedOn(variables[name]));
  if (cloud !== undefined) return namedProvider(cloud[1]);
  const host = hostOf(textOf(variables, 'ANTHROPIC_BASE_URL'));
  return host === undefined || host === 'api.anthropic.com' ? ownProvider('anthropic') : namedProvider(host);
}

/** Returns the path of the administrator's settings for Claude Code. */
export function managedSettings({ platform, systemRoot = '/' }: HarnessEnvironment) {
  const folders = {
    linux: 'etc/claude-code',
    darwin: 'Library/Application Support/ClaudeCode',
    win32: 'Program Files/ClaudeCode',
  };
  const folder = join(systemRoot, folders[platform as keyof typeof folders] ?? folders.linux);
  return join(folder, 'managed-settings.json');
}

export const claudeCode: Harness = {
  id: 'claude-code',
  name: 'Claude Code',
  testedVersion: '2.1.332',
  notes: () => ['trusted_folders_only'],
  executables: ['claude'],
  packages: ['@anthropic-ai/claude-code'],
  ...home,
  plan(environment, launcher) {
    // Claude Code runs hooks in Git Bash on Windows.
    const command = hookCommand(launcher, environment.platform === 'win32' ? 'git_bash' : 'posix');
    // Earlier versions warn their user of an event that they do not know.
    const knowsSkills = isNewer(environment.version, BEFORE_SKILL_COMMANDS);
    const hooks: Hook[] = [
      ...HOOKS,
      ...(knowsSkills ? [['PreSkillShellCommand', undefined, true] as const] : []),
      ['SessionEnd'],
    ];
    return {
      form: 'json_hooks',
      path: join(folder(environment), 'settings.json'),
      frame: {},
      entries: hookEntries(hooks, { type: 'command', command, timeout: TIMEOUT_SECONDS }),
    };
  },
  hookSwitches: (environment, project) => [
    {
      path: managedSettings(environment),
      off: ({ allowManagedHooksOnly, disableAllHooks }) => allowManagedHooksOnly === true || disableAllHooks,
      isManaged: true,
    },
    ...switchesIn(project, ['.claude/settings.local.json', '.claude/settings.json'], allHooksOff),
    ...switchesIn(folder(environment), ['settings.json'], allHooksOff),
  ],
  provider,
  adapt: (payload) => adaptHookPayload(payload, claudeDialect),
};
