import { join } from 'node:path';
import { hookCommand } from '../connect/hook-command.ts';
import { ALL_EVENTS, type Harness, type HarnessEnvironment } from './harness.ts';
import { adaptHookPayload, type HookDialect } from './hook-payload.ts';
import { ownProvider } from './provider.ts';

/** One harness whose hooks are entries of a JSON file, in the form that Claude Code introduced. */
interface SettingsHooks
  extends Pick<
    Harness,
    'id' | 'name' | 'testedVersion' | 'executables' | 'packages' | 'hookSwitches' | 'variablesOfHome'
  > {
  folder(environment: HarnessEnvironment): string;
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
  reports?: Harness['reports'];
  /** The provider of the harness itself. Absent where the user chooses one. */
  ownProvider?: string;
}

/** Makes the bridge of a harness from its row. */
export function settingsHooks(row: SettingsHooks): Harness {
  const { id, name, testedVersion, executables, packages, folder, reports = ALL_EVENTS } = row;
  const hooks: readonly { event: string; matcher?: string }[] = [
    { event: 'SessionStart' },
    ...(reports.includes('prompt.submitted') ? [{ event: 'UserPromptSubmit' }] : []),
    { event: 'PreToolUse' },
    { event: 'PostToolUse', matcher: row.editTools },
    { event: 'SessionEnd' },
    ...(row.more ?? []).map((event) => ({ event })),
  ];
  return {
    ...{ id, name, testedVersion, executables, packages },
    ...(row.hookSwitches === undefined ? {} : { hookSwitches: row.hookSwitches }),
    ...(row.variablesOfHome === undefined ? {} : { variablesOfHome: row.variablesOfHome }),
    reports,
    notes: () => (testedVersion === null ? ['from_documentation'] : []),
    configurationFolder: folder,
    plan(environment, launcher) {
      const shell = environment.platform === 'win32' ? 'powershell' : (row.shell ?? 'user_shell');
      const command = hookCommand(launcher, shell);
      const entries = hooks.map(({ event, matcher }) => ({
        event,
        element: {
          ...(matcher === undefined ? {} : { matcher }),
          hooks: [{ type: 'command', command, timeout: row.timeout }],
        },
      }));
      return {
        form: 'json_hooks',
        path: join(folder(environment), row.file(environment)),
        frame: {},
        entries,
      };
    },
    provider: () => (row.ownProvider === undefined ? undefined : ownProvider(row.ownProvider)),
    adapt: (payload) => adaptHookPayload(payload, row.dialect),
  };
}
