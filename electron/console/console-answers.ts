import type { ServerResponse } from 'node:http';
import { pageHeaders } from '../control/transports/content-security.ts';
import type { PageFile } from '../control/transports/page-files.ts';

export const textFile = (type: string, text: string): PageFile => ({
  type: `${type}; charset=utf-8`,
  body: Buffer.from(text),
});

export function send(
  res: ServerResponse,
  status: number,
  file: PageFile,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, {
    'Content-Type': file.type,
    'Content-Length': file.body.length,
    ...pageHeaders("'self'"),
    ...headers,
  });
  res.end(file.body);
}

export function sendJson(res: ServerResponse, value: unknown, headers: Record<string, string>): void {
  send(res, 200, { type: 'application/json', body: Buffer.from(JSON.stringify(value)) }, headers);
}

export function refuse(res: ServerResponse, status: number, text: string): void {
  send(res, status, textFile('text/plain', `${text}\n`));
}
