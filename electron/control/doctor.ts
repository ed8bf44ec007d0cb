import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { BridgeTest } from '../../shared/bridge.ts';
import type { VaultState } from '../../shared/control.ts';
import { type DoctorFinding, doctorFinding } from '../../shared/doctor.ts';
import type { MirrorStatus } from '../../shared/mirror.ts';
import type { CheckpointSource } from '../../shared/record-check.ts';
import type { TelemetryCounts } from '../../shared/telemetry-counts.ts';
import type { ProjectsLook } from '../bridges/connect/hooks-off.ts';
import { electronRuntime } from '../platform/electron-runtime.ts';
import type { StoreHealth } from '../receipts/store/store-health.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import type { ClockStep } from '../record/clock-watch.ts';
import type { HeldRetention } from '../record/retention.ts';
import type { LastCheck, StoreLoss } from '../state-file/settings-content.ts';

const LOW_DISK_BYTES = 512 * 1_048_576;
const CRITICAL_DISK_BYTES = 64 * 1_048_576;
const CLOCK_TOLERANCE_MS = 60_000;
/** A running host checks the record once a day. */
const MAX_CHECK_AGE_MS = 7 * 86_400_000;
/** Plinth did not exist before this year, so an earlier date means a clock that was never set. */
const EARLIEST_YEAR = 2026;

/** The state that the doctor checks. The host gathers it, or the command line if no host is running. */
interface Examination {
  dataDir: string;
  /** Undefined if no host is running. */
  listener: { port: number; addresses: readonly string[]; movedFrom: number | undefined } | undefined;
  vault: VaultState;
  /** Lines of SQLite's own integrity check. Empty if the store is intact. */
  integrity: readonly string[];
  /** The store's report about itself. Undefined if the store is damaged. */
  health: StoreHealth | undefined;
  /** Number of receipts that the store must hold, by its commits and deletions. */
  expectedReceipts: number;
  losses: readonly StoreLoss[];
  /** The newest check of the record. */
  lastCheck: LastCheck | undefined;
  /** Checkpoints that were kept elsewhere and from which the record does not continue. */
  disputed: readonly { source: CheckpointSource; at: string }[];
  mirror: MirrorStatus;
  /** Receipts that exist only in memory and in a deleted file. */
  waiting: number;
  /** Harm to Plinth's files that the user has not confirmed, newest first. */
  incidents: readonly { at: string; isSeen: boolean }[];
  /** What the window and `status` list. */
  problems: readonly DoctorFinding[];
  clockSteps: readonly ClockStep[];
  heldRetention: HeldRetention | undefined;
  setAside: readonly string[];
  /** Parts of the settings file that could not be used. */
  settingsFaults: readonly DoctorFinding[];
  /** The refusal of the newest events. Undefined if they were recorded. */
  refused: ReceiptClient['refused'];
  /** The tests of the connected bridges. */
  bridges: readonly BridgeTest[];
  /** Undefined if the store is damaged. */
  projects?: ProjectsLook | undefined;
  /** Empty if no host is running. */
  telemetry: readonly TelemetryCounts[];
  now: number;
}

function checkListener({ listener }: Examination): DoctorFinding {
  if (listener === undefined) return doctorFinding('not_running', {});
  const { port, movedFrom } = listener;
  const addresses = [...listener.addresses];
  if (movedFrom !== undefined) return doctorFinding('port_moved', { port, addresses, movedFrom });
  return doctorFinding(addresses.includes('::1') ? 'listening' : 'no_ipv6', { port, addresses });
}

function checkVault({ vault: { backend, reason, otherKey } }: Examination): DoctorFinding {
  if (otherKey === 'stand_in') return doctorFinding('stand_in_key', { reason });
  if (otherKey === 'new') return doctorFinding('key_lost', {});
  if (backend === 'keychain' || reason === null) return doctorFinding('keys_in_keychain', {});
  return reason === 'chosen'
    ? doctorFinding('keys_in_file_chosen', {})
    : doctorFinding('keys_in_file', { reason });
}

/** Reports that two keys were used, while receipts of the earlier key exist. */
function checkKeys({ health }: Examination): DoctorFinding[] {
  const latest = health?.keys.at(-1);
  if (health === undefined || latest === undefined || health.keys.length < 2) return [];
  if (health.oldestAt === null || health.oldestAt >= latest.firstUsedAt) return [];
  const since = new Date(latest.firstUsedAt).toISOString();
  return [doctorFinding('several_keys', { keys: health.keys.length, since })];
}

