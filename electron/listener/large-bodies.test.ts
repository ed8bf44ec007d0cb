import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LargeBodies, type LargeBody } from './large-bodies.ts';
import { takeOversizedBody } from './oversized-body.ts';

const MEBIBYTE = 1_048_576;
/** The documented bounds (docs/threat-model.md). */
const BODIES_OF_AN_INTEGRATION = 4;
const BODIES_OF_ALL = 6;
const PARSED_AT_ONCE = 2;
const PARSE_MS = 20;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets promises settle and pending turns of the event loop pass. No time passes. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

/** Asks for room for bodies of one mebibyte. Returns those that have it so far. */
function enter(bodies: LargeBodies, integration: object, count: number): LargeBody[] {
  const entered: LargeBody[] = [];
  for (let index = 0; index < count; index += 1) {
    void bodies.enter(integration, MEBIBYTE).then((body) => entered.push(body));
  }
  return entered;
}

/** Parses a body, which takes {@link PARSE_MS}. Adds its name to `order` at the start. */
function parse(body: LargeBody, name: string, order: string[]): Promise<string> {
  return body.parse(() => {
    order.push(name);
    vi.advanceTimersByTime(PARSE_MS);
    return name;
  });
}

async function enterOne(bodies: LargeBodies, integration: object): Promise<LargeBody> {
  return bodies.enter(integration, MEBIBYTE);
}

test('one integration reads a bounded number of bytes, and the next body enters when one leaves', async () => {
  const bodies = new LargeBodies();
  const entered = enter(bodies, {}, BODIES_OF_AN_INTEGRATION + 3);
  await settle();
  expect(entered).toHaveLength(BODIES_OF_AN_INTEGRATION);
  entered[0]!.leave();
  await settle();
  expect(entered).toHaveLength(BODIES_OF_AN_INTEGRATION + 1);
});

test('a body that leaves twice frees its place once', async () => {
  const bodies = new LargeBodies();
  const entered = enter(bodies, {}, BODIES_OF_AN_INTEGRATION + 3);
  await settle();
  entered[0]!.leave();
  entered[0]!.leave();
  await settle();
  expect(entered).toHaveLength(BODIES_OF_AN_INTEGRATION + 1);
});

test('all integrations together read a bounded number of bytes, but each may read one body', async () => {
  const bodies = new LargeBodies();
  const floods = [{}, {}, {}].map((integration) => enter(bodies, integration, BODIES_OF_AN_INTEGRATION));
  await settle();
  const rest = BODIES_OF_ALL - BODIES_OF_AN_INTEGRATION;
  expect(floods.map(({ length }) => length)).toEqual([BODIES_OF_AN_INTEGRATION, rest, 1]);
  const late = enter(bodies, {}, 2);
  await settle();
  expect(late).toHaveLength(1);
});

test('a waiting body of one integration does not block the body of another', async () => {
  const bodies = new LargeBodies();
  enter(bodies, {}, BODIES_OF_AN_INTEGRATION + 1);
  const other = enter(bodies, {}, 1);
  await settle();
  expect(other).toHaveLength(1);
});

test('returns the result of the work, and passes on its error', async () => {
  const bodies = new LargeBodies();
  const body = await enterOne(bodies, {});
  await expect(body.parse(() => 'parsed')).resolves.toBe('parsed');
  const failing = await enterOne(bodies, {});
  await expect(
    failing.parse(() => {
      throw new Error('invalid');
    }),
  ).rejects.toThrow('invalid');
});

test('keeps a bounded number of parsed bodies until they are answered', async () => {
  const bodies = new LargeBodies();
  const integration = {};
  const order: string[] = [];
  const entered = enter(bodies, integration, 4);
  await settle();
  for (const [index, body] of entered.entries()) void parse(body, `body ${index}`, order);
  await vi.advanceTimersByTimeAsync(1000);
  await settle();
  await vi.advanceTimersByTimeAsync(1000);
  await settle();
  expect(order).toHaveLength(PARSED_AT_ONCE);
  entered[0]!.leave();
  await vi.advanceTimersByTimeAsync(1000);
  await settle();
  expect(order).toEqual(['body 0', 'body 1', 'body 2']);
});

test('rests after a parse for as long as the parse took', async () => {
  const bodies = new LargeBodies();
  const order: string[] = [];
  const first = await enterOne(bodies, {});
  const second = await enterOne(bodies, {});
  void parse(first, 'first', order);
  void parse(second, 'second', order);
  await settle();
  await vi.advanceTimersByTimeAsync(PARSE_MS - 1);
  await settle();
  expect(order).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(1);
  await settle();
  expect(order).toEqual(['first', 'second']);
});

test('the integration with the fewest parsed bodies is next', async () => {
  const bodies = new LargeBodies();
  const [flood, other] = [{}, {}];
  const order: string[] = [];
  const entered = enter(bodies, flood, 3);
  await settle();
  for (const [index, body] of entered.entries()) void parse(body, `flood ${index}`, order);
  await settle();
  const late = await enterOne(bodies, other);
  void parse(late, 'other', order);
  await vi.advanceTimersByTimeAsync(PARSE_MS);
  await settle();
  expect(order).toEqual(['flood 0', 'other']);
});

test('a body over the limit waits for room, then for its turn, and leaves after its answer', async () => {
  const bodies = new LargeBodies();
  const integration = {};
  const entered = enter(bodies, integration, BODIES_OF_AN_INTEGRATION);
  await settle();
  const steps: string[] = [];
  async function* chunks() {
    steps.push('read');
    yield Buffer.from('{}');
  }
  let answered = () => {};
  const answer = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const taken = takeOversizedBody(
    chunks(),
    { integration, largeBodies: bodies },
    () => steps.push('parse'),
    async () => {
      steps.push('answer');
      await answer;
    },
  );
  await settle();
  expect(steps).toEqual([]);
  entered[0]!.leave();
  entered[1]!.leave();
  await settle();
  expect(steps).toEqual(['read', 'parse', 'answer']);
  const next = enter(bodies, integration, 1);
  await settle();
  expect(next).toHaveLength(0);
  answered();
  await taken;
  await settle();
  expect(next).toHaveLength(1);
});
