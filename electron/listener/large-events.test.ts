import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENTS_PATH } from '../../shared/limits.ts';
import type { Settings } from '../../shared/settings.ts';
import { type RunningHost, sampleEvent, startTestHost } from '../../test/support/running-host.ts';

/** Bodies over 16 KiB are inspected in a thread of their own. They get the answers of small bodies. */
const LARGE = 'a long prompt '.repeat(3000);
const CHUNK_BYTES = 700;

let host: RunningHost;
let token: string;
let id: string;

beforeAll(async () => {
  host = await startTestHost();
  ({ token, id } = await host.generateToken('large'));
});
afterAll(() => host.remove());

const large = (change: Record<string, unknown> = {}) =>
  sampleEvent('large', { data: { content: LARGE }, occurredAt: new Date().toISOString(), ...change });

async function statusAndCode(body: unknown): Promise<[number, string]> {
  const answer = await host.post(token, body);
  const { code } = (await answer.json()) as { code: string };
  return [answer.status, code];
}

/** Sends a body in small chunks, with or without its length. */
async function sendInChunks(body: string, headers: Record<string, string>): Promise<number> {
  const sent = request(`${host.baseUrl}${EVENTS_PATH}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
  });
  for (let at = 0; at < body.length; at += CHUNK_BYTES) sent.write(body.slice(at, at + CHUNK_BYTES));
  sent.end();
  const [answer] = await once(sent, 'response');
  answer.resume();
  return answer.statusCode;
}

describe('a large body is refused as a small one is', () => {
  const json = (change?: Record<string, unknown>) => JSON.stringify(large(change));
  test.each<[string, () => string, [number, string]]>([
    ['not JSON', () => `${json()}}`, [400, 'invalid_json']],
    ['a byte order mark', () => `\ufeff${json()}`, [400, 'byte_order_mark']],
    [
      'a duplicate member',
      () => json().replace('"data":{', '"data":{"cwd":"/a","cwd":"/b",'),
      [400, 'invalid_json'],
    ],
    ['a wrong type', () => json({ sessionId: 7 }), [400, 'invalid_event']],
    [
      'a member that is never accepted',
      () => json({ data: { content: LARGE, stdout: 'x' } }),
      [400, 'forbidden_field'],
    ],
    ['the name of another integration', () => json({ integration: 'other' }), [403, 'integration_mismatch']],
  ])('%s', async (_, body, expected) => {
    expect(await statusAndCode(body())).toEqual(expected);
  });
});

test('unknown members of a large event are dropped and counted', async () => {
  const answer = await host.post(token, large({ data: { content: LARGE, extra: 'not kept' } }));
  const { receiptId } = (await answer.json()) as { receiptId: string };
  const { receipt } = await host.control('receipts.get', { id: receiptId });
  expect(receipt).toMatchObject({ droppedMembers: 1, data: { content: LARGE } });
});

test('a large body gives the receipt of a small one, with every digit and no half character', async () => {
  const toolInput = String.raw`{"id":1290123456789012345,"far":-1E+400,"0":-0,"\ud83d":["\ude00"],"\ufffd":1.50}`;
  const texts = [' ', ' '.repeat(LARGE.length)].map((space, index) =>
    JSON.stringify(
      large({
        sessionId: 'half \ud83d',
        event: 'tool.before_use',
        data: { toolInput: 0, toolName: `${index}` },
      }),
    ).replace(':0,', `:${space}${toolInput},`),
  );
  const receipts = [];
  for (const body of texts) {
    const { receiptId } = (await (await host.post(token, body)).json()) as { receiptId: string };
    receipts.push((await host.control('receipts.get', { id: receiptId })).receipt);
  }
  const [small, big] = receipts;
  expect(small).toMatchObject({
    session: { id: 'half \ufffd' },
    flags: ['number_as_text'],
    data: {
      toolInput: { id: '1290123456789012345', far: '-1E+400', 0: 0, '\ufffd 2': ['\ufffd'], '\ufffd': 1.5 },
    },
  });
  expect(big).toMatchObject({
    session: small!.session,
    flags: small!.flags,
    data: { ...small!.data, toolName: '1' },
  });
});

test('a body in many chunks is whole, with and without its length', async () => {
  const texts = [`${LARGE} with its length`, `${LARGE} without its length`];
  const [known, unknown] = texts.map((content) =>
    JSON.stringify(large({ sessionId: 'chunks', data: { content } })),
  );
  expect(await sendInChunks(known!, { 'Content-Length': String(known!.length) })).toBe(202);
  expect(await sendInChunks(unknown!, {})).toBe(202);
  const { receipts } = await host.control('receipts.export', { filter: { sessionId: 'chunks' } });
  expect(receipts.map(({ data }) => data.content).sort()).toEqual(texts.sort());
});

test('a large event that is not recorded gives its retries the same receipt id', async () => {
  const event = large();
  await host.control('recording.pause', { minutes: null });
  const ids = [];
  for (let time = 0; time < 2; time += 1) ids.push(await (await host.post(token, event)).json());
  expect(ids[0]).toMatchObject({ accepted: true, recorded: false });
  expect(ids[1]).toEqual(ids[0]);
  await host.control('recording.resume', {});
  expect(await (await host.post(token, large())).json()).toMatchObject({ recorded: true });
});

test('a large event is stored at the privacy level of its type', async () => {
  const { settings } = await host.control('settings.get', {});
  const integrations = { ...settings.privacy.integrations, [id]: { 'prompt.submitted': 'metadata' } };
  await host.control('settings.set', {
    settings: { privacy: { ...settings.privacy, integrations } } as Partial<Settings>,
  });
  const { receiptId } = (await (await host.post(token, large())).json()) as { receiptId: string };
  const { receipt } = await host.control('receipts.get', { id: receiptId });
  expect(receipt).toMatchObject({ data: {}, redaction: { state: 'metadata' } });
});
