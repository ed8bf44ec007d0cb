/** The receipt worker of the host's bundle, which `build-host-once.ts` builds from the sources before the tests. */
export const builtReceiptWorker = new URL('../../.host/bundle/receipt-worker.cjs', import.meta.url);
