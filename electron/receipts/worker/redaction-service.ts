import type { MessagePort } from 'node:worker_threads';
import type { IncomingEvent } from '../incoming-event.ts';
import type { EventDigests } from '../store/event-digests.ts';
import type { SelectFields } from '../stored-fields.ts';
import type { FromRedactionWorker } from './worker-protocol.ts';

/** Redacts the events that arrive on `port`, one after another. */
export function serveRedaction(port: MessagePort, select: SelectFields, digests: EventDigests): void {
  const send = (message: FromRedactionWorker) => port.postMessage(message);
  port.on('message', (event: IncomingEvent) => {
    send({ kind: 'prepared', prepared: { content: select(event), identity: digests.identity(event) } });
  });
  send({ kind: 'ready' });
}
