import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Type from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { CONTROL_SEVERAL_PATH } from '../../../shared/console.ts';
import type { ControlChannel, ControlEvent } from '../../../shared/control.ts';
import { controlFailure } from '../../../shared/failure.ts';
import { ElementBudget, MAX_CONTROL_BYTES, MAX_CONTROL_TEXT_BYTES } from '../../body/body-budget.ts';
import { GatheredBytes, release } from '../../listener/request-body.ts';
import type { ControlDispatch } from '../dispatch.ts';
import type { EventHub } from '../event-hub.ts';
import { GatheredEvents } from '../gathered-events.ts';

const CHANNEL_PATH = '/control/';
const EVENTS_PATH = '/control/events';
/** More than any screen asks. */
const MAX_QUESTIONS = 100;
const Questions = Type.Array(Type.Tuple([Type.String(), Type.Unknown()]), { maxItems: MAX_QUESTIONS });
/** Compiled on first use, because the command line asks one question at a time. */
let questionsValidator: Validator<{}, typeof Questions> | undefined;
const KEEP_ALIVE_COMMENT_MS = 15_000;
/** A subscriber that has not read for a minute is disconnected. */
const MAX_BLOCKED_TICKS = 4;

/** Returns true if the request declares a JSON body. A form on another site cannot declare it. */
export function isJson({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

/** The channels that take a text of the user. */
const TEXT_CHANNELS: ReadonlySet<string> = new Set([
  'redaction.preview',
  'record.check',
] satisfies ControlChannel[]);

/**
 * Reads a whole body and keeps it up to the limit. A client reads no answer before it has sent the rest: an earlier answer
 * would close the connection under it.
 */
async function readBody(req: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const gathered = new GatheredBytes(limit, undefined);
  let fits = true;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    fits &&= gathered.add(chunk);
    if (fits) continue;
    gathered.release();
    release(chunk);
  }
  return fits ? gathered.bytes() : undefined;
}

function paramsOf(body: Buffer | undefined): { value: unknown } | undefined {
  if (body === undefined || !isUtf8(body) || !new ElementBudget().take(body)) return undefined;
  try {
    return { value: body.length === 0 ? {} : JSON.parse(body.toString('utf8')) };
  } catch {
    return undefined;
  }
}

function sendEnvelope(res: ServerResponse, status: number, envelope: unknown): void {
  const body = JSON.stringify(envelope);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(body);
}

function streamControlEvents(req: IncomingMessage, res: ServerResponse, hub: EventHub): void {
  res.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.write(': connected\n\n');
  // Events that a slow subscriber misses are gathered, so that their memory stays bounded.
  const missed = new GatheredEvents();
  let blockedTicks = 0;
  const deliver = (event: ControlEvent) => {
    if (res.writableNeedDrain) missed.add(event);
    else res.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  res.on('drain', () => {
    blockedTicks = 0;
    for (const event of missed.take()) deliver(event);
  });
  const unsubscribe = hub.subscribe(deliver);
  const timer = setInterval(() => {
    if (!res.writableNeedDrain) res.write(': still here\n\n');
    else {
      blockedTicks += 1;
      if (blockedTicks >= MAX_BLOCKED_TICKS) res.destroy();
    }
  }, KEEP_ALIVE_COMMENT_MS);
  req.once('close', () => {
    clearInterval(timer);
    unsubscribe();
  });
}

/** Answers several questions in their order, each with its own envelope. */
async function dispatchAll(dispatch: ControlDispatch, questions: unknown): Promise<unknown> {
  questionsValidator ??= Compile(Questions);
  if (!questionsValidator.Check(questions)) return { ok: false, error: controlFailure('invalid_params') };
  return { ok: true, result: await Promise.all(questions.map((question) => dispatch(...question))) };
}

/**
 * Serves the control contract over HTTP. `POST /control/<channel>` answers an envelope, `POST /control/several` one with the
 * envelopes of several questions, `GET /control/events` streams
 * control events. The surrounding server authenticates clients. The returned function returns true if it handled the
 * request.
 */
export function createHttpTransport(
  dispatch: ControlDispatch,
  hub: EventHub,
): (req: IncomingMessage, res: ServerResponse) => boolean {
  return (req, res) => {
    const path = req.url ?? '';
    if (!path.startsWith(CHANNEL_PATH)) return false;
    if (path === EVENTS_PATH && req.method === 'GET') {
      streamControlEvents(req, res, hub);
      return true;
    }
    const answer = async () => {
      const channel = path.slice(CHANNEL_PATH.length);
      const limit = TEXT_CHANNELS.has(channel) ? MAX_CONTROL_TEXT_BYTES : MAX_CONTROL_BYTES;
      const body = await readBody(req, limit);
      if (req.method !== 'POST') {
        sendEnvelope(res, 405, { ok: false, error: controlFailure('not_post') });
        return;
      }
      if (!isJson(req)) {
        sendEnvelope(res, 415, { ok: false, error: controlFailure('not_json') });
        return;
      }
      const params = paramsOf(body);
      const envelope =
        params === undefined
          ? { ok: false, error: controlFailure('not_json') }
          : path === CONTROL_SEVERAL_PATH
            ? await dispatchAll(dispatch, params.value)
            : await dispatch(channel, params.value);
      sendEnvelope(res, 200, envelope);
    };
    answer().catch(() => res.destroy());
    return true;
  };
}
