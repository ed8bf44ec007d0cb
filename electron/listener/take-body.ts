import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyResult, readBody, release } from './event-body.ts';
import { type LargeBodies, type LargeBody, SMALL_BODY_BYTES } from './large-bodies.ts';
import { continued } from './oversized-body.ts';
import type { Refusal } from './problem-response.ts';

/** A body after reading, parsing and inspection, or its refusal. */
type TakenBody<T> = { bytes: number; value: T } | { refusal: Refusal };

type Inspection<T> = { value: T } | { refusal: Refusal };

/** A route's requirements for a body. */
interface BodyOptions<T> {
  /** The sender's integration. It is the key of the limits for large bodies. */
  integration: object;
  limit: number;
  largeBodies: LargeBodies;
  /** Parses and validates a body before other requests have a turn. */
  inspect(body: Buffer): Inspection<T>;
  /** Parses and validates a large body in another thread. Without it, `inspect` does. */
  inspectAside?(body: Buffer): Promise<Inspection<T>>;
  /**
   * Takes a body of unknown length that is over the limit, in its place among the large ones. A route with it also takes
   * what arrived of a body that its client cut off.
   */
  takeOversized?(body: AsyncIterable<Buffer>, large: LargeBody): Promise<void>;
}

function lengthOf(req: IncomingMessage): number | undefined {
  const declared = req.headers['content-length'];
  return declared === undefined ? undefined : Number(declared);
}

/**
 * Reads, parses and inspects a body and waits for its answer. A large body waits for its turn among those of all
 * integrations and keeps its place until it is answered. An aborted request gets no answer.
 */
export async function takeBody<T>(
  req: IncomingMessage,
  res: ServerResponse,
  options: BodyOptions<T>,
  answer: (result: TakenBody<T>) => Promise<void> | void,
): Promise<void> {
  const { integration, limit, largeBodies, takeOversized } = options;
  const declared = lengthOf(req) ?? 0;
  let place: Promise<LargeBody> | undefined;
  const enter = (bytes: number) => {
    place = largeBodies.enter(integration, bytes);
    return place;
  };
  try {
    if (declared > SMALL_BODY_BYTES && declared <= limit) await enter(declared);
    const unended = { room: () => enter(limit), keepsCutOff: takeOversized !== undefined };
    const read: BodyResult = await readBody(req, res, limit, unended);
    const large = place && (await place);
    if ('refusal' in read) {
      const { begun } = read;
      if (begun === undefined || large === undefined || takeOversized === undefined)
        return await answer(read);
      return await takeOversized(continued(begun, req), large);
    }
    const { body } = read;
    if (body === undefined) return;
    const bytes = body.length;
    const inspected =
      large === undefined ? options.inspect(body) : await (options.inspectAside ?? options.inspect)(body);
    // A large body waits for its commit without its bytes.
    if (large !== undefined) release(body);
    await answer('refusal' in inspected ? inspected : { bytes, value: inspected.value });
  } finally {
    void place?.then((large) => large.leave());
  }
}
