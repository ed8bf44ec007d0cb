import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NEVER_ACCEPTED } from '../../../shared/event.ts';
import { readDatabaseCopy } from '../../../test/support/database-copy.ts';
import { incomingEvent, openTestStore } from '../../../test/support/incoming-events.ts';
import { storeForEachTest } from '../../../test/support/store-for-each-test.ts';
import { RECEIPT_TABLE_COLUMNS } from '../schema/schema.ts';
import type { ReceiptStore } from '../worker/receipt-store.ts';
import type { IncomingEvent } from './incoming-event.ts';

const KIBIBYTE = 1024;

let folder: string;
let file: string;
let store: ReceiptStore;
storeForEachTest(
  (opened) => {
    ({ folder, file, store } = opened);
  },
  () => store,
);

function tool(toolInput: unknown, overrides: Partial<IncomingEvent> = {}): IncomingEvent {
  const data = { toolName: 'x', toolInput };
  return incomingEvent({
    event: 'tool.before_use',
    data,
    bodyBytes: Buffer.byteLength(JSON.stringify(data)) + 200,
    ...overrides,
  });
}

function commit(event: IncomingEvent) {
  const { receiptId } = store.commit([event])[0]!;
  return store.calls.get(receiptId)!;
}

function newestRowBytes(): number {
  const row = readDatabaseCopy(
    file,
    (db) =>
      db.prepare(`SELECT ${RECEIPT_TABLE_COLUMNS.join(', ')} FROM receipts ORDER BY seq DESC LIMIT 1`).get()!,
  );
  return Object.values(row).reduce<number>(
    (sum, value) =>
      sum +
      (typeof value === 'string' ? Buffer.byteLength(value) : value instanceof Uint8Array ? value.length : 8),
    0,
  );
}

const onDisk = (text: string) =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));

