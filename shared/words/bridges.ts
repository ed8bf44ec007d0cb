import {
  type BridgeNote,
  type BridgeStatus,
  type BridgeTest,
  type BridgeTestCause,
  type HarnessId,
  type HooksOff,
  isTelemetryHarness,
  type LostReportCount,
} from '../bridge.ts';
import { UNREADABLE } from '../event.ts';
import { pathBelow } from '../path-below.ts';
import { asSent, type FormatInstant } from './instants.ts';

/** Facts to know before connecting an agent. */
export const bridgeNotes: Record<BridgeNote, string> = {
  trusted_folders_only:
    'Claude Code asks once per folder whether you trust it. Until you say yes, it reports nothing from there.',
  review_in_codex:
    'Codex runs new hooks only after you review them: open Codex and type /hooks. Plinth never approves them for you.',
  late_session_end:
    'An interactive session reports its end when the background process of Codex stops. That can be much later.',
  untried_version: 'This connection follows Cursor’s documentation. It was not tested with Cursor itself.',
  from_documentation:
    'This connection follows the documentation of the agent. It was not tested with the agent itself.',
  no_prompts_in_print_mode: 'cursor-agent does not report prompts in print mode.',
  set_up_in_editor:
    'Connecting changes no settings of an editor. The file that it makes says what to write there: “plinth acp --” before the command of an agent.',
  telemetry_address:
    'The agent sends its prompts and actions, as text that is not encrypted, to this address of your computer. While Plinth is closed, another program could listen there and receive them. If Plinth gets another address or you change the privacy level, it corrects these settings.',
  plugins_in_time:
    'Cline gives its plugins four seconds to load. On a very busy computer they can be late, and that session reports nothing. CLINE_PLUGIN_IMPORT_TIMEOUT_MS=30000 in the environment of Cline gives them more time.',
  credential_in_file:
    'The agent takes the credential only from this file, so it is written there; the change shows a word in its place. It can only report for this agent. Do not publish the file, and reconnect if you have.',
  telemetry_of_shell:
    'Settings of your shell for the telemetry of this agent do not apply while this is connected: its metrics and traces are switched off, and its logs go to Plinth.',
  plugin_library_install:
    'This agent installs its plugin library (about 63 MB, from npm) into its configuration folder, with or without Plinth. When a plugin is present, the agent waits for this installation when it starts. Without a network, each start takes about 70 seconds longer until the library is installed.',
};

/** What a user must do before an agent reports. */
export const bridgeRemedies = {
  waiting_for_review: (name: string) =>
    `${name} reports nothing until you trust Plinth’s hooks: open ${name} and type /hooks.`,
  disabled_by_harness: (name: string) =>
    `The settings of ${name} turn hooks off, so it reports nothing. To record it, turn hooks on in those settings.`,
  entry_missing: (name: string) =>
    `Plinth’s entries in the configuration of ${name} are missing or changed. Connect it again to restore them, or disconnect it.`,
};

/** Why the telemetry of an agent cannot be connected, where its hooks can. */
export const bridgeTelemetry: Partial<Record<HarnessId, string>> = {
  copilot:
    'Copilot CLI takes the settings of its telemetry only from variables: start it with “plinth run -- copilot”. VS Code has settings for it, but can copy them to other computers, so Plinth writes no credential there.',
  gemini:
    'The settings of Gemini CLI have no place for a credential, so its telemetry cannot be connected. For one session, start it with “plinth run -- gemini”.',
  'qwen-code':
    'The settings of Qwen Code have no place for a credential, so its telemetry cannot be connected. For one session, start it with “plinth run -- qwen”.',
};

/** Why a bridge does not report, and what a user can do. */
export const bridgeTestCauses: Record<BridgeTestCause, (name: string) => string> = {
  not_connected: (name) => `${name} is not connected.`,
  no_hook: (name) =>
    `${name} run no hook that Plinth could test: the editor starts “plinth acp”. After an agent has worked in the editor, its last event appears here.`,
  entry_missing: bridgeRemedies.entry_missing,
  disabled_by_harness: bridgeRemedies.disabled_by_harness,
  switch_not_known: (name) =>
    `A settings file of ${name} cannot be read, so it is not known whether its hooks are on.`,
  waiting_for_review: bridgeRemedies.waiting_for_review,
  managed_policy: (name) =>
    `An administrator’s settings for ${name} allow only the administrator’s hooks, or none. Plinth cannot change that.`,
  settings_not_read: (name) =>
    `A running session of ${name} was started without your settings (--setting-sources), so it does not run the hooks in them.`,
  shell_missing: (name) =>
    `The shell in which ${name} runs its hook was not found: Git Bash, or PowerShell. Install Git for Windows, then test again.`,
  curl_missing: () => 'The program curl was not found. Install it: hooks use it to report.',
  launcher_missing: () => 'The launcher in Plinth’s data directory is missing. Restart Plinth to restore it.',
  launcher_not_executable: () =>
    'The launcher in Plinth’s data directory may not be read or run. Restart Plinth to correct that.',
  collector_off: () => 'The collector is not running, so reports are discarded. Start Plinth.',
  route_missing: (name) => `The file with the route of ${name} to Plinth is missing. Reconnect ${name}.`,
  wrong_socket: (name) =>
    `The route of ${name} leads to a socket that is not the collector’s. Restart Plinth, then test again.`,
  hook_failed: (name) =>
    `The hook of ${name} failed. ${name} may stop or delay its work because of that. Reconnect it.`,
  hook_printed: (name) => `The hook of ${name} printed text, which can reach the agent. Reconnect it.`,
  waits_for_input: (name) =>
    `If ${name} keeps the input of its hook open, the hook does not end in time, or its report is lost. Reconnect it, and update curl if it is older than 7.68, or than 8.15 on Windows.`,
  not_arrived: () =>
    'The report was sent, but it did not arrive in time. The computer may be too busy. Test again.',
  wrong_address: (name) =>
    `The settings of ${name} name another address than Plinth’s. Connect it again to correct that.`,
  managed_collector: (name) =>
    `An administrator’s collector is in force for ${name}. Plinth cannot change that.`,
  headers_failed: (name) =>
    `The command in the settings of ${name} that prints its credential printed none. Reconnect it.`,
};

