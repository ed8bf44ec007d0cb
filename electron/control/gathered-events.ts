import type { ControlEvent } from '../../shared/control.ts';

/** Above this number of integrations, one control event covers all refusals. */
const MAX_TOLD_APART = 64;

const keyOf = (event: ControlEvent) =>
  event.kind === 'refusal' ? `refusal ${event.integrationId}` : event.kind;

/** Control events that are not delivered yet. Equal events are merged, so their memory is bounded. */
export class GatheredEvents {
  #byKey = new Map<string, ControlEvent>();

  add(event: ControlEvent): void {
    const key = keyOf(event);
    const earlier = this.#byKey.get(key);
    if (event.kind === 'receipts' && earlier?.kind === 'receipts') {
      const { added, deleted } = earlier;
      this.#byKey.set(key, {
        kind: 'receipts',
        added: added + event.added,
        deleted: deleted || event.deleted,
      });
    } else if (earlier === undefined && this.#byKey.size >= MAX_TOLD_APART && event.kind === 'refusal') {
      this.#byKey.set('refusal null', { kind: 'refusal', integrationId: null });
    } else this.#byKey.set(key, event);
  }

  /** Returns and clears the gathered events, in the order of the first event of each kind. */
  take(): ControlEvent[] {
    const events = [...this.#byKey.values()];
    this.#byKey = new Map();
    return events;
  }
}
