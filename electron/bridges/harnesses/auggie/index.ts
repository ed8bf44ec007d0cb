import { join } from 'node:path';
import { EVENT_TYPES } from '../../../../shared/event.ts';
import { textOf } from '../adaptation.ts';
import { type FileChange, within } from '../apply-patch.ts';
import { claudeDialect } from '../claude-code/index.ts';
import type { HarnessEnvironment } from '../harness.ts';
import { COMMON_FIELDS } from '../hook-payload.ts';
import { settingsHooks } from '../settings-hooks.ts';

const TIMEOUT_MS = 2000;
const EDIT_TOOLS: Readonly<Record<string, FileChange['changeType']>> = {
  'save-file': 'created',
  'str-replace-editor': 'modified',
};

/** Auggie takes hooks in Claude Code's form, and has none for prompts. Written from its documentation. */
export const auggie = settingsHooks({
  id: 'auggie',
  name: 'Auggie',
  testedVersion: null,
  executables: ['auggie'],
  packages: ['@augmentcode/auggie'],
  configurationFolder: ({ home }: HarnessEnvironment) => join(home, '.augment'),
  file: () => 'settings.json',
  timeout: TIMEOUT_MS,
  editTools: Object.keys(EDIT_TOOLS).join('|'),
  reports: EVENT_TYPES.filter((event) => event !== 'prompt.submitted'),
  ownProvider: 'augment',
  dialect: {
    harness: 'auggie',
    events: claudeDialect.events,
    shellTools: new Set(['launch-process']),
    knownFields: new Set([
      ...COMMON_FIELDS,
      ...['conversation_id', 'workspace_roots', 'tool_output', 'tool_error', 'file_changes'],
    ]),
    typed: claudeDialect.typed,
    changedFiles(payload, tool, input, cwd) {
      const path = textOf(input, 'path', 'file_path');
      const changeType = EDIT_TOOLS[tool];
      if (changeType === undefined || payload.tool_error) return [];
      return [{ path: within(cwd, path), changeType }];
    },
  },
});
