import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { EVENT_TYPES, type EventType } from '../../../shared/event.ts';
import type { Receipt, Session } from '../../../shared/receipt.ts';
import { readDatabaseCopy } from '../../../test/support/database-copy.ts';
import { incomingEvent, indexAll, openTestStore } from '../../../test/support/incoming-events.ts';
import { plantedIn } from '../../../test/support/planted-values.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { SeededRandom } from '../../../test/support/seeded-random.ts';
import { storeForEachTest } from '../../../test/support/store-for-each-test.ts';
import type { IncomingEvent } from '../event/incoming-event.ts';
import { OtherVersion, SCHEMA_VERSION } from '../schema/schema.ts';
import { ReceiptClient } from './receipt-client.ts';
import type { ReceiptStore } from './receipt-store.ts';

const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;
const DAY = 86_400_000;

let folder: string;
let file: string;
let store: ReceiptStore;
storeForEachTest(
  (opened) => {
    ({ folder, file, store } = opened);
  },
  () => store,
);
afterEach(() => vi.restoreAllMocks());

function reopen(): void {
  store.calls.close();
  store = openTestStore(file);
}

const commitOne = (overrides: Partial<IncomingEvent> = {}) => store.commit([incomingEvent(overrides)])[0]!;

/** Returns all pages of a query, newest first. */
function pages(
  filter: ReceiptFilter,
  limit: number,
  between: () => void = () => {},
  from: ReceiptStore = store,
): string[] {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = from.calls.query(filter, cursor, limit);
    expect(page.receipts.length).toBeLessThanOrEqual(limit);
    ids.push(...page.receipts.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
    between();
  } while (cursor !== undefined);
  return ids;
}

