import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CAPABILITIES_PATH, EVENTS_PATH, MAX_EVENT_BYTES } from '../../shared/limits.ts';
import { contractFault } from '../../test/support/contract-answer.ts';
import { RequestWriter } from '../../test/support/event-request.ts';
import { exchange, type RawAnswer, RawConnection } from '../../test/support/raw-connection.ts';
import { governedReceiptWorker, ReceiptWorkerGovernor } from '../../test/support/receipt-worker-governor.ts';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';

const NAME = 'hostile-tests';
const untouchedPrototype = Object.getOwnPropertyNames(Object.prototype).sort();

let host: RunningHost;
let port: number;
let governor: ReceiptWorkerGovernor;
let writer: RequestWriter;
let bystander: Awaited<ReturnType<typeof newWriter>>;
let tokens = 0;

/** Returns a writer with its own token, so that each test starts with a full bucket. */
async function newWriter(): Promise<{ writer: RequestWriter; name: string }> {
  tokens += 1;
  const name = `${NAME} ${tokens}`;
  const { token } = await host.generateToken(name);
  return { writer: new RequestWriter(port, token), name };
}

let sessions = 0;
/** Returns an event that differs from every earlier event. */
function newEvent(overrides: Record<string, unknown> = {}) {
  sessions += 1;
  return sampleEvent(NAME, { sessionId: `hostile ${sessions}`, ...overrides });
}

/** Clients that never finish what they send, from before the other tests on: their time limits pass meanwhile. */
let incomplete: { answers: Promise<RawAnswer | undefined>[]; closed: Promise<unknown>[] };
async function openIncomplete(): Promise<typeof incomplete> {
  const head = await RawConnection.open(port);
  head.send(`POST ${EVENTS_PATH} HTTP/1.1\r\n${writer.host}`);
  const body = await RawConnection.open(port);
  body.send(writer.eventHead('Content-Length: 100\r\n'));
  const silent = await RawConnection.open(port);
  const all = [head, body, silent];
  return { answers: all.map((each) => each.answer()), closed: all.map(({ closed }) => closed) };
}

const receipts = async () => (await host.control('receipts.count', {})).count;

async function ask(bytes: string | Buffer): Promise<RawAnswer> {
  const answer = await exchange(port, bytes);
  if (answer === undefined) throw new Error('no answer');
  expect(contractFault(answer)).toBeUndefined();
  return answer;
}

const codeOf = (answer: RawAnswer): string | undefined => JSON.parse(answer.body).code;
const verdict = async (bytes: string | Buffer) => codeOf(await ask(bytes));

beforeAll(async () => {
  const dataDir = temporaryFolder();
  host = await startTestHost({ dataDir, receiptWorker: governedReceiptWorker });
  port = host.port;
  governor = new ReceiptWorkerGovernor(dataDir);
  const { token } = await host.generateToken(NAME);
  writer = new RequestWriter(port, token);
  bystander = await newWriter();
  incomplete = await openIncomplete();
});

afterAll(async () => {
  governor.close();
  await host.remove();
});

// The collector serves another client after every attack.
afterEach(async () => {
  const answer = await ask(bystander.writer.event({ ...newEvent(), integration: bystander.name }));
  expect(answer.status).toBe(202);
});

