import { getHeapStatistics, serialize } from 'node:v8';
import type { MessagePort } from 'node:worker_threads';
import { eventOfBody } from '../../body/event-of-body.ts';
import { faultOf } from '../../platform/fault-log.ts';
import { collectGarbage } from '../../platform/idle-memory.ts';
import type { Redactor, SessionSecrets } from '../../redaction/redactor.ts';
import type { EventDigests } from '../event/event-digests.ts';
import {
  type IncomingEvent,
  type InspectedBody,
  type PreparedEvent,
  unpack,
} from '../event/incoming-event.ts';
import { type Redaction, type SelectedEvent, selectRedacted } from '../event/stored-fields.ts';
import { sentText } from '../event/stored-row.ts';
import type { FromRedactionWorker, RedactionTask, RoutedBody, ToRedactionWorker } from './worker-protocol.ts';

type Task<K> = Extract<RedactionTask, { kind: K }>;

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

/** Reasons are found without the shortcuts of a search. */
const LONGEST_EXPLAINED = 8192;

/** The stored form of a text and what was found in it. */
export type RedactionPreview = ReturnType<typeof previewOf>;

function previewOf(redactor: Redactor, given: string, explain: boolean) {
  const { engine, ruleSet } = redactor;
  const { text, findings } = redactor.redactText(given);
  const isExplained = explain && given.length <= LONGEST_EXPLAINED;
  return {
    text,
    engine,
    ruleSet,
    findings,
    ...(isExplained ? { explanations: redactor.explain(given) } : {}),
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
  const { redactor } = redaction;
  const attempt = (act: () => unknown): unknown => {
    try {
      return act();
    } catch (error) {
      send({ kind: 'redaction_fault', fault: faultOf(error) });
      return undefined;
    }
  };
  const collect = collectorOfLargeBodies();
  // In a turn of its own, because the calls of this one still hold the body. The answer is later, because the store makes as
  // many objects of it.
  const answer = (result: unknown, bodyBytes: number) => {
    setImmediate(() => {
      collect(bodyBytes);
      send({ kind: 'answer', result });
    });
  };
  const inspect = ({ kind: _, body, levels, ...order }: Task<'body'>): InspectedBody => {
    const inspected = eventOfBody(body);
    if ('refusal' in inspected) return inspected;
    const { event, ...facts } = inspected.value;
    const level = levels[event.event];
    const data = event.data as Record<string, unknown>;
    const prepared = prepare({ ...event, ...order, level, data, bodyBytes: body.length });
    // Of the data, the main thread needs only the folder.
    const announced = data.cwd === undefined ? {} : { cwd: data.cwd };
    return { ...facts, event: { ...event, data: announced } as typeof event, level, prepared };
  };
  const ofPerson = (task: Task<'mask' | 'preview'>): unknown =>
    task.kind === 'mask'
      ? redactor.redactValue(task.value).value
      : previewOf(redactor, task.text, task.explain);
  port.on('message', (message: ToRedactionWorker) => {
    if (message.kind === 'known') {
      for (const known of message.known) redaction.secrets.adopt(known);
    } else if (message.kind === 'read') {
      const { buffer, length } = message.body.body;
      const result = attempt(() => read(message));
      // Frees the bytes now. The garbage collection would let the bytes of several bodies add up.
      if (buffer instanceof ArrayBuffer) buffer.transfer(0);
      answer(result, length);
    } else if (message.kind === 'mask' || message.kind === 'preview') {
      const result = attempt(() => ofPerson(message));
      answer(result, 0);
    } else {
      giveWay();
      if (message.kind === 'body') return answer(inspect(message), message.body.length);
      unpack(message.event);
      answer(prepare(message.event), message.event.bodyBytes);
    }
  });
  // The redactor makes its tables for the first text. A body that started the thread is read without them: a hook waits.
  send({ kind: 'ready' });
}
