import { join } from 'node:path';
import { stringify } from 'smol-toml';
import { OWN_BLOCKS, typedTextReader } from '../../../../shared/typed-text.ts';
import { readSettingsFile } from '../../configuration/settings-reading.ts';
import { hookCommand, lastingHookCommand } from '../../connect/hook-command.ts';
import { objectOf, textOf } from '../adaptation.ts';
import { within } from '../apply-patch.ts';
import { claudeDialect } from '../claude-code/index.ts';
import { type Harness, type HarnessEnvironment, homeAt, type Provider } from '../harness.ts';
import { adaptHookPayload, COMMON_FIELDS, type HookDialect } from '../hook-payload.ts';
import { namedProvider } from '../provider.ts';
import { typedPrompt } from '../user-input.ts';

const TIMEOUT_SECONDS = 2;
const editTools = new Set(['Write', 'Edit']);
const read = typedTextReader(OWN_BLOCKS.kimi);

const dialect: HookDialect = {
  harness: 'kimi-code',
  events: {
    ...claudeDialect.events,
    PermissionResult: 'permission',
    SessionHeartbeat: undefined,
    Interrupt: 'interrupt',
  },
  shellTools: new Set(['Bash', 'Shell']),
  knownFields: new Set([
    ...COMMON_FIELDS,
    ...['client_type', 'profile', 'session_title', 'is_steer'],
    ...['tool_call_id', 'tool_output', 'stop_hook_active'],
  ]),
  typed: (payload) => typedPrompt(payload, read),
  outcome: () => 'succeeded',
  decision: ({ decision, scope }) => {
    if (decision === 'rejected' || decision === 'cancelled') return { outcome: 'refused' };
    if (decision !== 'approved') return {};
    return { approval: scope === 'session' ? 'you_always' : 'you_once' };
  },
  changedFiles(_payload, tool, input, cwd) {
    const path = textOf(input, 'path');
    // A failed edit has a hook of its own. The payload does not say whether the file is new.
    return editTools.has(tool) ? [{ path: within(cwd, path), changeType: 'modified' }] : [];
  },
};

const home = homeAt('KIMI_CODE_HOME', '.kimi-code');
const folder = home.configurationFolder;

/** Returns the provider of the default model. */
function provider(environment: HarnessEnvironment): Provider | undefined {
  const config = readSettingsFile(join(folder(environment), 'config.toml')) ?? {};
  const model = objectOf(objectOf(config, 'models') ?? {}, textOf(config, 'default_model') ?? '') ?? {};
  const name = textOf(model, 'provider');
  return name === undefined ? undefined : namedProvider(name);
}

export const kimiCode: Harness = {
  id: 'kimi-code',
  name: 'Kimi Code',
  testedVersion: '2.1.0',
  executables: ['kimi'],
  packages: ['@moonshot-ai/kimi-code'],
  ...home,
  plan(environment, launcher) {
    const shell = environment.platform === 'win32' ? 'powershell' : 'posix';
    const command = hookCommand(launcher, shell);
    // Kimi Code does not wait for these hooks. When the turn ends, it sends SIGTERM to the hook's process group, and
    // SIGKILL 100 ms later.
    const lasting = shell === 'posix' ? lastingHookCommand(launcher) : command;
    const hook = (event: string, own = command) => ({ event, command: own, timeout: TIMEOUT_SECONDS });
    // Kimi Code rejects its whole file for one member that it does not know.
    const hooks = [
      hook('SessionStart'),
      hook('UserPromptSubmit'),
      hook('PreToolUse'),
      hook('PostToolUse', lasting),
      hook('PostToolUseFailure', lasting),
      hook('PermissionResult', lasting),
      hook('SubagentStart', lasting),
      hook('Interrupt', lasting),
      hook('SessionEnd'),
    ];
    return {
      form: 'toml_block',
      harness: 'kimi-code',
      path: join(folder(environment), 'config.toml'),
      block: stringify({ hooks }).trim(),
    };
  },
  provider,
  adapt: (payload) => adaptHookPayload(payload, dialect),
};
