import { join } from 'node:path';
import { hookCommand } from '../connect/hook-command.ts';
import { type Harness, type HarnessEnvironment, type Hook, hookEntries } from './harness.ts';
import { adaptHookPayload, type HookDialect } from './hook-payload.ts';
import { ownProvider } from './provider.ts';

/** One harness whose hooks are entries of a JSON file, in the form that Claude Code introduced. */
interface SettingsHooks extends Omit<Harness, 'plan' | 'adapt' | 'notes' | 'provider'> {
  /** The file in the folder that holds the hooks. */
  file(environment: HarnessEnvironment): string;
  /** The time limit of a hook, in the harness's unit. */
  timeout: number;
  /** The tools that change files, as a matcher: the hook after a tool runs for these only. */
  editTools: string;
  dialect: HookDialect;
  /** Events that this harness has besides. */
  more?: readonly string[];
  /** Qwen Code replaces `$NAME` in its settings, as Gemini CLI does. */
  shell?: 'expanding_bash';
  /** The provider of the harness itself. Absent where the user chooses one. */
  ownProvider?: string;
}

/** Makes the bridge of a harness from its row. */
export function settingsHooks(row: SettingsHooks): Harness {
  const { file, timeout, editTools, dialect, more = [], shell, ownProvider: provider, ...harness } = row;
  const hasPrompts = harness.reports?.includes('prompt.submitted') !== false;
  const hooks: Hook[] = [
    ['SessionStart'],
    ...(hasPrompts ? [['UserPromptSubmit'] as const] : []),
    ...([['PreToolUse'], ['PostToolUse', editTools], ['SessionEnd']] as const),
    ...more.map((event) => [event] as const),
  ];
  return {
    ...harness,
    notes: () => (harness.testedVersion === null ? ['from_documentation'] : []),
    plan(environment, launcher) {
      const isWindows = environment.platform === 'win32';
      const command = hookCommand(launcher, isWindows ? 'powershell' : (shell ?? 'user_shell'));
      return {
        form: 'json_hooks',
        path: join(harness.configurationFolder(environment), file(environment)),
        frame: {},
        entries: hookEntries(hooks, { type: 'command', command, timeout }),
      };
    },
    provider: () => (provider === undefined ? undefined : ownProvider(provider)),
    adapt: (payload) => adaptHookPayload(payload, dialect),
  };
}
