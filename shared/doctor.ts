import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { BridgeObstacle, BridgeTestCause, HooksOff } from './bridge.ts';
import { SilentIntegration } from './insight.ts';
import { MirrorStateSchema } from './mirror.ts';
import { CheckpointSource } from './record-check.ts';
import { isUnwanted, RecordingGap, recentGaps } from './recording-gap.ts';
import { telemetryCounts } from './telemetry-counts.ts';

const closed = { additionalProperties: false } as const;
const count = Type.Integer({ minimum: 0 });
const instant = Type.String();

const VAULT_REASONS = ['no_keychain', 'keychain_locked', 'keychain_timeout', 'chosen'] as const;
export const VaultReason = Type.Unsafe<(typeof VAULT_REASONS)[number]>(Type.Enum([...VAULT_REASONS]));
export type VaultReason = Static<typeof VaultReason>;

export const DoctorLevel = Type.Union([
  Type.Literal('ok'),
  Type.Literal('attention'),
  Type.Literal('failure'),
]);
export type DoctorLevel = Static<typeof DoctorLevel>;

interface DoctorRow<P extends TSchema> {
  check: string;
  level: DoctorLevel;
  params: P;
}

const row = <P extends TProperties>(check: string, level: DoctorLevel, params: P) =>
  ({ check, level, params: Type.Object(params, closed) }) satisfies DoctorRow<TSchema>;

const addresses = Type.Array(Type.String());
const listening = { port: Type.Integer(), addresses };
const disk = { freeBytes: count };

/**
 * Every finding of the doctor: the check that makes it, its level, and the values that its sentence needs. The
 * sentences are in `words/doctor.ts`.
 */