function allReceipts(from: ReceiptStore = store): Receipt[] {
  const receipts: Receipt[] = [];
  let cursor: string | undefined;
  do {
    const page = from.calls.export({}, cursor, 500);
    receipts.push(...page.receipts);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return receipts;
}

async function allSessions(): Promise<Session[]> {
  const sessions: Session[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.calls.sessions({ ...(cursor === undefined ? {} : { cursor }), limit: 3 });
    sessions.push(...page.sessions);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return sessions;
}

/** Checks that all counts of receipts agree. */
async function expectCountsAgree(): Promise<void> {
  const receipts = allReceipts();
  const statistics = store.calls.statistics();
  expect(store.calls.count()).toBe(receipts.length);
  expect(store.calls.countTurn({ since: '1970-01-01T00:00:00.000Z' }).count).toBe(receipts.length);
  expect(statistics.receipts).toBe(receipts.length);
  const byIntegration: Record<string, number> = {};
  for (const { integration } of receipts)
    byIntegration[integration.id] = (byIntegration[integration.id] ?? 0) + 1;
  const counted = Object.entries(statistics.eventsByIntegration).filter(([, events]) => events !== 0);
  expect(Object.fromEntries(counted)).toEqual(byIntegration);

  const sessions = await allSessions();
  expect(statistics.sessions).toBe(sessions.length);
  expect(new Set(sessions.map(({ key }) => key))).toEqual(
    new Set(receipts.map(({ session }) => session.key)),
  );
  for (const session of sessions) {
    const own = receipts.filter((receipt) => receipt.session.key === session.key);
    expect(session.events).toBe(own.length);
    for (const type of EVENT_TYPES) {
      expect(session.counts[type] ?? 0).toBe(own.filter(({ event }) => event === type).length);
    }
    expect(store.calls.countTurn({ sessionKey: session.key }).count).toBe(own.length);
  }
}

describe('pages', () => {
  test('of thousands of receipts, with inserts in between, contain each receipt exactly once', () => {
    const initial: string[] = [];
    for (let batch = 0; batch < 30; batch += 1) {
      const events = Array.from({ length: 100 }, () => incomingEvent());
      initial.push(...store.commit(events).map(({ receiptId }) => receiptId));
    }
    const expected = [...initial].reverse();
    for (const limit of [1000, 500, 97]) {
      const added: string[] = [];
      const read = pages({}, limit, () => added.push(commitOne({ sessionId: 'meanwhile' }).receiptId));
      expect(read).toEqual(expected);
      expect(added.length).toBeGreaterThan(0);
      expected.unshift(...added.reverse());
    }
    indexAll(store);
    expect(pages({ text: 'session' }, 333)).toEqual([...initial].reverse());
  });

  test('of exactly the limit have no next page', () => {
    store.commit(Array.from({ length: 10 }, () => incomingEvent()));
    expect(store.calls.query({}, undefined, 10).nextCursor).toBeNull();
    expect(store.calls.query({}, undefined, 9).nextCursor).not.toBeNull();
  });

  test.each(['', 'x', 'r', 'r0', 'r-1', 'r1;DROP TABLE receipts', 'r99999999999999999999', 's1-1'])(
    'refuse the cursor “%s”',
    (cursor) => {
      expect(() => store.calls.query({}, cursor, 10)).toThrow();
    },
  );
});

describe('filters', () => {
  const words = ['alpha', 'beta', 'gamma'];
  let receipts: Receipt[];
  // One for all filters, which change nothing.
  let filled: ReceiptStore;
  let filledFolder: string;

  beforeAll(() => {
    filledFolder = temporaryFolder();
    filled = openTestStore(join(filledFolder, 'receipts.db'));
    const random = new SeededRandom(7);
    for (let index = 0; index < 600; index += 1) {
      const integration = 1 + random.below(3);
      filled.commit([
        incomingEvent({
          integrationId: `int_${integration}`,
          integrationName: `number ${integration}`,
          event: random.pick(EVENT_TYPES),
          sessionId: `${random.pick(words)} ${random.pick(words)}-${random.below(3)}`,
          receivedAt: NOON + index * MINUTE,
          data: { content: contentOf(index + 1) },
        }),
      ]);
    }
    indexAll(filled);
    receipts = allReceipts(filled);
    fingerprint = receipts.find((receipt) => seqOf(receipt) === 14)!.redaction.findings[0]!.fingerprint!;
  });

  afterAll(() => {
    filled.calls.close();
    rmSync(filledFolder, { recursive: true, force: true });
  });

  let fingerprint: string;
  /** Every seventh receipt has a finding, and every fourteenth has the same secret. */
  const contentOf = (number: number) =>
    number % 14 === 0
      ? `token ${['ghp', 'k3J9xQ2mZ7w'.repeat(3)].join('_')}abc`
      : number % 7 === 0
        ? 'mail someone@corp.io'
        : 'plain';
  const seqOf = (receipt: Receipt) => receipts.length - receipts.indexOf(receipt);
  const cases: [
    keyof ReceiptFilter,
    () => NonNullable<ReceiptFilter[keyof ReceiptFilter]>,
    (receipt: Receipt) => boolean,
  ][] = [
    ['integrationId', () => 'int_2', ({ integration }) => integration.id === 'int_2'],
    ['event', () => 'file.changed', ({ event }) => event === 'file.changed'],
    ['sessionId', () => 'alpha beta-1', ({ session }) => session.id === 'alpha beta-1'],
    ['sessionKey', () => receipts[5]!.session.key, ({ session }) => session.key === receipts[5]!.session.key],
    [
      'since',
      () => new Date(NOON + 100 * MINUTE).toISOString(),
      ({ receivedAt }) => Date.parse(receivedAt) >= NOON + 100 * MINUTE,
    ],
    [
      'until',
      () => new Date(NOON + 500 * MINUTE).toISOString(),
      ({ receivedAt }) => Date.parse(receivedAt) < NOON + 500 * MINUTE,
    ],
    ['text', () => 'Gamma al', ({ session }) => /gamma/.test(session.id) && /alpha/.test(session.id)],
    ['found', () => 'any', (receipt) => seqOf(receipt) % 7 === 0],
    ['fingerprint', () => fingerprint, (receipt) => seqOf(receipt) % 14 === 0],
  ];

  function expectFiltered(chosen: typeof cases): number {
    const filter = Object.fromEntries(chosen.map(([name, value]) => [name, value()])) as ReceiptFilter;
    const expected = receipts.filter((receipt) => chosen.every(([, , matches]) => matches(receipt)));
    const ids = expected.map(({ id }) => id);
    expect(pages(filter, 50, undefined, filled)).toEqual(ids);
    expect(filled.calls.countTurn(filter).count).toBe(ids.length);
    if ('text' in filter) expect(filled.calls.countTurn(filter, 2).count).toBe(Math.min(3, ids.length));
    expect(filled.calls.export(filter, undefined, 500).receipts).toEqual(expected.slice(0, 500));
    return ids.length;
  }

  test.each(cases)('%s alone', (...chosen) => {
    const found = expectFiltered([chosen]);
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(receipts.length);
  });

  test('in all pairs, in all triples, and all together', () => {
    let found = 0;
    cases.forEach((first, at) => {
      cases.slice(at + 1).forEach((second, offset) => {
        found += expectFiltered([first, second]);
        for (const third of cases.slice(at + offset + 2)) found += expectFiltered([first, second, third]);
      });
    });
    expect(found).toBeGreaterThan(1000);
    expectFiltered(cases);
  });

  test.each([
    [{ integrationId: 'int_9' }],
    [{ sessionKey: 999_999 }],
    [{ sessionId: 'alpha' }],
    [{ since: '2099-01-01T00:00:00.000Z' }],
    [{ until: '2020-01-01T00:00:00.000Z' }],
    [{ text: 'delta' }],
    [{ text: '"*^-' }],
    [{ text: '' }],
    [{ fingerprint: '00000000000000bb' }],
  ] satisfies [ReceiptFilter][])('%o matches nothing', (filter) => {
    expect(pages(filter, 10, undefined, filled)).toEqual([]);
    expect(filled.calls.countTurn(filter).count).toBe(0);
  });

  test.each([
    'alpha" OR "beta',
    'alpha*',
    'text:alpha',
    'NEAR(alpha beta)',
    "alpha'--",
    'alpha AND NOT beta',
  ])('the text “%s” is read as words, not as an expression', (text) => {
    expect(() => filled.calls.query({ text }, undefined, 10)).not.toThrow();
  });

  test.each(['abc\0defghi', 'a\0de', 'c\0d', 'defghi'])('a text with a NUL is found by %j', (text) => {
    const data = { content: 'abc\0defghi', path: 'a\0defg.ts' };
    const { receiptId } = commitOne({ data });
    indexAll(store);
    const ids = (filter: ReceiptFilter) =>
      store.calls.query(filter, undefined, 10).receipts.map(({ id }) => id);
    const isFound = JSON.stringify(data).includes(JSON.stringify(text).slice(1, -1));
    expect(ids({ text })).toEqual(isFound ? [receiptId] : []);
    expect(ids({ path: text })).toEqual(data.path.includes(text) ? [receiptId] : []);
  });
});

describe('sessions', () => {
  test('derive from their events', async () => {
    const at = (minutes: number) => NOON + minutes * MINUTE;
    const events: [EventType, number][] = [
      ['session.started', 0],
      ['prompt.submitted', 1],
      ['prompt.submitted', 2],
      ['file.changed', 3],
      ['session.ended', 4],
    ];
    for (const [event, minutes] of events) commitOne({ event, receivedAt: at(minutes) });
    reopen();
    const [session] = await allSessions();
    expect(session).toMatchObject({
      id: 'session-1',
      firstEventAt: new Date(at(0)).toISOString(),
      lastEventAt: new Date(at(4)).toISOString(),
      startedAt: new Date(at(0)).toISOString(),
      endedAt: new Date(at(4)).toISOString(),
      events: 5,
      counts: { 'session.started': 1, 'prompt.submitted': 2, 'file.changed': 1, 'session.ended': 1 },
    });
    // The session continues after a restart of the harness.
    commitOne({ event: 'session.started', receivedAt: at(9) });
    expect((await allSessions())[0]).toMatchObject({
      startedAt: new Date(at(9)).toISOString(),
      endedAt: null,
      events: 6,
    });
    await expectCountsAgree();
  });

  test('are counted by their receipts in turns, so that events are stored meanwhile', async () => {
    for (const sessionId of ['long', 'long', 'short'])
      store.commit(Array.from({ length: 3000 }, () => incomingEvent({ sessionId })));
    indexAll(store);
    let isCounted = false;
    const receipts = { since: '1970-01-01T00:00:00.000Z' };
    const counting = store.calls.sessions({ receipts, limit: 10 }).finally(() => {
      isCounted = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isCounted).toBe(false);
    commitOne({ sessionId: 'meanwhile' });
    expect((await counting).sessions.map(({ id, matching }) => [id, matching])).toEqual([
      ['short', 3000],
      ['long', 6000],
    ]);
  });

  test('with the same id in two integrations are two sessions', async () => {
    commitOne();
    commitOne({ integrationId: 'int_2', integrationName: 'two' });
    commitOne({ sessionId: 'session-2' });
    expect(await allSessions()).toHaveLength(3);
    expect((await store.calls.sessions({ integrationId: 'int_2', limit: 10 })).sessions).toHaveLength(1);
    expect((await store.calls.sessions({ text: 'ion-2', limit: 10 })).sessions).toHaveLength(1);
    expect((await store.calls.sessions({ text: '%', limit: 10 })).sessions).toHaveLength(0);
    await expectCountsAgree();
    // The counts were asked before, and follow new receipts of a known and of a new session.
    commitOne({ event: 'prompt.submitted' });
    commitOne({ integrationId: 'int_3', integrationName: 'three' });
    await expectCountsAgree();
  });

  test.each(['indexed', 'not yet indexed'])(
    'are found by their receipts, %s, and report the number of matches',
    async (state) => {
      for (let count = 0; count < 3; count += 1) commitOne({ sessionId: 'mixed', event: 'prompt.submitted' });
      commitOne({ sessionId: 'mixed', event: 'file.changed' });
      commitOne({ sessionId: 'prompts alone', event: 'prompt.submitted' });
      commitOne({
        sessionId: 'elsewhere',
        integrationId: 'int_2',
        integrationName: 'two',
        event: 'file.changed',
      });
      if (state === 'indexed') indexAll(store);
      const found = async (receipts: ReceiptFilter) =>
        Object.fromEntries(
          (await store.calls.sessions({ receipts, limit: 10 })).sessions.map(({ id, matching, events }) => [
            id,
            `${matching} of ${events}`,
          ]),
        );
      expect(await found({})).toEqual({ mixed: '4 of 4', 'prompts alone': '1 of 1', elsewhere: '1 of 1' });
      expect(await found({ event: 'file.changed' })).toEqual({ mixed: '1 of 4', elsewhere: '1 of 1' });
      expect(await found({ event: 'file.changed', integrationId: 'int_2' })).toEqual({ elsewhere: '1 of 1' });
      expect(await found({ event: 'prompt.submitted', since: new Date(0).toISOString() })).toEqual({
        mixed: '3 of 4',
        'prompts alone': '1 of 1',
      });
      expect(await found({ found: 'any' })).toEqual({});
      expect(await found({ integrationId: 'int_none' })).toEqual({});
      if (state === 'indexed') expect(Object.keys(await found({ text: 'alone' }))).toEqual(['prompts alone']);
    },
  );

  test('with an end and no start carry a flag on that receipt only', () => {
    const ids = [
      commitOne({ event: 'session.ended', sessionId: 'a' }),
      commitOne({ event: 'session.started', sessionId: 'b' }),
      commitOne({ event: 'session.ended', sessionId: 'b' }),
      commitOne({ event: 'prompt.submitted', sessionId: 'c' }),
    ].map(({ receiptId }) => receiptId);
    const flagged = ids.map((id) => store.calls.get(id)!.flags.includes('session_not_started'));
    expect(flagged).toEqual([true, false, false, false]);
  });
});

describe('receipts', () => {
  test('are flagged if the reporter’s clock is off by more than five minutes', () => {
    const flagsAt = (skew: number) =>
      store.calls.get(
        commitOne({ receivedAt: NOON, occurredAt: new Date(NOON + skew).toISOString() }).receiptId,
      )!.flags;
    for (const skew of [0, 5 * MINUTE, -5 * MINUTE]) expect(flagsAt(skew)).toEqual([]);
    for (const skew of [5 * MINUTE + 1, -5 * MINUTE - 1]) expect(flagsAt(skew)).toEqual(['clock_skew']);
  });

  test('are flagged if a bridge assumed the destination', () => {
    const flagsOf = (destinationAssumed: boolean) =>
      store.calls.get(commitOne({ destinationAssumed, data: { destination: 'anthropic' } }).receiptId)!.flags;
    expect([flagsOf(true), flagsOf(false)]).toEqual([['destination_assumed'], []]);
  });

  test.each(EVENT_TYPES)('of %s keep turn, call, agent, model and mode, redacted', (event) => {
    const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
    const data = {
      turnId: 'turn-7',
      callId: 'toolu_01A09q90qw90lq917835lq9',
      agentId: 'call_MThqH2mIOjc6yD3RkTEcCRnB',
      agentType: 'reviewer',
      parentAgentId: '7f3a2b1c-4d5e-4f70-8a9b-0c1d2e3f4a5b',
      model: 'claude-opus-4-5-20251101',
      mode: 'acceptEdits',
      mcpServer: 'github',
    };
    const kept = (members: Record<string, unknown>) =>
      store.calls.get(commitOne({ event, data: members }).receiptId)!.data;
    expect(kept(data)).toEqual(data);
    for (const name of Object.keys(data)) {
      expect(JSON.stringify(kept({ [name]: `x ${secret}` }))).not.toContain(secret);
    }
  });

  test('count their repeats, within a batch, across batches and restarts', async () => {
    const event = incomingEvent({ data: { content: 'x', cwd: '/a' } });
    const reordered = { ...event, receivedAt: event.receivedAt + 5, data: { cwd: '/a', content: 'x' } };
    const [first, second] = store.commit([event, { ...event }]);
    expect(second).toEqual({ ...first, replayed: true });
    expect(store.commit([reordered])[0]).toEqual({ ...first, replayed: true });
    reopen();
    expect(store.commit([event])[0]).toEqual({ ...first, replayed: true });
    expect(store.calls.get(first!.receiptId)!.repeats).toBe(3);
    for (const other of [
      { integrationId: 'int_2' },
      { event: 'command.before_run' as const },
      { sessionId: 'other' },
      { occurredAt: new Date(NOON).toISOString() },
      { data: { content: 'x' } },
      { data: { content: 'x', cwd: ['/a'] } },
    ]) {
      expect(store.commit([{ ...event, ...other }])[0]!.replayed).toBe(false);
    }
    await expectCountsAgree();
  });

  test('keep sizes and keyed digests, and no text but the session’s id, at the level metadata', () => {
    const data = { content: 'größe', toolInput: { a: [1] }, changeType: 'created' };
    const { receiptId } = commitOne({
      event: 'file.changed',
      data,
      bodyBytes: 321,
      droppedMembers: 2,
      level: 'metadata',
    });
    expect(store.calls.get(receiptId)).toMatchObject({
      data: { changeType: 'created' },
      sizes: { content: { bytes: 7 }, toolInput: { bytes: 9 }, changeType: { bytes: 7 } },
      bodyBytes: 321,
      droppedMembers: 2,
      redaction: { state: 'metadata', findings: [] },
    });
  });

  test('are not created at the level nothing, and retries get the same answer', async () => {
    store.calls.beginGap(NOON, null);
    const paused = incomingEvent({ paused: true });
    const [first, again] = store.commit([paused, { ...paused }]);
    expect(first).toMatchObject({ recorded: false, replayed: false });
    expect(first!.receiptId).toMatch(/^rcpt_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(again!.receiptId).toBe(first!.receiptId);
    expect(commitOne({ level: 'nothing' }).recorded).toBe(false);
    store.calls.endGap(NOON + MINUTE, null);
    expect(store.calls.gaps()).toEqual([
      {
        from: new Date(NOON).toISOString(),
        until: new Date(NOON + MINUTE).toISOString(),
        cause: 'paused',
        precision: 'exact',
        notRecorded: 2,
        scope: null,
      },
    ]);
    expect(store.calls.count()).toBe(0);
    await expectCountsAgree();
  });

  test('are counted in the gap of the integration or project that is paused', async () => {
    const [codex, app] = ['integration:int_1', 'project:~/app'];
    for (const scope of [null, codex!, app!]) store.calls.beginGap(NOON, scope);
    store.commit([
      incomingEvent({ paused: true, pauseScope: codex! }),
      incomingEvent({ paused: true, pauseScope: app! }),
      incomingEvent({ paused: true, pauseScope: app! }),
    ]);
    expect(store.calls.gaps().map(({ scope, notRecorded }) => [scope, notRecorded])).toEqual([
      [{ project: '~/app' }, 2],
      [{ integrationId: 'int_1' }, 1],
      [null, 0],
    ]);
    store.calls.setOpenGaps(NOON + MINUTE, [codex!]);
    const open = () => store.calls.gaps().filter(({ until }) => until === null);
    expect(open().map(({ scope }) => scope)).toEqual([{ integrationId: 'int_1' }]);
    // The gap names its project, so it goes with it.
    await store.calls.erase({ project: '~/app' }, false);
    expect(store.calls.gaps().map(({ scope }) => scope)).toEqual([{ integrationId: 'int_1' }, null]);
  });

  test('leave gaps where no host recorded, and a computer that wakes for moments leaves one', () => {
    const off = { cause: 'computer_off', precision: 'minute' } as const;
    const restart = {
      from: NOON,
      until: NOON + MINUTE / 2,
      cause: 'not_running',
      precision: 'exact',
    } as const;
    store.calls.noteGap(restart);
    store.calls.noteGap({ ...restart, precision: 'unknown' });
    expect(store.calls.gaps()).toEqual([]);
    for (const hour of [0, 1, 2, 4]) {
      const from = NOON + hour * 60 * MINUTE;
      store.calls.noteGap({ ...off, from, until: from + 58 * MINUTE });
    }
    const times = store.calls.gaps().map(({ from, until }) => [from, until].map((at) => Date.parse(at!)));
    expect(times).toEqual([
      [NOON + 240 * MINUTE, NOON + 298 * MINUTE],
      [NOON, NOON + 178 * MINUTE],
    ]);
    commitOne({ receivedAt: NOON + 4 * MINUTE });
    store.calls.noteGap({ ...restart, from: NOON + 5 * MINUTE, until: NOON + 5 * MINUTE + 1000 });
    const causes = store.calls.gaps().map(({ cause }) => cause);
    expect(causes).toEqual(['computer_off', 'not_running', 'computer_off']);
  });

  test('that exist already answer their retries at the level nothing', () => {
    const event = incomingEvent();
    const [recorded] = store.commit([event]);
    for (const change of [{ paused: true }, { level: 'nothing' as const }]) {
      expect(store.commit([{ ...event, ...change }])[0]).toEqual({ ...recorded, replayed: true });
    }
    expect(store.calls.count()).toBe(1);
  });
});

describe('the text index', () => {
  test('catches up after a restart that interrupted it', async () => {
    store.commit(Array.from({ length: 300 }, (_, index) => incomingEvent({ sessionId: `needle ${index}` })));
    expect(store.calls.statistics().unindexedReceipts).toBe(300);
    store.calls.advanceIndex();
    const left = store.calls.statistics().unindexedReceipts;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(300);
    reopen();
    expect(store.calls.statistics().unindexedReceipts).toBe(left);
    store.calls.close();

    const client = new ReceiptClient(new URL('../../host/receipt-worker.ts', import.meta.url), {
      file,
      digestKey: new Uint8Array(32),
      fingerprintKey: new Uint8Array(32),
      homeDirectories: [],
      userNames: [],
    });
    await client.open();
    await vi.waitFor(async () => expect((await client.call('statistics')).unindexedReceipts).toBe(0), 20_000);
    expect((await client.call('countTurn', { text: 'needle' })).count).toBe(300);
    expect((await client.call('countTurn', { text: '"needle 299"' })).count).toBe(1);
    await client.close();
    store = openTestStore(file);
  });
});

describe('row numbers', () => {
  test('are not reused if the newest receipts were deleted and the clock was set back', async () => {
    commitOne({ receivedAt: NOON + DAY });
    indexAll(store);
    await store.calls.erase({ everything: true }, false);
    reopen();
    const { receiptId } = commitOne({ receivedAt: NOON, sessionId: 'needle' });
    indexAll(store);
    expect(store.calls.countTurn({ event: 'prompt.submitted' }).count).toBe(1);
    expect(store.calls.countTurn({ text: 'needle' }).count).toBe(1);
    expect(store.calls.countTurn({ text: 'needle' }, 0).count).toBe(1);
    expect(store.calls.countTurn({ event: 'prompt.submitted' }, 7).count).toBe(1);
    expect((await store.calls.erase({ receiptId }, false)).receipts).toBe(1);
    expect(store.calls.integrity()).toEqual([]);
  });
});

test('no file beside the store is mapped, also where the store is opened again', () => {
  // The process would be killed if another program emptied a mapped file.
  commitOne();
  reopen();
  commitOne();
  expect(readdirSync(folder).sort()).toEqual(['receipts.db', 'receipts.db-wal']);
});

describe('the schema', () => {
  test('is made in an empty database, once', () => {
    store.calls.close();
    rmSync(file);
    const empty = new DatabaseSync(file);
    expect(empty.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 });
    empty.exec('VACUUM');
    empty.close();
    store = openTestStore(file);
    const { receiptId } = commitOne();
    reopen();
    expect(store.calls.get(receiptId)?.id).toBe(receiptId);
    const version = readDatabaseCopy(file, (db) => db.prepare('PRAGMA user_version').get());
    expect(version).toEqual({ user_version: SCHEMA_VERSION });
    expect(store.calls.integrity()).toEqual([]);
  });

  test('whose version was set to zero keeps its receipts', () => {
    const { receiptId } = commitOne();
    store.calls.close();
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 0');
    db.close();
    store = openTestStore(file);
    expect(store.calls.get(receiptId)?.id).toBe(receiptId);
  });

  test('has new indexes where those of another version are', () => {
    const { receiptId } = commitOne({ data: { content: 'needle', cwd: '/srv/a' } });
    indexAll(store);
    store.calls.close();
    const db = new DatabaseSync(file);
    db.exec(`DROP TABLE activity; CREATE TABLE activity (earlier TEXT);
      UPDATE progress SET seq = seq - 1 WHERE name = 'indexes'`);
    db.close();
    store = openTestStore(file);
    indexAll(store);
    const found = store.calls.query({ text: 'needle', project: '/srv/a' }, undefined, 5).receipts;
    expect(found.map(({ id }) => id)).toEqual([receiptId]);
    expect(store.calls.incidents(5)).toEqual([]);
    expect(store.calls.integrity()).toEqual([]);
  });

  test.each([SCHEMA_VERSION + 1, 16])('of version %i is refused and unchanged', (version) => {
    commitOne();
    store.calls.close();
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA user_version = ${version}`);
    const setAside = vi.fn();
    expect(() => openTestStore(file, setAside)).toThrow(OtherVersion);
    expect(setAside).not.toHaveBeenCalled();
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    db.close();
    store = openTestStore(file);
    expect(store.calls.count()).toBe(1);
  });
});

describe('deletion', () => {
  const integrations = ['int_1', 'int_2'];
  // Each row has unique words, so that no other row contains a part of them.
  const secretOf = (integration: string, session: number) =>
    `${'wxyz'[session]}zsecret${integration.at(-1)}q${session}kept`;

  beforeEach(() => {
    const events = Array.from({ length: 1200 }, (_, index) => {
      const integrationId = integrations[index % 2]!;
      const session = (index >> 1) % 4;
      return incomingEvent({
        integrationId,
        integrationName: `name of ${integrationId}`,
        event: EVENT_TYPES[index % EVENT_TYPES.length]!,
        sessionId: secretOf(integrationId, session),
      });
    });
    for (let from = 0; from < events.length; from += 10) store.commit(events.slice(from, from + 10));
    indexAll(store);
  });

  async function expectDeletes(
    scope: Parameters<ReceiptStore['calls']['erase']>[0],
    isDoomed: (receipt: Receipt) => boolean,
  ): Promise<void> {
    const before = allReceipts();
    const doomed = before.filter(isDoomed);
    expect(doomed.length).toBeGreaterThan(0);
    const forecast = await store.calls.erase(scope, true);
    expect(allReceipts()).toEqual(before);
    expect(await store.calls.erase(scope, false)).toEqual(forecast);
    expect(forecast.receipts).toBe(doomed.length);
    expect(forecast.bytes).toBeGreaterThan(0);
    expect(allReceipts()).toEqual(before.filter((receipt) => !isDoomed(receipt)));
    for (const { id } of doomed.slice(0, 10)) expect(store.calls.get(id)).toBeUndefined();
    await expectCountsAgree();
    expect(await store.calls.erase(scope, false)).toEqual({ receipts: 0, bytes: 0 });
    expect(store.calls.integrity()).toEqual([]);
    // Remaining rows can be found, and deleted rows cannot.
    const gone = new Set(doomed.map(({ session }) => session.id));
    for (const { session } of allReceipts()) gone.delete(session.id);
    for (const id of new Set(before.map(({ session }) => session.id))) {
      expect(store.calls.countTurn({ text: id }).count > 0).toBe(!gone.has(id));
    }
    expect(plantedIn(folder, [...gone])).toEqual([]);
    for (const id of gone) expect(plantedIn(folder, [id.slice(1)])).toEqual([]);
    // The store still works.
    expect(commitOne({ integrationId: 'int_1', sessionId: secretOf('int_1', 0) }).recorded).toBe(true);
    await expectCountsAgree();
  }

  test('the disk contains the data before its deletion', () => {
    expect(plantedIn(folder, [secretOf('int_1', 0)])).not.toEqual([]);
  });

  test('of one receipt', () => {
    const { id } = allReceipts()[100]!;
    return expectDeletes({ receiptId: id }, (receipt) => receipt.id === id);
  });

  test('of a session', () => {
    const { key } = allReceipts()[0]!.session;
    return expectDeletes({ sessionKey: key }, ({ session }) => session.key === key);
  });

  test('of an integration', () =>
    expectDeletes({ integrationId: 'int_2' }, ({ integration }) => integration.id === 'int_2'));

  test('of everything', () => expectDeletes({ everything: true }, () => true));

  test('takes the path of a project and the notes of its receipts from a session that stays', async () => {
    const cwd = '/work/plinthsecretproject';
    const [secret, other] = store.commit([
      incomingEvent({ sessionId: 'of two', data: { content: 'one', cwd } }),
      incomingEvent({ sessionId: 'of two', data: { content: 'two', cwd: '/work/other' } }),
    ]);
    const ids = [secret!.receiptId, other!.receiptId];
    store.calls.noteSessions([
      {
        integrationId: 'int_1',
        sessionId: 'of two',
        approvals: ids.map((receiptId) => ({ receiptId, approval: 'you_once' })),
        outcomes: ids.map((receiptId) => ({ receiptId, outcome: 'failed' })),
        secondRoutes: [],
        counts: {},
      },
    ]);
    indexAll(store);
    expect(plantedIn(folder, [cwd, ids[0]!])).not.toEqual([]);
    expect((await store.calls.erase({ project: cwd }, false)).receipts).toBe(1);
    expect(plantedIn(folder, [cwd, ids[0]!])).toEqual([]);
    const { key } = store.calls.get(ids[1]!)!.session;
    expect(store.calls.session(key)).toMatchObject({
      session: { project: null },
      notes: { approvals: [{ receiptId: ids[1] }], outcomes: 1 },
    });
    expect(store.calls.projects({}).map(({ path }) => path)).toEqual(['/work/other']);
  });

  test('of everything also deletes the names of integrations and past gaps', async () => {
    store.calls.beginGap(NOON, null);
    store.calls.endGap(NOON + 1, null);
    await store.calls.erase({ everything: true }, false);
    expect(store.calls.gaps()).toEqual([]);
    expect(plantedIn(folder, ['name of int_1', 'name of int_2'])).toEqual([]);
  });

  test('keeps receipts that arrive meanwhile', async () => {
    let erasing = true;
    const erased = store.calls.erase({ everything: true }, false).then((deletion) => {
      erasing = false;
      return deletion;
    });
    // The first slice is short, because nothing is known of the time that a row takes.
    expect(store.calls.count()).toBeGreaterThan(1100);
    const arrived: string[] = [];
    while (erasing) {
      arrived.push(commitOne({ sessionId: 'meanwhile' }).receiptId);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await erased).receipts).toBe(1200);
    expect(arrived.length).toBeGreaterThan(1);
    expect(
      allReceipts()
        .map(({ id }) => id)
        .reverse(),
    ).toEqual(arrived);
    await expectCountsAgree();
  });

  test('assigns a new receipt id to a deleted event that is sent again', async () => {
    const event = incomingEvent();
    const [first] = store.commit([event]);
    await store.calls.erase({ receiptId: first!.receiptId }, false);
    const [again] = store.commit([event]);
    expect(again).toMatchObject({ recorded: true, replayed: false });
    expect(again!.receiptId > first!.receiptId).toBe(true);
  });
});

describe('retention', () => {
  const COUNT = 2000;
  const filler = (index: number) =>
    Object.fromEntries(
      Array.from({ length: index % 20 }, (_, member) => [`member${member}`, 'x'.repeat(60)]),
    );

  beforeEach(() => {
    const events = Array.from({ length: COUNT }, (_, index) =>
      incomingEvent({ receivedAt: NOON + index * MINUTE, sessionId: `s${index % 50}`, data: filler(index) }),
    );
    store.commit(events);
    indexAll(store);
    vi.spyOn(Date, 'now').mockReturnValue(NOON + COUNT * MINUTE);
  });

  async function expectApplied(limits: { olderThan: number | null; maxBytes: number | null }) {
    const before = allReceipts();
    const forecast = await store.calls.applyRetention(limits, true);
    expect(allReceipts()).toHaveLength(before.length);
    expect(await store.calls.applyRetention(limits, false)).toEqual(forecast);
    const left = allReceipts();
    // The newest receipts stay.
    expect(left).toEqual(before.slice(0, before.length - forecast.receipts));
    await expectCountsAgree();
    expect(store.calls.integrity()).toEqual([]);
    return { forecast, left };
  }

  function usedBytes(): number {
    // An open store keeps other connections out.
    store.calls.close();
    const db = new DatabaseSync(file);
    const number = (pragma: string) => Object.values(db.prepare(`PRAGMA ${pragma}`).get()!)[0] as number;
    const used = (number('page_count') - number('freelist_count')) * number('page_size');
    db.close();
    store = openTestStore(file);
    return used;
  }

  test('without limits deletes nothing', async () => {
    expect((await expectApplied({ olderThan: null, maxBytes: null })).forecast).toEqual({
      receipts: 0,
      bytes: 0,
    });
  });

  test('by age', async () => {
    const olderThan = NOON + 700 * MINUTE;
    const { left } = await expectApplied({ olderThan, maxBytes: null });
    expect(left).toHaveLength(COUNT - 700);
    expect(left.every(({ receivedAt }) => Date.parse(receivedAt) >= olderThan)).toBe(true);
  });

  test.each([0.9, 0.5, 0.2])('by size, to %f of the store', async (part) => {
    const maxBytes = Math.floor(usedBytes() * part);
    const { left } = await expectApplied({ olderThan: null, maxBytes });
    expect(left.length).toBeGreaterThan(0);
    expect(usedBytes()).toBeLessThanOrEqual(maxBytes);
    expect((await expectApplied({ olderThan: null, maxBytes })).forecast.receipts).toBe(0);
  });

  test('by size leaves room, so that a little growth starts no other run', async () => {
    store.calls.close();
    const db = new DatabaseSync(file);
    // Long texts, without the time that their indexes take.
    db.exec("UPDATE receipts SET data = json_set(data, '$.content', hex(zeroblob(10000)))");
    db.close();
    store = openTestStore(file);
    const maxBytes = Math.floor(usedBytes() * 0.8);
    const run = await store.calls.applyRetention({ olderThan: null, maxBytes }, false);
    expect(run.receipts).toBeGreaterThan(0);
    expect(usedBytes()).toBeLessThanOrEqual(maxBytes * 0.99);
    const longer = { content: 'word '.repeat(4000) };
    store.commit(Array.from({ length: 10 }, () => incomingEvent({ data: longer })));
    indexAll(store);
    expect((await store.calls.applyRetention({ olderThan: null, maxBytes }, true)).receipts).toBe(0);
  });

  test('by age and size together', async () => {
    const maxBytes = Math.floor(usedBytes() / 2);
    const { left } = await expectApplied({ olderThan: NOON + 200 * MINUTE, maxBytes });
    expect(left.length).toBeLessThan(COUNT - 200);
    expect(usedBytes()).toBeLessThanOrEqual(maxBytes);
  });

  test('by age deletes receipts with ids ahead of a clock that was set back', async () => {
    const year = 365 * DAY;
    commitOne({ receivedAt: NOON + 10 * year, sessionId: 'from the future' });
    const { receiptId } = commitOne({ receivedAt: NOON + COUNT * MINUTE, sessionId: 'after it' });
    vi.spyOn(Date, 'now').mockReturnValue(NOON + year);
    await store.calls.applyRetention({ olderThan: NOON + 100 * DAY, maxBytes: null }, false);
    expect(store.calls.get(receiptId)).toBeUndefined();
    expect(allReceipts().map(({ session }) => session.id)).toEqual(['from the future']);
    await expectCountsAgree();
  });
});
