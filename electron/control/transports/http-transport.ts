import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ControlNotice } from '../../../shared/control.ts';
import type { ControlDispatch } from '../dispatch.ts';
import type { NoticeBoard } from '../event-hub.ts';
import { GatheredNotices } from '../gathered-events.ts';

const CHANNEL_PATH = '/control/';
const NOTICES_PATH = '/control/notices';
const MAX_PARAMS_BYTES = 4 * 1_048_576;
const KEEP_ALIVE_COMMENT_MS = 15_000;
/** After a minute without reading, a subscriber is taken to be gone. */
const MAX_BLOCKED_TICKS = 4;

/** Whether a request says that its body is JSON, which no form of another site's page can. */
export function isJson({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

async function readParams(req: IncomingMessage): Promise<{ value: unknown } | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_PARAMS_BYTES) return undefined;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!isUtf8(body)) return undefined;
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

function streamNotices(req: IncomingMessage, res: ServerResponse, board: NoticeBoard): void {
  res.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.write(': connected\n\n');
  // What a subscriber that reads slowly has missed is gathered, so that it takes no more room the longer it lasts.
  const missed = new GatheredNotices();
  let blockedTicks = 0;
  const deliver = (notice: ControlNotice) => {
    if (res.writableNeedDrain) missed.add(notice);
    else res.write(`data: ${JSON.stringify(notice)}\n\n`);
  };
  res.on('drain', () => {
    blockedTicks = 0;
    for (const notice of missed.take()) deliver(notice);
  });
  const unsubscribe = board.subscribe(deliver);
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

/**
 * Carries the control contract over HTTP: `POST /control/<channel>` answers an envelope, `GET /control/notices`
 * streams notices. Who may speak to it is for the server around it to decide. True when the request was its own.
 */
export function createHttpCarrier(
  dispatch: ControlDispatch,
  board: NoticeBoard,
): (req: IncomingMessage, res: ServerResponse) => boolean {
  return (req, res) => {
    const path = req.url ?? '';
    if (!path.startsWith(CHANNEL_PATH)) return false;
    if (path === NOTICES_PATH && req.method === 'GET') {
      streamNotices(req, res, board);
      return true;
    }
    const answer = async () => {
      if (req.method !== 'POST') {
        sendEnvelope(res, 405, { ok: false, error: { code: 'not_found', message: 'Use POST.' } });
        return;
      }
      if (!isJson(req)) {
        const message = 'Send application/json.';
        sendEnvelope(res, 415, { ok: false, error: { code: 'invalid_params', message } });
        return;
      }
      const params = await readParams(req);
      const envelope =
        params === undefined
          ? { ok: false, error: { code: 'invalid_params', message: 'The parameters are not valid JSON.' } }
          : await dispatch(path.slice(CHANNEL_PATH.length), params.value);
      sendEnvelope(res, 200, envelope);
    };
    answer().catch(() => res.destroy());
    return true;
  };
}
