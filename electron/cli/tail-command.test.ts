import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../test/support/command-line.ts';
import { type RunningHost, sampleEvent, startTestHost } from '../../test/support/running-host.ts';

const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));
const LONG_MS = 120_000;

let host: RunningHost;
let token: string;

beforeAll(async () => {
  host = await startTestHost();
  ({ token } = await host.generateToken('reporter'));
  for (const number of [1, 2, 3]) await report(`prompt ${number}`);
}, LONG_MS);
afterAll(() => host.remove());

async function report(content: string, sessionId = 'story', cwd = '/srv/shop') {
  const event = sampleEvent('reporter', { sessionId, data: { content, cwd } });
  expect((await host.post(token, event)).status).toBe(202);
}

const environment = () => ({
  ...process.env,
  PLINTH_DATA_DIR: host.dataDir,
  PLINTH_KEYCHAIN: 'off',
});

const run = (...words: string[]) => runCommand(words, { env: environment() });

test('tail prints the newest receipts, oldest first', { timeout: LONG_MS }, async () => {
  const { status, stdout } = await run('tail', '--lines', '2');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\S+Z {2}prompt\.submitted {2}reporter {2}prompt 2\n\S+Z .* prompt 3\n$/);
  expect((await run('tail', '--until', 'yesterday')).stdout).toBe('');
});

test('tail --follow prints each new receipt that matches, once and in order', {
  timeout: LONG_MS,
}, async () => {
  const child = spawn(
    process.execPath,
    [plinth, 'tail', '--follow', '--lines', '1', '--json', '--session', 'story'],
    { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const summaries: string[] = [];
  const expected = ['prompt 3', ...Array.from({ length: 20 }, (_, index) => `new ${index}`)];
  let begun = false;
  for await (const line of createInterface({ input: child.stdout })) {
    summaries.push(JSON.parse(line).summary);
    if (!begun) {
      begun = true;
      for (const content of expected.slice(1)) {
        await report(content);
        await report(`elsewhere ${content}`, 'another');
      }
    }
    if (summaries.length === expected.length) break;
  }
  expect(summaries).toEqual(expected);
  child.kill('SIGINT');
  await once(child, 'exit');
});

test('sessions are listed, and one is told from its first event on', { timeout: LONG_MS }, async () => {
  const { sessions } = JSON.parse((await run('sessions', 'list', '--project', '/srv/shop', '--json')).stdout);
  const story = sessions.find(({ id }: { id: string }) => id === 'story');
  expect((await run('sessions', 'list')).stdout).toMatch(new RegExp(`^${story.key} `, 'm'));
  const { stdout } = await run('sessions', 'show', String(story.key));
  const lines = stdout.trimEnd().split('\n');
  expect(lines.slice(0, 3)).toEqual([
    'prompt 1',
    expect.stringMatching(/^reporter · \/srv\/shop · \S+Z – \S+Z$/),
    expect.stringMatching(new RegExp(`^Session story, KEY ${story.key}, running for `)),
  ]);
  expect(lines[3]).toMatch(/^[A-Z].*\.$/);
  expect(lines[4]).toMatch(/^\S+Z {2}prompt {3}prompt 1$/);
  expect((await run('sessions', 'show', 'story')).stdout).toBe(stdout);
  // The other commands take a session by both names. The reporter's own one takes precedence.
  const last = async () => (await run('tail', '-n', '1', '--session', String(story.key))).stderr;
  expect(await run('tail', '--session', String(story.key))).toEqual(await run('tail', '--session', 'story'));
  expect(await last()).toBe('');
  await report('of a numbered session', String(story.key));
  expect(await last()).toContain('reporter’s id');
  expect((await run('sessions', 'list', '--since', 'yesterday', '--until', 'yesterday')).stderr).toContain(
    'not after',
  );
  expect((await run('sessions', 'show', '999999')).status).toBe(1);
});

test('a project is found by its path, and a range narrows what is deleted of it', {
  timeout: LONG_MS,
}, async () => {
  // The store has “~” for the home folder, and a shell passes the whole path.
  const project = join(homedir(), 'plinth-test-project');
  await report('at home', 'home', project);
  const counted = async (...scope: string[]) =>
    JSON.parse((await run('receipts', 'delete', ...scope, '--dry-run', '--json')).stdout).receipts;
  const listed = async (...filter: string[]) =>
    JSON.parse((await run('receipts', 'list', ...filter, '--json')).stdout).receipts.length;
  expect(await counted('--project', project)).toBe(1);
  expect(await counted('--project', project, '--since', '1 hour ago')).toBe(1);
  expect(await counted('--project', project, '--until', 'yesterday')).toBe(0);
  expect(await listed('--project', project, '--agent', 'reporter', '--since', 'today')).toBe(1);
  const all = await listed('--agent', 'reporter');
  expect(await counted('--agent', 'reporter')).toBe(all);
  expect(await counted('--agent', 'reporter', '--until', '2 hours ago')).toBe(0);
  expect((await run('receipts', 'delete', '--agent', 'reporter', '--project', project)).status).toBe(2);
  expect((await run('receipts', 'list', '--agent', 'nobody')).status).toBe(1);
});

test('receipts of a project and of a range are counted, then deleted', { timeout: LONG_MS }, async () => {
  const oldest = JSON.parse(
    (await run('receipts', 'list', '--oldest-first', '--limit', '1', '--json')).stdout,
  );
  expect(oldest.receipts[0].summary).toBe('prompt 1');
  const dryRun = (...scope: string[]) => run('receipts', 'delete', ...scope, '--dry-run', '--json');
  expect(JSON.parse((await dryRun('--project', '/srv/shop')).stdout).receipts).toBeGreaterThan(3);
  expect(JSON.parse((await dryRun('--since', '2020-01-01', '--until', 'yesterday')).stdout).receipts).toBe(0);
  expect((await dryRun('--until', 'yesterday')).status).toBe(2);
  expect((await dryRun('--project', '/srv/shop', '--everything')).status).toBe(2);
  expect((await run('receipts', 'delete', '--since', '1 hour ago', '--yes')).stdout).toMatch(
    /^Deleted \d+ receipts\.\n$/,
  );
  expect((await run('receipts', 'list')).stdout).toBe('No receipts.\n');
});
