import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { confirm } from './confirmation.ts';

const { isTTY } = process.stderr;
afterEach(() => {
  vi.restoreAllMocks();
  process.stderr.isTTY = isTTY;
});

/** A terminal on which a person presses these keys. */
function terminalWith(keys: string): NodeJS.ReadStream {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => terminal });
  terminal.end(keys);
  return terminal as unknown as NodeJS.ReadStream;
}

test.each([true, false])(
  'keys that answer, or end, a question, where the question is on a terminal: %s',
  async (isTTY) => {
    process.stderr.isTTY = isTTY;
    for (const yes of ['y\n', 'YES\n'])
      await expect(confirm('Delete it?', terminalWith(yes))).resolves.toBeUndefined();
    // Ctrl-C and Ctrl-D of a terminal, and the end of its input.
    for (const no of ['n\n', '\n', '\u0003', '\u0004', '']) {
      await expect(confirm('Delete it?', terminalWith(no)), JSON.stringify(no)).rejects.toMatchObject({
        code: 'confirmation_needed',
        message: 'Nothing was changed.',
      });
    }
  },
);

test('without a terminal nobody can answer', async () => {
  await expect(confirm('Delete it?', new PassThrough() as never)).rejects.toMatchObject({
    message: 'Nothing was changed. Pass --yes to confirm.',
  });
});
