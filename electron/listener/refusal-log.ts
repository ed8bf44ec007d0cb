import { EventEmitter } from 'node:events';
import type { LoggedRefusal } from '../../shared/control.ts';
import type { ProblemCode } from '../../shared/problem.ts';

/** Maximum number of refusals kept: for one integration, and for all requests without a valid credential. */
const MAX_OF_INTEGRATION = 100;
const MAX_ANONYMOUS = 500;
/** Maximum number of integrations with kept refusals. The integration with the oldest last refusal is dropped first. */
const MAX_INTEGRATIONS = 64;

interface Entry {
  order: number;
  refusal: LoggedRefusal;
}

interface RefusalLogEvents {
  added: [refusal: LoggedRefusal];
}

const newestFirst = (a: Entry, b: Entry) => b.order - a.order;

/**
 * The refusal log of this run. It holds codes, times and names from the contract, and no value, name or header from a
 * client. Each integration has its own list, so a flood of anonymous refusals cannot displace its entries.
 */
export class RefusalLog extends EventEmitter<RefusalLogEvents> {
  readonly #anonymous: Entry[] = [];
  readonly #byIntegration = new Map<string, Entry[]>();
  readonly #byCode = new Map<ProblemCode, number>();
  #order = 0;

  add(refusal: LoggedRefusal): void {
    this.#byCode.set(refusal.code, (this.#byCode.get(refusal.code) ?? 0) + 1);
    this.#order += 1;
    const entry = { order: this.#order, refusal };
    if (refusal.integrationId === null) {
      this.#anonymous.push(entry);
      if (this.#anonymous.length > MAX_ANONYMOUS) this.#anonymous.shift();
    } else this.#addTo(refusal.integrationId, entry);
    this.emit('added', refusal);
  }

  #addTo(integrationId: string, entry: Entry): void {
    const entries = this.#byIntegration.get(integrationId) ?? [];
    entries.push(entry);
    if (entries.length > MAX_OF_INTEGRATION) entries.shift();
    // Deleting and setting the key moves it to the end. The first key of the map has the oldest last refusal.
    this.#byIntegration.delete(integrationId);
    this.#byIntegration.set(integrationId, entries);
    if (this.#byIntegration.size <= MAX_INTEGRATIONS) return;
    const [oldest] = this.#byIntegration.keys();
    if (oldest !== undefined) this.#byIntegration.delete(oldest);
  }

  /**
   * Returns the newest refusals first. Without an integration, reserves half of the places for refusals of
   * integrations.
   */
  list(integrationId: string | undefined, limit: number): LoggedRefusal[] {
    const entries =
      integrationId === undefined
        ? this.#listAll(limit)
        : (this.#byIntegration.get(integrationId) ?? []).toSorted(newestFirst).slice(0, limit);
    return entries.map(({ refusal }) => refusal);
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
