import { samples } from '../../scripts/contract/conformance-vector.ts';
import { EVENT_TYPES, NEVER_ACCEPTED } from '../../shared/event.ts';
import { CAPABILITIES_PATH, EVENT_SCHEMA, EVENTS_PATH, MAX_EVENT_BYTES } from '../../shared/limits.ts';
import { inChunks, mutateBytes, mutateText } from './byte-mutations.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface FuzzIdentity {
  name: string;
  token: string;
}

export interface FuzzedRequest {
  bytes: Buffer;
  withoutBody: boolean;
  /** True when the end of the bytes may be unclear. The sender then closes its side after them. */
  loose: boolean;
}

const MEMBERS = ['schema', 'integration', 'event', 'sessionId', 'occurredAt', 'data'];
const INHERITED = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'toJSON', 'length'];
const ODD_STRINGS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '𝄞',
  'a\u0301',
  "' OR 1=1 --",
  '../../etc/passwd',
  '{{7*7}}',
  '%s%n',
];
const ODD_INSTANTS = [
  '2026-02-30T00:00:00.000Z',
  '2026-01-01T00:00:00Z',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2024-02-29T12:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '2026-01-01T00:00:00.000+00:00',
  '٢٠٢٦-01-01T00:00:00.000Z',
];
const METHODS = [
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'QUERY',
  'get',
  'XPOST',
];
const TARGETS = [
  EVENTS_PATH,
  CAPABILITIES_PATH,
  `${EVENTS_PATH}/`,
  `${EVENTS_PATH}?a=1`,
  `${EVENTS_PATH}#a`,
  `/${EVENTS_PATH}`,
  '/api/developer/v1/%65vents',
  '/api/developer/v1/%',
  '/',
  '*',
  '/api/bridges/v1/claude-code',
  '/control/host.status',
];

/**
 * Creates requests that are almost valid. The canary appears in some values, at every place except stored text.
 */
export class RequestFuzzer {
  readonly #random: SeededRandom;
  readonly #canary: string;
  #made = 0;

  constructor(random: SeededRandom, canary: string) {
    this.#random = random;
    this.#canary = canary;
  }

