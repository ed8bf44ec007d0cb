import { describe, expect, it } from 'vitest';
import type { ControlEnvelope, ControlResult } from '../../../shared/control.ts';
import { controlFailure } from '../../../shared/failure.ts';
import type { ReceiptSummary } from '../../../shared/receipt.ts';
import { dayEdges } from './day-counts.ts';
import { gapsOf, withCalls, withDays, withGaps } from './list-items.ts';
import { type QueryReceipts, ReceiptFeed } from './receipt-feed.ts';

type Page = ControlEnvelope<ControlResult<'receipts.query'>>;

const receipt = (serial: number): ReceiptSummary => ({
  id: `rcpt_${String(serial).padStart(26, '0')}`,
  integration: { id: 'int', name: 'one' },
  event: 'session.started',
  session: { key: 1, id: 'session' },
  occurredAt: new Date(serial * 1000).toISOString(),
  receivedAt: new Date(serial * 1000).toISOString(),
  summary: '',
  masks: [],
  bodyBytes: 1,
  repeats: 0,
  flags: [],
  secrets: 0,
  personal: 0,
  redactionState: 'redacted',
  context: {},
});

/** A store of receipts 1…count that pages as the host does; `fails` makes it refuse. */
function store(count: number) {
  const state = { count, fails: false, asked: 0 };
  const query: QueryReceipts = async ({ limit, cursor }): Promise<Page> => {
    state.asked += 1;
    if (state.fails) return { ok: false, error: controlFailure('store_unavailable') };
    const from = cursor === undefined ? state.count : Number(cursor);
    const receipts = Array.from({ length: Math.min(limit, from) }, (_, index) => receipt(from - index));
    const rest = from - receipts.length;
    return { ok: true, result: { receipts, nextCursor: rest === 0 ? null : String(rest) } };
  };
  return { state, query };
}

const serials = (rows: readonly ReceiptSummary[]) => rows.map(({ id }) => Number(id.slice(5)));

