// biome-ignore-all lint/style/noExcessiveLinesPerFile: the one table of control channels
import Type, { type Static, type TSchema } from 'typebox';
import {
  BridgeAction,
  BridgeChange,
  BridgeStatus,
  BridgeTest,
  HarnessEnvironmentVariables,
  HarnessIdSchema,
} from './bridge.ts';
import { ChangeReport } from './changes.ts';
import { DoctorFinding, VaultReason } from './doctor.ts';
import { EventTypeSchema } from './event.ts';
import type { ControlFailure } from './failure.ts';
import { FILE_HARMS, type FileHarm, RESTORED_PARTS, type RestoredPart } from './incident.ts';
import {
  NotableKindSchema,
  ProjectSummary,
  SecretSummary,
  SilentIntegration,
  STATS_DIMENSIONS,
  StatsRow,
  TouchedFile,
} from './insight.ts';
import { Integration, IntegrationName } from './integration.ts';
import { MirrorSettings, MirrorStatus } from './mirror.ts';
import { PauseScope, ScopedPause } from './pause.ts';
import { Permission } from './permission.ts';
import { ClockStep, Dismissals, RefusalGroup, refusalShape } from './problems.ts';
import { Finding, Receipt, ReceiptId, ReceiptSummary, Session } from './receipt.ts';
import { RecordCheck, RecordCheckpoint } from './record-check.ts';
import { StoreMerge, StoreRepair } from './repair.ts';
import { SampleChannelSchema } from './sample.ts';
import { SessionNotes } from './session-notes.ts';
import { Settings } from './settings.ts';
import { TelemetryOfIntegration } from './telemetry-counts.ts';
import { WindowFault } from './window-fault.ts';

const closed = { additionalProperties: false } as const;
const empty = Type.Object({}, closed);
const nullableString = Type.Union([Type.String(), Type.Null()]);
const nullableKey = Type.Union([Type.Integer(), Type.Null()]);
const range = Type.Object(
  {
    since: Type.Optional(Type.String({ maxLength: 32, description: 'Received at or after this instant' })),
    until: Type.Optional(Type.String({ maxLength: 32, description: 'Received before this instant' })),
  },
  closed,
);
const channel = <P extends TSchema, R extends TSchema>(params: P, result: R) => ({ params, result });

export const Recording = Type.Object(
  {
    state: Type.Union([Type.Literal('recording'), Type.Literal('paused')]),
    pausedAt: nullableString,
    resumesAt: nullableString,
    pauses: Type.Array(ScopedPause, { description: 'Pauses of single integrations and projects' }),
  },
  closed,
);
export type Recording = Static<typeof Recording>;

/** A time in which the user paused recording, of everything or of one part. The window shows it as a gap. */
export const RecordingGap = Type.Object(
  {
    from: Type.String(),
    until: nullableString,
    notRecorded: Type.Integer({ description: 'Events that were answered with recorded:false' }),
    scope: Type.Union([PauseScope, Type.Null()], { description: 'Null for a pause of everything' }),
  },
  closed,
);
export type RecordingGap = Static<typeof RecordingGap>;

export const VaultState = Type.Object(
  {
    backend: Type.Union([Type.Literal('keychain'), Type.Literal('file')]),
    reason: Type.Union([Type.Null(), VaultReason]),
    otherKey: Type.Optional(
      Type.Union([Type.Literal('stand_in'), Type.Literal('new')], {
        description: 'The key is not the one of earlier receipts, which is locked away or lost',
      }),
    ),
  },
  closed,
);
export type VaultState = Static<typeof VaultState>;

export const HostStatus = Type.Object(
  {
    version: Type.String(),
    apiVersion: Type.String(),
    host: Type.Union([Type.Literal('electron'), Type.Literal('headless'), Type.Literal('stores-only')]),
    instanceId: Type.String(),
    pid: Type.Integer(),
    startedAt: Type.String(),
    baseUrl: nullableString,
    port: Type.Union([Type.Integer(), Type.Null()]),
    addresses: Type.Array(Type.String()),
    dataDir: Type.String(),
    recording: Recording,
    vault: VaultState,
    receipts: Type.Integer(),
    waiting: Type.Integer({
      description:
        'Receipts that exist only while this process runs, because the data directory cannot be written',
    }),
  },
  closed,
);
export type HostStatus = Static<typeof HostStatus>;

