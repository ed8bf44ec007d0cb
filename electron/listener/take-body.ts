import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyResult, readBody } from './event-body.ts';
import { release } from './gathered-bytes.ts';
import { type LargeBodies, type LargeBody, SMALL_BODY_BYTES } from './large-bodies.ts';
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
  const { integration, limit, largeBodies } = options;
  const declared = lengthOf(req);
  const mayBeLarge = declared === undefined || (declared > SMALL_BODY_BYTES && declared <= limit);
  let large: LargeBody | undefined;
  if (mayBeLarge) large = await largeBodies.enter(integration, declared ?? limit);
  try {
    const read: BodyResult = await readBody(req, res, limit);
    if ('aborted' in read) return;
    if ('refusal' in read) return await answer(read);
    const { body } = read;
    if (large !== undefined && body.length <= SMALL_BODY_BYTES) {
      large.leave();
      large = undefined;
    }
    const bytes = body.length;
    const inspected =
      large === undefined ? options.inspect(body) : await (options.inspectAside ?? options.inspect)(body);
    // A large body waits for its commit without its bytes.
    if (large !== undefined) release(body);
    await answer('refusal' in inspected ? inspected : { bytes, value: inspected.value });
  } finally {
    large?.leave();
  }
}
