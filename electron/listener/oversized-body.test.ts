import { expect, test } from 'vitest';
import { LargeBodies } from './large-bodies.ts';
import { takeOversizedBody } from './oversized-body.ts';

test('others have turns while the bytes that were gathered before are read', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  async function* gathered() {
    yield Buffer.from(JSON.stringify({ content: 'x '.repeat(4 * 1_048_576), path: '/srv/a' }));
  }
  count();
  const place = { integration: {}, largeBodies: new LargeBodies() };
  await takeOversizedBody(
    gathered(),
    place,
    async ({ body, mark }) => expect(JSON.parse(body.toString())).toEqual({ content: mark, path: '/srv/a' }),
    () => {},
  );
  isDone = true;
  expect(turns).toBeGreaterThan(16);
});
