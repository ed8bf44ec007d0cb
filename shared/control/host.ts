import Type, { type Static } from 'typebox';
import { DoctorFinding, VaultReason } from '../doctor.ts';
import { refusalShape } from '../problems.ts';
import { Settings } from '../settings.ts';
import { TelemetryOfIntegration } from '../telemetry-counts.ts';
import { WindowFault } from '../window-fault.ts';
import { inFolder } from './bridges.ts';
import { channel, closed, empty, nullableString } from './channel.ts';
import { Recording } from './recording.ts';

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
    socket: Type.Union([Type.String(), Type.Null()], {
      description: 'The private socket that also serves the developer API; null on Windows',
    }),
    sdkFolder: Type.Union([Type.String(), Type.Null()], {
      description: 'Folder of the packed SDKs; null where they are not built',
    }),
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
    recordCheck: DoctorFinding,
    telemetry: Type.Array(TelemetryOfIntegration),
    failures: Type.Array(DoctorFinding, {
      description: 'What keeps Plinth from recording, or from keeping a change, at this moment',
    }),
  },
  closed,
);
export type Diagnostics = Static<typeof Diagnostics>;

/** The channels of the host itself: status, console, refusals, settings and diagnostics. */
export const hostChannels = {
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
  'diagnostics.get': channel(empty, Diagnostics),
  'window.failed': channel(
    WindowFault,
    Type.Object({}, { ...closed, description: 'Logs and counts an error of a screen' }),
  ),
  'doctor.run': channel(
    Type.Object(inFolder, closed),
    Type.Object({ findings: Type.Array(DoctorFinding) }, closed),
  ),
} as const;
