import { EventEmitter } from 'node:events';
import type { Rejection } from '../../shared/control.ts';
import type { ProblemCode } from '../../shared/problem.ts';

const MAX_REJECTIONS = 500;

interface LedgerEvents {
  rejected: [rejection: Rejection];
}

/** Refused requests of this run: codes, times and contract names; no value, name or header of a client. */
export class RejectionLedger extends EventEmitter<LedgerEvents> {
  readonly #recent: Rejection[] = [];
  readonly #byCode = new Map<ProblemCode, number>();

  add(rejection: Rejection): void {
    this.#byCode.set(rejection.code, (this.#byCode.get(rejection.code) ?? 0) + 1);
    this.#recent.push(rejection);
    if (this.#recent.length > MAX_REJECTIONS) this.#recent.shift();
    this.emit('rejected', rejection);
  }

  /** Newest first. */
  list(integrationId: string | undefined, limit: number): Rejection[] {
    const matching =
      integrationId === undefined
        ? this.#recent
        : this.#recent.filter((rejection) => rejection.integrationId === integrationId);
    return matching.slice(-limit).reverse();
  }

  countsByCode(): Record<string, number> {
    return Object.fromEntries(this.#byCode);
  }
}
