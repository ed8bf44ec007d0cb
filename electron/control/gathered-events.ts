import type { ControlNotice } from '../../shared/control.ts';

/** Refusals of more integrations than these become one notice for all. */
const MAX_TOLD_APART = 64;

const keyOf = (notice: ControlNotice) =>
  notice.kind === 'rejection' ? `rejection ${notice.integrationId}` : notice.kind;

/** Notices that were not delivered yet, as few as say the same: however many are added, they take no more room. */
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

  /** Hands over what was gathered, in the order of the first of each kind. */
  take(): ControlNotice[] {
    const notices = [...this.#byKey.values()];
    this.#byKey = new Map();
    return notices;
  }
}
