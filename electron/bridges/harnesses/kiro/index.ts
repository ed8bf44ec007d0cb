import { join } from 'node:path';
import { EVENT_TYPES } from '../../../../shared/event.ts';
import { hookCommand } from '../../connect/hook-command.ts';
import { textOf } from '../adaptation.ts';
import { within } from '../apply-patch.ts';
import { claudeDialect } from '../claude-code/index.ts';
import type { Harness, HarnessEnvironment } from '../harness.ts';
import { adaptHookPayload, COMMON_FIELDS, type HookDialect } from '../hook-payload.ts';
import { ownProvider } from '../provider.ts';

const TIMEOUT_SECONDS = 2;
const TRIGGERS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'];
const editTools = new Set(['fs_write', 'fsWrite', 'fs_append', 'fsAppend', 'str_replace', 'strReplace']);

const dialect: HookDialect = {
  harness: 'kiro',
  events: claudeDialect.events,
  shellTools: new Set(['execute_bash', 'executeBash', 'shell']),
  knownFields: new Set(COMMON_FIELDS),
  typed: claudeDialect.typed,
  changedFiles(_payload, tool, input, cwd) {
    const path = textOf(input, 'path', 'file_path');
    if (!editTools.has(tool)) return [];
    const created = textOf(input, 'command') === 'create';
    return [{ path: within(cwd, path), changeType: created ? 'created' : 'modified' }];
  },
};

const folder = ({ home }: HarnessEnvironment) => join(home, '.kiro');

/** Kiro reads a file of ours in its folder of hooks. It has no hook for the end of a session. */
export const kiro: Harness = {
  id: 'kiro',
  name: 'Kiro',
  testedVersion: null,
  reports: EVENT_TYPES.filter((event) => event !== 'session.ended'),
  notes: () => ['from_documentation'],
  executables: ['kiro', 'kiro-cli'],
  configurationFolder: folder,
  plan(environment, launcher) {
    const shell = environment.platform === 'win32' ? 'powershell' : 'user_shell';
    const command = hookCommand(launcher, shell);
    const hooks = TRIGGERS.map((trigger) => ({
      name: `plinth-${trigger}`,
      trigger,
      action: { type: 'command', command },
      timeout: TIMEOUT_SECONDS,
      enabled: true,
    }));
    return {
      form: 'own_file',
      path: join(folder(environment), 'hooks', 'plinth.json'),
      content: `${JSON.stringify({ version: 'v1', hooks }, null, 2)}\n`,
    };
  },
  provider: () => ownProvider('kiro'),
  adapt: (payload) => adaptHookPayload(payload, dialect),
};
