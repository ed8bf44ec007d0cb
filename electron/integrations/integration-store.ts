import { timingSafeEqual } from 'node:crypto';
import { EventEmitter } from 'node:events';
import Type, { type Static } from 'typebox';
import { monotonicFactory } from 'ulid';
import { type Integration, IntegrationKind, integrationNameFault } from '../../shared/integration.ts';
import { PERMISSIONS, Permission } from '../../shared/permission.ts';
import { credentialDigest, credentialFingerprint, generateCredential } from './credential.ts';

const nullableInstant = Type.Union([Type.String(), Type.Null()]);

/** An integration as the settings file stores it. It contains only the digest of the credential. */
export const IntegrationRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: IntegrationKind,
  harness: Type.Optional(Type.String()),
  /** The connection of a managed integration, where it is not the harness's first. */
  bridgeId: Type.Optional(Type.String()),
  permissions: Type.Array(Permission),
  digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  createdAt: Type.String(),
  rotatedAt: nullableInstant,
  revokedAt: nullableInstant,
  lastUsedAt: nullableInstant,
});
export type IntegrationRecord = Static<typeof IntegrationRecord>;

/** Loads and saves the integration records. */
export interface IntegrationRecords {
  load(): IntegrationRecord[];
  /** Saves the records. If that fails, it throws, or saves them later where they apply anyway. */
  save(records: readonly IntegrationRecord[], appliesAnyway?: boolean): void;
}

export type IntegrationFault =
  | 'invalid_name'
  | 'name_taken'
  | 'not_found'
  | 'already_revoked'
  | 'no_permission';

type IntegrationResult<T> = { ok: true; value: T } | { ok: false; fault: IntegrationFault };

/** The plain credential. It exists only in the answer to the request that generated it. */
export interface IssuedCredential {
  credential: string;
  integration: IntegrationRecord;
}

interface IntegrationEvents {
  changed: [];
}

const LAST_USED_SAVE_MS = 60_000;
const LAST_USED_RESOLUTION_MS = 1000;
const fail = (fault: IntegrationFault): { ok: false; fault: IntegrationFault } => ({ ok: false, fault });

/**
 * Integrations and their credentials. Every change is saved before its answer and applies from the next request. Only a
 * revocation also applies while it cannot be saved.
 */
export class IntegrationStore extends EventEmitter<IntegrationEvents> {
  readonly #persistence: IntegrationRecords;
  #records: IntegrationRecord[];
  #byDigest = new Map<string, IntegrationRecord>();
  #byId = new Map<string, IntegrationRecord>();
  readonly #touchedAt = new WeakMap<IntegrationRecord, number>();
  #saveTimer: NodeJS.Timeout | undefined;
  readonly #nextUlid = monotonicFactory();

  constructor(persistence: IntegrationRecords) {
    super();
    this.#persistence = persistence;
    this.#records = persistence.load();
    this.#index();
  }

  list(): readonly IntegrationRecord[] {
    return this.#records;
  }

  get(id: string): IntegrationRecord | undefined {
    return this.#byId.get(id);
  }

  generate(name: string, permissions: readonly Permission[]): IntegrationResult<IssuedCredential> {
    if (integrationNameFault(name) !== undefined) return fail('invalid_name');
    if (this.#isTaken(name)) return fail('name_taken');
    const granted = PERMISSIONS.filter((permission) => permissions.includes(permission));
    if (granted.length === 0) return fail('no_permission');
    return this.#issue({ name, kind: 'developer', permissions: granted });
  }

  /** Generates a managed integration for one harness. Only that harness's bridge accepts its `plhook_` credential. */
  generateManaged(name: string, harness: string, bridgeId = harness): IntegrationResult<IssuedCredential> {
    if (this.#isTaken(name)) return fail('name_taken');
    const second = bridgeId === harness ? {} : { bridgeId };
    return this.#issue({ name, kind: 'managed', harness, ...second, permissions: ['events:write'] });
  }

  rotate(id: string): IntegrationResult<IssuedCredential> {
    const record = this.get(id);
    if (record === undefined) return fail('not_found');
    if (record.revokedAt !== null) return fail('already_revoked');
    const credential = generateCredential(record.kind === 'managed' ? 'plhook_' : 'plint_');
    const integration = this.#replace(record, {
      digest: credentialDigest(credential),
      rotatedAt: new Date().toISOString(),
    });
    return { ok: true, value: { credential, integration } };
  }

