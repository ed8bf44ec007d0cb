import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';
import { collectGarbage } from '../platform/idle-memory.ts';
import { RouteCoverage } from './route-coverage.ts';
import { SeenPrompts } from './seen-prompts.ts';

/** What one connection reports keeps neither the store nor the memory from others. */

const CALLS_PER_REQUEST = 500;
const MIB = 1_048_576;
/** Two of them fit into a report. */
const LONG_ID = 2 * MIB;
const LONG_PROMPT = MIB - 1024;
const LONG_IDS = 8;
const MOST_KEPT_MIB = 10;

let host: RunningHost;
let other: string;

beforeAll(async () => {
  const home = temporaryFolder();
  host = await startTestHost({
    surroundings: { variables: { HOME: home }, platform: 'linux', systemRoot: home },
  });
  for (const harness of ['cline', 'codex', 'codex-telemetry'] as const) {
    await host.control('bridges.connect', { harness });
  }
  ({ token: other } = await host.generateToken('Other'));
});
afterAll(() => host.remove());

type Attributes = Record<string, string>;
const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));

async function logs(records: Attributes[]): Promise<number> {
  const body = JSON.stringify({
    resourceLogs: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'codex_cli_rs' }) },
        scopeLogs: [{ logRecords: records.map((each) => ({ attributes: attributesOf(each) })) }],
      },
    ],
  });
  const answer = await fetch(`${host.baseUrl}/api/otlp/v1/logs`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${readFileSync(join(host.dataDir, 'bridges', 'codex-telemetry.token'), 'utf8')}`,
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
    },
    body: new Uint8Array(gzipSync(body)),
  });
  return answer.status;
}
const about = (name: string, callId: string, rest: Attributes): Attributes => ({
  ...{ 'event.name': name, 'conversation.id': 'long-session', call_id: callId },
  ...rest,
});
const result = (callId: string) =>
  about('codex.tool_result', callId, { tool_name: 'read', arguments: JSON.stringify({ file: callId }) });
const decision = (callId: string) =>
  about('codex.tool_decision', callId, { decision: 'approved', source: 'user' });

test('thousands of decisions about unknown calls delay no event, and take its text from none', async () => {
  for (let request = 0; request < 6; request += 1) {
    const calls = Array.from({ length: CALLS_PER_REQUEST }, (_, index) => `call-${request}-${index}`);
    expect(await logs(calls.map(result))).toBe(200);
  }
  const { sessions } = await host.control('sessions.query', {});
  const { key } = sessions.find(({ id }) => id === 'long-session')!;
  const flood = Array.from({ length: 20_000 }, (_, index) => decision(`unknown-${index}`));
  expect(await logs([...flood, decision('call-3-7')])).toBe(200);
  let sent = 0;
  const noted = async () => {
    sent += 1;
    const event = sampleEvent('Other', { sessionId: 'beside', data: { content: `beside ${sent}` } });
    expect((await host.post(other, event)).status).toBe(202);
    return (await host.control('sessions.get', { key })).notes.approvals.map(({ approval }) => approval);
  };
  await expect.poll(noted, { timeout: 60_000 }).toEqual(['you_once']);
  const { receipts } = await host.control('receipts.export', { filter: { sessionId: 'beside' } });
  expect(receipts.map(({ data }) => data.content).toReversed()).toEqual(
    Array.from({ length: sent }, (_, index) => `beside ${index + 1}`),
  );
});

test('ids, folders and prompts of any length leave nothing of their length in memory', async () => {
  const codex = readFileSync(join(host.dataDir, 'bridges', 'codex.token'), 'utf8');
  const report = async (index: number) => {
    const id = `${index} ${'x'.repeat(LONG_ID)}`;
    await logs([
      about('codex.tool_decision', id, { 'conversation.id': id, decision: 'approved' }),
      { 'event.name': 'codex.tool_result', 'conversation.id': id, call_id: id, 'event.sequence': '1' },
    ]);
    const call = { hook_event_name: 'PreToolUse', tool_name: 'read', tool_use_id: id, tool_input: { index } };
    const prompt = {
      hook_event_name: 'UserPromptSubmit',
      prompt: `${index} ${'y '.repeat(LONG_PROMPT / 2)}`,
    };
    for (const payload of [call, prompt]) {
      const answer = await fetch(`${host.baseUrl}/api/bridges/v1/codex`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${codex}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ session_id: id, cwd: `/${id}`, ...payload }),
      });
      expect(answer.status).toBe(202);
    }
  };
  await report(0);
  const used = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed / MIB;
  };
  const before = used();
  for (let index = 1; index <= LONG_IDS; index += 1) await report(index);
  await expect.poll(() => used() - before, { timeout: 60_000 }).toBeLessThan(MOST_KEPT_MIB);
});

test('what the events of one report share is read in time, however long it is', async () => {
  const token = readFileSync(join(host.dataDir, 'bridges', 'cline.token'), 'utf8');
  const answer = await fetch(`${host.baseUrl}/api/bridges/v1/cline`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ hook: 'call', session: 'shared', tool: 'run_commands', callId: 'c'.repeat(MIB) },
      ...{ cwd: `c:${'/'.repeat(6 * MIB)}`, model: 'm'.repeat(MIB / 4), turn: 't'.repeat(MIB / 4) },
      input: { commands: Array.from({ length: 300 }, (_, index) => `make ${index}`) },
    }),
  });
  expect(answer.status).toBe(202);
  const { receipts } = await host.control('receipts.export', { filter: { sessionId: 'shared' }, limit: 500 });
  expect(receipts).toHaveLength(256);
  expect(receipts[0]).toMatchObject({ data: { command: 'make 254' }, droppedMembers: 4 });
});

/** Returns the most calls that a method got in one turn of the event loop. */
async function mostInOneTurn(calls: { mock: { calls: unknown[] } }, send: () => Promise<number>) {
  let most = 0;
  let before = 0;
  let isOver = false;
  const turn = () => {
    most = Math.max(most, calls.mock.calls.length - before);
    before = calls.mock.calls.length;
    if (!isOver) setImmediate(turn);
  };
  turn();
  expect(await send()).toBe(200);
  isOver = true;
  return most;
}

test('what the records of one body mean is worked through in turns', async () => {
  const decisions = Array.from({ length: 20_000 }, (_, index) => decision(`in turns ${index}`));
  const sequence = { 'session.id': 'in turns', 'event.sequence': '1' };
  const told = vi.spyOn(RouteCoverage.prototype, 'told');
  expect(await mostInOneTurn(told, () => logs(decisions))).toBeLessThanOrEqual(256);
  const number = vi.spyOn(RouteCoverage.prototype, 'number');
  const numbered = Array.from({ length: 20_000 }, () => about('codex.other', 'c', sequence));
  expect(await mostInOneTurn(number, () => logs(numbered))).toBeLessThanOrEqual(256);
  const prompts = Array.from({ length: 7 }, (_, index) => ({
    ...{ 'event.name': 'codex.user_prompt', 'conversation.id': 'in turns' },
    prompt: `${index} ${'y '.repeat(LONG_PROMPT / 2)}`,
  }));
  const added = vi.spyOn(SeenPrompts.prototype, 'add');
  expect(await mostInOneTurn(added, () => logs(prompts))).toBe(1);
  const counts = [told, number, added].map(({ mock }) => mock.calls.length);
  expect(counts).toEqual([20_000, 20_000, 7]);
  vi.restoreAllMocks();
});

test('spans that share a name of megabytes are read in time', async () => {
  const { token } = await host.generateToken('Long name');
  const span = {
    traceId: 'c'.repeat(32),
    attributes: attributesOf({ 'gen_ai.operation.name': 'invoke_agent' }),
  };
  const resource = { attributes: attributesOf({ 'service.name': 'a'.repeat(6_000_000) }) };
  const scopeSpans = [{ spans: Array(12_000).fill(span) }];
  const answer = await fetch(`${host.baseUrl}/api/otlp/v1/traces`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
    },
    body: new Uint8Array(gzipSync(JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }))),
  });
  expect(answer.status).toBe(200);
});
