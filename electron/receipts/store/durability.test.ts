import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { RequestWriter } from '../../../test/support/event-request.ts';
import { type HostProcess, startHostProcess } from '../../../test/support/host-process.ts';
import { RawConnection } from '../../../test/support/raw-connection.ts';
import { sampleEvent, temporaryFolder } from '../../../test/support/running-host.ts';
import { SeededRandom } from '../../../test/support/seeded-random.ts';

/** Each kill comes at another place of a commit. Another seed gives other places. `npm run test:survival` has more kills. */
const KILLS = Number(process.env.PLINTH_KILLS ?? 5);
/** Longer than a round takes on a computer that does much else. */
const ROUND_MS = 60_000;
const SENDERS = 16;
const MAX_PIPELINED = 4;
const SEED = Number(process.env.PLINTH_KILL_SEED ?? 50);
const NAME = 'durability';

interface Acknowledged {
  event: ReturnType<typeof sampleEvent>;
  receiptId: string;
}

test(`${KILLS} kills under load, seed ${SEED}: no acknowledged event is lost`, {
  timeout: KILLS * ROUND_MS,
}, async () => {
  const random = new SeededRandom(SEED);
  const dataDir = temporaryFolder();
  const acknowledged: Acknowledged[] = [];
  let host: HostProcess | undefined;
  onTestFinished(async () => {
    await host?.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });
  let token: string | undefined;
  let made = 0;
  let killedInFlight = 0;

  for (let round = 0; round < KILLS; round += 1) {
    const running = await startHostProcess({ dataDir });
    host = running;
    token ??= (await running.control('integrations.generate', { name: NAME, permissions: ['events:write'] }))
      .token;
    const writer = new RequestWriter(running.port, token);

    // A new run must recognize the events that an earlier run acknowledged before its kill.
    const retried = Array.from({ length: Math.min(5, acknowledged.length) }, () => random.pick(acknowledged));
    const retries = await RawConnection.open(running.port);
    for (const { event, receiptId } of retried) {
      const answer = await retries.send(writer.event(event)).answer();
      expect([answer?.status, answer?.headers.get('plinth-replayed')]).toEqual([202, 'true']);
      expect(JSON.parse(answer!.body).receiptId).toBe(receiptId);
    }
    await retries.close();

    // The kill happens after a random number of acknowledged events, while others are in flight.
    const killAt = 1 + random.below(150);
    let acknowledgedNow = 0;
    const sender = async () => {
      const connection = await RawConnection.open(running.port);
      while (!connection.isClosed) {
        const events = Array.from({ length: 1 + random.below(MAX_PIPELINED) }, () => {
          made += 1;
          return sampleEvent(NAME, {
            sessionId: `session ${random.below(20)}`,
            event: random.chance(0.1) ? 'session.started' : 'prompt.submitted',
            data: { cwd: `/srv/${made}` },
          });
        });
        connection.send(Buffer.concat(events.map((event) => writer.event(event))));
        for (const event of events) {
          const answer = await connection.answer();
          if (answer === undefined) {
            killedInFlight += 1;
            continue;
          }
          expect(answer.status).toBe(202);
          acknowledged.push({ event, receiptId: JSON.parse(answer.body).receiptId });
          acknowledgedNow += 1;
          if (acknowledgedNow === killAt) running.child.kill('SIGKILL');
        }
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, sender));
    expect(acknowledgedNow).toBeGreaterThanOrEqual(killAt);
    expect(await running.end('SIGKILL')).toBeNull();
  }

  host = await startHostProcess({ dataDir });
  expect(host.output()).not.toContain('set aside');
  const { findings } = await host.control('doctor.run', {});
  expect(findings.find(({ check }) => check === 'store')?.level).toBe('ok');
  const counted = (await host.control('receipts.count', {})).count;
  expect(await host.end('SIGTERM')).toBe(0);

  const db = new DatabaseSync(join(dataDir, 'receipts.db'));
  const stored = new Set(
    (db.prepare('SELECT id FROM receipts').all() as { id: string }[]).map(({ id }) => id),
  );
  const derived = db
    .prepare(
      `SELECT (SELECT sum(events) FROM sessions) AS sessions,
         (SELECT count(*) FROM (SELECT session_key FROM receipts EXCEPT SELECT key FROM sessions)) AS orphans`,
    )
    .get();
  db.close();
  expect(acknowledged.filter(({ receiptId }) => !stored.has(receiptId))).toEqual([]);
  expect(new Set(acknowledged.map(({ receiptId }) => receiptId)).size).toBe(acknowledged.length);
  // The counts of the sessions come from the same transactions.
  expect(derived).toEqual({ sessions: stored.size, orphans: 0 });
  expect(counted).toBe(stored.size);
  // Some kills interrupted requests in flight.
  expect(killedInFlight).toBeGreaterThan(KILLS);
});
