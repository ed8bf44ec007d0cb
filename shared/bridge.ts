import Type, { type Static } from 'typebox';
import { EventTypeSchema } from './event.ts';

const closed = { additionalProperties: false } as const;
const nullableString = Type.Union([Type.String(), Type.Null()]);

/** The harnesses that have a managed bridge. The id is the last part of the endpoint `/api/bridges/v1/{harness}`. */
export const HOOK_HARNESS_IDS = [
  'claude-code',
  'codex',
  'cursor',
  'copilot',
  'gemini',
  'opencode',
  'kilo',
  'pi',
  'qwen-code',
  'kimi-code',
  'droid',
  'auggie',
  'kiro',
  'windsurf',
  'goose',
  'cline',
  'acp',
] as const;

/** Connections by a harness's own telemetry. It arrives at the endpoint for OpenTelemetry. */
const TELEMETRY_HARNESS_IDS = ['claude-code-telemetry', 'codex-telemetry'] as const;

export const HARNESS_IDS = [...HOOK_HARNESS_IDS, ...TELEMETRY_HARNESS_IDS] as const;
export type HarnessId = (typeof HARNESS_IDS)[number];
export const HarnessIdSchema = Type.Unsafe<HarnessId>(Type.Enum([...HARNESS_IDS]));

/** Returns true for a connection by telemetry. */
export const isTelemetryHarness = (harness: HarnessId): boolean =>
  (TELEMETRY_HARNESS_IDS as readonly string[]).includes(harness);

export const isHarnessId = (name: string): name is HarnessId =>
  (HARNESS_IDS as readonly string[]).includes(name);

/** Environment variables that set the location of a harness's files. The command line sends its own values to the host. */
export const HARNESS_ENVIRONMENT = [
  'HOME',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'PATH',
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  'COPILOT_HOME',
  'GEMINI_CLI_HOME',
  'XDG_CONFIG_HOME',
  'OPENCODE_CONFIG_DIR',
  'QWEN_HOME',
  'KIMI_CODE_HOME',
  'KILO_CONFIG_DIR',
  'PI_CODING_AGENT_DIR',
  'CLINE_DIR',
] as const;

export const HarnessEnvironmentVariables = Type.Object(
  Object.fromEntries(
    HARNESS_ENVIRONMENT.map((name) => [name, Type.Optional(Type.String({ maxLength: 32_768 }))]),
  ) as Record<
    (typeof HARNESS_ENVIRONMENT)[number],
    ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>
  >,
  closed,
);
export type HarnessEnvironmentVariables = Partial<Record<(typeof HARNESS_ENVIRONMENT)[number], string>>;

/**
 * The state of a bridge. `connected` requires an event: an installed bridge without an event is `silent`.
 * `entry_missing` means that another program removed or changed our entry after connecting.
 */
/** Why a connected agent reports nothing until the user acts. */
export const BridgeObstacle = Type.Union([
  Type.Literal('waiting_for_review'),
  Type.Literal('disabled_by_harness'),
  Type.Literal('entry_missing'),
]);
export type BridgeObstacle = Static<typeof BridgeObstacle>;

export const BridgeState = Type.Union([
  Type.Literal('not_installed'),
  Type.Literal('available'),
  Type.Literal('connected'),
  Type.Literal('silent'),
  ...BridgeObstacle.anyOf,
]);
export type BridgeState = Static<typeof BridgeState>;

/** Facts about a harness that a user needs before connecting it. The sentences are in `words/bridges.ts`. */
const BRIDGE_NOTES = [
  'trusted_folders_only',
  'review_in_codex',
  'late_session_end',
  'untried_version',
  'from_documentation',
  'no_prompts_in_print_mode',
  'plugin_library_install',
  'set_up_in_editor',
  'telemetry_address',
  'telemetry_of_shell',
  'credential_in_file',
  'plugins_in_time',
] as const;
export const BridgeNote = Type.Unsafe<(typeof BRIDGE_NOTES)[number]>(Type.Enum([...BRIDGE_NOTES]));
export type BridgeNote = Static<typeof BridgeNote>;

/** A settings file that keeps an agent’s hooks off. */
export const HooksOff = Type.Object(
  {
    name: Type.String({ description: 'The product’s name' }),
    home: Type.String({ description: 'The harness’s folder' }),
    folder: Type.Union([Type.String(), Type.Null()], {
      description: 'The project’s folder; null where the file keeps hooks off everywhere',
    }),
    file: Type.String(),
    isKnown: Type.Boolean({ description: 'False where the file cannot be read, so that it is not known' }),
    isManaged: Type.Boolean({ description: 'The file is an administrator’s' }),
  },
  closed,
);
export type HooksOff = Static<typeof HooksOff>;

/** The program that ran a hook, as the hook said and the system's list of programs showed. */
export const BridgeCaller = Type.Object(
  {
    program: Type.String(),
    parents: Type.Array(Type.String(), { description: 'The programs that started it, the nearest first' }),
    folder: Type.Union([Type.String(), Type.Null()], { description: 'null where no text is kept' }),
    at: Type.String(),
  },
  closed,
);
export type BridgeCaller = Static<typeof BridgeCaller>;

/** The number of a connection's lost reports, and the time of the first of them. */
const LostReportCount = Type.Object({ dropped: Type.Integer(), since: Type.String() }, closed);
export type LostReportCount = Static<typeof LostReportCount>;