export const ReceiptFilter = Type.Object(
  {
    integrationId: Type.Optional(Type.String({ maxLength: 64 })),
    event: Type.Optional(EventTypeSchema),
    sessionKey: Type.Optional(Type.Integer({ minimum: 0 })),
    sessionId: Type.Optional(Type.String({ maxLength: 512 })),
    since: Type.Optional(Type.String({ maxLength: 32, description: 'Received at or after this instant' })),
    until: Type.Optional(Type.String({ maxLength: 32, description: 'Received before this instant' })),
    text: Type.Optional(Type.String({ maxLength: 512 })),
    withFindings: Type.Optional(
      Type.Boolean({ description: 'With a secret or personal data; own names do not count' }),
    ),
    found: Type.Optional(Type.Union([Type.Literal('secret'), Type.Literal('personal')])),
    project: Type.Optional(
      Type.String({ maxLength: 4096, description: 'Folder of the project, as it is stored' }),
    ),
    destination: Type.Optional(Type.String({ maxLength: 256 })),
    notable: Type.Optional(NotableKindSchema),
    late: Type.Optional(Type.Boolean({ description: 'Delivered late, or with another clock' })),
    fingerprint: Type.Optional(Type.String({ pattern: '^[0-9a-f]{16}$' })),
  },
  closed,
);
export type ReceiptFilter = Static<typeof ReceiptFilter>;

/** A refused request: code, time and shape; never a value. */
export const LoggedRefusal = Type.Object({ at: Type.String(), ...refusalShape }, closed);
export type LoggedRefusal = Static<typeof LoggedRefusal>;

export const Diagnostics = Type.Object(
  {
    status: HostStatus,
    stores: Type.Object(
      {
        receiptsBytes: Type.Integer({ description: 'Database and its write-ahead log' }),
        settingsBytes: Type.Integer(),
        logBytes: Type.Integer(),
        receipts: Type.Integer(),
        sessions: Type.Integer(),
        unindexedReceipts: Type.Integer(),
      },
      closed,
    ),
    refusalsByCode: Type.Record(Type.String(), Type.Integer()),
    faults: Type.Integer({
      description: 'Errors of this run that Plinth did not expect; the log says where',
    }),
    setAside: Type.Array(Type.String(), {
      description: 'Names of the damaged and foreign files that were renamed',
    }),
    storesSetAside: Type.Array(Type.String(), {
      description: 'Those of them whose receipts can be merged, the last one at the end',
    }),
    telemetry: Type.Array(TelemetryOfIntegration),
  },
  closed,
);
export type Diagnostics = Static<typeof Diagnostics>;

const receivedIn = {
  from: Type.Optional(Type.String({ maxLength: 32, description: 'Received at or after this instant' })),
  until: Type.Optional(Type.String({ maxLength: 32, description: 'Received before this instant' })),
};

/** What to delete. */
export const DeletionScope = Type.Union([
  Type.Object({ receiptId: ReceiptId }, closed),
  Type.Object({ sessionKey: Type.Integer({ minimum: 0 }) }, closed),
  Type.Object({ integrationId: Type.String({ maxLength: 64 }), ...receivedIn }, closed),
  Type.Object({ project: Type.String({ maxLength: 4096 }), ...receivedIn }, closed),
  Type.Object(
    { from: Type.String({ maxLength: 32 }), until: Type.String({ maxLength: 32 }) },
    { ...closed, description: 'Received in this range' },
  ),
  Type.Object({ everything: Type.Literal(true) }, closed),
]);
export type DeletionScope = Static<typeof DeletionScope>;

/** A run of retention that waits until the clock has made no step for a day, or until the user starts it. */
export const HeldRetention = Type.Object(
  {
    since: Type.String(),
    receipts: Type.Integer({ description: 'Receipts that it would delete because of their age' }),
    of: Type.Integer({ description: 'Receipts that there are' }),
  },
  closed,
);
export type HeldRetention = Static<typeof HeldRetention>;