const CHECK_CODES = {
  unchanged: 'record_unchanged',
  repaired: 'record_repaired',
  changed: 'record_changed',
} as const;

/** Returns what the newest check of the record found, unless it is too old to tell that nothing was changed. */
export function recordCheckFinding(lastCheck: LastCheck | undefined, now: number): DoctorFinding {
  if (lastCheck === undefined) return doctorFinding('record_not_checked', { since: null });
  const { at, state } = lastCheck;
  const isOld = Math.abs(now - Date.parse(at)) > MAX_CHECK_AGE_MS;
  return isOld && state === 'unchanged'
    ? doctorFinding('record_not_checked', { since: at })
    : doctorFinding(CHECK_CODES[state], { at });
}

/** Reports the newest check, except of a record in which nothing was recorded yet. */
function checkRecordCheck({ health, lastCheck, now }: Examination): DoctorFinding[] {
  return lastCheck === undefined && health?.receipts === 0 ? [] : [recordCheckFinding(lastCheck, now)];
}

function checkCounts({ health, expectedReceipts, losses, lastCheck }: Examination): DoctorFinding[] {
  const findings = losses.map(({ noticedAt, at, expected, found }) =>
    found < expected
      ? doctorFinding('receipts_were_lost', { noticedAt, at, found, expected })
      : doctorFinding('log_was_missing', { noticedAt, at }),
  );
  if (health === undefined) return findings;
  const { receipts, counted } = health;
  if (receipts !== counted || receipts < expectedReceipts) {
    const expected = Math.max(counted, expectedReceipts);
    findings.push(doctorFinding('receipts_missing', { found: receipts, expected }));
  }
  // Their number alone says nothing of a record that was changed.
  if (findings.length > 0 || lastCheck?.state === 'changed') return findings;
  return [doctorFinding('record_complete', { receipts })];
}

function checkCheckpoints({ disputed }: Examination): DoctorFinding[] {
  return disputed.map(({ source, at }) => doctorFinding('checkpoint_disputed', { source, at }));
}

function checkMirror({ mirror: { state, settings, isOnSameVolume } }: Examination): DoctorFinding[] {
  if (settings === null) return [];
  const { folder } = settings;
  if (state !== 'current') return [doctorFinding('mirror_behind', { folder, state })];
  return [doctorFinding(isOnSameVolume ? 'mirror_on_same_volume' : 'mirror_current', { folder })];
}

function checkSurvival({ dataDir, waiting, incidents }: Examination): DoctorFinding[] {
  if (waiting > 0) return [doctorFinding('receipts_waiting', { dataDir, receipts: waiting })];
  const unseen = incidents.filter(({ isSeen }) => !isSeen);
  const [last] = unseen;
  return last === undefined
    ? []
    : [doctorFinding('files_were_harmed', { at: last.at, incidents: unseen.length })];
}

function checkIntegrity({ integrity, setAside, health }: Examination): DoctorFinding[] {
  const findings = [doctorFinding(integrity.length === 0 ? 'store_intact' : 'store_damaged', {})];
  if (health?.isIndexed === false) findings.push(doctorFinding('store_not_indexed', {}));
  if (setAside.length > 0) findings.push(doctorFinding('files_set_aside', { names: [...setAside] }));
  return findings;
}

function checkRefused({ refused }: Pick<Examination, 'refused'>): DoctorFinding[] {
  if (refused === undefined) return [];
  const isDiskFull = refused.failure === 'storage_full';
  return [doctorFinding('event_not_recorded', { at: new Date(refused.at).toISOString(), isDiskFull })];
}

function checkSettings({ settingsFaults }: Examination): readonly DoctorFinding[] {
  return settingsFaults.length === 0 ? [doctorFinding('settings_valid', {})] : settingsFaults;
}

function checkBridges({ bridges }: Examination): DoctorFinding[] {
  return bridges.map(({ name, causes }) =>
    causes.length === 0
      ? doctorFinding('bridge_works', { name })
      : doctorFinding('bridge_fails', { name, causes }),
  );
}

function checkHooks({ bridges, projects }: Examination): DoctorFinding[] {
  const found = [...bridges.flatMap(({ hooksOff }) => hooksOff), ...(projects?.off ?? [])];
  // The caller's folder can be a project of the record.
  const files = new Map(found.map((each) => [`${each.name} ${each.home} ${each.file}`, each]));
  const findings = [...files.values()].map((each) => doctorFinding('hooks_off', each));
  const { notSeen = 0 } = projects ?? {};
  return notSeen === 0 ? findings : [...findings, doctorFinding('projects_not_seen', { projects: notSeen })];
}

