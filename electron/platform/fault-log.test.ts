import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startHostProcess } from '../../test/support/host-process.ts';
import { sampleEvent, startTestHost, temporaryFolder } from '../../test/support/running-host.ts';
import { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import { stackFrames } from './fault-log.ts';
import { acquireHostLock } from './host-lock.ts';
import { LOG_FOLDER } from './log.ts';

const SECRET = 'hunter2-in-a-message';

afterEach(() => {
  vi.restoreAllMocks();
});

const logOf = (dataDir: string) => readFileSync(join(dataDir, LOG_FOLDER, 'plinth.log'), 'utf8');

test('frames contain function, file and line, and neither the message nor parent folders', () => {
  const error = new TypeError(`${SECRET}\n    at planted (/home/ada/${SECRET}.ts:1:2)`);
  const frames = stackFrames(error);
  expect(frames[0]).toMatch(/^(.+ )?platform\/fault-log\.test\.ts:\d+$/);
  expect(frames.length).toBeLessThanOrEqual(12);
  expect(frames.join()).not.toContain(SECRET);
  expect(frames.join()).not.toContain('/platform/fault-log');
  expect(stackFrames(SECRET)).toEqual([]);
});

test('an error in a route is logged by its frames, counted and shown in Diagnostics', async () => {
  const host = await startTestHost();
  onTestFinished(() => host.remove());
  const { token } = await host.generateToken('acme');
  expect((await host.control('diagnostics.get', {})).faults).toBe(0);
  vi.spyOn(ReceiptClient.prototype, 'submit').mockImplementation(() => {
    throw new RangeError(SECRET);
  });
  expect((await host.post(token, sampleEvent('acme'))).status).toBe(503);
  vi.restoreAllMocks();
  vi.spyOn(ReceiptClient.prototype, 'call').mockImplementation(() => {
    throw new RangeError(SECRET);
  });
  await expect(host.control('receipts.count', {})).rejects.toThrow('internal');
  vi.restoreAllMocks();
  expect((await host.control('diagnostics.get', {})).faults).toBe(2);
  await host.stop();
  const log = logOf(host.dataDir);
  const lines = log.split('\n').filter((line) => line.includes('unexpected error'));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ operation: 'events route', name: 'RangeError', frames: expect.any(Array) }),
    expect.objectContaining({ operation: 'receipts.count', name: 'RangeError' }),
  ]);
  expect(lines[0]).toContain('platform/fault-log.test.ts:');
  expect(log).not.toContain(SECRET);
});

test('an error of the redactor in a small and in a large event is logged by its frames, counted and shown', async () => {
  const receiptWorker = new URL('../../test/support/stuck-redactor-worker.ts', import.meta.url);
  const host = await startTestHost({ receiptWorker });
  onTestFinished(() => host.remove());
  const { token } = await host.generateToken('acme');
  for (const [index, words] of ['words', 'words '.repeat(10_000)].entries()) {
    const data = { content: `broken ${SECRET} ${words}` };
    expect((await host.post(token, sampleEvent('acme', { data }))).status).toBe(202);
    expect((await host.control('diagnostics.get', {})).faults).toBe(index + 1);
  }
  await host.stop();
  const log = logOf(host.dataDir);
  const lines = log.split('\n').filter((each) => each.includes('unexpected error'));
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({ operation: 'redaction', name: 'Error' });
    expect(line).toContain('support/stuck-redactor-worker.ts:');
  }
  expect(log).not.toContain(SECRET);
});

// Windows has no such signal.
test.skipIf(process.platform === 'win32').each([
  ['uncaughtException', `throw new Error('${SECRET}');`],
  ['unhandledRejection', `void Promise.reject(new Error('${SECRET}'));`],
])('after an %s the host logs the frames, releases everything and exits with 70', async (event, act) => {
  const dataDir = temporaryFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const plant = join(temporaryFolder(), 'plant.mjs');
  writeFileSync(plant, `process.on('SIGUSR2', () => { ${act} });`);
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(plant).href}` };
  const host = await startHostProcess({ dataDir, env });
  expect(await host.end('SIGUSR2')).toBe(70);
  const log = logOf(dataDir);
  expect(log).toContain(`"operation":"${event}"`);
  expect(log).toContain('plant.mjs:1');
  expect(log + host.output()).not.toContain(SECRET);
  expect(existsSync(join(dataDir, 'runtime.json'))).toBe(false);
  const lock = acquireHostLock(dataDir);
  expect(lock).toBeDefined();
  lock?.release();
});