describe('the feed of receipts', () => {
  it('counts as opened also if a reload overtakes the answer', async () => {
    const { query } = store(3);
    const feed = new ReceiptFeed(query);
    const opening = feed.open({}, receipt(1).id);
    await feed.reload();
    await opening;
    expect(feed.state()).toMatchObject({ first: 'ready', opened: 1 });
    await feed.reload();
    expect(feed.state().opened).toBe(1);
  });

  it('shows what became of a call that is listed already', async () => {
    const { query } = store(3);
    let outcome: 'refused' | undefined;
    const feed = new ReceiptFeed(async (asked) => {
      const page = await query(asked);
      if (page.ok && outcome !== undefined) page.result.receipts[1] = { ...receipt(2), outcome };
      return page;
    });
    await feed.open({});
    outcome = 'refused';
    await feed.refresh();
    expect(feed.state().rows.map((row) => row.outcome)).toEqual([undefined, 'refused', undefined]);
  });

  it('goes on with a search that was not finished, until it is stopped', async () => {
    const asked: (string | undefined)[] = [];
    const until = (turn: number) => new Date(turn * 1000).toISOString();
    const feed = new ReceiptFeed(async ({ cursor }) => {
      asked.push(cursor);
      const turn = asked.length;
      if (turn === 3) feed.stop();
      const receipts = turn === 2 ? [receipt(7)] : [];
      const end = turn === 5 ? { nextCursor: null } : { nextCursor: `r${turn}`, searchedUntil: until(turn) };
      return { ok: true, result: { receipts, ...end } };
    });
    await feed.open({ text: '->' });
    expect(feed.state()).toMatchObject({ earlier: 'stopped', searchedUntil: until(3) });
    expect(serials(feed.state().rows)).toEqual([7]);
    await feed.loadEarlier();
    expect(asked).toEqual([undefined, 'r1', 'r2', 'r3', 'r4']);
    expect(feed.state()).toMatchObject({ earlier: 'none', searchedUntil: undefined });
  });

  it('goes back page by page to the very first', async () => {
    const { query } = store(450);
    const feed = new ReceiptFeed(query);
    await feed.open({});
    expect(feed.state().rows).toHaveLength(200);
    await feed.loadEarlier();
    await feed.loadEarlier();
    expect(serials(feed.state().rows)).toEqual(Array.from({ length: 450 }, (_, index) => 450 - index));
    expect(feed.state().earlier).toBe('none');
    await feed.loadEarlier();
    expect(feed.state().rows).toHaveLength(450);
  });

  it('puts new receipts at the top when the reader is there, and holds them back when not', async () => {
    const { state, query } = store(10);
    const feed = new ReceiptFeed(query);
    await feed.open({});
    state.count = 12;
    await feed.refresh();
    expect(serials(feed.state().rows).slice(0, 3)).toEqual([12, 11, 10]);
    feed.setAtTop(false);
    state.count = 15;
    await feed.refresh();
    expect(serials(feed.state().rows)[0]).toBe(12);
    expect(serials(feed.state().waiting.rows)).toEqual([15, 14, 13]);
    state.count = 16;
    await feed.refresh();
    await feed.showWaiting();
    expect(serials(feed.state().rows)).toEqual(Array.from({ length: 16 }, (_, index) => 16 - index));
    expect(feed.state().waiting.rows).toEqual([]);
  });

  it('starts over instead of leaving a hole when more came than it will fetch', async () => {
    const { state, query } = store(10);
    const feed = new ReceiptFeed(query);
    await feed.open({});
    state.count = 5000;
    await feed.refresh();
    expect(serials(feed.state().rows)).toEqual(Array.from({ length: 200 }, (_, index) => 5000 - index));
    feed.setAtTop(false);
    state.count = 9000;
    await feed.refresh();
    expect(feed.state().waiting.more).toBe(true);
    await feed.showWaiting();
    expect(serials(feed.state().rows)[0]).toBe(9000);
    expect(feed.state().waiting.more).toBe(false);
  });

  it('keeps what it has when an answer fails, and says so only where nothing is shown', async () => {
    const { state, query } = store(300);
    const feed = new ReceiptFeed(query);
    await feed.open({});
    state.fails = true;
    await feed.loadEarlier();
    expect(feed.state()).toMatchObject({ first: 'ready', earlier: 'failed' });
    await feed.reload();
    expect(feed.state().rows).toHaveLength(200);
    state.fails = false;
    await feed.reload();
    await feed.loadEarlier();
    expect(feed.state().rows).toHaveLength(300);
    state.fails = true;
    await feed.open({ event: 'session.ended' });
    expect(feed.state()).toMatchObject({ first: 'failed', failure: { code: 'unavailable' } });
  });

  it('drops an answer to a filter that is no longer set', async () => {
    const release: (() => void)[] = [];
    const query: QueryReceipts = ({ filter }) =>
      new Promise((resolve) => {
        release.push(() =>
          resolve({
            ok: true,
            result: { receipts: [receipt(filter.event === undefined ? 1 : 2)], nextCursor: null },
          }),
        );
      });
    const feed = new ReceiptFeed(query);
    const first = feed.open({});
    const second = feed.open({ event: 'session.ended' });
    release[1]?.();
    release[0]?.();
    await Promise.all([first, second]);
    expect(serials(feed.state().rows)).toEqual([2]);
  });
});

describe('pauses in the list', () => {
  const gap = (from: number, until: number | null) => ({
    from: new Date(from * 1000).toISOString(),
    until: until === null ? null : new Date(until * 1000).toISOString(),
    cause: 'paused' as const,
    precision: 'exact' as const,
    notRecorded: 1,
    scope: null,
  });
  const shape = (items: ReturnType<typeof withGaps>) =>
    items.map((item) => (item.kind === 'receipt' ? Number(item.receipt.id.slice(5)) : item.kind));

  it('stand where they happened', () => {
    const rows = [9, 8, 3, 2].map(receipt);
    expect(shape(withGaps(rows, [gap(4, 7), gap(9.5, null), gap(1, 1.5)], true))).toEqual([
      'gap',
      9,
      8,
      'gap',
      3,
      2,
      'gap',
    ]);
    expect(shape(withGaps(rows, [gap(1, 1.5)], false))).toEqual([9, 8, 3, 2]);
    expect(shape(withGaps([], [gap(1, 1.5)], true))).toEqual(['gap']);
  });

  it('belong to a filter if they cover its agent or project', () => {
    const codex = { ...gap(1, 2), scope: { integrationId: 'int_codex' } };
    const app = { ...gap(3, null), scope: { project: '~/app' } };
    const all = { ...gap(5, 6), scope: null };
    const gaps = [codex, app, all];
    expect(gapsOf({}, gaps)).toEqual(gaps);
    expect(gapsOf({ integrationId: 'int_codex' }, gaps)).toEqual(gaps);
    expect(gapsOf({ integrationId: 'int_other', project: '~/other' }, gaps)).toEqual([all]);
    expect(gapsOf({ since: new Date(4000).toISOString() }, gaps)).toEqual([app, all]);
    expect(gapsOf({ until: new Date(3000).toISOString() }, gaps)).toEqual([codex]);
    expect(gapsOf({ text: 'word' }, gaps)).toEqual([]);
  });
});

