import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateCredential } from '../../electron/integrations/credential.ts';
import { dataFieldsOf, EVENT_TYPES, type EventType, NEVER_ACCEPTED } from '../../shared/event.ts';
import { CAPABILITIES_PATH, EVENTS_PATH } from '../../shared/limits.ts';
import { contractFault } from '../support/contract-answer.ts';
import { RequestWriter } from '../support/event-request.ts';
import { type HostProcess, startHostProcess } from '../support/host-process.ts';
import { entriesBelow, openToOthers, plantedIn } from '../support/planted-values.ts';
import { exchange } from '../support/raw-connection.ts';
import { sampleEvent, temporaryFolder } from '../support/running-host.ts';

const NAME = 'privacy';
const planted: string[] = [];
const answers: string[] = [];

/** Creates a unique value. `length` makes it long enough to fill pages of a database. */
function plant(length = 0): string {
  const value = `planted${randomBytes(12).toString('hex')}`;
  planted.push(value);
  return length === 0 ? value : `${value} `.repeat(length);
}

let dataDir: string;
let host: HostProcess;
let token: string;
let rotated: string;
let revoked: string;

async function send(bytes: string | Buffer): Promise<number> {
  const answer = (await exchange(host.port, bytes))!;
  expect(contractFault(answer)).toBeUndefined();
  answers.push(answer.text);
  return answer.status;
}

const eventOf = (event: EventType, data: unknown) =>
  sampleEvent(NAME, { event, sessionId: `session of ${event}`, data });

/** Sends valid and invalid reports, with a planted value in every place. */
async function reportEverything(): Promise<void> {
  const writer = new RequestWriter(host.port, token);
  for (const type of EVENT_TYPES) {
    const members = dataFieldsOf(type).filter((name) => name !== 'changeType');
    const full = Object.fromEntries(members.map((name) => [name, plant()]));
    expect(await send(writer.event(eventOf(type, full)))).toBe(202);
    expect(await send(writer.event(eventOf(type, full)))).toBe(202);
    const unknown = { [plant()]: plant(), nested: { [plant()]: [plant()] } };
    expect(await send(writer.event(eventOf(type, { ...full, ...unknown })))).toBe(202);
    expect(await send(writer.event({ ...eventOf(type, full), [plant()]: plant() }))).toBe(400);
    for (const name of members) {
      if (name === 'toolInput') continue;
      expect(await send(writer.event(eventOf(type, { [name]: [plant()] })))).toBe(400);
    }
  }
  const deep = { [plant()]: { path: plant(), list: [plant(), { [plant()]: plant() }] } };
  expect(await send(writer.event(eventOf('tool.before_use', { toolName: plant(), toolInput: deep })))).toBe(
    202,
  );
  for (const text of [plant(20_000), `export KEY=${plant()}`, `${plant()}\u0000${plant()}`]) {
    expect(await send(writer.event(eventOf('prompt.submitted', { content: text })))).toBe(202);
    expect(await send(writer.event(eventOf('command.before_run', { command: text })))).toBe(202);
    expect(await send(writer.event(eventOf('tool.before_use', { toolInput: text })))).toBe(202);
  }
  for (const name of NEVER_ACCEPTED) {
    expect(await send(writer.event(eventOf('prompt.submitted', { [name]: plant() })))).toBe(400);
  }

  const bad = eventOf('prompt.submitted', { content: plant() });
  for (const body of [
    { ...bad, schema: plant() },
    { ...bad, event: plant() },
    { ...bad, sessionId: `${plant()}\u0007` },
    { ...bad, occurredAt: plant() },
    { ...bad, data: plant() },
    { ...bad, integration: plant() },
    plant(),
    [plant()],
  ]) {
    expect([400, 403]).toContain(await send(writer.event(JSON.stringify(body))));
  }
  expect(await send(writer.event(`{"${plant()}":`))).toBe(400);
  expect(await send(writer.event(plant(70_000)))).toBe(413);
  expect(await send(writer.chunkedEvent(plant(70_000)))).toBe(413);

  for (const [line, status] of [
    [`Host: ${plant()}`, 403],
    [`Origin: https://${plant()}`, 403],
    [`Sec-Fetch-Site: ${plant()}`, 403],
    [`Content-Encoding: ${plant()}`, 415],
    [`Cookie: ${plant()}`, 202],
    [`User-Agent: ${plant()}`, 202],
    [`X-${plant()}: ${plant()}`, 202],
    [`Authorization: Bearer ${plant()}`, 401],
    [`Expect: ${plant()}`, 202],
    [`Transfer-Encoding: ${plant()}`, 400],
    [`X-Control: \x01${plant()}`, 400],
  ] as const) {
    expect([
      line.split(':')[0],
      await send(writer.event(eventOf('session.started', {}), `${line}\r\n`)),
    ]).toEqual([line.split(':')[0], status]);
  }
  for (const credential of [
    plant(),
    `plint_${plant()}`,
    generateCredential('plint_'),
    generateCredential('plhook_'),
    rotated,
    revoked,
    `${token}x`,
  ]) {
    const other = new RequestWriter(host.port, credential);
    expect(await send(other.event(eventOf('prompt.submitted', { content: plant() })))).toBe(401);
    if (!credential.startsWith(token)) planted.push(credential);
  }
  expect(await send(`GET /${plant()} HTTP/1.1\r\n${writer.host}\r\n`)).toBe(404);
  expect(
    await send(`GET ${CAPABILITIES_PATH}?${plant()} HTTP/1.1\r\n${writer.host}${writer.authorization}\r\n`),
  ).toBe(200);
  expect(await send(`PUT ${EVENTS_PATH}?${plant()} HTTP/1.1\r\n${writer.host}\r\n`)).toBe(405);
  expect(await send(`CONNECT ${plant()}:1 HTTP/1.1\r\n${writer.host}\r\n`)).toBe(404);
  expect(await send(`${plant()} / HTTP/1.1\r\n\r\n`)).toBe(400);
  expect(await send(`GET /${plant()}${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`)).toBe(431);
}