describe('a web page', () => {
  test.each([
    'evil.example:$port',
    'user@127.0.0.1:$port',
    '127.0.0.1:$port:$port',
    '127.0.0.1:$port.evil.example',
    '127.0.0.1:0$port',
    '127.1:$port',
    '2130706433:$port',
    '0x7f000001:$port',
    '0177.0.0.1:$port',
    '127.0.0.1.nip.example:$port',
    'localhost.:$port',
    'host.docker.internal:$port',
    'localhost.localdomain:$port',
    'sub.localhost:$port',
    '[::ffff:127.0.0.1]:$port',
    '[0:0:0:0:0:0:0:1]:$port',
    '[::1%25lo]:$port',
    '::1:$port',
    'http://127.0.0.1:$port',
    '127.0.0.1:$port/',
    '127.0.0.1:$port, evil.example',
    '127.0.0.1 :$port',
    '',
  ])('cannot use the Host “%s”', async (name) => {
    const before = await receipts();
    const request = writer.event(newEvent()).toString('latin1');
    const rebound = request.replace(writer.host, `Host: ${name.replaceAll('$port', String(port))}\r\n`);
    expect(await verdict(rebound)).toBe('forbidden_host');
    expect(await receipts()).toBe(before);
  });

  test.each([
    'Origin: https://evil.example',
    'Origin: http://localhost:$port',
    'Origin: null',
    'Origin: file://',
    'Origin: chrome-extension://abcdefghijklmnop',
    'Origin:',
    'origin: x',
    'ORIGIN: x',
    'Sec-Fetch-Site: cross-site',
    'Sec-Fetch-Site: same-origin',
    'Sec-Fetch-Site: None',
    'Sec-Fetch-Site:',
    'Sec-Fetch-Site: none, cross-site',
    'Sec-Fetch-Site: none\r\nSec-Fetch-Site: none',
    'Sec-Fetch-Site: none\r\nOrigin: http://127.0.0.1:$port',
  ])('is recognised by “%s”', async (header) => {
    const before = await receipts();
    const line = `${header.replaceAll('$port', String(port))}\r\n`;
    const answer = await ask(writer.event(newEvent(), line));
    expect(codeOf(answer)).toBe('forbidden_origin');
    expect(answer.text.toLowerCase()).not.toContain('access-control');
    expect(await receipts()).toBe(before);
  });

  test('cannot hide its Origin behind many other headers', async () => {
    const preflight = (fillers: number) =>
      `OPTIONS ${EVENTS_PATH} HTTP/1.1\r\n${writer.host}${'a:\r\n'.repeat(fillers)}Origin: https://evil.example\r\n\r\n`;
    for (const fillers of [500, 900, 990, 996, 997, 998, 999, 1000, 1500, 2000, 3000]) {
      expect([403, 431]).toContain((await ask(preflight(fillers))).status);
    }
  });

  test('gets no answer to a preflight', async () => {
    const answer = await ask(
      `OPTIONS ${EVENTS_PATH} HTTP/1.1\r\n${writer.host}Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Private-Network: true\r\n\r\n`,
    );
    expect(codeOf(answer)).toBe('forbidden_origin');
  });
});

