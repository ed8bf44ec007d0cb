import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../test/support/command-line.ts';
import { sampleEvent, startTestHost, temporaryFolder } from '../../test/support/running-host.ts';

test('the report has states and counts, but no content, name or path', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const host = await startTestHost({ dataDir });
  const { token, id } = await host.generateToken('named-agent');
  const event = sampleEvent('named-agent', {
    sessionId: 'named-session',
    data: { content: 'planted-words', cwd: '/srv/planted' },
  });
  expect((await host.post(token, event)).status).toBe(202);
  expect((await host.post(token, { ...event, extra: 'planted-value' })).status).toBe(400);
  await host.stop();

  const file = join(folder, 'report.json');
  const run = (...args: string[]) => runCommand(['--data-dir', dataDir, 'doctor', '--report', file, ...args]);
  expect((await run()).status).not.toBe(0);
  expect(existsSync(file)).toBe(false);

  const { status, stdout } = await run('--yes');
  expect(status).toBe(0);
  const text = readFileSync(file, 'utf8');
  // What is written was shown.
  expect(stdout).toBe(text);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const report = JSON.parse(text);
  expect(report).toMatchObject({ stores: { receipts: 1 }, recording: 'recording', faults: 0 });
  expect(report.log.length).toBeGreaterThan(0);
  expect(report.findings).toContainEqual({ check: 'store', level: 'ok', code: 'store_intact' });
  for (const hidden of [
    token,
    id,
    'named-agent',
    'named-session',
    'planted',
    folder,
    homedir(),
    `"${userInfo().username}"`,
  ]) {
    expect(text).not.toContain(hidden);
  }

  if (process.platform === 'win32') return;
  // To open a pipe waits for a writer.
  const log = join(dataDir, 'logs/plinth.log');
  rmSync(log);
  execFileSync('mkfifo', [log]);
  rmSync(file);
  expect((await run('--yes')).status).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8')).log).toBeNull();
});
