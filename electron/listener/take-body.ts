import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyResult, parseJson, readBody } from './event-body.ts';
import { type LargeBodies, type LargeBody, SMALL_BODY_BYTES } from './large-bodies.ts';
import type { Refusal } from './problem-response.ts';

/** A body that was read, parsed and inspected. */
export type TakenBody<T> = { bytes: number; value: T } | { refusal: Refusal };

/** What a route wants of a body. */
export interface BodyOptions<T> {
  /** Whose body it is. */
  integration: object;
  limit: number;
  largeBodies: LargeBodies;
  /** The member whose members may not stand twice, besides those at the top. */
  nested: string;
  /** Looks at what was parsed, before anybody else has a turn. */
  inspect(value: unknown): { value: T } | { refusal: Refusal };
}

function lengthOf(req: IncomingMessage): number | undefined {
  const declared = req.headers['content-length'];
  return declared === undefined ? undefined : Number(declared);
}

function parse<T>(body: Buffer, { nested, inspect }: BodyOptions<T>): TakenBody<T> {
  const parsed = parseJson(body, nested);
  if ('refusal' in parsed) return parsed;
  const inspected = inspect(parsed.value);
  return 'refusal' in inspected ? inspected : { bytes: body.length, value: inspected.value };
}

/**
 * Reads a body, parses it, has it inspected, and waits for its answer. A large body waits for its turn among those of all
 * integrations, and holds its place until it has been answered. Nothing is answered to whoever has gone.
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
    const work = () => parse(body, options);
    await answer(large === undefined ? work() : await large.parse(work));
  } finally {
    large?.leave();
  }
}
