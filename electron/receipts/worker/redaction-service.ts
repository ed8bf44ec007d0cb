import type { MessagePort } from 'node:worker_threads';
import type { SessionSecrets } from '../../redaction/redactor.ts';
import type { EventDigests } from '../store/event-digests.ts';
import { type Redaction, selectRedacted } from '../stored-fields.ts';
import type { FromRedactionWorker, ToRedactionWorker } from './worker-protocol.ts';

/** Redacts the events that arrive on `port`, one after another. */
export function serveRedaction(
  port: MessagePort,
  redaction: Redaction & { secrets: SessionSecrets },
  digests: EventDigests,
): void {
  const select = selectRedacted(redaction, digests);
  const send = (message: FromRedactionWorker) => port.postMessage(message);
  port.on('message', ({ event, known }: ToRedactionWorker) => {
    redaction.secrets.adopt(known);
    send({ kind: 'prepared', prepared: { content: select(event), identity: digests.identity(event) } });
  });
  send({ kind: 'ready' });
}