/**
 * Harm that another program did to Plinth's files while Plinth ran, and that Plinth repaired. `receipts` counts the
 * receipts of the store afterwards.
 */
export const Incident = Type.Object(
  {
    key: Type.Integer(),
    at: Type.String(),
    harm: Type.Unsafe<FileHarm>(Type.Enum([...FILE_HARMS])),
    restored: Type.Array(Type.Unsafe<RestoredPart>(Type.Enum([...RESTORED_PARTS]))),
    receipts: Type.Integer(),
    waited: Type.Integer({
      description: 'Receipts that were written only when the folder could be created again',
    }),
    unrecorded: Type.Integer({ description: 'Events that were refused while too many receipts waited' }),
    lost: Type.Integer({ description: 'Receipts that could not be read in a damaged file' }),
    isSeen: Type.Boolean({ description: 'The user has confirmed it' }),
    lastReports: Type.Array(ReceiptSummary, {
      description: 'The last receipts before the harm, newest first',
    }),
  },
  closed,
);
export type Incident = Static<typeof Incident>;

const path = Type.String({ minLength: 1, maxLength: 4096 });
const bridgeTarget = {
  harness: HarnessIdSchema,
  environment: Type.Optional(HarnessEnvironmentVariables),
  home: Type.Optional(Type.String({ maxLength: 4096, description: 'The harness’s folder' })),
};
const bridgeCommand = Type.Object(
  {
    ...bridgeTarget,
    fingerprint: Type.Optional(
      Type.String({ maxLength: 64, description: 'Of the preview that was agreed to' }),
    ),
  },
  closed,
);
const bridgeOutcome = Type.Object({ change: BridgeChange, status: BridgeStatus }, closed);
const deletion = Type.Object({ receipts: Type.Integer(), bytes: Type.Integer() }, closed);
const issued = Type.Object({ token: Type.String(), integration: Integration }, closed);

/**
 * The control contract (design §3): every channel with the schema of its parameters and of its result. The
 * handlers implement it, and the transports (Electron IPC, control socket, console) derive from it.
 */
