import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RecordingGap } from '../../shared/recording-gap.ts';
import { type HostProcess, startHostProcess } from '../../test/support/host-process.ts';
import { sampleEvent, startTestHost, temporaryFolder } from '../../test/support/running-host.ts';

const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));
const LONG_MS = 120_000;
const MINUTE = 60_000;
const DAY = 86_400_000;

let dataDir: string;
let home: string;
let host: HostProcess | undefined;

beforeEach(() => {
  dataDir = temporaryFolder();
  home = temporaryFolder();
});
afterEach(async () => {
  await host?.end('SIGKILL');
  host = undefined;
  for (const folder of [dataDir, home]) rmSync(folder, { recursive: true, force: true });
}, LONG_MS);

async function start(): Promise<HostProcess> {
  host = await startHostProcess({ dataDir, env: { HOME: home, PLINTH_CONSOLE_PORT: 'off' } });
  return host;
}
async function end(signal: NodeJS.Signals): Promise<void> {
  await host?.end(signal);
  host = undefined;
}

function printed(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, PLINTH_DATA_DIR: dataDir, PLINTH_KEYCHAIN: 'off', HOME: home };
  return new Promise((resolve) => {
    execFile(process.execPath, [plinth, ...args], { env }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}
const run = async (...args: string[]) => (await printed(...args)).stdout;
const gaps = async (): Promise<RecordingGap[]> => JSON.parse(await run('recording', 'gaps', '--json')).gaps;

/** Reports a prompt, and returns the session's key. */
async function report(running: HostProcess, token: string, sessionId: string, event = 'prompt.submitted') {
  const data = event === 'prompt.submitted' ? undefined : {};
  const answer = await fetch(`${running.baseUrl}/api/developer/v1/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(sampleEvent('one', { sessionId, event, ...(data === undefined ? {} : { data }) })),
  });
  expect(answer.status).toBe(202);
  const { sessions } = await running.control('sessions.query', { text: sessionId });
  return sessions[0]!.key;
}
const tokenOf = async (running: HostProcess) =>
  (await running.control('integrations.generate', { name: 'one', permissions: ['events:write'] })).token;

/** Moves the last sign of life back, as if the host had ended earlier, or in another way. */
function changeSign(ms: number, change: Record<string, unknown> = {}): void {
  const file = join(dataDir, 'alive.json');
  const sign = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...sign, at: sign.at - ms, up: sign.up - ms, ...change }));
}

test('a host that was stopped and one that was killed inside a session are gaps of its story', {
  timeout: LONG_MS,
}, async () => {
  let running = await start();
  const token = await tokenOf(running);
  const key = await report(running, token, 'open');
  await end('SIGTERM');
  const [open, ...others] = await gaps();
  expect(others).toEqual([]);
  expect(open).toMatchObject({ until: null, cause: 'not_running', precision: 'exact', notRecorded: null });

  running = await start();
  await report(running, token, 'open');
  await report(running, token, 'other');
  await report(running, token, 'other', 'session.ended');
  const killedAfter = Date.now();
  await end('SIGKILL');
  running = await start();

  const [killed, stopped, ...more] = await gaps();
  expect(more).toEqual([]);
  expect(stopped).toMatchObject({ from: open!.from, cause: 'not_running', precision: 'exact', scope: null });
  expect(killed).toMatchObject({ cause: 'not_running', precision: 'minute', scope: null });
  // The last receipt shows that the host still ran.
  expect(Date.parse(killed!.from)).toBeGreaterThan(Date.parse(stopped!.until!));
  expect(Date.parse(killed!.from)).toBeLessThanOrEqual(killedAfter);

  const story = await run('sessions', 'show', String(key));
  expect(story).toContain('The record has 2 gaps in this session, so not everything is known to be here.');
  for (const { from, until } of [killed!, stopped!]) {
    expect(story).toMatch(new RegExp(`Plinth was not running from ${from}.* to ${until} \\(.*\\)\\.`));
  }
  const { receipts, gaps: told } = JSON.parse(await run('sessions', 'show', String(key), '--json'));
  expect([receipts.length, told]).toEqual([2, [stopped, killed]]);
  const ended = await run('sessions', 'show', 'other');
  expect(ended).not.toContain('not running');
});

test('every command says for how long Plinth was not running', { timeout: LONG_MS }, async () => {
  await start();
  await end('SIGTERM');
  changeSign(38 * MINUTE);
  await start();
  const [gap] = await gaps();
  const said = `Plinth was not running from ${gap!.from} to ${gap!.until} (38 minutes). What agents did then is not in the record.`;
  expect(await run('recording', 'gaps')).toMatch(/Plinth was not running +not known +everything/);
  expect(await run('status')).toContain(`Problems   ${said}`);
  expect(JSON.parse(await run('status', '--json')).problems).toContain(said);
  expect(await run('doctor')).toContain(`attention  gaps: ${said}`);
  const { findings } = JSON.parse(await run('doctor', '--json'));
  expect(findings.some(({ check }: { check: string }) => check === 'gaps')).toBe(true);

  await end('SIGKILL');
  const since = /Plinth has not been running since /;
  for (const words of ['recording status', 'bridge status', 'verify', 'incidents', 'receipts list']) {
    const { stderr, stdout } = await printed(...words.split(' '));
    expect(stderr, words).toMatch(since);
    expect(stdout, words).not.toMatch(/^Recording\.$/m);
  }
  expect(await run('recording', 'status')).toBe('Plinth is not running, so nothing is recorded.\n');
  await start();

  // A user who deletes everything begins anew.
  await host!.control('receipts.delete', { scope: { everything: true } });
  expect(await gaps()).toEqual([]);
});

test('a first start, a restart without an open session and a computer that was off are no problem', {
  timeout: LONG_MS,
}, async () => {
  const running = await start();
  const token = await tokenOf(running);
  await report(running, token, 'done');
  await report(running, token, 'done', 'session.ended');
  await end('SIGTERM');
  await start();
  expect(await gaps()).toEqual([]);
  await end('SIGTERM');

  changeSign(9 * 60 * MINUTE, { boot: 'another', up: 10 });
  await start();
  const found = await gaps();
  expect(found.at(-1)).toMatchObject({ cause: 'computer_off', precision: 'exact' });
  const { problems } = JSON.parse(await run('status', '--json'));
  const alarms = found.filter(({ cause }) => cause !== 'computer_off');
  // This computer may be up for longer than a login takes.
  expect(problems.length).toBe(alarms.length > 0 ? 1 : 0);
});

test('a clock that was moved, and a lost sign of life, give a gap of unknown length', {
  timeout: LONG_MS,
}, async () => {
  const running = await start();
  const key = await report(running, await tokenOf(running), 'open');
  await end('SIGTERM');
  const sign = JSON.parse(readFileSync(join(dataDir, 'alive.json'), 'utf8'));
  for (const at of [sign.at + 2000 * DAY, sign.at - 2000 * DAY]) {
    changeSign(0, { at });
    await start();
    const [gap] = await gaps();
    expect(gap).toMatchObject({ cause: 'not_running', precision: 'unknown' });
    const length = Date.parse(gap!.until!) - Date.parse(gap!.from);
    expect(length >= 0 && length <= DAY).toBe(true);
    expect(await run('status')).toContain('It is not known for how long.');
    expect(await run('doctor')).toContain('It is not known for how long.');
    for (const command of ['receipts list', 'receipts export', 'sessions list', 'tail']) {
      const { stderr } = await printed(...command.split(' '));
      expect(stderr, command).toContain('It is not known for how long.');
    }
    await end('SIGTERM');
  }
  rmSync(join(dataDir, 'alive.json'));
  await start();
  const found = await gaps();
  expect(found.map(({ precision }) => precision)).toEqual(['unknown', 'unknown', 'unknown']);
  expect(await run('sessions', 'show', String(key))).toContain('It is not known for how long.');
});

test('commands without a host read the last sign of life, and write none', { timeout: LONG_MS }, async () => {
  await start();
  await end('SIGKILL');
  const before = readFileSync(join(dataDir, 'alive.json'), 'utf8');
  expect(await gaps()).toMatchObject([{ until: null, precision: 'minute' }]);
  expect(await run('recording', 'gaps')).toMatch(/about \S+ +now +Plinth was not running/);
  for (const command of [
    'status',
    'doctor',
    'incidents',
    'receipts list',
    'receipts export',
    'sessions list',
  ]) {
    const { stdout, stderr } = await printed(...command.split(' '));
    expect(`${stdout}${stderr}`, command).toMatch(
      /Plinth has not been running since \S+, or up to a minute longer/,
    );
  }
  expect(readFileSync(join(dataDir, 'alive.json'), 'utf8')).toBe(before);

  rmSync(dataDir, { recursive: true });
  await run('recording', 'gaps');
  if (existsSync(dataDir)) expect(readdirSync(dataDir)).not.toContain('alive.json');
});

test('a pause that lasts over a restart keeps its count', async () => {
  let running = await startTestHost({ dataDir });
  const { token } = await running.generateToken('one');
  await running.post(token, sampleEvent('one'));
  await running.control('recording.pause', { minutes: null });
  await running.stop();
  running = await startTestHost({ dataDir });
  const answer = await running.post(token, sampleEvent('one', { data: { content: 'unseen' } }));
  expect(await answer.json()).toMatchObject({ recorded: false });
  const listed = (await running.control('recording.gaps', {})).gaps;
  expect(listed.map(({ cause, notRecorded }) => [cause, notRecorded])).toEqual([
    ['not_running', null],
    ['paused', 1],
  ]);
  await running.stop();
});