describe('repeated headers', () => {
  test.each([
    ['Host', () => writer.host, 'forbidden_host'],
    ['another Host', () => 'Host: evil.example\r\n', 'forbidden_host'],
    ['Authorization', () => writer.authorization, 'unauthorized'],
    ['another Authorization', () => 'Authorization: Basic eDp5\r\n', 'unauthorized'],
    ['Content-Type', () => 'Content-Type: application/json\r\n', 'unsupported_media_type'],
    ['another Content-Type', () => 'Content-Type: text/plain\r\n', 'unsupported_media_type'],
    ['Origin', () => 'Origin: a\r\nOrigin: b\r\n', 'forbidden_origin'],
    [
      'Content-Encoding',
      () => 'Content-Encoding: identity\r\nContent-Encoding: gzip\r\n',
      'unsupported_media_type',
    ],
  ])('%s', async (_name, headers, code) => {
    expect(await verdict(writer.event(newEvent(), headers()))).toBe(code);
  });

  test.each([
    ['the same Content-Length', 'Content-Length: 2\r\nContent-Length: 2\r\n'],
    ['another Content-Length', 'Content-Length: 2\r\nContent-Length: 3\r\n'],
    ['Transfer-Encoding', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n'],
    ['another Transfer-Encoding', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n'],
  ])('%s', async (_name, headers) => {
    const answer = await ask(`${writer.eventHead(headers)}2\r\n{}\r\n0\r\n\r\n`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('connection')).toBe('close');
  });
});

describe('request smuggling', () => {
  /** Sends bytes that hide an event. The collector must neither record nor answer the hidden event. */
  async function smuggle(prefix: string): Promise<RawAnswer[]> {
    const before = await receipts();
    const hidden = writer.event(newEvent());
    const connection = await RawConnection.open(port);
    connection.send(Buffer.concat([Buffer.from(prefix, 'latin1'), hidden]));
    connection.socket.end();
    const answers: RawAnswer[] = [];
    for (let next = await connection.answer(); next !== undefined; next = await connection.answer()) {
      expect(contractFault(next)).toBeUndefined();
      answers.push(next);
    }
    expect(await receipts()).toBe(before);
    expect(connection.unread).toBe('');
    return answers;
  }

  test.each([
    [
      'Content-Length and Transfer-Encoding',
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
      '0\r\n\r\n',
    ],
    [
      'Transfer-Encoding and Content-Length',
      'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n',
      '0\r\n\r\n',
    ],
    ['a signed Content-Length', 'Content-Length: +0\r\n', ''],
    ['a negative Content-Length', 'Content-Length: -1\r\n', ''],
    ['a hexadecimal Content-Length', 'Content-Length: 0x0\r\n', ''],
    ['a Content-Length list', 'Content-Length: 0, 0\r\n', ''],
    ['a huge Content-Length', 'Content-Length: 99999999999999999999999\r\n', ''],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\n', '0\r\n\r\n'],
    ['an unknown coding', 'Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'],
    ['identity', 'Transfer-Encoding: identity\r\n', '0\r\n\r\n'],
    ['chunked not last', 'Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'],
    ['chunked twice', 'Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n'],
    ['a coding parameter', 'Transfer-Encoding: chunked;q=1\r\n', '0\r\n\r\n'],
    ['a quoted coding', 'Transfer-Encoding: "chunked"\r\n', '0\r\n\r\n'],
    ['a vertical tab before the coding', 'Transfer-Encoding: \x0bchunked\r\n', '0\r\n\r\n'],
    ['a folded coding', 'Transfer-Encoding:\r\n chunked\r\n', '0\r\n\r\n'],
    ['a NUL in the coding', 'Transfer-Encoding: chunked\x00\r\n', '0\r\n\r\n'],
    ['a prefixed chunk size', 'Transfer-Encoding: chunked\r\n', '0x0\r\n\r\n'],
    ['a signed chunk size', 'Transfer-Encoding: chunked\r\n', '+0\r\n\r\n'],
    ['a negative chunk size', 'Transfer-Encoding: chunked\r\n', '-1\r\n\r\n'],
    ['a chunk size of 65 bits', 'Transfer-Encoding: chunked\r\n', '10000000000000000\r\n'],
    ['a chunk size that ends in LF', 'Transfer-Encoding: chunked\r\n', '0\n\n'],
    ['a space after the chunk size', 'Transfer-Encoding: chunked\r\n', '0 \r\n\r\n'],
    ['a chunk longer than it says', 'Transfer-Encoding: chunked\r\n', '2\r\n{}xx0\r\n\r\n'],
    ['an empty line before the first chunk', 'Transfer-Encoding: chunked\r\n', '\r\n0\r\n\r\n'],
    ['an endless chunk extension', 'Transfer-Encoding: chunked\r\n', `0;${'x'.repeat(20_000)}\r\n\r\n`],
    ['a bare LF between headers', 'X: y\nContent-Length: 0\r\n', ''],
    ['a bare CR between headers', 'X: y\rContent-Length: 0\r\n', ''],
    ['a header without a name', ': y\r\n', ''],
    ['a header without a colon', 'X\r\n', ''],
  ])('%s', async (_name, headers, body) => {
    const answers = await smuggle(writer.eventHead(headers) + body);
    expect(answers).toHaveLength(1);
    expect([400, 415]).toContain(answers[0]!.status);
    expect(answers[0]!.headers.get('connection')).toBe('close');
  });

  test('bare LF at the end of every line', async () => {
    expect((await smuggle(writer.eventHead().replaceAll('\r\n', '\n')))[0]!.status).toBe(400);
  });

  test('the collector refuses a compressed transfer coding and closes the connection', async () => {
    const answers = await smuggle(
      `${writer.eventHead('Transfer-Encoding: gzip, chunked\r\n')}2\r\n{}\r\n0\r\n\r\n`,
    );
    expect(answers.map(codeOf)).toEqual(['unsupported_media_type']);
  });

  test('the collector does not read a chunked body behind a refused head as a request', async () => {
    const head = writer.eventHead('Transfer-Encoding: chunked\r\n').replace(writer.authorization, '');
    expect((await smuggle(`${head}fffff\r\n`)).map(codeOf)).toEqual(['unauthorized']);
  });

  test('the collector does not read the body of a refused request as a request', async () => {
    const hidden = writer.event(newEvent()).toString('latin1');
    const length = `Content-Length: ${hidden.length}\r\n`;
    const before = await receipts();
    const refusals: [string, string][] = [
      [`POST ${EVENTS_PATH} HTTP/1.1\r\n${writer.host}${length}\r\n`, 'unauthorized'],
      [`POST ${EVENTS_PATH} HTTP/1.1\r\nHost: evil.example\r\n${length}\r\n`, 'forbidden_host'],
      [`PUT ${EVENTS_PATH} HTTP/1.1\r\n${writer.host}${length}\r\n`, 'method_not_allowed'],
      [`POST /nowhere HTTP/1.1\r\n${writer.host}${length}\r\n`, 'not_found'],
      [`GET ${CAPABILITIES_PATH} HTTP/1.1\r\n${writer.host}${length}\r\n`, 'unauthorized'],
      [writer.eventHead(length).replace('application/json', 'text/plain'), 'unsupported_media_type'],
      [writer.eventHead(length), 'invalid_json'],
    ];
    const connection = await RawConnection.open(port);
    for (const [head, code] of refusals) {
      connection.send(head + hidden);
      expect(codeOf((await connection.answer())!)).toBe(code);
    }
    // The connection is still in step: the next answer belongs to the next request.
    expect((await connection.send(writer.capabilities()).answer())?.status).toBe(200);
    expect(await receipts()).toBe(before);
    await connection.close();
  });

  test('the collector answers a complete request before the malformed bytes behind it', async () => {
    for (const headers of ['', 'Connection: close\r\n']) {
      const before = await receipts();
      const requests = [writer.event(newEvent()), writer.event(newEvent(), headers)];
      const connection = await RawConnection.open(port);
      connection.send(Buffer.concat([...requests, Buffer.from('GARBAGE\r\n\r\n')]));
      expect((await connection.answer())?.status).toBe(202);
      expect((await connection.answer())?.status).toBe(202);
      const last = await connection.answer();
      expect([undefined, 400]).toContain(last?.status);
      await connection.closed;
      expect(await receipts()).toBe(before + 2);
    }
  });

  test('the collector answers pipelined requests one by one, in order', async () => {
    const before = await receipts();
    const connection = await RawConnection.open(port);
    connection.send(
      Buffer.concat([
        writer.event(newEvent()),
        Buffer.from(writer.capabilities()),
        writer.event('[]'),
        writer.event(newEvent()),
        Buffer.from(`GET /nowhere HTTP/1.1\r\n${writer.host}\r\n`),
      ]),
    );
    const statuses: (number | undefined)[] = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await connection.answer())?.status);
    expect(statuses).toEqual([202, 200, 400, 202, 404]);
    expect(await receipts()).toBe(before + 2);
    await connection.close();
  });
});

