import { join } from 'node:path';
import type { BridgeNote, HarnessEnvironmentVariables, HarnessId } from '../../../shared/bridge.ts';
import type { EventType } from '../../../shared/event.ts';
import type { JsonMember } from '../configuration/json-members.ts';
import type { TelemetryRecord } from '../telemetry/telemetry-record.ts';
import type { Adaptation, Payload } from './adaptation.ts';
import type { HookSwitch } from './hook-switch.ts';

/** The user's environment as a harness sees it. */
export interface HarnessEnvironment {
  home: string;
  variables: HarnessEnvironmentVariables;
  platform: NodeJS.Platform;
  /** The version of the harness, where it is known. A plan can depend on it. */
  version?: string | undefined;
  /** The folder in which the system's own settings are. The root of the file system by default. */
  systemRoot?: string | undefined;
}

/** The configuration folder of a harness that one variable moves. */
export const homeAt = (variable: keyof HarnessEnvironmentVariables, folder: string) => ({
  configurationFolder: ({ home, variables }: HarnessEnvironment): string =>
    variables[variable] || join(home, folder),
  variablesOfHome: (home: string): HarnessEnvironmentVariables => ({ [variable]: home }),
});

/** Returns the folder of a program that keeps its settings in `~/.config`, and on Windows among those of other programs. */
export const settingsFolder = (
  { home, variables, platform }: HarnessEnvironment,
  name: string,
  onWindows: string,
): string =>
  platform === 'win32'
    ? join(variables.APPDATA || join(home, 'AppData', 'Roaming'), onWindows)
    : join(home, '.config', name);

/** One element to append to the array `hooks.<event>` of a JSON file. */
export interface HookEntry {
  event: string;
  /** The connection works without it: an earlier version of the harness does not know the event. */
  isOptional?: boolean;
  element: Record<string, unknown>;
}

/** A hook to install: its event, the tools that it runs for, and whether the connection works without it. */
export type Hook = readonly [event: string, matcher?: string | undefined, isOptional?: boolean];

/** Returns the entries of hooks, in the form that Claude Code introduced. */
export const hookEntries = (hooks: readonly Hook[], handler: object): HookEntry[] =>
  hooks.map(([event, matcher, isOptional = false]) => ({
    ...{ event, isOptional },
    element: { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] },
  }));

/** The path of a harness's configuration and the content that Plinth adds. */
export type ConfigurationPlan =
  /** Elements at the end of arrays in a file of the user. `frame` is the other content of a new file. */
  | { form: 'json_hooks'; path: string; entries: HookEntry[]; frame: Record<string, unknown> }
  /**
   * Members in a JSON file of the user. `marks` are the paths of those that name Plinth's address or files. The user's
   * own telemetry has members at the paths of `rivals`.
   */
  | { form: 'members'; path: string; members: JsonMember[]; marks: string[][]; rivals: string[][] }
  /**
   * A table with the credential, at the end of a TOML file of the user that only the user can read. The block has
   * `HIDDEN_CREDENTIAL` in its place. `mark` is a text that only Plinth's table has.
   */
  | { form: 'toml_table'; path: string; harness: HarnessId; table: string; block: string; mark: string }
  /** A block of text at the end of a TOML file of the user. */
  | { form: 'toml_block'; harness: HarnessId; path: string; block: string }
  /** A file of ours in a folder that the harness reads. */
  | { form: 'own_file'; path: string; content: string };

/** The launcher as a hook's command names it: its path, and the connection that it reports for. */
export interface HookLauncher {
  path: string;
  bridgeId: string;
}

/** The way of a harness's telemetry to the collector, and how much of it has text. */
export interface ExporterSettings {
  /** The collector's address for OpenTelemetry, to which exporters add `/v1/logs`. */
  endpoint: string;
  /** The file with the headers of the connection. It exists only while the collector listens. */
  route: string;
  /** Whether Plinth stores the text of prompts. */
  prompts: boolean;
  /** Whether Plinth stores the text of any action. */
  actions: boolean;
}

/** The telemetry of a harness as its settings have it. */
export interface InstalledExporter {
  endpoint: string;
  authorization?: string | undefined;
  headersCommand?: string | undefined;
}

/** The telemetry of another harness, as a connection of its own. */
export interface HarnessTelemetry {
  /** The harness whose sessions it tells. */
  of: HarnessId;
  /** Returns true for a record of this harness. Its credential writes no others. */
  owns(record: TelemetryRecord): boolean;
  /** Returns the address in the settings, and the credential or the command that prints it. */
  installed(path: string): InstalledExporter | undefined;
  /** Returns the attributes of a log record that tells of a prompt, for a test. */
  testAttributes(sessionId: string): Record<string, string>;
  service: string;
}

/** The AI provider of a harness. `named` is true where the harness's own settings name it. */
export interface Provider {
  name: string;
  named: boolean;
}

/** Everything that Plinth knows about one harness. */
export interface Harness {
  id: HarnessId;
  name: string;
  /** The newest version that the bridge was tested with, or null where no version was tested. */
  testedVersion: string | null;
  /** All events by default. */
  reports?: readonly EventType[];
  /** Notes that the user reads before connecting. */
  notes?(environment: HarnessEnvironment): BridgeNote[];
  executables: readonly string[];
  /** npm packages that contain the executable. They give its version without running it. */
  packages?: readonly string[];
  /** The sender of its reports: the launcher, run by its hooks, our plugin, or its own exporter. The launcher by default. */
  sender?: 'launcher' | 'plugin' | 'exporter';
  /** False where no file of the harness gets an entry of ours: an editor starts `plinth acp`. True by default. */
  hasEntry?: boolean;
  configurationFolder(environment: HarnessEnvironment): string;
  plan(
    environment: HarnessEnvironment,
    launcher: HookLauncher,
    exporter?: ExporterSettings,
  ): ConfigurationPlan;
  /** Defined where this connection is by telemetry, and not by hooks. */
  telemetry?: HarnessTelemetry;
  /** Returns the variables that make a folder the harness's configuration folder, where variables can. */
  variablesOfHome?(folder: string): HarnessEnvironmentVariables;
  /** Returns the settings that can turn hooks off, in a project's folder or in general, the strongest first. */
  hookSwitches?(environment: HarnessEnvironment, project?: string): HookSwitch[];
  /** Returns true when an administrator's settings name another collector. */
  managedCollector?(environment: HarnessEnvironment): boolean;
  /** Returns true when the user has not yet approved our entries in the harness. */
  waitsForReview?(environment: HarnessEnvironment, path: string, launcher: string): boolean;
  /**
   * Returns the AI provider for a prompt whose payload names none. It reads the harness's settings files only,
   * never the secrets in them. Absent or undefined where the harness has no provider of its own.
   */
  provider?(environment: HarnessEnvironment): Provider | undefined;
  /**
   * Returns what the user typed, where a prompt is the text of a command into which the harness put other text without a
   * mark. It reads the files of commands.
   */
  typedCommand?(
    environment: HarnessEnvironment,
    folder: string | undefined,
    prompt: string,
  ): string | undefined;
  /** Starts a session in our plugin's module, as the harness does. It belongs to a `sender` that is a plugin. */
  testPlugin?(module: Record<string, unknown>, sessionId: string): Promise<void>;
  /** Returns the payload of a test for one of our hooks. By default it has the members of Claude Code's. */
  testPayload?(event: string, sessionId: string, cwd: string): Payload;
  /** Returns the objects of a report, inside of it, whose members are the harness's own. */
  parts?(payload: Payload): Payload[];
  adapt(payload: Payload): Adaptation;
}
