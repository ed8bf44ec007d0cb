import { EventEmitter } from 'node:events';
import type { Rejection } from '../../shared/control.ts';
import type { ProblemCode } from '../../shared/problem.ts';

/** Newest refusals that are kept of one integration, and of all who showed no valid credential. */
const MAX_OF_INTEGRATION = 100;
const MAX_ANONYMOUS = 500;
/** Integrations whose refusals are kept; the one that was refused longest ago gives way. */
const MAX_INTEGRATIONS = 64;

interface Entry {
  order: number;
  rejection: Rejection;
}

interface LedgerEvents {
  rejected: [rejection: Rejection];
}

const newestFirst = (a: Entry, b: Entry) => b.order - a.order;

/**
 * Refused requests of this run: codes, times and contract names; no value, name or header of a client. Those of each
 * integration are kept apart from others' and from anonymous ones, which a flood would otherwise wash out.
 */
export class RejectionLedger extends EventEmitter<LedgerEvents> {
  readonly #anonymous: Entry[] = [];
  readonly #byIntegration = new Map<string, Entry[]>();
  readonly #byCode = new Map<ProblemCode, number>();
  #order = 0;

  add(rejection: Rejection): void {
    this.#byCode.set(rejection.code, (this.#byCode.get(rejection.code) ?? 0) + 1);
    this.#order += 1;
    const entry = { order: this.#order, rejection };
    if (rejection.integrationId === null) {
      this.#anonymous.push(entry);
      if (this.#anonymous.length > MAX_ANONYMOUS) this.#anonymous.shift();
    } else this.#addTo(rejection.integrationId, entry);
    this.emit('rejected', rejection);
  }

  #addTo(integrationId: string, entry: Entry): void {
    const entries = this.#byIntegration.get(integrationId) ?? [];
    entries.push(entry);
    if (entries.length > MAX_OF_INTEGRATION) entries.shift();
    // Out and in again: the map's first is the one that was refused longest ago.
    this.#byIntegration.delete(integrationId);
    this.#byIntegration.set(integrationId, entries);
    if (this.#byIntegration.size <= MAX_INTEGRATIONS) return;
    const [oldest] = this.#byIntegration.keys();
    if (oldest !== undefined) this.#byIntegration.delete(oldest);
  }

  /** Newest first. Among all, half the places at least are those of integrations, where there are so many. */
  list(integrationId: string | undefined, limit: number): Rejection[] {
    const entries =
      integrationId === undefined
        ? this.#listAll(limit)
        : (this.#byIntegration.get(integrationId) ?? []).toSorted(newestFirst).slice(0, limit);
    return entries.map(({ rejection }) => rejection);
  }

  #listAll(limit: number): Entry[] {
    const known = [...this.#byIntegration.values()].flat().sort(newestFirst);
    const anonymous = this.#anonymous.toSorted(newestFirst);
    const keptFree = Math.min(known.length, Math.ceil(limit / 2));
    const shown = anonymous.slice(0, limit - keptFree);
    return [...shown, ...known.slice(0, limit - shown.length)].sort(newestFirst);
  }

  countsByCode(): Record<string, number> {
    return Object.fromEntries(this.#byCode);
  }
}
