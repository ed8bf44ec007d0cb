import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_VERSION } from '../../shared/limits.ts';
import { buildProblem, type ProblemCode, type ValidationError } from '../../shared/problem.ts';
import { closeUnread, leavesBodyUnread } from './unread-body.ts';

const commonHeaders = [
  'Plinth-Api-Version',
  API_VERSION,
  'Cache-Control',
  'no-store',
  'Cross-Origin-Resource-Policy',
  'same-origin',
] as const;

/** A failure on its way out of a route, to be answered as a problem. */
export interface Refusal {
  code: ProblemCode;
  errors?: ValidationError[];
  headers?: readonly string[];
  /** The request's body has not been read, so the connection cannot be used again. */
  closeConnection?: boolean;
}

/** Writes a JSON answer with the headers that every answer carries. `extraHeaders` alternates names and values. */
export function sendJson(
  res: ServerResponse,
  status: number,
  contentType: string,
  body: string,
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

/** Answers a refusal as `application/problem+json`; nothing of the request is repeated. */
export function sendProblem(req: IncomingMessage, res: ServerResponse, refusal: Refusal): void {
  const problem = buildProblem(refusal.code, refusal.errors);
  const headers = [...(refusal.headers ?? [])];
  if (refusal.closeConnection === true || leavesBodyUnread(req)) {
    headers.push('Connection', 'close');
    closeUnread(req);
  }
  sendJson(res, problem.status, 'application/problem+json', JSON.stringify(problem), headers);
}

/**
 * The answer to bytes that are not a request of HTTP, written to the bare socket. The contract's codes are about
 * requests, so this carries none.
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
