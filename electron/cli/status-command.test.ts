import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from '../../test/support/command-line.ts';
import { type HostProcess, startHostProcess } from '../../test/support/host-process.ts';
import { sampleEvent, temporaryFolder } from '../../test/support/running-host.ts';

const LONG_MS = 120_000;

let dataDir: string;
let home: string;
let host: HostProcess;

beforeAll(async () => {
  dataDir = temporaryFolder();
  home = temporaryFolder();
  host = await startHostProcess({
    dataDir,
    env: { PLINTH_CONSOLE_PORT: '0', HOME: home, USERPROFILE: home },
  });
}, LONG_MS);
afterAll(async () => {
  await host.end('SIGTERM');
  for (const folder of [dataDir, home]) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

const run = (words: string[], more: Record<string, string> = {}) =>
  runCommand(words, {
    env: {
      ...process.env,
      PLINTH_DATA_DIR: dataDir,
      HOME: home,
      USERPROFILE: home,
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
      BROWSER: '',
      ...more,
    },
  });

test('the status shows the host, its record and its agents', { timeout: LONG_MS }, async () => {
  const { token } = await host.control('integrations.generate', {
    name: 'one',
    permissions: ['events:write'],
  });
  const { status: accepted } = await fetch(`${host.baseUrl}/api/developer/v1/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(sampleEvent('one')),
  });
  expect(accepted).toBe(202);

  const json = await run(['status', '--json']);
  expect(json.status).toBe(0);
  expect(JSON.parse(json.stdout)).toMatchObject({
    status: { host: 'headless', pid: host.child.pid, dataDir, recording: { state: 'recording' } },
    receiptsToday: 1,
    agents: [],
    problems: [],
  });
  await host.control('recording.pause', { minutes: null });
  const { stdout, status } = await run(['status']);
  expect(status).toBe(0);
  for (const line of [
    /^Plinth {5}\S+, headless host, process \d+$/m,
    new RegExp(`^Address {4}${host.baseUrl}$`, 'm'),
    /^Recording {2}paused since \S+, until “plinth recording resume”$/m,
    /^Receipts {3}1 today, 1 in total$/m,
    /^Agents {5}none connected/m,
  ]) {
    expect(stdout).toMatch(line);
  }
});

test('the status and the doctor name what the window counts', { timeout: LONG_MS }, async () => {
  const { token } = await host.control('integrations.generate', {
    name: 'two',
    permissions: ['events:write'],
  });
  const refused = await fetch(`${host.baseUrl}/api/developer/v1/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(sampleEvent('two', { event: 'typed' })),
  });
  expect(refused.status).toBe(400);
  const said = /^Plinth refused 1 request of “two”, the last one at \S+\.$/;
  const { findings, refusals } = await host.control('problems.list', {});
  expect(findings).toMatchObject([{ code: 'requests_refused', params: { name: 'two', requests: 1 } }]);
  expect(JSON.parse((await run(['status', '--json'])).stdout).problems).toEqual([
    expect.stringMatching(said),
  ]);
  const doctor = JSON.parse((await run(['doctor', '--json'])).stdout).findings;
  expect(doctor).toContainEqual(expect.objectContaining({ summary: expect.stringMatching(said) }));
  // What the user dismissed is a problem nowhere.
  await host.control('problems.dismiss', { problem: refusals[0]!.problem, dismissed: true });
  expect((await host.control('problems.list', {})).findings).toEqual([]);
  expect((await run(['status'])).stdout).toMatch(/^Problems {3}none found/m);
});

test('the status says why Plinth renamed a file', { timeout: LONG_MS }, async () => {
  for (const why of ['replaced', 'corrupt']) {
    writeFileSync(join(dataDir, `receipts.db.${why}-2026-11-22T08-00-00-000Z`), '');
  }
  const { stdout } = await run(['status', '--json']);
  expect(JSON.parse(stdout).problems).toEqual([
    expect.stringMatching(
      /^The receipt store was damaged\. .* to receipts\.db\.corrupt-\S+\. “plinth incidents”.* Plinth renamed a file to receipts\.db\.replaced-\S+: .* or you restored a copy/,
    ),
  ]);
  const { stdout: shown } = await run(['status']);
  expect(shown).toContain('another program had put it in the place of the receipt store');
});

test('without a running host, the status says so and exits with 3', { timeout: LONG_MS }, async () => {
  const nowhere = join(home, 'nowhere');
  const text = await run(['--data-dir', nowhere, 'status']);
  expect(text).toMatchObject({ status: 3, stdout: '' });
  expect(text.stderr).toContain(`Plinth is not running for ${nowhere}.`);
  const json = await run(['--data-dir', nowhere, 'status', '--json']);
  expect(json.status).toBe(3);
  expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'unavailable' } });
  expect(existsSync(nowhere)).toBe(false);
});

