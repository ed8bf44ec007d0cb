import { dirname, join } from 'node:path';
import { readSettingsFile } from '../../configuration/settings-reading.ts';
import { hookCommand } from '../../connect/hook-command.ts';
import { isPayload, objectOf, type Payload, textOf } from '../adaptation.ts';
import { within } from '../apply-patch.ts';
import { type Harness, type HarnessEnvironment, type Hook, hookEntries, type Provider } from '../harness.ts';
import { adaptHookPayload, COMMON_FIELDS, type HookDialect } from '../hook-payload.ts';
import { type HookSwitch, switchesIn } from '../hook-switch.ts';
import { namedProvider, ownProvider } from '../provider.ts';
import { typedPrompt } from '../user-input.ts';
import { foldersIn, typedOwnCommand } from './own-commands.ts';

const TIMEOUT_MS = 2000;
const EDIT_TOOLS = 'write_file|replace';
export const GEMINI_EDIT_TOOLS: ReadonlySet<string> = new Set(EDIT_TOOLS.split('|'));
export const GEMINI_SHELL_TOOLS: ReadonlySet<string> = new Set(['run_shell_command']);

/** Gemini CLI appends the contents of mentioned files to the user's text. */
export const REFERENCED_FILES = 'the contents of referenced files';

const HOOKS: readonly Hook[] = [
  ...([['SessionStart'], ['BeforeAgent'], ['BeforeTool'], ['AfterTool', EDIT_TOOLS]] as const),
  ['SessionEnd'],
];

const dialect: HookDialect = {
  harness: 'gemini',
  events: {
    SessionStart: 'session_start',
    SessionEnd: 'session_end',
    BeforeAgent: 'prompt',
    BeforeTool: 'before_tool',
    AfterTool: 'after_tool',
    AfterAgent: undefined,
    BeforeModel: undefined,
    AfterModel: undefined,
    BeforeToolSelection: undefined,
    PreCompress: undefined,
    Notification: undefined,
  },
  shellTools: GEMINI_SHELL_TOOLS,
  knownFields: new Set([...COMMON_FIELDS, 'mcp_context', 'original_request_name']),
  cutName: REFERENCED_FILES,
  typed: (payload) => typedPrompt(payload),
  outcome: ({ tool_response: answer }) => (isPayload(answer) && answer.error ? 'failed' : undefined),
  changedFiles(payload, tool, input, cwd) {
    const path = textOf(input, 'file_path');
    const answer = objectOf(payload, 'tool_response') ?? {};
    // Only two facts are read: whether the edit failed, and whether the file is new.
    if (!GEMINI_EDIT_TOOLS.has(tool) || answer.error) return [];
    const created = objectOf(answer, 'returnDisplay')?.isNewFile === true;
    return [{ path: within(cwd, path), changeType: created ? 'created' : 'modified' }];
  },
};

const folder = ({ home, variables }: HarnessEnvironment) =>
  join(variables.GEMINI_CLI_HOME || home, '.gemini');

/** The ways to sign in that Gemini CLI records, with the provider behind each. */
const SIGN_INS: Readonly<Record<string, string>> = {
  'oauth-personal': 'google',
  'gemini-api-key': 'google',
  'cloud-shell': 'google',
  'compute-default-credentials': 'google',
  'vertex-ai': 'google-vertex',
};

function provider(environment: HarnessEnvironment): Provider {
  const settings = readSettingsFile(join(folder(environment), 'settings.json')) ?? {};
  const auth = objectOf(objectOf(settings, 'security') ?? {}, 'auth') ?? {};
  const type = textOf(auth, 'selectedType') ?? '';
  return Object.hasOwn(SIGN_INS, type) ? namedProvider(SIGN_INS[type]!) : ownProvider('google');
}

/** Returns true where a file lists our hooks, by the name that they have, as disabled. */
const isListed = (settings: Payload) => {
  const { disabled } = objectOf(settings, 'hooksConfig') ?? {};
  return (Array.isArray(disabled) && disabled.includes('plinth')) || undefined;
};
const isSwitchedOff = (settings: Payload) => {
  const { enabled } = objectOf(settings, 'hooksConfig') ?? {};
  return typeof enabled === 'boolean' ? !enabled : enabled;
};

export const gemini: Harness = {
  id: 'gemini',
  name: 'Gemini CLI',
  testedVersion: '0.61.0',
  executables: ['gemini'],
  packages: ['@google/gemini-cli'],
  configurationFolder: folder,
  variablesOfHome: (home) => ({ GEMINI_CLI_HOME: dirname(home) }),
  plan(environment, launcher) {
    const shell = environment.platform === 'win32' ? 'powershell' : 'expanding_bash';
    const command = hookCommand(launcher, shell);
    const handler = { type: 'command', name: 'plinth', command, timeout: TIMEOUT_MS };
    return {
      form: 'json_hooks',
      path: join(folder(environment), 'settings.json'),
      frame: {},
      entries: hookEntries(HOOKS, handler),
    };
  },
  hookSwitches(environment, project) {
    const { platform, systemRoot = '/' } = environment;
    const places = { darwin: 'Library/Application Support/GeminiCli', win32: 'ProgramData/gemini-cli' };
    const place = places[platform as keyof typeof places] ?? 'etc/gemini-cli';
    const filesWith = (off: HookSwitch['off']) => [
      ...switchesIn(join(systemRoot, place), ['settings.json'], off, true),
      ...switchesIn(project, ['.gemini/settings.json'], off),
      ...switchesIn(folder(environment), ['settings.json'], off),
    ];
    // The lists of all files apply together, and of the other switch the strongest file.
    return [...filesWith(isListed), ...filesWith(isSwitchedOff)];
  },
  provider,
  typedCommand(environment, project, prompt) {
    const extensions = join(folder(environment), 'extensions');
    return typedOwnCommand(
      [
        ...(project === undefined ? [] : [join(project, '.gemini', 'commands')]),
        join(folder(environment), 'commands'),
        ...foldersIn(extensions).map((name) => join(extensions, name, 'commands')),
      ],
      prompt,
    );
  },
  adapt: (payload) => adaptHookPayload(payload, dialect),
};