describe('days in the list', () => {
  const at = (day: number, hour: number, id: number): ReceiptSummary => ({
    ...receipt(id),
    receivedAt: new Date(2026, 2, day, hour).toISOString(),
  });
  const start = (day: number) => new Date(2026, 2, day).getTime();

  it('have a header before their first item, and a second one where the clock was set back', () => {
    const gap = {
      ...{ from: new Date(2026, 2, 2, 1).toISOString(), until: null, notRecorded: 1, scope: null },
      ...{ cause: 'paused' as const, precision: 'exact' as const },
    };
    const items = withDays(withGaps([at(3, 0, 9), at(2, 23, 8), at(3, 1, 7)], [gap], true));
    expect(items.map((item) => (item.kind === 'day' ? item.day : item.kind))).toEqual([
      start(3),
      'receipt',
      start(2),
      'receipt',
      start(3),
      'receipt',
      start(2),
      'gap',
    ]);
    expect(withDays(items)).toEqual(items);
  });

  it('are counted from midnight to midnight, and inside the time of the filter', () => {
    const instants = (...times: number[]) => times.map((time) => new Date(time).toISOString());
    expect(dayEdges([start(3), start(1)], {})).toEqual(instants(start(1), start(2), start(3), start(4)));
    const since = new Date(2026, 2, 2, 5).toISOString();
    const until = new Date(2026, 2, 3, 7).toISOString();
    expect(dayEdges([start(3), start(2)], { since, until })).toEqual([since, ...instants(start(3)), until]);
    expect(dayEdges([], {})).toEqual([]);
    expect(dayEdges([start(3), new Date(2010, 0, 1).getTime()], {}).length).toBe(1001);
  });
});

describe('a command and the call that ran it', () => {
  const of = (serial: number, event: ReceiptSummary['event'], more: Partial<ReceiptSummary> = {}) => ({
    ...receipt(serial),
    event,
    occurredAt: new Date(serial * 1000).toISOString(),
    ...more,
  });
  const command = (serial: number, more?: Partial<ReceiptSummary>) => of(serial, 'command.before_run', more);
  const call = (serial: number, more?: Partial<ReceiptSummary>) => of(serial, 'tool.before_use', more);
  const withId = (callId: string) => ({ context: { callId } });
  const rowsOf = (...receipts: ReceiptSummary[]) =>
    withCalls(withGaps(receipts, [], true)).map((item) =>
      item.kind === 'receipt'
        ? [item.receipt, item.call].flatMap((each) => (each === undefined ? [] : Number(each.id.slice(5))))
        : [],
    );

  it('are one row', () => {
    expect(rowsOf(command(9, withId('b')), command(8, withId('a')), call(7, withId('a')))).toEqual([
      [9],
      [8, 7],
    ]);
    const occurredAt = new Date(0).toISOString();
    expect(rowsOf(command(9, { occurredAt }), call(8, { occurredAt }), call(7))).toEqual([[9, 8], [7]]);
  });

  it('are two where they are of two sessions or calls, apart, or repeated', () => {
    const [a, b] = [withId('a'), withId('b')];
    const elsewhere = { ...a, session: { key: 2, id: 's2' } };
    for (const each of [
      [command(9, a), call(8, b)],
      [command(9, a), call(8, elsewhere)],
      [command(9, a), call(8, { ...a, repeats: 1 })],
      [command(9, a), of(8, 'file.changed'), call(7, a)],
      [command(9, a), command(8, a), call(7, b)],
      [call(9, a), command(8, a)],
      [command(9), call(8)],
    ]) {
      expect(rowsOf(...each)).toHaveLength(each.length);
    }
  });
});
