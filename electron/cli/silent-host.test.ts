import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startHostProcess } from '../../test/support/host-process.ts';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { EventHub } from '../control/event-hub.ts';
import { controlSocketPath, startControlSocket } from '../control/transports/control-socket.ts';

const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));
const LONG_MS = 120_000;

test.skipIf(process.platform === 'win32')(
  'a host whose process is stopped makes no command wait for ever',
  { timeout: LONG_MS },
  async () => {
    const dataDir = temporaryFolder();
    const host = await startHostProcess({ dataDir, env: { PLINTH_CONSOLE_PORT: 'off' } });
    onTestFinished(async () => void (await host.end('SIGKILL')));
    const run = (...args: string[]) =>
      new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
        const words = [plinth, '--data-dir', dataDir, ...args];
        const child = execFile(process.execPath, words, (_error, stdout, stderr) =>
          resolve({ status: child.exitCode ?? -1, stdout, stderr }),
        );
      });
    host.child.kill('SIGSTOP');
    const sentence = /^Plinth runs for \S+, but does not answer\. .*\n$/;
    const [shown, listed, revoked, ran] = await Promise.all([
      run('status'),
      run('receipts', 'list', '--json'),
      run('token', 'revoke', 'one', '--yes'),
      run('run', '--', process.execPath, '-p', '1 + 1'),
    ]);
    for (const { status, stderr } of [shown, revoked]) {
      expect(stderr).toMatch(sentence);
      expect(status).toBe(3);
    }
    expect(JSON.parse(listed.stdout)).toMatchObject({ error: { code: 'no_answer' } });
    expect(listed.status).toBe(3);
    // The command does not depend on Plinth.
    expect(ran).toMatchObject({ status: 0, stdout: '2\n' });
    expect(ran.stderr).toContain('Nothing is reported.');
    host.child.kill('SIGCONT');
    expect((await run('status')).status).toBe(0);
  },
);

test('a host gives signs while a call takes long', { timeout: LONG_MS }, async () => {
  const dataDir = temporaryFolder();
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const dispatch = async () => {
    await finished;
    return { ok: true as const, result: {} };
  };
  const socket = await startControlSocket(dataDir, dispatch, new EventHub());
  onTestFinished(() => socket.stop());
  const asked = request({
    socketPath: controlSocketPath(dataDir),
    path: '/control/record.check',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
  }).end('{}');
  const answered = once(asked, 'response');
  await once(asked, 'information');
  await once(asked, 'information');
  finish();
  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  answer.resume();
});