export const control = {
  'host.status': channel(empty, HostStatus),

  'console.link': channel(
    empty,
    Type.Object(
      { url: nullableString },
      { ...closed, description: 'A login link that works once; null without a console' },
    ),
  ),

  'console.logOutAll': channel(
    empty,
    Type.Object(
      { browsers: Type.Integer() },
      {
        ...closed,
        description: 'How many browsers were logged out; the login link given out is void as well',
      },
    ),
  ),

  'integrations.list': channel(
    Type.Object({ includeRevoked: Type.Optional(Type.Boolean()) }, closed),
    Type.Object({ integrations: Type.Array(Integration) }, closed),
  ),
  'integrations.generate': channel(
    Type.Object(
      { name: IntegrationName, permissions: Type.Array(Permission, { minItems: 1, maxItems: 2 }) },
      closed,
    ),
    issued,
  ),
  'integrations.rotate': channel(Type.Object({ id: Type.String({ maxLength: 64 }) }, closed), issued),
  'integrations.revoke': channel(
    Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
    Type.Object({ integration: Integration }, closed),
  ),

  'receipts.query': channel(
    Type.Object(
      {
        filter: Type.Optional(ReceiptFilter),
        cursor: Type.Optional(Type.String({ maxLength: 128 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
        order: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
        around: Type.Optional(ReceiptId),
      },
      { ...closed, description: '`around` gives the page in whose middle this receipt is, newest first' },
    ),
    Type.Object(
      {
        receipts: Type.Array(ReceiptSummary),
        nextCursor: nullableString,
        newer: Type.Optional(
          Type.Boolean({ description: 'Whether newer receipts match, for a page around a receipt' }),
        ),
      },
      closed,
    ),
  ),
  'receipts.get': channel(Type.Object({ id: ReceiptId }, closed), Type.Object({ receipt: Receipt }, closed)),
  'receipts.export': channel(
    Type.Object(
      {
        filter: Type.Optional(ReceiptFilter),
        cursor: Type.Optional(Type.String({ maxLength: 128 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
        order: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
      },
      closed,
    ),
    Type.Object({ receipts: Type.Array(Receipt), nextCursor: nullableString }, closed),
  ),
  'receipts.count': channel(
    Type.Object(
      {
        filter: Type.Optional(ReceiptFilter),
        most: Type.Optional(
          Type.Integer({ minimum: 1, description: 'Counts no further than one more than this' }),
        ),
      },
      closed,
    ),
    Type.Object({ count: Type.Integer() }, closed),
  ),
  'receipts.delete': channel(
    Type.Object({ scope: DeletionScope, dryRun: Type.Optional(Type.Boolean()) }, closed),
    deletion,
  ),
  'sessions.query': channel(
    Type.Object(
      {
        integrationId: Type.Optional(Type.String({ maxLength: 64 })),
        text: Type.Optional(Type.String({ maxLength: 256, description: 'Part of the session’s id' })),
        receipts: Type.Optional(ReceiptFilter),
        cursor: Type.Optional(Type.String({ maxLength: 128 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      },
      closed,
    ),
    Type.Object({ sessions: Type.Array(Session), nextCursor: nullableString }, closed),
  ),

  'sessions.get': channel(
    Type.Object({ key: Type.Integer({ minimum: 0 }) }, closed),
    Type.Object(
      { session: Session, previous: nullableKey, next: nullableKey, notes: SessionNotes },
      { ...closed, description: 'A session with its neighbours in time' },
    ),
  ),

  'stats.query': channel(
    Type.Object(
      {
        edges: Type.Array(Type.String({ maxLength: 32 }), {
          minItems: 2,
          maxItems: 1001,
          description: 'Instants between which receipts are counted, rising; whole quarters of an hour',
        }),
        by: Type.Optional(Type.Enum([...STATS_DIMENSIONS])),
        filter: Type.Optional(ReceiptFilter),
      },
      closed,
    ),
    Type.Object({ rows: Type.Array(StatsRow) }, closed),
  ),
  'projects.list': channel(range, Type.Object({ projects: Type.Array(ProjectSummary) }, closed)),
  'files.list': channel(
    Type.Object(
      {
        project: Type.Optional(Type.String({ maxLength: 4096 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      },
      closed,
    ),
    Type.Object({ files: Type.Array(TouchedFile), more: Type.Boolean() }, closed),
  ),
  'changes.list': channel(
    Type.Object(
      { folder: Type.String({ minLength: 1, maxLength: 4096, description: 'May begin with ~' }) },
      closed,
    ),
    ChangeReport,
  ),
  'secrets.list': channel(
    Type.Object({ ...range.properties, project: Type.Optional(Type.String({ maxLength: 4096 })) }, closed),
    Type.Object({ secrets: Type.Array(SecretSummary) }, closed),
  ),
  'secrets.rotated': channel(
    Type.Object(
      { fingerprint: Type.String({ pattern: '^[0-9a-f]{16}$' }), at: nullableString },
      { ...closed, description: 'Marks a secret as rotated, or removes the mark' },
    ),
    empty,
  ),
  'problems.list': channel(
    empty,
    Type.Object(
      {
        silent: Type.Array(SilentIntegration),
        unended: Type.Array(Session),
        late: Type.Integer({ description: 'Late receipts of a week' }),
        refusals: Type.Array(RefusalGroup),
        clockSteps: Type.Array(ClockStep),
        dismissed: Dismissals,
      },
      {
        ...closed,
        description: 'Everything that is known to be missing or wrong, with the dismissed problems',
      },
    ),
  ),
  'problems.dismiss': channel(
    Type.Object(
      { problem: Type.String({ minLength: 1, maxLength: 128 }), dismissed: Type.Boolean() },
      { ...closed, description: 'Hides a problem until it occurs again, or shows it' },
    ),
    empty,
  ),

  'sample.call': channel(
    Type.Object(
      { channel: SampleChannelSchema, params: Type.Unknown() },
      { ...closed, description: 'Asks the sample data, which is apart from the record and made when asked' },
    ),
    Type.Object({ answer: Type.Unknown() }, closed),
  ),
  'sample.close': channel({ ...empty, description: 'Removes the sample data' }, empty),

  'refusals.list': channel(
    Type.Object(
      {
        integrationId: Type.Optional(Type.String({ maxLength: 64 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      },
      closed,
    ),
    Type.Object({ refusals: Type.Array(LoggedRefusal) }, closed),
  ),

  'settings.get': channel(empty, Type.Object({ settings: Settings }, closed)),
  'settings.set': channel(
    Type.Object({ settings: Type.Partial(Settings) }, closed),
    Type.Object({ settings: Settings }, closed),
  ),

  'recording.pause': channel(
    Type.Object(
      {
        minutes: Type.Union([Type.Integer({ minimum: 1, maximum: 10_080 }), Type.Null()]),
        scope: Type.Optional(PauseScope),
      },
      closed,
    ),
    Type.Object({ recording: Recording }, closed),
  ),
  'recording.resume': channel(
    Type.Object({ scope: Type.Optional(PauseScope) }, closed),
    Type.Object({ recording: Recording }, closed),
  ),
  'recording.gaps': channel(empty, Type.Object({ gaps: Type.Array(RecordingGap) }, closed)),

  'retention.run': channel(Type.Object({ dryRun: Type.Boolean() }, closed), deletion),
  'retention.status': channel(empty, Type.Object({ held: Type.Union([HeldRetention, Type.Null()]) }, closed)),

  'bridges.status': channel(
    Type.Object({ environment: Type.Optional(HarnessEnvironmentVariables) }, closed),
    Type.Object({ bridges: Type.Array(BridgeStatus) }, closed),
  ),
  'bridges.preview': channel(
    Type.Object({ ...bridgeTarget, action: BridgeAction }, closed),
    Type.Object({ change: BridgeChange }, closed),
  ),
  'bridges.connect': channel(bridgeCommand, bridgeOutcome),
  'bridges.disconnect': channel(bridgeCommand, bridgeOutcome),
  'bridges.reconnect': channel(bridgeCommand, bridgeOutcome),
  'bridges.test': channel(Type.Object(bridgeTarget, closed), Type.Object({ test: BridgeTest }, closed)),

  'redaction.preview': channel(
    Type.Object(
      {
        text: Type.Optional(Type.String({ maxLength: 1_048_576 })),
        data: Type.Optional(Type.Unknown({ description: 'An event’s data, or any JSON value' })),
      },
      closed,
    ),
    Type.Object(
      {
        text: nullableString,
        data: Type.Unknown(),
        engine: Type.String(),
        ruleSet: Type.String(),
        findings: Type.Array(Finding),
      },
      closed,
    ),
  ),

  'record.check': channel(
    Type.Object(
      {
        checkpoints: Type.Optional(
          Type.String({
            maxLength: 1_048_576,
            description: 'Checkpoints that the user kept, among other text',
          }),
        ),
      },
      closed,
    ),
    Type.Object({ check: RecordCheck }, closed),
  ),
  'record.progress': channel(
    empty,
    Type.Object(
      {
        progress: Type.Union([
          Type.Object({ done: Type.Integer(), of: Type.Integer() }, closed),
          Type.Null(),
        ]),
      },
      { ...closed, description: 'How much of the running check or merge is done; null if none runs' },
    ),
  ),
  'record.checkpoint': channel(
    empty,
    Type.Object({ checkpoint: Type.Union([RecordCheckpoint, Type.Null()]) }, closed),
  ),
  'record.backup': channel(
    Type.Object({ file: path }, { ...closed, description: 'A new file; the full path' }),
    Type.Object({ receipts: Type.Integer(), bytes: Type.Integer(), check: RecordCheck }, closed),
  ),
  'record.restore': channel(
    Type.Object(
      { source: Type.Union([path, Type.Null()]), dryRun: Type.Boolean() },
      { ...closed, description: 'A backup or the folder of a mirror; null is the mirror in use' },
    ),
    Type.Object(
      {
        receipts: Type.Integer(),
        oldestAt: nullableString,
        newestAt: nullableString,
        check: RecordCheck,
        aside: Type.Union([Type.String(), Type.Null()], {
          description: 'New name of the record that it replaced',
        }),
      },
      closed,
    ),
  ),
  'record.repair': channel(
    Type.Object({ dryRun: Type.Boolean({ description: 'Only says what is damaged' }) }, closed),
    StoreRepair,
  ),
  'record.merge': channel(
    Type.Union([
      Type.Object(
        { setAside: Type.String({ maxLength: 255 }), dryRun: Type.Boolean() },
        { ...closed, description: 'The name of a store that was set aside, as `diagnostics.get` lists it' },
      ),
      Type.Object(
        { source: path, dryRun: Type.Boolean() },
        { ...closed, description: 'The full path of a store that was set aside, or of a backup' },
      ),
    ]),
    StoreMerge,
  ),
  'mirror.status': channel(empty, MirrorStatus),
  'mirror.on': channel(
    Type.Object(
      {
        folder: MirrorSettings.properties.folder,
        maxAgeDays: MirrorSettings.properties.maxAgeDays,
        maxBytes: MirrorSettings.properties.maxBytes,
      },
      closed,
    ),
    MirrorStatus,
  ),
  'mirror.off': channel(
    Type.Object({ deletes: Type.Boolean({ description: 'Deletes its file, too' }) }, closed),
    MirrorStatus,
  ),
  'incidents.list': channel(
    Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }, closed),
    Type.Object({ incidents: Type.Array(Incident) }, closed),
  ),
  'incidents.see': channel(empty, empty),

  'bundle.make': channel(
    Type.Object({ filter: Type.Optional(ReceiptFilter) }, closed),
    Type.Object(
      {
        html: Type.String({ description: 'One page that loads nothing' }),
        shown: Type.Array(Type.Unknown(), { description: 'Every receipt as the page shows it' }),
        leftOutReceipts: Type.Integer({ description: 'Receipts that no signed entry proves' }),
        leftOutMembers: Type.Integer({ description: 'Members that may hold names' }),
        pseudonyms: Type.Array(Type.Object({ name: Type.String(), pseudonym: Type.String() }, closed), {
          description: 'For the owner only: the page does not have the names',
        }),
      },
      closed,
    ),
  ),

  'diagnostics.get': channel(empty, Diagnostics),
  'window.failed': channel(
    WindowFault,
    Type.Object({}, { ...closed, description: 'Logs and counts an error of a screen' }),
  ),
  'doctor.run': channel(empty, Type.Object({ findings: Type.Array(DoctorFinding) }, closed)),
} as const;

export type ControlChannel = keyof typeof control;
export type ControlParams<C extends ControlChannel> = Static<(typeof control)[C]['params']>;
export type ControlResult<C extends ControlChannel> = Static<(typeof control)[C]['result']>;
export const CONTROL_CHANNELS = Object.keys(control) as ControlChannel[];

/** The control events for subscribers. Each one is a hint to query again and has no content. */
export const ControlEvent = Type.Union([
  Type.Object({ kind: Type.Literal('receipts'), added: Type.Integer(), deleted: Type.Boolean() }, closed),
  Type.Object({ kind: Type.Literal('refusal'), integrationId: nullableString }, closed),
  Type.Object({ kind: Type.Literal('integrations') }, closed),
  Type.Object({ kind: Type.Literal('settings') }, closed),
  Type.Object({ kind: Type.Literal('bridges') }, closed),
  Type.Object({ kind: Type.Literal('recording') }, closed),
  Type.Object({ kind: Type.Literal('incidents') }, closed),
  Type.Object({ kind: Type.Literal('problems') }, closed),
  Type.Object({ kind: Type.Literal('mirror') }, closed),
]);
export type ControlEvent = Static<typeof ControlEvent>;

export type ControlEnvelope<R> = { ok: true; result: R } | { ok: false; error: ControlFailure };

/** The typed API that each transport gives to its client. */
export interface ControlClient {
  call<C extends ControlChannel>(
    channel: C,
    params: ControlParams<C>,
  ): Promise<ControlEnvelope<ControlResult<C>>>;
  /** Delivers control events until the returned function is called. */
  subscribe(listener: (event: ControlEvent) => void): () => void;
}
