import { getHeapStatistics, serialize } from 'node:v8';
import type { MessagePort } from 'node:worker_threads';
import { type BodyEvent, eventOfBody } from '../../body/event-of-body.ts';
import { faultOf } from '../../platform/fault-log.ts';
import { collectGarbage } from '../../platform/idle-memory.ts';
import type { SessionSecrets } from '../../redaction/redactor.ts';
import type { EventDigests } from '../event/event-digests.ts';
import { type IncomingEvent, type PreparedEvent, unpack } from '../event/incoming-event.ts';
import { type Redaction, type SelectedEvent, selectRedacted } from '../event/stored-fields.ts';
import { sentText } from '../event/stored-row.ts';
import type { FromRedactionWorker, ParsedBody, RoutedBody, ToRedactionWorker } from './worker-protocol.ts';

/** Returns what the main thread needs of the event of a body: its members, and of its data only the folder. */
function announced({ event, ...facts }: BodyEvent): ParsedBody {
  const { cwd } = event.data as { cwd?: string };
  return { ...facts, event: { ...event, data: cwd === undefined ? {} : { cwd } } };
}

/** Only the texts of larger events are objects that no collection of young objects frees. */
const LARGE_EVENT_BYTES = 131_072;
/** A collection takes 10 to 25 ms, and so many bytes of a repeated sentence take as long. */
const BYTES_BETWEEN_COLLECTIONS = 786_432;
/**
 * A smaller heap is not worth a collection. With 30 instead of 36 MiB, a body of a megabyte takes a third longer. A
 * collection leaves 12 to 20 MiB.
 */
const LARGE_HEAP_BYTES = 36 * 1_048_576;
/** Nor is a smaller process. V8 keeps pages that it has freed, and no heap counts them: 100 MB after some bodies of 8 MiB. */
const LARGE_PROCESS_BYTES = 200 * 1_048_576;

function isProcessLarge(): boolean {
  try {
    return process.memoryUsage.rss() >= LARGE_PROCESS_BYTES;
  } catch {
    // It reads a file of /proc, and no file can be opened.
    return false;
  }
}

/**
 * Returns a function that takes the size of a body that was read or redacted, and collects the garbage of large ones. Between
 * two, few objects are in use. V8 would collect in the middle of a megabyte of source code, when twice as many are in use,
 * and let the heap grow to 100 MB afterwards.
 */
function collectorOfLargeBodies(): (bodyBytes: number) => void {
  let bytes = 0;
  return (bodyBytes) => {
    if (bodyBytes > LARGE_EVENT_BYTES) bytes += bodyBytes;
    const isDue = bytes >= BYTES_BETWEEN_COLLECTIONS && isProcessLarge();
    if (!isDue && getHeapStatistics().total_heap_size < LARGE_HEAP_BYTES) return;
    bytes = 0;
    collectGarbage();
  };
}

/** Redacts the events and bodies that arrive on `port`, one after another. `read` reads the bodies of other routes. `giveWay` is called before redaction. */
export function serveRedaction(
  port: MessagePort,
  redaction: Redaction & { secrets: SessionSecrets },
  digests: EventDigests,
  { read, giveWay }: { read(routed: RoutedBody): unknown; giveWay(): void },
): void {
  const select = selectRedacted(redaction, digests);
  const send = (message: FromRedactionWorker) => port.postMessage(message);
  const prepare = (event: SelectedEvent & Pick<IncomingEvent, 'occurredAt'>): PreparedEvent => {
    const sent = sentText(event.data);
    // A copy with memory of its own: a message takes the whole memory that a view is a part of.
    const identity = new Uint8Array(digests.identity(event, sent.canonical));
    return event.level === 'nothing' ? { identity } : { identity, content: serialize(select(event, sent)) };
  };
  const collect = collectorOfLargeBodies();
  // In a turn of its own, because the calls of this one still hold the body. The answer is later, because the store makes as
  // many objects of it.
  const answer = (message: FromRedactionWorker, bodyBytes: number) => {
    setImmediate(() => {
      collect(bodyBytes);
      send(message);
    });
  };
  /** The event of the last body, until it is redacted. */
  let parsed: (BodyEvent & { bodyBytes: number }) | undefined;

  const readingOf = (routed: RoutedBody) => {
    try {
      return read(routed);
    } catch (error) {
      send({ kind: 'redaction_fault', fault: faultOf(error) });
      return undefined;
    }
  };

  port.on('message', (message: ToRedactionWorker) => {
    if (message.kind === 'read') {
      const { buffer, length } = message.body.body;
      const reading = readingOf(message);
      // Frees the bytes now. The garbage collection would let the bytes of several bodies add up.
      if (buffer instanceof ArrayBuffer) buffer.transfer(0);
      return answer({ kind: 'reading', reading }, length);
    }
    giveWay();
    if (message.kind === 'body') {
      const inspected = eventOfBody(message.body);
      if ('refusal' in inspected) return answer({ kind: 'parsed', parsed: inspected }, message.body.length);
      parsed = { ...inspected.value, bodyBytes: message.body.length };
      return send({ kind: 'parsed', parsed: announced(inspected.value) });
    }
    redaction.secrets.adopt(message.known);
    if (message.kind === 'event') {
      unpack(message.event);
      return answer({ kind: 'prepared', prepared: prepare(message.event) }, message.event.bodyBytes);
    }
    if (parsed === undefined) return;
    const { event, bodyBytes } = parsed;
    parsed = undefined;
    const data = event.data as Record<string, unknown>;
    const prepared = prepare({ ...event, ...message.order, data, bodyBytes });
    answer({ kind: 'prepared', prepared }, bodyBytes);
  });
  // The redactor makes its tables for the first text. A body that started the thread is read without them: a hook waits.
  send({ kind: 'ready' });
}
