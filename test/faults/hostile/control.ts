import { type HostileRequest, json, jsonWith, listed, members, nested, OK, text, zeros } from './input.ts';

/** The console answers a request that it does not accept in several ways, or closes its connection. */
const REFUSED = [0, 200, 400, 401, 403, 404, 405, 413, 415, 421, 431];

type To = 'control' | 'console';
const call = (to: To, channel: string, name: string, body: () => Buffer): HostileRequest => ({
  ...{
    name: `${to}: ${name}`,
    to,
    path: `/control/${channel}`,
    body,
    statuses: to === 'control' ? OK : REFUSED,
  },
});
const light = (input: HostileRequest): HostileRequest => ({ ...input, isLight: true });
const withHeaders = (input: HostileRequest, headers: Record<string, string>): HostileRequest => ({
  ...input,
  headers,
});
const preview = (name: string, part: string) =>
  call('control', 'redaction.preview', `a preview of ${name}`, () =>
    json({ text: part.repeat(Math.floor(65_536 / part.length)) }),
  );
const filter = (name: string, value: object) =>
  light(call('control', 'receipts.query', `a filter of ${name}`, () => json({ filter: value })));

export const HOSTILE_CONTROL: readonly HostileRequest[] = [
  light(call('control', 'receipts.query', '4 MB of brackets', () => Buffer.alloc(4_000_000, '['))),
  light(call('control', 'receipts.query', '5 MB of brackets', () => Buffer.alloc(5_000_000, '['))),
  light(call('control', 'receipts.query', '130,000 members', () => text(members(130_000)))),
  call('control', 'receipts.query', 'a text of 4 MB', () =>
    json({ filter: { text: 'x'.repeat(4_000_000) } }),
  ),
  call('control', 'receipts.query', '600,000 half characters', () => text(`"${'\\ud800'.repeat(600_000)}"`)),
  withHeaders(
    call('control', 'receipts.query', '64 MB in chunks', () => Buffer.alloc(64_000_000, ' ')),
    { 'Transfer-Encoding': 'chunked' },
  ),
  filter('quotes', { text: '"'.repeat(512) }),
  filter('stars', { text: 'a* NEAR('.repeat(64) }),
  call('control', 'stats.query', '130,000 edges', () =>
    jsonWith({ edges: '@' }, `[${listed(100_000, () => '"2026"')}]`),
  ),
  light(call('control', '__proto__', 'no channel', () => json({}))),
  call('control', 'sample.call', '1,500 levels', () =>
    jsonWith({ channel: 'receipts.query', params: '@' }, nested(60_000)),
  ),
  preview('keys', '-----BEGIN PRIVATE KEY-----\n'),
  preview('passwords', 'password=[email]x@y.co '),
  preview('addresses', 'a@b.co '),
  call('control', 'record.check', 'a megabyte of checkpoints', () =>
    json({ checkpoints: 'plinth-'.repeat(149_000) }),
  ),
  call('control', 'integrations.generate', '120,000 permissions', () =>
    jsonWith({ name: 'x', permissions: '@' }, zeros(120_000)),
  ),
  light(call('console', 'receipts.query', '4 MB of brackets', () => Buffer.alloc(4_000_000, '['))),
  light({ ...call('console', '', 'a login of 8 MB', () => Buffer.alloc(8_000_000, '[')), path: '/login' }),
  light(
    withHeaders(
      call('console', 'receipts.query', '16 KB of cookies', () => json({})),
      { Cookie: 'plinth_console=; '.repeat(1000) },
    ),
  ),
  light({ ...call('console', '', 'a path of dots', () => json({})), path: `/${'../'.repeat(4000)}` }),
  light(
    withHeaders(
      call('console', 'receipts.query', 'another host', () => Buffer.alloc(4_000_000, '[')),
      { Host: 'evil.example' },
    ),
  ),
];
