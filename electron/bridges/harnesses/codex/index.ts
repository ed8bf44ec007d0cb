import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'smol-toml';
import { comparablePath } from '../../../platform/comparable-path.ts';
import { commandsIn } from '../../configuration/hook-commands.ts';
import { readSettingsFile } from '../../configuration/settings-reading.ts';
import { hookCommand, runsLauncher } from '../../connect/hook-command.ts';
import { isPayload, objectOf, type Payload, textOf } from '../adaptation.ts';
import { parseApplyPatch, patchTypedIn } from '../apply-patch.ts';
import { commandIn } from '../command-line.ts';
import {
  type Harness,
  type HarnessEnvironment,
  type Hook,
  type HookEntry,
  type HookLauncher,
  homeAt,
  hookEntries,
  type Provider,
} from '../harness.ts';
import { adaptHookPayload, COMMON_FIELDS, commandFolder, type HookDialect } from '../hook-payload.ts';
import { foldersOfRepository, switchesIn } from '../hook-switch.ts';
import { hostOf, namedProvider, ownProvider } from '../provider.ts';
import { typedPrompt } from '../user-input.ts';

// Codex allows SessionEnd at most three seconds, and warns at every start about a hook with a longer limit.
const TIMEOUT_SECONDS = 2;

const SHELL_TOOLS: ReadonlySet<string> = new Set(['Bash', 'shell', 'exec_command', 'local_shell']);
const PATCH_APPLIED = 'Success. Updated the following files:';

const answerOf = ({ tool_response: given = '' }: Payload): string =>
  typeof given === 'string' ? given : JSON.stringify(given);
const hasFailed = (payload: Payload) => /^Exit code: [1-9]/.test(answerOf(payload));

const dialect: HookDialect = {
  harness: 'codex',
  events: {
    SessionStart: 'session_start',
    SessionEnd: 'session_end',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'before_tool',
    PostToolUse: 'after_tool',
    PermissionRequest: undefined,
    PreModelRequest: undefined,
    PostModelRequest: undefined,
    PreCompact: undefined,
    PostCompact: undefined,
    SubagentStart: 'sub_agent',
    SubagentStop: undefined,
    Interrupt: 'interrupt',
    Stop: undefined,
  },
  shellTools: SHELL_TOOLS,
  knownFields: new Set([...COMMON_FIELDS, 'turn_id', 'agent_id', 'agent_type']),
  typed: (payload) => typedPrompt(payload),
  outcome: (payload, tool) => (tool === 'apply_patch' && hasFailed(payload) ? 'failed' : undefined),
  changedFiles(payload, tool, input, cwd) {
    if (SHELL_TOOLS.has(tool)) {
      const typed = patchTypedIn(commandIn(input) ?? '', commandFolder(input, cwd));
      // Only the fixed line of a patch that applied is looked for.
      return typed !== undefined && answerOf(payload).includes(PATCH_APPLIED)
        ? parseApplyPatch(typed.patch, typed.cwd)
        : [];
    }
    const patch = tool === 'apply_patch' ? textOf(input, 'command', 'input', 'patch') : undefined;
    // A patch that did not apply changed no file. Its exit code is at the start of the answer.
    if (patch === undefined || hasFailed(payload)) return [];
    return parseApplyPatch(patch, cwd);
  },
};

const home = homeAt('CODEX_HOME', '.codex');
const folder = home.configurationFolder;

/** Returns true when the TOML file already has hooks. Codex warns when both files have hooks. */
function usesToml(environment: HarnessEnvironment): boolean {
  if (existsSync(join(folder(environment), 'hooks.json'))) return false;
  const hooks = readSettingsFile(join(folder(environment), 'config.toml'))?.hooks;
  return isPayload(hooks) && Object.values(hooks).some(Array.isArray);
}

const HOOKS: readonly Hook[] = [
  ...([['SessionStart'], ['UserPromptSubmit'], ['PreToolUse']] as const),
  // A model can also type a patch into a shell.
  ['PostToolUse', 'apply_patch|Bash'],
  ...([['SessionEnd'], ['SubagentStart'], ['Interrupt']] as const),
];

