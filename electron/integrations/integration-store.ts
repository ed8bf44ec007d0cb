import { timingSafeEqual } from 'node:crypto';
import { EventEmitter } from 'node:events';
import Type, { type Static } from 'typebox';
import { monotonicFactory } from 'ulid';
import { type Integration, IntegrationKind, integrationNameFault } from '../../shared/integration.ts';
import { PERMISSIONS, Permission } from '../../shared/permission.ts';
import { credentialDigest, credentialFingerprint, generateCredential } from './credential.ts';

const nullableInstant = Type.Union([Type.String(), Type.Null()]);

/** An integration as the settings file keeps it; of its credential there is only the digest. */
export const IntegrationRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: IntegrationKind,
  harness: Type.Optional(Type.String()),
  permissions: Type.Array(Permission),
  digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  createdAt: Type.String(),
  rotatedAt: nullableInstant,
  revokedAt: nullableInstant,
  lastUsedAt: nullableInstant,
});
export type IntegrationRecord = Static<typeof IntegrationRecord>;

/** Where integration records are kept between runs. */
export interface IntegrationRecords {
  load(): IntegrationRecord[];
  save(records: readonly IntegrationRecord[]): void;
}

export type IntegrationFault =
  | 'invalid_name'
  | 'name_taken'
  | 'not_found'
  | 'already_revoked'
  | 'no_permission';

export type IntegrationResult<T> = { ok: true; value: T } | { ok: false; fault: IntegrationFault };

/** The plain credential exists here, in the answer to whoever asked, and nowhere else. */
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

/** Integrations and their credentials. Every change is saved before it is answered and holds from the next request on. */
export class IntegrationStore extends EventEmitter<IntegrationEvents> {
  readonly #persistence: IntegrationRecords;
  readonly #now: () => Date;
  #records: IntegrationRecord[];
  #byDigest = new Map<string, IntegrationRecord>();
  readonly #touchedAt = new WeakMap<IntegrationRecord, number>();
  #saveTimer: NodeJS.Timeout | undefined;
  readonly #nextUlid = monotonicFactory();

  constructor(persistence: IntegrationRecords, now: () => Date = () => new Date()) {
    super();
    this.#persistence = persistence;
    this.#now = now;
    this.#records = persistence.load();
    this.#index();
  }

  list(): readonly IntegrationRecord[] {
    return this.#records;
  }

  get(id: string): IntegrationRecord | undefined {
    return this.#records.find((record) => record.id === id);
  }

  generate(name: string, permissions: readonly Permission[]): IntegrationResult<IssuedCredential> {
    if (integrationNameFault(name) !== undefined) return fail('invalid_name');
    if (this.#isTaken(name)) return fail('name_taken');
    const granted = PERMISSIONS.filter((permission) => permissions.includes(permission));
    if (granted.length === 0) return fail('no_permission');
    return this.#issue({ name, kind: 'developer', permissions: granted });
  }

  /** A managed integration for one harness, whose `plhook_` credential only its bridge accepts. */
  generateManaged(name: string, harness: string): IntegrationResult<IssuedCredential> {
    if (this.#isTaken(name)) return fail('name_taken');
    return this.#issue({ name, kind: 'managed', harness, permissions: ['events:write'] });
  }

  rotate(id: string): IntegrationResult<IssuedCredential> {
    const record = this.get(id);
    if (record === undefined) return fail('not_found');
    if (record.revokedAt !== null) return fail('already_revoked');
    const credential = generateCredential(record.kind === 'managed' ? 'plhook_' : 'plint_');
    const integration = this.#replace(record, {
      digest: credentialDigest(credential),
      rotatedAt: this.#now().toISOString(),
    });
    return { ok: true, value: { credential, integration } };
  }

  revoke(id: string): IntegrationResult<IntegrationRecord> {
    const record = this.get(id);
    if (record === undefined) return fail('not_found');
    if (record.revokedAt !== null) return fail('already_revoked');
    return { ok: true, value: this.#replace(record, { revokedAt: this.#now().toISOString() }) };
  }

  /** The live integration a credential belongs to. */
  authenticate(credential: string): IntegrationRecord | undefined {
    const digest = credentialDigest(credential);
    const record = this.#byDigest.get(digest);
    if (record === undefined) return undefined;
    return timingSafeEqual(Buffer.from(record.digest), Buffer.from(digest)) ? record : undefined;
  }

  /** Notes a use, to the second; saved within a minute, so that an event never waits for the settings file. */
  touch(record: IntegrationRecord, at: number): void {
    if (Math.abs(at - (this.#touchedAt.get(record) ?? 0)) < LAST_USED_RESOLUTION_MS) return;
    this.#touchedAt.set(record, at);
    record.lastUsedAt = new Date(at).toISOString();
    this.#saveTimer ??= setTimeout(() => this.flush(), LAST_USED_SAVE_MS).unref();
  }

  /** Saves noted uses now. */
  flush(): void {
    if (this.#saveTimer === undefined) return;
    clearTimeout(this.#saveTimer);
    this.#saveTimer = undefined;
    try {
      this.#persistence.save(this.#records);
    } catch {
      // A full disk costs the time of last use here, nothing that was promised; the next use tries again.
    }
  }

  #isTaken(name: string): boolean {
    return this.#records.some((record) => record.revokedAt === null && record.name === name);
  }

  #issue(
    fields: Pick<IntegrationRecord, 'name' | 'kind' | 'permissions' | 'harness'>,
  ): IntegrationResult<IssuedCredential> {
    const credential = generateCredential(fields.kind === 'managed' ? 'plhook_' : 'plint_');
    const integration: IntegrationRecord = {
      id: `int_${this.#nextUlid(this.#now().getTime())}`,
      ...fields,
      digest: credentialDigest(credential),
      createdAt: this.#now().toISOString(),
      rotatedAt: null,
      revokedAt: null,
      lastUsedAt: null,
    };
    this.#save([...this.#records, integration]);
    return { ok: true, value: { credential, integration } };
  }

  #replace(record: IntegrationRecord, change: Partial<IntegrationRecord>): IntegrationRecord {
    const changed = { ...record, ...change };
    this.#save(this.#records.map((other) => (other.id === record.id ? changed : other)));
    return changed;
  }

  // Saved first: a change that did not reach the disk must not hold in memory either.
  #save(records: IntegrationRecord[]): void {
    this.#persistence.save(records);
    this.#records = records;
    this.#index();
    this.emit('changed');
  }

  #index(): void {
    const live = this.#records.filter((record) => record.revokedAt === null);
    this.#byDigest = new Map(live.map((record) => [record.digest, record]));
  }
}

/** An integration as lists show it. */
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
