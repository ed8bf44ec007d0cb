import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LargeBodies, type LargeBody } from './large-bodies.ts';
import { takeOversizedBody } from './oversized-body.ts';

const MEBIBYTE = 1_048_576;
/** The documented bounds (docs/threat-model.md). */
const BODIES_OF_AN_INTEGRATION = 4;
const BODIES_OF_ALL = 6;

/** Lets promises settle and pending turns of the event loop pass. */
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

test('a body over the limit waits for room, and leaves after its answer', async () => {
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
    async () => steps.push('parse'),
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
