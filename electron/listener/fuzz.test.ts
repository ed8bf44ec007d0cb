import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { contractFault } from '../../test/support/contract-answer.ts';
import { startHostProcess } from '../../test/support/host-process.ts';
import { plantedIn } from '../../test/support/planted-values.ts';
import { RawConnection } from '../../test/support/raw-connection.ts';
import { type FuzzedRequest, type FuzzIdentity, RequestFuzzer } from '../../test/support/request-fuzzer.ts';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { SeededRandom } from '../../test/support/seeded-random.ts';

/** `npm run test:long requests` asks for more. Refusals are paced, so that most of the time is waiting. */
const REQUESTS = Number(process.env.PLINTH_FUZZ_REQUESTS ?? 1500);
const SENDERS = 16;
const MAX_PIPELINED = 12;
/** Number of tokens. Their bursts add up to more than all requests, so the rate limit stops hardly any request. */
const IDENTITIES = Math.ceil(REQUESTS / 60);
const SEED = Number(process.env.PLINTH_FUZZ_SEED ?? 20_261_121);

test(`${REQUESTS} mutated requests, seed ${SEED}`, { timeout: 240_000 }, async () => {
  const canary = `zqcanary${randomBytes(10).toString('hex')}`;
  const dataDir = temporaryFolder();
  const host = await startHostProcess({ dataDir });
  // This level stores no text, so the canary must not appear anywhere.
  await host.control('settings.set', {
    settings: { privacy: { defaults: { '*': 'metadata' }, integrations: {} } },
  });
  onTestFinished(async () => {
    await host.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  const identities: FuzzIdentity[] = [];
  for (let index = 0; index < IDENTITIES; index += 1) {
    const name = `fuzz ${index}`;
    const { token } = await host.control('integrations.generate', {
      name,
      permissions: ['events:write', 'capabilities:read'],
    });
    identities.push({ name, token });
  }

  let answered = 0;
  const faults: string[] = [];
  const codes = new Map<string, number>();
  const acknowledged = new Set<string>();

  async function read(connection: RawConnection, request: FuzzedRequest): Promise<boolean> {
    for (;;) {
      const answer = await connection.answer(request.withoutBody);
      if (answer === undefined) return false;
      if (answer.status === 100) continue;
      answered += 1;
      if (answer.text.toLowerCase().includes(canary)) faults.push(`canary in ${answer.status}`);
      if (request.withoutBody) return true;
      const fault = contractFault(answer);
      if (fault !== undefined) {
        faults.push(`${fault}: ${answer.text} to ${request.bytes.toString('latin1').slice(0, 2000)}`);
        return true;
      }
      const { code, receiptId, recorded } = JSON.parse(answer.body);
      const kind = `${answer.status} ${code ?? ''}`.trim();
      codes.set(kind, (codes.get(kind) ?? 0) + 1);
      if (answer.status === 202) {
        if (recorded) acknowledged.add(receiptId);
        else faults.push('not recorded');
      }
      return true;
    }
  }

  async function sender(seed: number): Promise<void> {
    const random = new SeededRandom(seed);
    const fuzzer = new RequestFuzzer(random, canary);
    let connection = await RawConnection.open(host.port);
    while (answered < REQUESTS && faults.length === 0) {
      const batch: FuzzedRequest[] = [];
      do batch.push(fuzzer.request(host.port, random.pick(identities)));
      while (batch.length < MAX_PIPELINED && !batch.at(-1)!.loose);
      connection.send(Buffer.concat(batch.map(({ bytes }) => bytes)));
      const last = batch.at(-1)!;
      // Half-closes the connection behind a request that may have no end. The collector decides when to close it.
      if (last.loose) connection.socket.end();
      let isOpen = true;
      for (const request of batch) {
        isOpen = await read(connection, request);
        if (!isOpen) break;
      }
      while (isOpen && last.loose) isOpen = await read(connection, last);
      if (connection.isClosed || last.loose) {
        await connection.close();
        connection = await RawConnection.open(host.port);
      }
    }
    await connection.close();
  }
  await Promise.all(Array.from({ length: SENDERS }, (_, index) => sender(SEED + index))).catch(
    (error: unknown) => {
      throw new Error(`output of the host: ${host.output()}`, { cause: error });
    },
  );

  expect(faults).toEqual([]);
  expect(host.child.exitCode).toBeNull();
  // The fuzzer reached every kind of answer.
  expect([...codes.keys()]).toEqual(
    expect.arrayContaining([
      '202',
      '200',
      '400',
      '431',
      '400 invalid_json',
      '400 invalid_event',
      '400 forbidden_field',
      '401 unauthorized',
      '403 forbidden_host',
      '403 forbidden_origin',
      '403 integration_mismatch',
      '404 not_found',
      '405 method_not_allowed',
      '413 payload_too_large',
      '415 unsupported_media_type',
    ]),
  );
  expect([...codes.keys()].filter((kind) => kind.startsWith('5'))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(REQUESTS / 10);

  expect(plantedIn(dataDir, [canary])).toEqual([]);
  expect(await host.end('SIGTERM')).toBe(0);
  expect(plantedIn(dataDir, [canary, ...identities.map(({ token }) => token)])).toEqual([]);
  expect(host.output().toLowerCase()).not.toContain(canary);

  const db = new DatabaseSync(join(dataDir, 'receipts.db'));
  const stored = new Set(
    (db.prepare('SELECT id FROM receipts').all() as { id: string }[]).map(({ id }) => id),
  );
  db.close();
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
});
