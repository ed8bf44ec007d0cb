import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ControlDispatch } from './control-handlers.ts';
import type { NoticeBoard } from './notice-board.ts';

const CHANNEL_PATH = '/control/';
const NOTICES_PATH = '/control/notices';
const MAX_PARAMS_BYTES = 4 * 1_048_576;
const KEEP_ALIVE_COMMENT_MS = 15_000;

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
  const unsubscribe = board.subscribe((notice) => res.write(`data: ${JSON.stringify(notice)}\n\n`));
  const timer = setInterval(() => res.write(': still here\n\n'), KEEP_ALIVE_COMMENT_MS);
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
