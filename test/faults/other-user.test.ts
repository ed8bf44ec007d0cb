import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSecondUser, noSecondUser } from './second-user.ts';

const reason = noSecondUser();
if (reason !== undefined) console.warn(`Skipped: no second user, because ${reason}.`);

test.skipIf(reason !== undefined)('the second user is another user without any of our groups', async () => {
  const user = makeSecondUser();
  const folder = mkdtempSync(join(tmpdir(), 'plinth-test-'));
  try {
    expect(user.uid).not.toBe(process.getuid?.());
    const { status, output } = await user.run('id', ['-u']);
    expect([status, output.trim()]).toEqual([0, String(user.uid)]);
    expect((await user.run('id', ['-G'])).output.trim()).toBe(String(user.gid));
    // mkdtemp creates folders with mode 0700.
    expect((await user.run('ls', [folder])).status).not.toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await user.remove();
  }
});
