import { randomUUID } from 'node:crypto';
import Type, { type Static, type TSchema } from 'typebox';
// Settings are read once: to compile validators for them would take longer than it saves.
import { Check } from 'typebox/value';
import { type DoctorFinding, doctorFinding } from '../../shared/doctor.ts';
import { EVENT_TYPES } from '../../shared/event.ts';
import { integrationNameFault } from '../../shared/integration.ts';
import { isObject } from '../../shared/is-object.ts';
import { ScopedPause } from '../../shared/pause.ts';
import { PERMISSIONS } from '../../shared/permission.ts';
import { CHECK_STATES } from '../../shared/record-check.ts';
import { DEFAULT_SETTINGS, PrivacyLevel, type PrivacyLevels, Settings } from '../../shared/settings.ts';
import { IntegrationRecord } from '../integrations/integration-store.ts';

/*
 * The content of the settings file, read tolerantly. An unreadable part affects only that part. Privacy never falls
 * back to a level that reveals more.
 */

const SETTINGS_VERSION = 1;

const nullableInstant = Type.Union([Type.String(), Type.Null()]);
export const RecordingState = Type.Object({
  pausedAt: nullableInstant,
  resumesAt: nullableInstant,
  pauses: Type.Optional(Type.Array(ScopedPause)),
});
export type RecordingState = Static<typeof RecordingState>;

/**
 * The number of receipts at Plinth's last check. If the next start finds fewer, they were lost outside Plinth. `open`
 * is true while a host uses the store. If that host was killed, its write-ahead log must still exist.
 */
export const StoreWitness = Type.Object({
  receipts: Type.Integer({ minimum: 0 }),
  at: Type.String(),
  open: Type.Boolean(),
});
export type StoreWitness = Static<typeof StoreWitness>;

/** The newest result of a check of the record. */
export const LastCheck = Type.Object({ at: Type.String(), state: Type.Enum([...CHECK_STATES]) });
export type LastCheck = Static<typeof LastCheck>;

export interface SettingsContent {
  vaultAccount: string;
  /** Identifies the vault's key without revealing it. Undefined before the first key. */
  vaultKeyId: string | undefined;
  settings: Settings;
  recording: RecordingState;
  integrations: IntegrationRecord[];
  witness: StoreWitness | undefined;
  losses: StoreLoss[];
  lastCheck: LastCheck | undefined;
  /** Newest checkpoint of the record, kept apart from it. */
  anchor: string | undefined;
  /** The parts of the file that could not be used. */
  faults: DoctorFinding[];
}

/** Receipts that existed at `at` and were missing later. */
export const StoreLoss = Type.Object({
  noticedAt: Type.String(),
  at: Type.String(),
  expected: Type.Integer(),
  found: Type.Integer(),
});
export type StoreLoss = Static<typeof StoreLoss>;

export type StoredObject = Record<string, unknown>;

const NOTHING: PrivacyLevels = { '*': 'nothing' };

function readLevels(stored: unknown, onUnreadable: () => void): PrivacyLevels {
  if (!isObject(stored)) {
    onUnreadable();
    return NOTHING;
  }
  const levels: PrivacyLevels = {};
  for (const type of ['*', ...EVENT_TYPES] as const) {
    const level = stored[type];
    if (level === undefined) continue;
    const isLevel = Check(PrivacyLevel, level);
    if (!isLevel) onUnreadable();
    levels[type] = isLevel ? level : 'nothing';
  }
  return levels;
}

function readPrivacy(stored: unknown, onUnreadable: () => void): Settings['privacy'] {
  const privacy = isObject(stored) ? stored : {};
  const defaults = readLevels(privacy.defaults, onUnreadable);
  // Anything but a clear "off" masks: the stricter of the two.
  const details = privacy.maskDetails === undefined ? {} : { maskDetails: privacy.maskDetails !== false };
  if (!isObject(privacy.integrations)) {
    // The levels of single integrations are lost. Each could have been the strictest.
    onUnreadable();
    return { ...details, defaults: NOTHING, integrations: {} };
  }
  const integrations = Object.entries(privacy.integrations).map(
    ([id, levels]) => [id, readLevels(levels, onUnreadable)] as const,
  );
  return { ...details, defaults, integrations: Object.fromEntries(integrations) };
}

const settingSchemas: Readonly<Record<string, TSchema>> = Settings.properties;

function readSettings(stored: StoredObject, faults: DoctorFinding[]): Settings {
  const settings: StoredObject = { ...DEFAULT_SETTINGS };
  for (const [name, initial] of Object.entries(DEFAULT_SETTINGS)) {
    if (name === 'privacy') continue;
    const value = stored[name];
    const usable = Check(settingSchemas[name]!, value);
    settings[name] = usable ? value : initial;
    if (!usable && value !== undefined) {
      faults.push(doctorFinding('unknown_setting', { setting: name }));
    }
  }
  let unreadable = 0;
  settings.privacy = readPrivacy(stored.privacy, () => {
    unreadable += 1;
  });
  if (unreadable > 0) {
    faults.push(doctorFinding('unreadable_privacy_level', {}));
  }
  return settings as Settings;
}

const isKnownPermission = (permission: unknown) => (PERMISSIONS as readonly unknown[]).includes(permission);
const unknownPermissions = (stored: StoredObject): unknown[] =>
  Array.isArray(stored.permissions)
    ? stored.permissions.filter((permission) => !isKnownPermission(permission))
    : [];