test.skipIf(process.platform === 'win32')(
  'the status tells that a running host has lost its folder, and that it writes it again',
  { timeout: LONG_MS },
  async () => {
    const gone = join(home, 'gone');
    // The host would write the folder again while its files are removed one by one.
    renameSync(dataDir, gone);
    writeFileSync(dataDir, '');
    rmSync(gone, { recursive: true });
    try {
      expect(await run(['status'])).toMatchObject({
        status: 3,
        stdout: '',
        stderr: expect.stringContaining('A running Plinth keeps its record'),
      });
    } finally {
      rmSync(dataDir);
    }
    await vi.waitFor(async () => expect((await run(['status'])).status).toBe(0), { timeout: LONG_MS });
  },
);

test('the status says whether agents are recorded in this folder', { timeout: LONG_MS }, async () => {
  const here = async (folder: string) => {
    const { stdout } = await runCommand(['status'], {
      cwd: folder,
      env: { ...process.env, PLINTH_DATA_DIR: dataDir, HOME: home, USERPROFILE: home, CLAUDE_CONFIG_DIR: '' },
    });
    return stdout;
  };
  expect(await here(home)).not.toMatch(/^Here/m);
  expect((await run(['bridge', 'connect', 'claude-code'])).status).toBe(0);
  expect((await run(['bridge', 'connect', 'gemini'])).status).toBe(0);
  const [claude, gemini] = ['.claude/settings.json', '.gemini/settings.json'].map((file) => join(home, file));
  const project = join(home, 'project');
  mkdirSync(join(project, '.claude'), { recursive: true });
  expect((await here(project)).split('\n')).toContain(
    `Here       recorded in this folder: Claude Code by ${claude}, Gemini CLI by ${gemini}`,
  );
  writeFileSync(join(project, '.claude/settings.local.json'), '{"disableAllHooks": true}');
  const status = await here(project);
  expect(status.split('\n')).toContain(`Here       recorded in this folder: Gemini CLI by ${gemini}`);
  expect(status).toContain(
    `Hooks of Claude Code are off in ${project}: ${join('.claude', 'settings.local.json')}`,
  );
  // Another folder is not concerned.
  expect(await here(home)).toContain('Claude Code by');
  writeFileSync(join(project, '.claude/settings.local.json'), '{');
  expect(await here(project)).toContain('It is not known whether hooks of Claude Code are on');
  for (const harness of ['claude-code', 'gemini']) await run(['bridge', 'disconnect', harness]);
});

test.skipIf(process.platform === 'win32')(
  'open shows the browser a private page with the login link, and no process argument has it',
  { timeout: LONG_MS },
  async () => {
    const opened = join(home, 'opened');
    const browser = join(home, 'browser');
    writeFileSync(browser, `#!/bin/sh\nprintf %s "$*" > '${opened}.tmp' && mv '${opened}.tmp' '${opened}'\n`);
    chmodSync(browser, 0o700);
    expect(await run(['open'], { BROWSER: browser })).toEqual({ status: 0, stdout: '', stderr: '' });
    await vi.waitFor(() => expect(existsSync(opened)).toBe(true), { timeout: LONG_MS });
    const file = readFileSync(opened, 'utf8');
    expect(file).toBe(join(dataDir, 'open.html'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toMatch(/url=http:\/\/127\.0\.0\.1:\d+\/login#\S+"/);
  },
);

test.skipIf(process.platform !== 'linux')(
  'open prints the login link where there is no display',
  { timeout: LONG_MS },
  async () => {
    const { status, stdout } = await run(['open']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login#\S+\n$/);
  },
);
