import type { MessagePort } from 'node:worker_threads';
import { Worker } from 'node:worker_threads';
import { searchTable } from './kernel-table.ts';

/** Searches of at most this many pages, about a thousand rows, take less time than a message to the thread and back. */
const PAGES_ON_MAIN_THREAD = 32;
/** An unused thread ends after this time and frees its memory. */
const IDLE_MS = 30_000;
/** The thread holds one page of the table and the rows that are looked up. */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

type Rows = (string | undefined)[];

/** Runs in the thread, from its source text. It uses nothing outside itself. */
function serveSearches(search: typeof searchTable): void {
  const port = process.getBuiltinModule('node:worker_threads').parentPort as MessagePort;
  port.on('message', ([path, wanted]: [string, string[]]) => {
    port.postMessage(search(path, wanted, Number.POSITIVE_INFINITY));
  });
}

/**
 * Searches the kernel's connection tables. A flood fills them with thousands of rows, and one search then takes tens of
 * milliseconds. Such a search runs in a thread of its own, so that the requests of other clients do not wait for it.
 */
export class PeerTableThread {
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** Finds the rows with these keys. The caller waits for the result before it asks again. */
  async search(path: string, wanted: readonly string[]): Promise<Rows> {
    // While the thread runs, the table is large.
    const near = this.#thread === undefined && searchTable(path, wanted, PAGES_ON_MAIN_THREAD);
    if (near) return near;
    clearTimeout(this.#idle);
    try {
      return await this.#searchInThread(path, wanted);
    } catch {
      // Without a thread, a slow search is still better than none.
      return searchTable(path, wanted, Number.POSITIVE_INFINITY) as Rows;
    } finally {
      this.#idle = setTimeout(() => this.close(), IDLE_MS).unref();
    }
  }

  close(): void {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    void thread?.terminate();
  }

  #searchInThread(path: string, wanted: readonly string[]): Promise<Rows> {
    const thread = this.#start();
    return new Promise((resolve, reject) => {
      const finish = () => {
        thread.off('message', onRows);
        thread.off('exit', onExit);
      };
      const onRows = (rows: Rows) => {
        finish();
        resolve(rows);
      };
      const onExit = () => {
        finish();
        reject(new Error('thread_ended'));
      };
      thread.once('message', onRows);
      thread.once('exit', onExit);
      thread.postMessage([path, wanted]);
    });
  }

  #start(): Worker {
    if (this.#thread !== undefined) return this.#thread;
    const thread = new Worker(`(${serveSearches})(${searchTable})`, {
      eval: true,
      resourceLimits: HEAP_LIMITS,
    });
    this.#thread = thread;
    thread.unref();
    // One cause is a lack of memory. The exit event follows.
    thread.on('error', () => {});
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }
}
