import { join } from 'node:path';
import { openCodeFamily } from '../opencode/index.ts';

/** Kilo CLI is a fork of OpenCode and takes its plugins, in a folder of its own. */
export const kilo = openCodeFamily({
  id: 'kilo',
  name: 'Kilo CLI',
  testedVersion: '7.7.7',
  executables: ['kilo', 'kilocode'],
  packages: ['@kilocode/cli'],
  folder: ({ home, variables }) =>
    variables.KILO_CONFIG_DIR || join(variables.XDG_CONFIG_HOME || join(home, '.config'), 'kilo'),
  variablesOfHome: (home) => ({ KILO_CONFIG_DIR: home }),
  settings: ['kilo.json', 'kilo.jsonc', 'config.json'],
  libraryScope: '@kilocode',
});