/**
 * Reads the record of one integration, with the permissions that this version knows. Returns undefined if it is
 * unreadable.
 */
function readRecord(stored: unknown): IntegrationRecord | undefined {
  if (!isObject(stored)) return undefined;
  const record = {
    ...stored,
    permissions: Array.isArray(stored.permissions)
      ? stored.permissions.filter(isKnownPermission)
      : stored.permissions,
  };
  return Check(IntegrationRecord, record) ? (record as IntegrationRecord) : undefined;
}

// The file can be edited by hand, and a terminal shows the name.
const validName = (name: string) => (integrationNameFault(name) === undefined ? name : null);

function readIntegrations(stored: readonly unknown[], faults: DoctorFinding[]): IntegrationRecord[] {
  const records: IntegrationRecord[] = [];
  let unreadable = 0;
  for (const each of stored) {
    const record = readRecord(each);
    if (record === undefined) {
      unreadable += 1;
      continue;
    }
    records.push(record);
    if (unknownPermissions(each as StoredObject).length > 0) {
      faults.push(doctorFinding('unknown_permission', { integration: validName(record.name) }));
    }
  }
  if (unreadable > 0) {
    faults.push(doctorFinding('unreadable_integrations', { integrations: unreadable }));
  }
  return records;
}

/** Returns the content of a new file. After damage the earlier choice is unknown, so the strictest level applies. */
export function initialContent(afterDamage: boolean): StoredObject {
  return {
    version: SETTINGS_VERSION,
    vaultAccount: randomUUID(),
    settings: afterDamage
      ? { ...DEFAULT_SETTINGS, privacy: { defaults: { '*': 'nothing' }, integrations: {} } }
      : DEFAULT_SETTINGS,
    recording: { pausedAt: null, resumesAt: null },
    integrations: [],
  };
}

/**
 * Reads the content of the file. `newer` means that a newer Plinth wrote it. `damaged` means that it does not have the
 * structure of a settings file.
 */
export function readContent(stored: StoredObject): SettingsContent | 'newer' | 'damaged' {
  const { version, vaultAccount, settings, recording, integrations, witness, losses } = stored;
  if (typeof version === 'number' && version > SETTINGS_VERSION) return 'newer';
  if (version !== SETTINGS_VERSION || typeof vaultAccount !== 'string') return 'damaged';
  if (!isObject(settings) || !isObject(recording) || !Array.isArray(integrations)) return 'damaged';
  const faults: DoctorFinding[] = [];
  const paused = !Check(RecordingState, recording);
  if (paused) {
    faults.push(doctorFinding('unreadable_pause', {}));
  }
  return {
    vaultAccount,
    vaultKeyId: typeof stored.vaultKeyId === 'string' ? stored.vaultKeyId : undefined,
    settings: readSettings(settings, faults),
    recording: paused ? { pausedAt: new Date().toISOString(), resumesAt: null } : recording,
    integrations: readIntegrations(integrations, faults),
    witness: Check(StoreWitness, witness) ? witness : undefined,
    lastCheck: Check(LastCheck, stored.lastCheck) ? stored.lastCheck : undefined,
    anchor: typeof stored.anchor === 'string' ? stored.anchor : undefined,
    losses: Array.isArray(losses) ? losses.filter((loss) => Check(StoreLoss, loss)) : [],
    faults,
  };
}

/** Says that the settings file was missing or damaged when it was opened. */
export function recoveryFaults(existed: boolean, fromCopy: boolean): DoctorFinding[] {
  if (fromCopy) return [doctorFinding('settings_restored', { wasDamaged: existed })];
  return existed ? [doctorFinding('settings_lost', {})] : [];
}

interface SchemaParts {
  properties?: Record<string, SchemaParts>;
  patternProperties?: Record<string, SchemaParts>;
}

/** Returns the new value with the old value's members outside the schema. A newer Plinth may have written those. */
export function keepUnknown(old: unknown, next: unknown, schema: TSchema | SchemaParts): unknown {
  const { properties, patternProperties } = schema as SchemaParts;
  if (!isObject(old) || !isObject(next)) return next;
  const schemaOf = (name: string) => properties?.[name] ?? Object.values(patternProperties ?? {})[0];
  const unknown =
    properties === undefined ? [] : Object.entries(old).filter(([name]) => properties[name] === undefined);
  const known = Object.entries(next).map(([name, value]) => {
    const inner = schemaOf(name);
    return [name, inner === undefined ? value : keepUnknown(old[name], value, inner)] as const;
  });
  return Object.fromEntries([...unknown, ...known]);
}

/** Returns the integration records to store. Unreadable records and unknown members stay. */
export function storedIntegrations(
  old: readonly unknown[],
  records: readonly IntegrationRecord[],
): unknown[] {
  const left = new Map(records.map((record) => [record.id, record]));
  const kept = old.flatMap((stored) => {
    const earlier = readRecord(stored);
    if (earlier === undefined) return [stored];
    const record = left.get(earlier.id);
    if (record === undefined) return [];
    left.delete(earlier.id);
    const permissions = [...record.permissions, ...unknownPermissions(stored as StoredObject)];
    return [{ ...(stored as StoredObject), ...record, permissions }];
  });
  return [...kept, ...left.values()];
}