  request(port: number, identity: FuzzIdentity): FuzzedRequest {
    const random = this.#random;
    this.#made += 1;
    const target = random.chance(0.93) ? EVENTS_PATH : random.pick(TARGETS);
    const method =
      target === CAPABILITIES_PATH && random.chance(0.7)
        ? 'GET'
        : random.chance(0.95)
          ? 'POST'
          : random.pick(METHODS);
    const body = this.#body(identity);
    const headers: [string, string][] = [
      ['Host', `127.0.0.1:${port}`],
      ['Authorization', `Bearer ${identity.token}`],
      ['Content-Type', 'application/json'],
      ['X-Note', this.#canary],
    ];
    let loose = false;
    const isChunked = random.chance(0.1);
    headers.push(isChunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)]);
    if (random.chance(0.3)) loose = this.#mutateHeaders(headers);
    const head = `${method} ${target} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    const framed = isChunked ? inChunks(body, random) : body;
    let bytes: Buffer = Buffer.concat([Buffer.from(head, 'latin1'), framed]);
    if (random.chance(0.2)) {
      bytes = mutateBytes(bytes, random);
      loose = true;
    }
    return { bytes, withoutBody: method === 'HEAD', loose };
  }

  #body(identity: FuzzIdentity): Buffer {
    const random = this.#random;
    const type = random.pick(EVENT_TYPES);
    const event: Record<string, unknown> = {
      schema: EVENT_SCHEMA,
      integration: identity.name,
      event: type,
      sessionId: `session ${random.below(50)}`,
      occurredAt: new Date(1_767_225_600_000 + this.#made).toISOString(),
      data: { ...samples[type] },
    };
    const data = event.data as Record<string, unknown>;
    for (const name of Object.keys(data)) {
      if (random.chance(0.2) && name !== 'changeType') data[name] = `${this.#canary} ${random.next()}`;
    }
    for (let rounds = random.below(4); rounds > 0; rounds -= 1) this.#mutateEvent(event);
    let text = JSON.stringify(random.chance(0.01) ? [event] : event);
    if (random.chance(0.05)) text = mutateText(text, random);
    return Buffer.from(text);
  }

  #mutateEvent(event: Record<string, unknown>): void {
    const random = this.#random;
    const data = event.data;
    const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
    const inData = isObject && random.chance(0.6);
    const holder = inData ? (data as Record<string, unknown>) : event;
    const names = Object.keys(holder);
    const name = random.pick(names.length === 0 ? ['x'] : names);
    switch (random.below(9)) {
      case 0:
        delete holder[name];
        break;
      case 1:
        holder[name] = this.#value(4, name !== 'sessionId');
        break;
      case 2:
        holder[this.#canary] = this.#value(2, true);
        break;
      case 3:
        holder[random.pick(NEVER_ACCEPTED)] = this.#canary;
        break;
      case 4:
        Object.defineProperty(holder, random.pick(INHERITED), {
          value: this.#value(2, true),
          enumerable: true,
          configurable: true,
          writable: true,
        });
        break;
      case 5:
        event.occurredAt = random.pick(ODD_INSTANTS);
        break;
      case 6:
        event.sessionId = random.pick(ODD_STRINGS).repeat(random.pick([1, 2, 255, 256, 257]));
        break;
      case 7:
        event[random.pick(MEMBERS)] = random.pick([...ODD_STRINGS, 0, -1, null, true]);
        break;
      case 8: {
        let deep: unknown = this.#canary;
        for (let levels = random.pick([1, 29, 30, 31, 1000]); levels > 0; levels -= 1) {
          deep = random.chance(0.5) ? [deep] : { [random.pick(INHERITED)]: deep };
        }
        holder[inData && random.chance(0.7) ? 'toolInput' : name === 'sessionId' ? 'data' : name] = deep;
        break;
      }
    }
  }

  #value(depth: number, mayPlant: boolean): unknown {
    const random = this.#random;
    switch (random.below(depth > 0 ? 9 : 7)) {
      case 0:
        return null;
      case 1:
        return random.chance(0.5);
      case 2:
        return random.pick([0, -0, 1e308, -1e-308, 2 ** 53, 0.1, -1]);
      case 3:
        return random.pick(ODD_STRINGS);
      case 4:
        return mayPlant ? this.#canary : 'text';
      case 5:
        return 'x'.repeat(random.pick([1, 255, 256, 257, 4096, 4097]));
      case 6:
        return random.pick(EVENT_TYPES);
      case 7:
        return Array.from({ length: random.below(4) }, () => this.#value(depth - 1, mayPlant));
      default:
        return Object.fromEntries(
          Array.from({ length: random.below(4) }, () => [
            random.pick([...INHERITED, ...MEMBERS, this.#canary]),
            this.#value(depth - 1, mayPlant),
          ]),
        );
    }
  }

  /** Changes headers. Returns true when the end of the request may have become unclear. */
  #mutateHeaders(headers: [string, string][]): boolean {
    const random = this.#random;
    const index = random.below(headers.length);
    const [name, value] = headers[index]!;
    const framing = name === 'Content-Length' || name === 'Transfer-Encoding';
    switch (random.below(9)) {
      case 0:
        headers.splice(index, 1);
        return framing;
      case 8:
        if (!framing) return false;
        headers[index] = ['Content-Length', String(MAX_EVENT_BYTES + 1 + random.below(2 ** 31))];
        return true;
      case 1:
        headers.splice(index, 0, [name, value]);
        return framing;
      case 2:
        headers[index] = [random.chance(0.5) ? name.toLowerCase() : name.toUpperCase(), value];
        return false;
      case 3:
        headers[index] = [
          name,
          random.pick([`${value} `, `"${value}"`, `${value};x=1`, `${value}, ${value}`, '', 'x']),
        ];
        return framing;
      case 4:
        headers.push(
          random.pick<[string, string]>([
            ['Origin', `https://${this.#canary}`],
            ['Sec-Fetch-Site', random.pick(['none', 'cross-site', 'same-origin'])],
            ['Content-Encoding', random.pick(['gzip', 'identity'])],
            ['Cookie', this.#canary],
            ['X-Forwarded-Host', this.#canary],
            ['Upgrade', 'websocket'],
          ]),
        );
        return false;
      case 5:
        headers.push(
          random.pick<[string, string]>([
            ['Expect', random.pick(['100-continue', this.#canary])],
            [
              'Content-Length',
              random.pick(['0', '1', '-1', '5', String(MAX_EVENT_BYTES + 1), '1e3', '99999999999999999999']),
            ],
            [
              'Transfer-Encoding',
              random.pick(['chunked', 'identity', 'gzip, chunked', ' chunked', this.#canary]),
            ],
            ['Connection', random.pick(['close', 'upgrade', 'keep-alive', 'Content-Length'])],
          ]),
        );
        return true;
      case 6:
        headers[index] = [name, value + this.#canary];
        return framing;
      default:
        headers.push([`X-${this.#canary}`, random.pick(['\x01', '\x7f', '\xff', 'y'.repeat(17_000), 'z'])]);
        return true;
    }
  }
}
