import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textOf } from '../adaptation.ts';
import { parseApplyPatch, within } from '../apply-patch.ts';
import { claudeDialect } from '../claude-code/index.ts';
import type { HarnessEnvironment } from '../harness.ts';
import { foldersOfRepository, switchesIn } from '../hook-switch.ts';
import { settingsHooks } from '../settings-hooks.ts';

const TIMEOUT_SECONDS = 2;
const EDIT_TOOLS = 'Create|Edit|MultiEdit|ApplyPatch';
const editTools = new Set(EDIT_TOOLS.split('|'));
const folder = ({ home }: HarnessEnvironment) => join(home, '.factory');

/** The files with the switch of hooks, in a user's or a project's folder `.factory`. */
const SWITCHES = ['settings.local.json', 'settings.json', 'hooks.json'];

/** Factory Droid takes hooks in Claude Code's form. Written from its documentation. */
export const droid = settingsHooks({
  id: 'droid',
  name: 'Factory Droid',
  testedVersion: null,
  executables: ['droid'],
  configurationFolder: folder,
  // A new hooks.json would hide the hooks of settings.json.
  file: (environment) =>
    existsSync(join(folder(environment), 'hooks.json')) ? 'hooks.json' : 'settings.json',
  // By its documentation, the settings of a repository are stronger than those of a folder in it.
  hookSwitches: (environment, project) =>
    [
      ...(project === undefined ? [] : foldersOfRepository(project).toReversed()),
      dirname(folder(environment)),
    ].flatMap((each) => switchesIn(join(each, '.factory'), SWITCHES, ({ hooksDisabled }) => hooksDisabled)),
  timeout: TIMEOUT_SECONDS,
  editTools: EDIT_TOOLS,
  dialect: {
    ...claudeDialect,
    harness: 'droid',
    shellTools: new Set(['Execute']),
    changedFiles(_payload, tool, input, cwd) {
      const patch = tool === 'ApplyPatch' ? textOf(input, 'input', 'patch') : undefined;
      if (patch !== undefined) return parseApplyPatch(patch, cwd);
      const path = textOf(input, 'file_path');
      if (!editTools.has(tool)) return [];
      return [{ path: within(cwd, path), changeType: tool === 'Create' ? 'created' : 'modified' }];
    },
  },
});