function checkPermissions({ dataDir }: Examination): DoctorFinding[] {
  if (process.platform === 'win32') return [];
  const mode = statSync(dataDir).mode & 0o777;
  return [
    (mode & 0o077) === 0
      ? doctorFinding('data_dir_private', {})
      : doctorFinding('data_dir_open', { dataDir }),
  ];
}

async function checkDisk({ dataDir }: Pick<Examination, 'dataDir'>): Promise<DoctorFinding> {
  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  if (freeBytes < CRITICAL_DISK_BYTES) return doctorFinding('disk_almost_full', { freeBytes });
  return doctorFinding(freeBytes < LOW_DISK_BYTES ? 'disk_low' : 'disk_free', { freeBytes });
}

function checkClock({ health, clockSteps, now }: Examination): DoctorFinding {
  const latest = health?.latestTime ?? null;
  if (latest !== null && latest - now > CLOCK_TOLERANCE_MS) {
    return doctorFinding('receipts_from_future', { latest: new Date(latest).toISOString() });
  }
  const largest = [...clockSteps].sort((a, b) => Math.abs(b.byMs) - Math.abs(a.byMs))[0];
  if (largest !== undefined) {
    return doctorFinding('clock_was_set', {
      byMs: Math.round(largest.byMs),
      at: new Date(largest.at).toISOString(),
      otherTimes: clockSteps.length - 1,
    });
  }
  if (health !== undefined && health.aheadOfTime > 0) {
    return doctorFinding('clock_was_set_back', { receipts: health.aheadOfTime });
  }
  const isYearsBehind = new Date(now).getUTCFullYear() < EARLIEST_YEAR;
  return doctorFinding(isYearsBehind ? 'clock_years_behind' : 'clock_right', {});
}

function checkRetention({ heldRetention }: Examination): DoctorFinding[] {
  if (heldRetention === undefined) return [];
  const { receipts, of } = heldRetention;
  return [doctorFinding('retention_waits', { receipts, of })];
}

const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

function checkElectron(): DoctorFinding {
  const { state } = electronRuntime();
  if (state === 'ready') return doctorFinding('electron_ready', {});
  const isInstalled = state === 'not_downloaded';
  // The package of the headless host has no Electron, and nothing that could install it.
  const isMissing = isInstalled && hasDisplay();
  return doctorFinding(isMissing ? 'electron_missing' : 'electron_not_needed', { isInstalled });
}

function checkTelemetry({ telemetry }: Examination): DoctorFinding[] {
  if (telemetry.length === 0) return [];
  const sum = (kind: keyof TelemetryCounts) => telemetry.reduce((total, counts) => total + counts[kind], 0);
  return [
    doctorFinding('telemetry_received', {
      integrations: telemetry.length,
      records: sum('records'),
      dropped: sum('dropped'),
      notUserInput: sum('notUserInput'),
      duplicates: sum('duplicates'),
      rejected: sum('rejected'),
    }),
  ];
}

/** Returns the failures that keep Plinth from recording, or from keeping a change, now. It reads no receipt. */
export async function presentFailures(
  state: Pick<Examination, 'dataDir' | 'refused' | 'settingsFaults'>,
): Promise<DoctorFinding[]> {
  const findings = [...checkRefused(state), await checkDisk(state), ...state.settingsFaults];
  return findings.filter(({ level }) => level === 'failure');
}

/** Runs all checks. The check must not create the data directory. */
export async function examine(examination: Examination): Promise<DoctorFinding[]> {
  const { dataDir, waiting, problems } = examination;
  if (waiting > 0) return [checkListener(examination), ...checkSurvival(examination)];
  if (!existsSync(dataDir)) return [doctorFinding('no_data_dir', {})];
  const examined = [
    checkListener(examination),
    ...checkSurvival(examination),
    ...checkRefused(examination),
    ...checkIntegrity(examination),
    ...checkCounts(examination),
    ...checkRecordCheck(examination),
    ...checkCheckpoints(examination),
    ...checkMirror(examination),
    ...checkSettings(examination),
    ...checkBridges(examination),
    ...checkHooks(examination),
    ...checkPermissions(examination),
    checkVault(examination),
    ...checkKeys(examination),
    await checkDisk(examination),
    checkClock(examination),
    ...checkRetention(examination),
    ...checkTelemetry(examination),
    checkElectron(),
  ];
  const isExamined = ({ code }: DoctorFinding) => examined.some((finding) => finding.code === code);
  return [...examined, ...problems.filter((problem) => !isExamined(problem))];
}
