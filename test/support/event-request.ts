import { CAPABILITIES_PATH, EVENTS_PATH } from '../../shared/limits.ts';

/** Writes the bytes of requests to one collector, and allows invalid content. */
export class RequestWriter {
  readonly host: string;
  readonly token: string;

  constructor(port: number, token: string) {
    this.host = `Host: 127.0.0.1:${port}\r\n`;
    this.token = token;
  }

  get authorization(): string {
    return `Authorization: Bearer ${this.token}\r\n`;
  }

  /** Returns the head of a request to the events endpoint. `headers` are whole lines. */
  eventHead(headers = ''): string {
    return `POST ${EVENTS_PATH} HTTP/1.1\r\n${this.host}${this.authorization}Content-Type: application/json\r\n${headers}\r\n`;
  }

  event(body: unknown, headers = ''): Buffer {
    const bytes = Buffer.isBuffer(body)
      ? body
      : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    return Buffer.concat([
      Buffer.from(this.eventHead(`${headers}Content-Length: ${bytes.length}\r\n`)),
      bytes,
    ]);
  }

  chunkedEvent(body: string, transferEncoding = 'chunked'): Buffer {
    const bytes = Buffer.from(body);
    const size = bytes.length.toString(16);
    return Buffer.from(
      `${this.eventHead(`Transfer-Encoding: ${transferEncoding}\r\n`)}${size}\r\n${body}\r\n0\r\n\r\n`,
    );
  }

  /** `headers` are whole lines. */
  capabilities(headers = ''): string {
    return `GET ${CAPABILITIES_PATH} HTTP/1.1\r\n${this.host}${this.authorization}${headers}\r\n`;
  }
}