describe('targets and methods', () => {
  test.each([
    ['absolute form', () => `POST http://127.0.0.1:${port}${EVENTS_PATH}`],
    ['absolute form of another host', () => `POST http://evil.example${EVENTS_PATH}`],
    ['absolute form with user information', () => `POST http://u:p@127.0.0.1:${port}${EVENTS_PATH}`],
    ['absolute form that names no host', () => 'GET http://'],
    ['absolute form that cannot be parsed', () => 'GET http://['],
    ['absolute form of half an address', () => 'POST http://[::1'],
    ['asterisk form', () => 'OPTIONS *'],
    ['authority form of CONNECT', () => `CONNECT 127.0.0.1:${port}`],
    ['CONNECT to another host', () => 'CONNECT evil.example:443'],
    ['CONNECT to an IPv6 address', () => 'CONNECT [::1]:443'],
    ['two slashes', () => `POST /${EVENTS_PATH}`],
    ['a dot segment', () => 'POST /api/developer/v1/./events'],
    ['a path parameter', () => `POST ${EVENTS_PATH};x=1`],
    ['a broken escape', () => 'POST /api/developer/v1/%zz'],
    ['a backslash', () => 'POST /api\\developer\\v1\\events'],
    ['an escaped NUL', () => `POST ${EVENTS_PATH}%00`],
  ])('%s matches no endpoint', async (_name, line) => {
    const request = `${line()} HTTP/1.1\r\n${writer.host}${writer.authorization}\r\n`;
    expect(await verdict(request)).toBe('not_found');
  });

  test.each(['http://[', 'http://', 'http://evil.example/'])(
    'the guards check the target %s by its Host like any other',
    async (target) => {
      const request = `GET ${target} HTTP/1.1\r\nHost: evil.example\r\n\r\n`;
      expect(await verdict(request)).toBe('forbidden_host');
    },
  );

  test('the guards check CONNECT by its Host like any other request', async () => {
    expect(await verdict('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n')).toBe(
      'forbidden_host',
    );
    expect(await verdict(`CONNECT x:1 HTTP/1.1\r\n${writer.host}Origin: null\r\n\r\n`)).toBe(
      'forbidden_origin',
    );
  });

  test('a reset during CONNECT causes no error', async () => {
    for (let index = 0; index < 50; index += 1) {
      const connection = await RawConnection.open(port);
      connection.send(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n${writer.host}\r\n`);
      await new Promise((resolve) => setImmediate(resolve));
      connection.socket.resetAndDestroy();
      await connection.closed;
    }
  });

  test('the collector answers a CONNECT behind other requests in its turn', async () => {
    const connection = await RawConnection.open(port);
    connection.send(
      Buffer.concat([
        writer.event(newEvent()),
        writer.event(newEvent()),
        Buffer.from(`CONNECT x:1 HTTP/1.1\r\n${writer.host}\r\n`),
      ]),
    );
    const statuses: (number | undefined)[] = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await connection.answer())?.status);
    expect(statuses).toEqual([202, 202, 404, undefined]);
  });

  test.each(['TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH', 'PURGE', 'UNLINK'])(
    'no endpoint has the method %s',
    async (method) => {
      for (const path of [EVENTS_PATH, CAPABILITIES_PATH]) {
        const answer = await ask(
          `${method} ${path} HTTP/1.1\r\n${writer.host}X-Planted: canary-${method}\r\n\r\n`,
        );
        expect(codeOf(answer)).toBe('method_not_allowed');
        expect(answer.text).not.toContain('canary');
      }
    },
  );

  test.each([
    ['a method in lower case', 'get / HTTP/1.1'],
    ['an unknown method', 'FETCH / HTTP/1.1'],
    ['no target', 'GET  HTTP/1.1'],
    ['a target with high bytes', 'GET /\xff HTTP/1.1'],
    ['a target in authority form', 'GET evil:1 HTTP/1.1'],
    ['an unknown version', 'GET / HTTP/3.7'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0'],
    ['the greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('%s is not HTTP', async (_name, line) => {
    const answer = await ask(`${line}\r\n${writer.host}\r\n`);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).type).toBe('about:blank');
  });

  test.each([
    [
      'WebSocket',
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==\r\n',
    ],
    [
      'HTTP/2',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n',
    ],
  ])('the collector ignores an upgrade to %s', async (_name, headers) => {
    const connection = await RawConnection.open(port);
    expect((await connection.send(writer.capabilities(headers)).answer())?.status).toBe(200);
    expect((await connection.send(writer.capabilities()).answer())?.status).toBe(200);
    await connection.close();
  });

  test('a query has no effect', async () => {
    const request = writer.capabilities().replace(' HTTP/1.1', '?permissions[]=all&__proto__[x]=1 HTTP/1.1');
    expect((await ask(request)).status).toBe(200);
  });
});

describe('Expect', () => {
  test('the collector asks for the body after a valid head and records its event', async () => {
    const body = JSON.stringify(newEvent());
    const connection = await RawConnection.open(port);
    connection.send(writer.eventHead(`Expect: 100-continue\r\nContent-Length: ${body.length}\r\n`));
    expect((await connection.answer())?.status).toBe(100);
    expect((await connection.send(body).answer())?.status).toBe(202);
    await connection.close();
  });

  test.each([
    ['a bad credential', (head: string) => head.replace(writer.token, 'plint_x'), 'unauthorized'],
    [
      'a bad media type',
      (head: string) => head.replace('application/json', 'text/plain'),
      'unsupported_media_type',
    ],
    ['a body too large', (head: string) => head.replace('Length: 9', 'Length: 1048577'), 'payload_too_large'],
  ])('the collector asks for no body after %s', async (_name, spoil, code) => {
    const connection = await RawConnection.open(port);
    connection.send(spoil(writer.eventHead('Expect: 100-continue\r\nContent-Length: 9\r\n')));
    const answer = (await connection.answer())!;
    expect(codeOf(answer)).toBe(code);
    expect(answer.headers.get('connection')).toBe('close');
    await connection.close();
  });

  test.each(['200-ok', 'x', '100-continue, 100-continue', ''])('“%s” has no effect', async (value) => {
    expect((await ask(writer.event(newEvent(), `Expect: ${value}\r\n`))).status).toBe(202);
  });
});

describe('sizes', () => {
  test.each([
    ['a header', () => writer.capabilities(`X: ${'x'.repeat(20_000)}\r\n`)],
    ['a target', () => `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${writer.host}\r\n`],
    ['a header without end', () => `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`],
    ['a number of headers', () => writer.capabilities('X: y\r\n'.repeat(3000))],
  ])('%s over the limit', async (_name, request) => {
    const answer = await ask(request());
    expect(answer.status).toBe(431);
    expect(JSON.parse(answer.body).type).toBe('about:blank');
  });

  const BLOCK = 65_536;
  /** Far more than the kernel's buffers of a connection hold. */
  const FAR_TOO_MUCH = 64 * MAX_EVENT_BYTES;

  /** Sends until the connection closes. Returns the answer and the number of bytes sent. */
  async function flood(
    head: string,
    block: Buffer,
  ): Promise<{ answer: RawAnswer | undefined; taken: number }> {
    const connection = await RawConnection.open(port, '127.0.0.1', true);
    connection.send(head);
    let taken = 0;
    const pump = () => {
      while (!connection.isClosed && taken < FAR_TOO_MUCH) {
        taken += BLOCK;
        if (!connection.socket.write(block)) {
          connection.socket.once('drain', pump);
          return;
        }
      }
      connection.socket.end();
    };
    pump();
    const answer = await connection.answer();
    await connection.closed;
    return { answer, taken };
  }

  test('a body with too large a Content-Length is refused unread', async () => {
    const { answer, taken } = await flood(
      writer.eventHead(`Content-Length: ${FAR_TOO_MUCH}\r\n`),
      Buffer.alloc(BLOCK, 'a'),
    );
    expect(codeOf(answer!)).toBe('payload_too_large');
    expect(taken).toBeLessThan(FAR_TOO_MUCH);
  });

  test('a chunked body over the limit is refused during the read, and the rest stays unread', async () => {
    const block = Buffer.concat([
      Buffer.from(`${BLOCK.toString(16)}\r\n`),
      Buffer.alloc(BLOCK, 'a'),
      Buffer.from('\r\n'),
    ]);
    const { answer, taken } = await flood(writer.eventHead('Transfer-Encoding: chunked\r\n'), block);
    expect(codeOf(answer!)).toBe('payload_too_large');
    expect(taken).toBeLessThan(FAR_TOO_MUCH);
  });

  test('an unauthorised body over the limit stays unread too', async () => {
    const head = writer.eventHead(`Content-Length: ${FAR_TOO_MUCH}\r\n`).replace(writer.token, 'x');
    const { answer, taken } = await flood(head, Buffer.alloc(BLOCK, 'a'));
    expect(codeOf(answer!)).toBe('unauthorized');
    expect(taken).toBeLessThan(FAR_TOO_MUCH);
  });

  test('a chunked body of exactly the limit is accepted', async () => {
    const event = newEvent({ data: { content: '' } });
    const filled = {
      ...event,
      data: { content: 'a'.repeat(MAX_EVENT_BYTES - JSON.stringify(event).length) },
    };
    expect((await ask(writer.chunkedEvent(JSON.stringify(filled)))).status).toBe(202);
    const longer = JSON.stringify({ ...filled, data: { content: `${filled.data.content}a` } });
    expect(await verdict(writer.chunkedEvent(longer))).toBe('payload_too_large');
  });
});

describe('JSON', () => {
  const withToolInput = (json: string) =>
    JSON.stringify(newEvent({ event: 'tool.before_use', data: { toolInput: '$' } })).replace('"$"', json);

  test.each([
    ['a megabyte of opening brackets', Buffer.alloc(MAX_EVENT_BYTES, '['), 'invalid_json'],
    [
      'brackets nested half a million deep',
      Buffer.concat([Buffer.alloc(MAX_EVENT_BYTES / 2, '['), Buffer.alloc(MAX_EVENT_BYTES / 2, ']')]),
      'invalid_event',
    ],
    ['a megabyte of opening braces', Buffer.from('{"a":'.repeat(200_000)), 'invalid_json'],
    ['a megabyte of quotes', Buffer.alloc(MAX_EVENT_BYTES, '"'), 'invalid_json'],
    ['a megabyte of digits', Buffer.alloc(MAX_EVENT_BYTES, '1'), 'invalid_event'],
    ['NULs', Buffer.alloc(1000), 'invalid_json'],
    ['bytes that are not UTF-8', Buffer.from('{"\xff":1}', 'latin1'), 'invalid_json'],
    ['an overlong encoding', Buffer.from('"\xc0\xaf"', 'latin1'), 'invalid_json'],
    ['a surrogate in UTF-8', Buffer.from('"\xed\xa0\x80"', 'latin1'), 'invalid_json'],
    ['UTF-16', Buffer.from('{}', 'utf16le'), 'invalid_json'],
    ['a cut UTF-8 sequence', Buffer.from('"\xf0\x9f"', 'latin1'), 'invalid_json'],
  ])('%s', async (_name, body, code) => {
    expect(await verdict(writer.event(body))).toBe(code);
  });

  test('tool input nested half a million levels deep', async () => {
    const depth = 500_000;
    const body = withToolInput(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect(await verdict(writer.event(body))).toBe('invalid_event');
  });

  test.each([
    '1e400',
    '-1e400',
    '1e-400',
    '-0',
    '123456789012345678901234567890',
    `0.${'1'.repeat(1000)}`,
    '1E+2',
  ])('the number %s', async (number) => {
    expect((await ask(writer.event(withToolInput(number)))).status).toBe(202);
  });

  test.each(['"\\ud800"', '"\\udc00\\ud800"', '{"\\ud800":"\\udfff"}', '"\\u0000"', '"\\ufffe\\uffff"'])(
    'the string %s',
    async (json) => {
      expect((await ask(writer.event(withToolInput(json)))).status).toBe(202);
      const sessionId = JSON.stringify(newEvent()).replace('hostile ', `hostile \\ud800 `);
      const first = JSON.parse((await ask(writer.event(sessionId))).body);
      expect(JSON.parse((await ask(writer.event(sessionId))).body)).toEqual(first);
    },
  );

  test('events that differ only by half a surrogate pair are one event', async () => {
    const body = withToolInput('"\\ud800"');
    const other = body.replace('\\ud800', '\\ud801');
    const ids = [body, other].map(async (text) => JSON.parse((await ask(writer.event(text))).body).receiptId);
    expect(await ids[0]).toBe(await ids[1]);
  });

  test('a duplicate member makes the body invalid', async () => {
    const event = JSON.stringify(newEvent());
    const before = await receipts();
    for (const twice of [
      event.replace('{', '{"integration":"other",'),
      event.replace('{', '{"data":{"stdout":"x"},'),
      event.replace(/}$/, ',"data":{}}'),
      event.replace(/}$/, ',"d\\u0061ta":{}}'),
      event.replace('"data":{', '"data":{"content":"shown",'),
      event.replace('"data":{', '"data":{"c\\u006fntent":"shown",'),
      event.replace('"data":{', '"d\\u0061ta":{"content":"shown",'),
      event.replace('"data":{', '"data":{"unknown":1,"unknown":2,'),
      event.replace('"data":{', '"data":{"__proto__":1,"__proto__":2,'),
    ]) {
      expect(await verdict(writer.event(twice))).toBe('invalid_json');
    }
    expect(await receipts()).toBe(before);
  });

  test('names may repeat in other objects and in texts', async () => {
    const data = {
      toolName: '{"data":{"toolName":1}}, "data":',
      toolInput: { data: { data: [{ data: 1, schema: 2 }, { data: 1 }] }, schema: '\\":{"\\\\' },
      cwd: '/a"b\\',
    };
    expect((await ask(writer.event(newEvent({ event: 'tool.before_use', data })))).status).toBe(202);
  });

  test('limits count code points, including combining ones', async () => {
    const marks = (count: number) => newEvent({ sessionId: `a${'\u0301'.repeat(count)}` });
    expect((await ask(writer.event(marks(255)))).status).toBe(202);
    expect(await verdict(writer.event(marks(256)))).toBe('invalid_event');
    const joined = newEvent({ data: { destination: '👨‍👩‍👧'.repeat(100) } });
    expect(await verdict(writer.event(joined))).toBe('invalid_event');
  });
});

describe('prototype pollution', () => {
  const payload = '{"polluted":"yes","toString":"x","isAdmin":true}';
  const keys = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '__defineGetter__',
    'toJSON',
  ];
  const values = [payload, `{"prototype":${payload}}`, `{"__proto__":${payload}}`, '"text"', 'null', '[1]'];

  afterEach(async () => {
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(untouchedPrototype);
    expect(await governor.prototype()).toEqual(untouchedPrototype);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test.each(keys)('%s at the top is an unknown member', async (key) => {
    for (const value of values) {
      const body = JSON.stringify(newEvent()).replace('{', `{"${key}":${value},`);
      const answer = await ask(writer.event(body));
      expect(JSON.parse(answer.body).errors).toEqual([
        { pointer: '', code: 'unknown_member', expected: { members: Object.keys(newEvent()) } },
      ]);
      // The key also replaces the envelope's members.
      expect(await verdict(writer.event(`{"${key}":${body}}`))).toBe('invalid_event');
    }
  });

  test.each(keys)('%s in data is dropped and counted', async (key) => {
    for (const value of values) {
      const body = JSON.stringify(newEvent()).replace('"data":{', `"data":{"${key}":${value},`);
      const { receiptId } = JSON.parse((await ask(writer.event(body))).body);
      const { receipt } = await host.control('receipts.get', { id: receiptId });
      expect(receipt.droppedMembers).toBe(1);
      expect(Object.keys(receipt.data).sort()).toEqual(['content', 'cwd', 'destination']);
    }
  });

  test.each(keys)('%s in tool input is an ordinary key', async (key) => {
    const ids = new Set<string>();
    for (const value of values) {
      const toolInput = `{"${key}":${value},"deep":[{"${key}":${value}}]}`;
      const event = newEvent({
        event: 'tool.before_use',
        sessionId: `pollution ${key}`,
        data: { toolInput: '$' },
      });
      const body = JSON.stringify({ ...event, occurredAt: '2026-05-01T10:00:00.000Z' }).replace(
        '"$"',
        toolInput,
      );
      const { receiptId } = JSON.parse((await ask(writer.event(body))).body);
      const { receipt } = await host.control('receipts.get', { id: receiptId });
      expect(receipt.droppedMembers).toBe(0);
      expect(JSON.stringify(receipt.data.toolInput)).toBe(toolInput);
      ids.add(receiptId);
    }
    // Each tool input has its own digest, so none lost its key on the way.
    expect(ids.size).toBe(values.length);
  });

  test('event types and integration names are not looked up on prototypes', async () => {
    for (const name of keys) {
      expect(await verdict(writer.event(newEvent({ event: name })))).toBe('invalid_event');
      expect(await verdict(writer.event(newEvent({ integration: name })))).toBe('integration_mismatch');
    }
  });
});

describe('connections', () => {
  test('slow senders do not delay other clients', async () => {
    const slow: RawConnection[] = [];
    for (let index = 0; index < 200; index += 1) {
      const connection = await RawConnection.open(port);
      const body = JSON.stringify(newEvent());
      const heads = [
        'P',
        `POST ${EVENTS_PATH} HTTP/1.1\r\nHo`,
        writer.eventHead(`Content-Length: ${body.length}\r\n`),
        `${writer.eventHead(`Content-Length: ${body.length}\r\n`)}${body.slice(0, 20)}`,
        `${writer.eventHead('Transfer-Encoding: chunked\r\n')}5\r\n{"sc`,
      ];
      slow.push(connection.send(heads[index % heads.length]!));
    }
    const good = await RawConnection.open(port);
    for (let index = 0; index < 300; index += 1) {
      expect((await good.send(writer.event(newEvent())).answer())?.status).toBe(202);
      slow[index % slow.length]!.send('');
    }
    expect(slow.filter(({ isClosed }) => isClosed)).toHaveLength(0);
    await Promise.all([good, ...slow].map((connection) => connection.close()));
  });

  test('a client that sends and never reads does not delay other clients', async () => {
    const { writer: mute } = await newWriter();
    const deaf = await RawConnection.open(port);
    deaf.socket.pause();
    deaf.send(Buffer.from(mute.capabilities().repeat(20_000)));
    const good = await RawConnection.open(port);
    for (let index = 0; index < 50; index += 1) {
      expect((await good.send(writer.event(newEvent())).answer())?.status).toBe(202);
    }
    await Promise.all([good.close(), deaf.close()]);
  });

  test('a half-closed client gets its answer', async () => {
    const before = await receipts();
    const connection = await RawConnection.open(port, '127.0.0.1', true);
    connection.send(writer.event(newEvent()));
    connection.socket.end();
    expect((await connection.answer())?.status).toBe(202);
    await connection.closed;
    expect(await receipts()).toBe(before + 1);
  });

  test('half a request from a half-closed client records nothing', async () => {
    const before = await receipts();
    const whole = writer.event(newEvent());
    const connection = await RawConnection.open(port, '127.0.0.1', true);
    connection.send(whole.subarray(0, whole.length - 1));
    connection.socket.end();
    const answer = await connection.answer();
    if (answer !== undefined) expect([answer.status, contractFault(answer)]).toEqual([400, undefined]);
    await connection.close();
    expect(await receipts()).toBe(before);
  });

  test('an aborted body records nothing', async () => {
    const before = await receipts();
    for (let index = 0; index < 50; index += 1) {
      const whole = writer.event(newEvent());
      const connection = await RawConnection.open(port);
      connection.send(whole.subarray(0, whole.length - 1 - index));
      if (index % 2 === 0) await connection.close();
      else {
        connection.socket.resetAndDestroy();
        await connection.closed;
      }
    }
    expect(await receipts()).toBe(before);
  });

  test('a thousand simultaneous clients all get answers', async () => {
    const before = await receipts();
    const { writer: own, name } = await newWriter();
    const connections = await Promise.all(Array.from({ length: 1000 }, () => RawConnection.open(port)));
    const answers = await Promise.all(
      connections.map((connection) =>
        connection.send(own.event({ ...newEvent(), integration: name })).answer(),
      ),
    );
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([202]));
    const ids = new Set(answers.map((answer) => JSON.parse(answer!.body).receiptId));
    expect(ids.size).toBe(1000);
    expect(await receipts()).toBe(before + 1000);
    await Promise.all(connections.map((connection) => connection.close()));
  });

  test('incomplete heads and bodies time out', async () => {
    for (const answer of await Promise.all(incomplete.answers)) {
      expect(answer?.status).toBe(408);
      expect(contractFault(answer!)).toBeUndefined();
    }
    await Promise.all(incomplete.closed);
  }, 60_000);
});

describe('addresses', () => {
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid);

  test.skipIf(others.length === 0)('only loopback answers', async () => {
    for (const { address } of others) {
      const refused = await new Promise<string>((resolve) => {
        const socket = connect({ host: address, port });
        socket.once('connect', () => resolve('connected'));
        socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      });
      expect([address, refused]).not.toEqual([address, 'connected']);
    }
  });

  test.skipIf(process.platform !== 'linux')('the kernel lists only loopback', () => {
    const listening = (file: string) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter(([, local, , state]) => state === '0A' && Number.parseInt(local!.split(':')[1]!, 16) === port)
        .map(([, local]) => local!.split(':')[0]);
    expect(listening('/proc/net/tcp')).toEqual(['0100007F']);
    const { addresses } = { addresses: listening('/proc/net/tcp6') };
    for (const address of addresses) expect(address).toBe('00000000000000000000000001000000');
  });
});
