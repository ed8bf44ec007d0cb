import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RecordingGap } from '../../shared/recording-gap.ts';
import { runAll } from '../../test/support/command-line.ts';
import { type HostProcess, startHostProcess } from '../../test/support/host-process.ts';
import { sampleEvent, startTestHost, temporaryFolder } from '../../test/support/running-host.ts';

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

/** Runs commands, and returns what each printed. */
const printed = (...commands: string[][]) =>
  runAll(commands, {
    env: { ...process.env, PLINTH_DATA_DIR: dataDir, PLINTH_KEYCHAIN: 'off', HOME: home },
  });
const run = async (...words: string[]) => (await printed(words))[0]!.stdout;
const gapsIn = (text: string): RecordingGap[] => JSON.parse(text).gaps;
const GAPS = ['recording', 'gaps', '--json'];
const gaps = async () => gapsIn(await run(...GAPS));

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

  const [story, json, ended] = (
    await printed(
      ['sessions', 'show', String(key)],
      ['sessions', 'show', String(key), '--json'],
      ['sessions', 'show', 'other'],
    )
  ).map(({ stdout }) => stdout);
  expect(story).toContain('The record has 2 gaps in this session, so not everything is known to be here.');
  for (const { from, until } of [killed!, stopped!]) {
    expect(story).toMatch(new RegExp(`Plinth was not running from ${from}.* to ${until} \\(.*\\)\\.`));
  }
  const { receipts, gaps: told } = JSON.parse(json!);
  expect([receipts.length, told]).toEqual([2, [stopped, killed]]);
  expect(ended).not.toContain('not running');
});

test('every command says for how long Plinth was not running', { timeout: LONG_MS }, async () => {
  await start();
  await end('SIGTERM');
  changeSign(38 * MINUTE);
  await start();
  const [found, table, status, statusJson, doctor, doctorJson] = (
    await printed(
      GAPS,
      ['recording', 'gaps'],
      ['status'],
      ['status', '--json'],
      ['doctor'],
      ['doctor', '--json'],
    )
  ).map(({ stdout }) => stdout);
  const [gap] = gapsIn(found!);
  const said = `Plinth was not running from ${gap!.from} to ${gap!.until} (38 minutes). What agents did then is not in the record.`;
  expect(table).toMatch(/Plinth was not running +not known +everything/);
  expect(status).toContain(`Problems   ${said}`);
  expect(JSON.parse(statusJson!).problems).toContain(said);
  expect(doctor).toContain(`attention  gaps: ${said}`);
  const { findings } = JSON.parse(doctorJson!);
  expect(findings.some(({ check }: { check: string }) => check === 'gaps')).toBe(true);

  await end('SIGKILL');
  const since = /Plinth has not been running since /;
  for (const words of ['recording status', 'bridge status', 'verify', 'incidents', 'receipts list']) {
    const { stderr, stdout } = (await printed(words.split(' ')))[0]!;
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
    const commands = ['status', 'doctor', 'receipts list', 'receipts export', 'sessions list', 'tail'];
    const [found, ...told] = await printed(GAPS, ...commands.map((command) => command.split(' ')));
    const [gap] = gapsIn(found!.stdout);
    expect(gap).toMatchObject({ cause: 'not_running', precision: 'unknown' });
    const length = Date.parse(gap!.until!) - Date.parse(gap!.from);
    expect(length >= 0 && length <= DAY).toBe(true);
    for (const { words, stdout, stderr } of told) {
      const isAnswer = words[0] === 'status' || words[0] === 'doctor';
      expect(isAnswer ? stdout : stderr, words.join(' ')).toContain('It is not known for how long.');
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
  const commands = ['status', 'doctor', 'incidents', 'receipts list', 'receipts export', 'sessions list'];
  const [found, table, ...told] = await printed(
    GAPS,
    ['recording', 'gaps'],
    ...commands.map((command) => command.split(' ')),
  );
  expect(gapsIn(found!.stdout)).toMatchObject([{ until: null, precision: 'minute' }]);
  expect(table!.stdout).toMatch(/about \S+ +now +Plinth was not running/);
  for (const { words, stdout, stderr } of told) {
    expect(`${stdout}${stderr}`, words.join(' ')).toMatch(
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