  revoke(id: string): IntegrationResult<IntegrationRecord> {
    const record = this.get(id);
    if (record === undefined) return fail('not_found');
    if (record.revokedAt !== null) return fail('already_revoked');
    return { ok: true, value: this.#replace(record, { revokedAt: new Date().toISOString() }, true) };
  }

  /** Returns the live integration of a credential. */
  authenticate(credential: string): IntegrationRecord | undefined {
    const digest = credentialDigest(credential);
    const record = this.#byDigest.get(digest);
    if (record === undefined) return undefined;
    return timingSafeEqual(Buffer.from(record.digest), Buffer.from(digest)) ? record : undefined;
  }

  /** Returns true while the credential that identified this integration is valid: not revoked, not replaced. */
  isValid({ id, digest }: IntegrationRecord): boolean {
    return this.#byDigest.get(digest)?.id === id;
  }

  /** Notes a use, to the second. Saves it within a minute, so that no event waits for the settings file. */
  touch(record: IntegrationRecord, at: number): void {
    if (Math.abs(at - (this.#touchedAt.get(record) ?? 0)) < LAST_USED_RESOLUTION_MS) return;
    this.#touchedAt.set(record, at);
    record.lastUsedAt = new Date(at).toISOString();
    this.#saveTimer ??= setTimeout(() => this.flush(), LAST_USED_SAVE_MS).unref();
  }

  /** Saves the noted uses now. */
  flush(): void {
    if (this.#saveTimer === undefined) return;
    clearTimeout(this.#saveTimer);
    this.#saveTimer = undefined;
    try {
      this.#persistence.save(this.#records);
    } catch {
      // On a full disk, only the time of last use is lost. The next use tries again.
    }
  }

  #isTaken(name: string): boolean {
    // Two forms of one name look the same.
    const form = (text: string) => text.normalize('NFKC');
    return this.#records.some((record) => record.revokedAt === null && form(record.name) === form(name));
  }

  #issue(
    fields: Pick<IntegrationRecord, 'name' | 'kind' | 'permissions' | 'harness' | 'bridgeId'>,
  ): IntegrationResult<IssuedCredential> {
    const credential = generateCredential(fields.kind === 'managed' ? 'plhook_' : 'plint_');
    const integration: IntegrationRecord = {
      id: `int_${this.#nextUlid(Date.now())}`,
      ...fields,
      digest: credentialDigest(credential),
      createdAt: new Date().toISOString(),
      rotatedAt: null,
      revokedAt: null,
      lastUsedAt: null,
    };
    this.#save([...this.#records, integration]);
    return { ok: true, value: { credential, integration } };
  }

  #replace(record: IntegrationRecord, change: Partial<IntegrationRecord>, anyway = false): IntegrationRecord {
    const changed = { ...record, ...change };
    const records = this.#records.map((other) => (other.id === record.id ? changed : other));
    this.#save(records, anyway);
    return changed;
  }

  // Saves first: a change that did not reach the disk must not apply in memory.
  #save(records: IntegrationRecord[], appliesAnyway = false): void {
    this.#persistence.save(records, appliesAnyway);
    this.#records = records;
    this.#index();
    this.emit('changed');
  }

  #index(): void {
    const live = this.#records.filter((record) => record.revokedAt === null);
    this.#byDigest = new Map(live.map((record) => [record.digest, record]));
    this.#byId = new Map(this.#records.map((record) => [record.id, record]));
  }
}

/** Describes an integration for lists. */
export function describeIntegration(record: IntegrationRecord, events: number | null): Integration {
  return {
    id: record.id,
    name: record.name,
    kind: record.kind,
    permissions: [...record.permissions],
    fingerprint: credentialFingerprint(record.digest),
    createdAt: record.createdAt,
    rotatedAt: record.rotatedAt,
    revokedAt: record.revokedAt,
    lastUsedAt: record.lastUsedAt,
    events,
  };
}
