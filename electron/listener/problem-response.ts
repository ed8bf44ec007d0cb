import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_VERSION } from '../../shared/limits.ts';
import { buildProblem, PROBLEMS, type ProblemCode, type ProblemFacts } from '../../shared/problem.ts';
import { closeUnread, leavesBodyUnread } from './unread-body.ts';

const commonHeaders = [
  'Plinth-Api-Version',
  API_VERSION,
  'Cache-Control',
  'no-store',
  'Cross-Origin-Resource-Policy',
  'same-origin',
] as const;

/** A failure that a route answers as a problem. */
export interface Refusal extends ProblemFacts {
  code: ProblemCode;
  headers?: readonly string[];
  /** The request's body is unread, so the connection cannot be reused. */
  closeConnection?: boolean;
}

/** Every reason gets the same answer. It must not distinguish a revoked token from an unknown one. */
export const unauthorized: Refusal = { code: 'unauthorized', headers: ['WWW-Authenticate', 'Bearer'] };

const RETRY_AFTER_SECONDS = '1';
export const unavailable: Refusal = { code: 'unavailable', headers: ['Retry-After', RETRY_AFTER_SECONDS] };

/** Writes an answer with the headers that every answer carries. `extraHeaders` alternates names and values. */
export function sendJson(
  res: ServerResponse,
  status: number,
  contentType: string,
  body: string | Buffer,
  extraHeaders: readonly string[] = [],
): void {
  res.writeHead(status, [
    'Content-Type',
    contentType,
    'Content-Length',
    String(Buffer.byteLength(body)),
    ...commonHeaders,
    ...extraHeaders,
  ]);
  res.end(body);
}

/** Returns the further headers of a refusal. Closes the connection after the answer where it cannot be used again. */
export function headersOf(
  req: IncomingMessage,
  { headers = [], closeConnection }: Refusal,
): readonly string[] {
  if (closeConnection !== true && !leavesBodyUnread(req)) return headers;
  closeUnread(req);
  return [...headers, 'Connection', 'close'];
}

/** Answers a refusal as `application/problem+json`. Repeats nothing from the request. */
export function sendProblem(req: IncomingMessage, res: ServerResponse, refusal: Refusal): void {
  const problem = JSON.stringify(buildProblem(refusal.code, refusal));
  const { status } = PROBLEMS[refusal.code];
  sendJson(res, status, 'application/problem+json', problem, headersOf(req, refusal));
}

/**
 * Returns the answer to bytes that are not an HTTP request, for the bare socket. It has no code, because the contract's
 * codes describe requests.
 */
export function malformedRequestAnswer(status: 400 | 408 | 431): string {
  const titles = {
    400: 'Bad Request',
    408: 'Request Timeout',
    431: 'Request Header Fields Too Large',
  } as const;
  const body = JSON.stringify({ type: 'about:blank', title: titles[status], status });
  return [
    `HTTP/1.1 ${status} ${titles[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Plinth-Api-Version: ${API_VERSION}`,
    'Cache-Control: no-store',
    'Cross-Origin-Resource-Policy: same-origin',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
