import type { ControlNotice } from '../../shared/control.ts';

const RECEIPTS_NOTICE_INTERVAL_MS = 100;

/** Tells subscribers that something changed; receipts are gathered, so that a busy collector does not flood them. */
export class NoticeBoard {
  readonly #subscribers = new Set<(notice: ControlNotice) => void>();
  #added = 0;
  #deleted = false;
  #timer: NodeJS.Timeout | undefined;

  subscribe(subscriber: (notice: ControlNotice) => void): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  post(notice: ControlNotice): void {
    for (const subscriber of this.#subscribers) subscriber(notice);
  }

  receiptsChanged(added: number, deleted: boolean): void {
    if (this.#subscribers.size === 0) return;
    this.#added += added;
    this.#deleted ||= deleted;
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      const notice: ControlNotice = { kind: 'receipts', added: this.#added, deleted: this.#deleted };
      this.#added = 0;
      this.#deleted = false;
      this.#timer = undefined;
      this.post(notice);
    }, RECEIPTS_NOTICE_INTERVAL_MS);
    this.#timer.unref();
  }
}