function entries(launcher: HookLauncher, platform: NodeJS.Platform): HookEntry[] {
  const command = hookCommand(launcher, 'user_shell');
  const windows = platform === 'win32' ? { commandWindows: hookCommand(launcher, 'cmd') } : {};
  const handler = { type: 'command', command, ...windows, timeout: TIMEOUT_SECONDS };
  // Codex shows this text as the hook's name.
  return hookEntries(HOOKS, { ...handler, statusMessage: 'Plinth' });
}

/** Returns the provider of the active profile, else of the file, else Codex's own. */
function provider(environment: HarnessEnvironment): Provider {
  const config = readSettingsFile(join(folder(environment), 'config.toml')) ?? {};
  const profile = objectOf(objectOf(config, 'profiles') ?? {}, textOf(config, 'profile') ?? '') ?? {};
  const name = textOf(profile, 'model_provider') ?? textOf(config, 'model_provider');
  if (name !== undefined) return namedProvider(name);
  const host = hostOf(textOf(config, 'openai_base_url'));
  return host === undefined || host === 'api.openai.com' ? ownProvider('openai') : namedProvider(host);
}

/** Reads the switch of hooks. Its second name is an earlier one. */
const featureOff = (config: Payload): unknown => {
  const { hooks, codex_hooks: earlier } = objectOf(config, 'features') ?? {};
  const value = hooks ?? earlier;
  return typeof value === 'boolean' ? !value : value;
};
const isManagedOff = (config: Payload) => config.allow_managed_hooks_only === true || featureOff(config);

const snakeCase = (event: string) => event.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();

/** Returns the keys under which Codex stores whether the user trusts our hooks. Plinth only reads them. */
function trustKeys(path: string, launcher: string): string[][] {
  const ours = commandsIn(readSettingsFile(path)).filter(({ command }) => runsLauncher(command, launcher));
  if (ours.length === 0) return [];
  // The folder may be a link, and Codex may use the resolved path.
  const files = [path, realpathSync(path)];
  return ours.map(({ event, at }) => files.map((file) => `${file}:${snakeCase(event)}:${at.join(':')}`));
}

export const codex: Harness = {
  id: 'codex',
  name: 'OpenAI Codex CLI',
  testedVersion: '0.171.0',
  notes: () => ['review_in_codex', 'late_session_end'],
  executables: ['codex'],
  packages: ['@openai/codex'],
  ...home,
  plan(environment, launcher) {
    const ours = entries(launcher, environment.platform);
    if (!usesToml(environment)) {
      return {
        form: 'json_hooks',
        path: join(folder(environment), 'hooks.json'),
        frame: {},
        entries: ours,
      };
    }
    const block = ours
      .map(({ event, element }) => stringify({ hooks: { [event]: [element] } }).trim())
      .join('\n\n');
    return { form: 'toml_block', harness: 'codex', path: join(folder(environment), 'config.toml'), block };
  },
  hookSwitches(environment, project) {
    const { platform, systemRoot = '/' } = environment;
    const managed = join(systemRoot, platform === 'win32' ? 'ProgramData/OpenAI/Codex' : 'etc/codex');
    const own = join(folder(environment), 'config.toml');
    const above = project === undefined ? [] : foldersOfRepository(project);
    const trusted = objectOf(readSettingsFile(own) ?? {}, 'projects') ?? {};
    // Codex reads the settings of a project only where the user trusts it.
    const comparable = (path: string) => comparablePath(path, platform);
    const names = above.map(comparable);
    const isTrusted = Object.keys(trusted).some(
      (each) => names.includes(comparable(each)) && objectOf(trusted, each)?.trust_level === 'trusted',
    );
    return [
      ...switchesIn(managed, ['requirements.toml', 'managed_config.toml'], isManagedOff, true),
      ...(isTrusted ? above : []).flatMap((each) => switchesIn(each, ['.codex/config.toml'], featureOff)),
      { path: own, off: featureOff },
    ];
  },
  waitsForReview(environment, path, launcher) {
    const keys = trustKeys(path, launcher);
    const config = readSettingsFile(join(folder(environment), 'config.toml')) ?? {};
    const state = objectOf(objectOf(config, 'hooks') ?? {}, 'state') ?? {};
    const isTrusted = (key: string) => textOf(objectOf(state, key) ?? {}, 'trusted_hash') !== undefined;
    return keys.some((names) => !names.some(isTrusted));
  },
  provider,
  adapt: (payload) => adaptHookPayload(payload, dialect),
};