/** Says which file keeps an agent’s hooks off, and where. */
export function hooksOffSentence({ name, folder, file, isKnown }: HooksOff): string {
  const shown = pathBelow(file, folder ?? '') ?? file;
  const place = folder === null ? '' : ` in ${folder}`;
  return isKnown
    ? `Hooks of ${name} are off${place}: ${shown}`
    : `It is not known whether hooks of ${name} are on${place}: ${shown} cannot be read.`;
}

/** Says whether agents are recorded in a folder, by which file, and what keeps hooks off there. */
export function folderSentences(
  folder: string,
  agents: readonly Pick<BridgeStatus, 'name' | 'harness' | 'state' | 'configuration' | 'hooksOff'>[],
): string[] {
  const withHooks = agents.filter(({ harness }) => !isTelemetryHarness(harness) && harness !== 'acp');
  const offHere = ({ hooksOff }: Pick<BridgeStatus, 'hooksOff'>) =>
    hooksOff.filter((found) => found.folder === null || found.folder === folder);
  const remedyOf = ({ state, name }: { state: BridgeStatus['state']; name: string }) =>
    state in bridgeRemedies ? bridgeRemedies[state as keyof typeof bridgeRemedies](name) : undefined;
  const kept = withHooks.flatMap((agent) => {
    const off = offHere(agent).map(hooksOffSentence);
    return off.length > 0 ? off : (remedyOf(agent) ?? []);
  });
  const recorded = withHooks.filter((agent) => offHere(agent).length === 0 && remedyOf(agent) === undefined);
  const by = recorded.map(({ name, configuration }) => `${name} by ${configuration}`).join(', ');
  return [
    by === '' ? 'no agent is recorded in this folder by its hooks' : `recorded in this folder: ${by}`,
    ...kept,
  ];
}

/** Gives the result of a bridge’s test in sentences. */
export function bridgeTestSentences({ harness, name, arrived, causes, hooksOff }: BridgeTest): string[] {
  const what = isTelemetryHarness(harness) ? name : `The hook of ${name}`;
  if (causes.length === 0) return [`${what} works: its test report arrived. No receipt was stored.`];
  const beginning = arrived ? [`${what} works, but not for every session.`] : [];
  const files = hooksOff.map(hooksOffSentence);
  return [...beginning, ...causes.map((cause) => bridgeTestCauses[cause](name)), ...files];
}

/** Says that a harness's folder can be in use where Plinth is not. */
export const sharedFolderSentence = ({ name, home }: BridgeTest): string =>
  `${home} is mounted by itself. If another system or a container uses it too, ${name} reports only where Plinth runs.`;

/** Says which other data directories of a Plinth the entries in an agent's configuration lead to. */
export function otherPlinthSentences({ name, leftBy, otherPlinths }: BridgeStatus): string[] {
  return [
    ...leftBy.map(
      (folder) =>
        `Entries in the configuration of ${name} lead to ${folder}, where Plinth’s data was moved or deleted. Connecting or disconnecting removes them.`,
    ),
    ...otherPlinths.map(
      (folder) => `${name} also reports to another Plinth, which has its data in ${folder}.`,
    ),
  ];
}

/** Says how many reports gave no receipt of their own, and where to look. Says nothing where there are none. */
export function refusedReportsSentence({ name, reports, refused }: BridgeStatus): string | undefined {
  return refused === 0
    ? undefined
    : `${refused} of ${reports} reports of ${name} could not be read or taken since Plinth started. Those that could not be read: plinth receipts list --event ${UNREADABLE}`;
}

/** The file of lost reports has room for more than so many, and then counts no further. */
const COUNTED_LOST = 2000;

/** Says how many reports nobody took. */
export function lostReportsSentence(
  name: string,
  { dropped, since }: LostReportCount,
  instant: FormatInstant = asSent,
): string {
  const reports = dropped === 1 ? `1 report of ${name} was` : `${dropped} reports of ${name} were`;
  const atLeast = dropped < COUNTED_LOST ? '' : 'At least ';
  return `${atLeast}${reports} lost since ${instant(since)}: Plinth was closed or did not answer in time.`;
}

/** Gives the state of a bridge in one sentence. Instants are in ISO 8601 if `instant` is not given. */
export function bridgeSentence(status: BridgeStatus, instant: FormatInstant = asSent): string {
  const { name, state, connectedAt, lastEventAt } = status;
  const at = (time: string | null) => (time === null ? 'an unknown time' : instant(time));
  switch (state) {
    case 'not_installed':
      return `${name} was not found on this computer.`;
    case 'available':
      return `${name} is not connected.`;
    case 'connected':
      return `${name} reports. Its last event arrived at ${at(lastEventAt)}.`;
    case 'silent':
      return `${name} is connected since ${at(connectedAt)}, and waits for its first event.`;
    default:
      return bridgeRemedies[state](name);
  }
}