describe('a row has at most twice the bytes of its event plus 64 KiB', () => {
  const addresses = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@b.co`);
  const nested = (depth: number, key: string, inside: unknown): unknown =>
    depth === 0 ? inside : { [key]: nested(depth - 1, key, inside) };

  test.each<[string, unknown]>([
    ['a long key above many findings', { ['k'.repeat(2000)]: addresses(8000) }],
    ['long keys within each other', nested(28, 'k'.repeat(1000), addresses(5000))],
    ['long keys with slashes', nested(28, '/~'.repeat(1000), addresses(5000))],
    ['short secrets', Array.from({ length: 9000 }, () => ({ pw: 1 }))],
    ['short pairs in a text', 'pw=ab1cd '.repeat(12_000)],
    ['cookies', 'Cookie: a=b; '.repeat(10_000)],
    ['numbers that are written longer', Array.from({ length: 20_000 }, () => 1e20)],
    ['keys that become one mask', Object.fromEntries(addresses(9000).map((address) => [address, 1]))],
    ['long keys alone', Object.fromEntries(addresses(60).map((address) => [address.repeat(300), 'x']))],
  ])('%s', (_name, toolInput) => {
    const event = tool(toolInput);
    commit(event);
    expect(newestRowBytes()).toBeLessThanOrEqual(event.bodyBytes * 2 + 64 * KIBIBYTE);
  });

  test('surplus findings are counted', () => {
    const { redaction } = commit(tool({ ['k'.repeat(200)]: addresses(3000) }));
    expect(redaction.state).toBe('redacted');
    expect(redaction.findings.length).toBeGreaterThan(100);
    expect(redaction.findings.length + redaction.omittedFindings).toBe(3000);
  });

  test('a key is cut, gets the truncation mark and is listed', () => {
    const { data, redaction } = commit(tool({ ['k'.repeat(2000)]: 'v' }));
    const [key] = Object.keys((data as { toolInput: object }).toolInput);
    expect(key).toMatch(/^k{200,256}… \[truncated\]$/);
    expect(redaction.truncated).toEqual([{ member: `/toolInput/${key}`, from: 2000 }]);
  });
});

describe('names of members that are never accepted', () => {
  test.each(NEVER_ACCEPTED)('%s inside toolInput loses its value', (name) => {
    const spelled = `_${name.toUpperCase()}-`;
    const { data } = commit(
      tool({
        [name]: 'planted-1',
        deeper: [{ [spelled]: { a: ['planted-2', 3] }, count: 3 }],
        other: 'stays',
      }),
    );
    expect(data).toEqual({
      toolName: 'x',
      toolInput: { [name]: '[withheld]', deeper: [{ [spelled]: '[withheld]', count: 3 }], other: 'stays' },
    });
    expect(onDisk('planted')).toBe(false);
  });

  test('without a value stay', () => {
    const toolInput = { env: null, output: '' };
    expect(commit(tool(toolInput)).data).toEqual({ toolName: 'x', toolInput });
  });
});

describe('one secret has one mask', () => {
  // Not of digits alone: only a text that is certainly a secret is masked in the rest of its session.
  const secret = ['zq7f3a', '9c1eb8d6f052ca'].join('');

  test('in every member of its event, in keys, and in the session’s id', () => {
    const receipt = commit(
      tool(
        {
          note: `API_KEY=${secret}, then https://x.io/${secret}/me`,
          nested: [{ [secret]: 1, seen: secret, path: `/tmp/${secret}.log`, joined: `before-${secret}` }],
        },
        { sessionId: `run ${secret}` },
      ),
    );
    expect(onDisk(secret)).toBe(false);
    expect(receipt.session.id).toBe('run [api-key]');
    expect(receipt.data).toEqual({
      toolName: 'x',
      toolInput: {
        note: 'API_KEY=[api-key], then https://x.io/[api-key]/me',
        nested: [
          { '[api-key]': 1, seen: '[api-key]', path: '/tmp/[api-key].log', joined: 'before-[api-key]' },
        ],
      },
    });
    const prints = receipt.redaction.findings.map(({ fingerprint }) => fingerprint);
    expect(new Set(prints).size).toBe(1);
  });

  test('in the rest of its session, and in no other session', () => {
    commit(tool(`export DB_PASSWORD=${secret}`, { sessionId: 'one' }));
    const later = (text: string, sessionId: string) =>
      (commit(tool(text, { sessionId })).data as { toolInput: string }).toolInput;
    expect(later(`git show ${secret}`, 'one')).toBe('git show [password]');
    expect(later(`psql "user=a&x=${secret}"`, 'one')).toBe('psql "user=a&x=[password]"');
    expect(onDisk(secret)).toBe(false);
    expect(later(`git show ${secret}`, 'two')).toContain(secret);
  });

  test('words, paths and numbers that were masked once stay in other contexts', () => {
    const text = 'password=dragonfly, the dragonfly of /etc/dragonfly; PIN=20262026 in 20262026';
    expect(commit(tool(text)).data).toMatchObject({
      toolInput: expect.stringContaining('the dragonfly of /etc/dragonfly'),
    });
  });

  test('the secrets of a session never reach the disk in any form', () => {
    commit(tool(`export DB_PASSWORD=${secret}`, { sessionId: 'memory' }));
    for (let count = 0; count < 20; count += 1) commit(tool(`see ${secret}`, { sessionId: 'memory' }));
    store.calls.close();
    const forms = ['utf8', 'hex', 'base64', 'utf16le'] as const;
    for (const form of forms) expect(onDisk(Buffer.from(secret).toString(form))).toBe(false);
    store = openTestStore(file);
    // After a restart the secret is unknown, because only the running process remembers it.
    expect(commit(tool(`see ${secret}`, { sessionId: 'memory' })).data).toMatchObject({
      toolInput: `see ${secret}`,
    });
  });
});

describe('personal details', () => {
  const text = 'server 203.0.113.77, mac 00:1b:44:11:3a:b7, born 12.03.1987, passport C01X00T47';

  test('stay unless they were asked for', () => {
    expect(commit(tool(text)).data).toMatchObject({ toolInput: text });
  });

  test('are masked where they were', () => {
    expect(commit(tool(text, { maskDetails: true })).data).toMatchObject({
      toolInput: 'server [ip-address], mac [mac-address], born [date-of-birth], passport [passport-number]',
    });
  });
});

describe('the size limit of retention', () => {
  test('applies while events are written', async () => {
    const maxBytes = 3 * KIBIBYTE * KIBIBYTE;
    await store.calls.applyRetention({ olderThan: null, maxBytes }, false);
    let largest = 0;
    for (let count = 0; count < 120; count += 1) {
      commit(
        tool(
          randomBytes(24 * KIBIBYTE)
            .toString('hex')
            .replaceAll(/(.{8})/g, '$1 '),
        ),
      );
      await new Promise<void>((resolve) => setImmediate(resolve));
      const used = readDatabaseCopy(file, (db) => {
        const number = (pragma: string) => Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get()!)[0]);
        return (number('page_count') - number('freelist_count')) * number('page_size');
      });
      largest = Math.max(largest, used);
    }
    // Up to a mebibyte may be written between two checks of the size, and events arrive while the oldest are deleted.
    expect(largest).toBeLessThan(maxBytes + 3 * KIBIBYTE * KIBIBYTE);
    expect(store.calls.integrity()).toEqual([]);
  });
});