/** Digests without a key. A reader who guesses a short text could confirm by them that it was reported. */
function plainDigests(): Buffer[] {
  return planted.flatMap((value) =>
    ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) => {
      const digest = createHash(algorithm).update(value).digest().subarray(0, 16);
      return [digest, Buffer.from(digest.toString('hex'))];
    }),
  );
}

const files = () => entriesBelow(dataDir).filter(({ entry }) => entry.isFile());

function expectNothingPlanted(): void {
  expect(plantedIn(dataDir, [...planted, token])).toEqual([]);
  expect(planted.length).toBeGreaterThan(100);
  const digests = plainDigests();
  for (const { path } of files()) {
    // Plinth stores the digest of a token here.
    if (/settings(\.last-good)?\.json$/.test(path)) continue;
    const content = readFileSync(path);
    expect(digests.filter((digest) => content.includes(digest))).toEqual([]);
  }
}

beforeAll(async () => {
  dataDir = temporaryFolder();
  host = await startHostProcess({ dataDir });
  // Ordinary words count as a leak here, so the privacy level stores none of them.
  // bench/redaction/nothing-leaks.test.ts tests the level `text`.
  await host.control('settings.set', {
    settings: { privacy: { defaults: { '*': 'metadata' }, integrations: {} } },
  });
  const permissions = ['events:write' as const, 'capabilities:read' as const];
  const first = await host.control('integrations.generate', { name: NAME, permissions });
  rotated = first.token;
  token = (await host.control('integrations.rotate', { id: first.integration.id })).token;
  const other = await host.control('integrations.generate', { name: 'revoked', permissions });
  revoked = other.token;
  await host.control('integrations.revoke', { id: other.integration.id });
  await reportEverything();
});

afterAll(async () => {
  await host.end('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

test('no answer contains a planted value', () => {
  expect(answers.length).toBeGreaterThan(100);
  const found = planted.filter((value) => answers.some((answer) => answer.includes(value)));
  expect(found).toEqual([]);
  expect(answers.some((answer) => answer.includes(token))).toBe(false);
});

test('no receipt, session, refusal or diagnosis contains a planted value', async () => {
  const shown = JSON.stringify([
    await host.control('receipts.export', { limit: 500 }),
    await host.control('receipts.query', { limit: 500 }),
    await host.control('sessions.query', {}),
    await host.control('refusals.list', { limit: 200 }),
    await host.control('diagnostics.get', {}),
    await host.control('doctor.run', {}),
    await host.control('integrations.list', { includeRevoked: true }),
  ]);
  expect(shown.length).toBeGreaterThan(10_000);
  expect([...planted, token].filter((value) => shown.includes(value))).toEqual([]);
});

describe('on the disk, in any usual encoding', () => {
  test('no planted value is found while the host runs', () => {
    expect(existsSync(join(dataDir, 'receipts.db-wal'))).toBe(true);
    expect(statSync(join(dataDir, 'receipts.db-wal')).size).toBeGreaterThan(0);
    expectNothingPlanted();
  });

  test('every file and folder is private to its owner while the host runs', () => {
    expect(openToOthers(dataDir)).toEqual([]);
  });

  test('the search finds existing text', () => {
    // This text is stored: the session's id.
    const found = plantedIn(dataDir, ['session of prompt.submitted']);
    expect(found.some((place) => place.includes('receipts.db'))).toBe(true);
    expect(plantedIn(dataDir, [NAME]).some((place) => place.endsWith('settings.json'))).toBe(true);
  });

  test('no planted value is found after the host was killed', async () => {
    await host.end('SIGKILL');
    expectNothingPlanted();
    expect(openToOthers(dataDir)).toEqual([]);
  });

  test('no planted value is found after a restart and an orderly stop', async () => {
    host = await startHostProcess({ dataDir });
    const answer = await fetch(`${host.baseUrl}${CAPABILITIES_PATH}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    expect(await host.end('SIGTERM')).toBe(0);
    expectNothingPlanted();
    expect(openToOthers(dataDir)).toEqual([]);
    expect(planted.filter((value) => host.output().includes(value))).toEqual([]);
  });
});