export const doctorFindings = {
  no_data_dir: row('data-dir', 'attention', {}),

  listening: row('listener', 'ok', listening),
  not_running: row('listener', 'attention', {}),
  port_moved: row('listener', 'attention', { ...listening, movedFrom: Type.Integer() }),
  no_ipv6: row('listener', 'attention', listening),

  keys_in_keychain: row('keychain', 'ok', {}),
  keys_in_file_chosen: row('keychain', 'ok', {}),
  keys_in_file: row('keychain', 'attention', { reason: VaultReason }),
  stand_in_key: row('keychain', 'failure', { reason: Type.Union([VaultReason, Type.Null()]) }),
  key_lost: row('keychain', 'failure', {}),
  several_keys: row('keys', 'attention', { keys: count, since: instant }),

  record_complete: row('record', 'ok', { receipts: count }),
  receipts_missing: row('record', 'failure', { found: count, expected: count }),
  receipts_were_lost: row('record', 'failure', {
    noticedAt: instant,
    at: instant,
    found: count,
    expected: count,
  }),
  log_was_missing: row('record', 'failure', { noticedAt: instant, at: instant }),

  record_unchanged: row('check', 'ok', { at: instant }),
  record_repaired: row('check', 'attention', { at: instant }),
  record_changed: row('check', 'failure', { at: instant }),
  record_not_checked: row('check', 'attention', { since: Type.Union([instant, Type.Null()]) }),
  record_has_gaps: row('gaps', 'attention', { last: RecordingGap, otherGaps: count }),

  checkpoint_disputed: row('checkpoints', 'failure', { source: CheckpointSource, at: instant }),

  mirror_current: row('mirror', 'ok', { folder: Type.String() }),
  mirror_behind: row('mirror', 'attention', { folder: Type.String(), state: MirrorStateSchema }),
  mirror_on_same_volume: row('mirror', 'attention', { folder: Type.String() }),

  telemetry_received: row('telemetry', 'ok', { integrations: count, ...telemetryCounts }),

  receipts_waiting: row('survival', 'failure', { dataDir: Type.String(), receipts: count }),
  files_were_harmed: row('survival', 'attention', { at: instant, incidents: count }),

  requests_refused: row('refusals', 'attention', {
    name: Type.Union([Type.String(), Type.Null()]),
    requests: count,
    at: instant,
  }),
  agent_silent: row('silence', 'attention', Type.Omit(SilentIntegration, ['integrationId']).properties),
  agent_not_reporting: row('agents', 'attention', { name: Type.String(), obstacle: BridgeObstacle }),
  reports_late: row('late', 'attention', { receipts: count }),
  errors_since_start: row('faults', 'attention', { faults: count }),

  event_not_recorded: row('recording', 'failure', { at: instant, isDiskFull: Type.Boolean() }),

  store_intact: row('store', 'ok', {}),
  store_not_indexed: row('store', 'attention', {}),
  store_damaged: row('store', 'failure', {}),
  files_set_aside: row('set-aside', 'attention', { names: Type.Array(Type.String()) }),

  settings_valid: row('settings', 'ok', {}),
  unknown_setting: row('settings', 'attention', { setting: Type.String() }),
  unreadable_privacy_level: row('settings', 'attention', {}),
  unknown_permission: row('settings', 'attention', { integration: Type.Union([Type.String(), Type.Null()]) }),
  unreadable_integrations: row('settings', 'attention', { integrations: count }),
  unreadable_pause: row('settings', 'attention', {}),
  settings_restored: row('settings', 'attention', { wasDamaged: Type.Boolean() }),
  settings_lost: row('settings', 'attention', {}),
  change_not_kept: row('settings', 'failure', {}),

  bridge_works: row('bridge', 'ok', { name: Type.String() }),
  hooks_off: row('hooks', 'attention', HooksOff.properties),
  projects_not_seen: row('hooks', 'attention', { projects: count }),
  bridge_fails: row('bridge', 'attention', { name: Type.String(), causes: Type.Array(BridgeTestCause) }),
  reports_lost: row('bridge', 'attention', { name: Type.String(), dropped: count, since: instant }),

  data_dir_private: row('permissions', 'ok', {}),
  data_dir_open: row('permissions', 'failure', { dataDir: Type.String() }),

  disk_free: row('disk', 'ok', disk),
  disk_low: row('disk', 'attention', disk),
  disk_almost_full: row('disk', 'failure', disk),

  clock_right: row('clock', 'ok', {}),
  receipts_from_future: row('clock', 'attention', { latest: instant }),
  clock_was_set: row('clock', 'attention', {
    byMs: Type.Integer({ description: 'Negative if the clock was set back' }),
    at: instant,
    otherTimes: count,
  }),
  clock_was_set_back: row('clock', 'attention', { receipts: count }),
  clock_years_behind: row('clock', 'failure', {}),

  retention_waits: row('retention', 'attention', { receipts: count, of: count }),

  electron_ready: row('electron', 'ok', {}),
  electron_not_needed: row('electron', 'ok', { isInstalled: Type.Boolean() }),
  electron_missing: row('electron', 'attention', { isInstalled: Type.Boolean() }),
} as const;

export type DoctorCode = keyof typeof doctorFindings;
export type DoctorParams<C extends DoctorCode> = Static<(typeof doctorFindings)[C]['params']>;

/** One finding. Its code and parameters are for programs; a client words them. */
export type DoctorFinding = {
  [C in DoctorCode]: { check: string; level: DoctorLevel; code: C; params: DoctorParams<C> };
}[DoctorCode];

export const DoctorFinding = Type.Unsafe<DoctorFinding>(
  Type.Union(
    Object.entries(doctorFindings).map(([code, { check, level, params }]) =>
      Type.Object(
        { check: Type.Literal(check), level: Type.Literal(level), code: Type.Literal(code), params },
        closed,
      ),
    ),
  ),
);

/** Makes a finding. The table gives its check and its level. */
export function doctorFinding<C extends DoctorCode>(code: C, params: DoctorParams<C>): DoctorFinding {
  const { check, level } = doctorFindings[code];
  return { check, level, code, params } as DoctorFinding;
}

/** Reports the gaps of the last two weeks in which agents may have worked unseen. Empty without one. */
export function gapFindings(gaps: readonly RecordingGap[], now: number): DoctorFinding[] {
  const [last, ...others] = recentGaps(gaps, now).filter(isUnwanted);
  return last === undefined ? [] : [doctorFinding('record_has_gaps', { last, otherGaps: others.length })];
}