export const BridgeStatus = Type.Object(
  {
    harness: HarnessIdSchema,
    name: Type.String({ description: 'The product’s name' }),
    home: Type.String({ description: 'The harness’s folder; a harness can have several' }),
    state: BridgeState,
    installed: Type.Boolean(),
    version: Type.Union([Type.String(), Type.Null()], { description: 'null where it cannot be told' }),
    testedVersion: nullableString,
    newerThanTested: Type.Boolean(),
    configuration: Type.String({ description: 'The file that is, or would be, changed' }),
    leftBy: Type.Array(Type.String(), {
      description: 'Data directories that were moved or deleted, to which entries in the file lead',
    }),
    otherPlinths: Type.Array(Type.String(), {
      description: 'Other data directories of a Plinth, to which entries in the file lead',
    }),
    hooksOff: Type.Array(HooksOff, {
      description:
        'Files that keep hooks off: everywhere, in the folder that was asked about, or in a project of the record, looked for once a day',
    }),
    integrationId: nullableString,
    connectedAt: nullableString,
    lastEventAt: nullableString,
    events: Type.Array(
      Type.Object(
        {
          event: EventTypeSchema,
          reported: Type.Boolean({ description: 'This harness can report this event at all' }),
          lastAt: nullableString,
        },
        closed,
      ),
    ),
    reports: Type.Integer({ description: 'Reports of hooks that reached the collector in this run' }),
    refused: Type.Integer({
      description:
        'Of these, reports that could not be read: too large, too many at once, or not in the form of the agent',
    }),
    lost: Type.Union([LostReportCount, Type.Null()], {
      description:
        'Reports that nobody took, in this run and between it and the one before; null where there were none',
    }),
    unknownPayloads: Type.Integer({ description: 'Reports of this run that no adapter knew' }),
    unknownFields: Type.Integer({ description: 'Fields of this run’s reports that no adapter knew' }),
    duplicates: Type.Integer({ description: 'Actions of this run that were seen a second time' }),
    notUserInput: Type.Integer({
      description: 'Prompts of this run that no user typed, such as a sub-agent’s; they were not taken',
    }),
    caller: Type.Union([BridgeCaller, Type.Null()], {
      description: 'The program that reported last in this run; null where the system does not tell',
    }),
    notes: Type.Array(BridgeNote),
  },
  closed,
);
export type BridgeStatus = Static<typeof BridgeStatus>;

export const BridgeAction = Type.Union([
  Type.Literal('connect'),
  Type.Literal('disconnect'),
  Type.Literal('reconnect'),
]);
export type BridgeAction = Static<typeof BridgeAction>;

/** Reasons for which a bridge does not report, or not everything. The sentences are in `words/bridges.ts`. */
const BRIDGE_TEST_CAUSES = [
  'not_connected',
  'no_hook',
  'entry_missing',
  'disabled_by_harness',
  'switch_not_known',
  'managed_policy',
  'waiting_for_review',
  'settings_not_read',
  'shell_missing',
  'curl_missing',
  'launcher_missing',
  'launcher_not_executable',
  'collector_off',
  'route_missing',
  'wrong_socket',
  'hook_failed',
  'hook_printed',
  'waits_for_input',
  'not_arrived',
  'wrong_address',
  'managed_collector',
  'headers_failed',
] as const;
export const BridgeTestCause = Type.Unsafe<(typeof BRIDGE_TEST_CAUSES)[number]>(
  Type.Enum([...BRIDGE_TEST_CAUSES]),
);
export type BridgeTestCause = Static<typeof BridgeTestCause>;

/** The result of running an installed hook with a payload that is never recorded. */
export const BridgeTest = Type.Object(
  {
    harness: HarnessIdSchema,
    name: Type.String({ description: 'The product’s name' }),
    home: Type.String({ description: 'The harness’s folder' }),
    arrived: Type.Boolean({ description: 'The hook’s report reached the collector' }),
    causes: Type.Array(BridgeTestCause, { description: 'Empty where the bridge reports' }),
    hooksOff: Type.Array(HooksOff, { description: 'The file that keeps hooks off where the test was made' }),
  },
  closed,
);
export type BridgeTest = Static<typeof BridgeTest>;

/** A home of a harness, as a caller names it: by its folder, or by the caller's own variables. */
export interface BridgeTarget {
  harness: HarnessId;
  environment?: HarnessEnvironmentVariables | undefined;
  home?: string | undefined;
}

/** The changes that an action makes, or would make, to the harness's own files. */
export const BridgeChange = Type.Object(
  {
    harness: HarnessIdSchema,
    home: Type.String({ description: 'The harness’s folder whose connection changes' }),
    action: BridgeAction,
    path: Type.String(),
    kind: Type.Union([
      Type.Literal('none'),
      Type.Literal('create'),
      Type.Literal('modify'),
      Type.Literal('delete'),
    ]),
    diff: Type.String({ description: 'Unified diff; empty when nothing changes' }),
    fingerprint: Type.String({
      description: 'Names this exact change; an action that is given it refuses to make another',
    }),
    notes: Type.Array(BridgeNote),
  },
  closed,
);
export type BridgeChange = Static<typeof BridgeChange>;
