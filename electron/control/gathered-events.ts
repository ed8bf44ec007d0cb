import type { ControlNotice } from '../../shared/control.ts';

/** Above this number of integrations, one control event covers all refusals. */
const MAX_TOLD_APART = 64;

const keyOf = (notice: ControlNotice) =>
  notice.kind === 'rejection' ? `rejection ${notice.integrationId}` : notice.kind;

/** Control events that are not delivered yet. Equal events are merged, so their memory is bounded. */
export class GatheredNotices {
  #byKey = new Map<string, ControlNotice>();

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  add(notice: ControlNotice): void {
    const key = keyOf(notice);
    const earlier = this.#byKey.get(key);
    if (notice.kind === 'receipts' && earlier?.kind === 'receipts') {
      const { added, deleted } = earlier;
      this.#byKey.set(key, {
        kind: 'receipts',
        added: added + notice.added,
        deleted: deleted || notice.deleted,
      });
    } else if (earlier === undefined && this.#byKey.size >= MAX_TOLD_APART && notice.kind === 'rejection') {
      this.#byKey.set('rejection null', { kind: 'rejection', integrationId: null });
    } else this.#byKey.set(key, notice);
  }

  /** Returns and clears the gathered events, in the order of the first event of each kind. */
  take(): ControlNotice[] {
    const notices = [...this.#byKey.values()];
    this.#byKey = new Map();
    return notices;
  }
}
