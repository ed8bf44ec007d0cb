import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RequestWriter } from '../support/event-request.ts';
import { type RunningHost, sampleEvent, startTestHost, temporaryFolder } from '../support/running-host.ts';
import { makeSecondUser, noSecondUser, type SecondUser } from './second-user.ts';

const reason = noSecondUser();
if (reason !== undefined) console.warn(`Skipped: no second user, because ${reason}.`);

let host: RunningHost;
let user: SecondUser;
let token: string;

beforeAll(async () => {
  if (reason !== undefined) return;
  user = makeSecondUser();
  host = await startTestHost();
  ({ token } = await host.generateToken('shared'));
});
afterAll(async () => {
  await user?.remove();
  await host?.remove();
});

test.skipIf(reason !== undefined)('the second user is another user without any of our groups', async () => {
  const folder = temporaryFolder();
  try {
    expect(user.uid).not.toBe(process.getuid?.());
    const { status, output } = await user.run('id', ['-u']);
    expect([status, output.trim()]).toEqual([0, String(user.uid)]);
    expect((await user.run('id', ['-G'])).output.trim()).toBe(String(user.gid));
    // mkdtemp creates folders with mode 0700.
    expect((await user.run('ls', [folder])).status).not.toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Returns the answer to the other user, who sends bytes and then waits or closes at once. */
async function ask(address: string, bytes: string, leaves = false): Promise<string> {
  const script = `
    const fs = require('node:fs');
    const socket = require('node:net').connect(${host.port}, '${address}');
    socket.on('data', (chunk) => process.stdout.write(chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => process.exit(0));
    socket.on('connect', () => {
      socket.write(Buffer.from('${Buffer.from(bytes).toString('base64')}', 'base64'), () => {
        if (${leaves}) process.exit(0);
      });
      setTimeout(() => process.exit(0), 5000);
    });`;
  return (await user.run(process.execPath, ['-e', script])).output;
}

const event = (sessionId: string) =>
  new RequestWriter(host.port, token)
    .event(sampleEvent('shared', { sessionId }), 'Connection: close\r\n')
    .toString('latin1');
const count = async (sessionId: string) =>
  (await host.control('receipts.count', { filter: { sessionId } })).count;

test.skipIf(reason !== undefined).each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'another user gets no answer on %s, whatever it sends',
  async (address) => {
    expect(await ask(address, event(`other ${address}`))).toBe('');
    expect(await ask(address, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('');
    expect(await ask(address, 'not HTTP at all\r\n\r\n')).toBe('');
    // The system lists a socket that its process has closed as root's.
    await ask(address, event(`gone ${address}`), true);
    expect(await count(`other ${address}`)).toBe(0);
    expect(await count(`gone ${address}`)).toBe(0);
    expect((await host.post(token, sampleEvent('shared', { sessionId: 'own' }))).status).toBe(202);
  },
);

test.skipIf(reason !== undefined)('another user is served where the user allows it', async () => {
  await host.control('settings.set', { settings: { allowOtherUsers: true } });
  expect(await ask('127.0.0.1', event('allowed'))).toContain('HTTP/1.1 202');
  expect(await count('allowed')).toBe(1);
  await host.control('settings.set', { settings: { allowOtherUsers: false } });
  expect(await ask('127.0.0.1', event('no longer'))).toBe('');
});
