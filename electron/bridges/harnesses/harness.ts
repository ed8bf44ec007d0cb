import type { HarnessEnvironmentVariables, HarnessId } from '../../../shared/bridge.ts';
import type { EventType } from '../../../shared/event.ts';
import type { Adaptation, Payload } from './adaptation.ts';

/** The user's surroundings as a harness sees them. */
export interface HarnessEnvironment {
  home: string;
  variables: HarnessEnvironmentVariables;
  platform: NodeJS.Platform;
}

/** One element to append to the array `hooks.<event>` of a JSON file. */
export interface HookEntry {
  event: string;
  element: Record<string, unknown>;
}

/** Where a harness's configuration lives and what we add to it. */
export type ConfigurationPlan =
  /** Elements at the end of arrays in a file that belongs to the user. `frame` is what a new file holds besides. */
  | { form: 'json_hooks'; path: string; entries: HookEntry[]; frame: Record<string, unknown> }
  /** A block of text at the end of a TOML file that belongs to the user. */
  | { form: 'toml_block'; path: string; block: string }
  /** A file of ours in a folder that the harness reads; `isOutdated` knows what earlier versions wrote there. */
  | { form: 'own_file'; path: string; content: string; isOutdated?: (text: string) => boolean };

/** Who sends a harness's reports: the launcher, run by its hooks, or a plugin of ours inside it. */
export type HarnessSender = 'launcher' | 'plugin';

/** Everything Plinth knows about one harness. */
export interface Harness {
  id: HarnessId;
  name: string;
  /** The newest version the bridge was tried with; null where it could not be tried. */
  testedVersion: string | null;
  reports: readonly EventType[];
  /** What to know before connecting. */
  notes(environment: HarnessEnvironment): string[];
  executables: readonly string[];
  /** npm packages that hold the executable, to tell its version without running it. */
  packages: readonly string[];
  /** The launcher unless it says otherwise. */
  sender?: HarnessSender;
  configurationFolder(environment: HarnessEnvironment): string;
  plan(environment: HarnessEnvironment, launcher: string): ConfigurationPlan;
  /** True when the harness's own settings keep every hook from running. */
  hooksDisabled?(environment: HarnessEnvironment): boolean;
  /** True when the user has yet to approve our entries in the harness itself. */
  waitsForReview?(environment: HarnessEnvironment, path: string, launcher: string): boolean;
  adapt(payload: Payload): Adaptation;
}

export const ALL_EVENTS: readonly EventType[] = [
  'session.started',
  'prompt.submitted',
  'tool.before_use',
  'command.before_run',
  'file.changed',
  'session.ended',
];
