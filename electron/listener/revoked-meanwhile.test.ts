import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BRIDGES_PATH, EVENTS_PATH, OTLP_PATH } from '../../shared/limits.ts';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';

let host: RunningHost;
let home: string;
beforeAll(async () => {
  home = temporaryFolder();
  host = await startTestHost({ surroundings: { variables: { HOME: home }, platform: 'linux' } });
});
afterAll(async () => {
  await host.remove();
  rmSync(home, { recursive: true, force: true });
});

const WAIT = { timeout: 60_000, interval: 25 };
const LARGE = 60_000;
const text = (size: 'small' | 'large') => 'x'.repeat(size === 'large' ? LARGE : 10);
const record = (content: string) => ({
  attributes: [
    { key: 'event.name', value: { stringValue: 'user_prompt' } },
    { key: 'session.id', value: { stringValue: 'late' } },
    { key: 'prompt', value: { stringValue: content } },
  ],
});
const routes = {
  events: {
    path: EVENTS_PATH,
    body: (name: string, content: string) => sampleEvent(name, { sessionId: 'late', data: { content } }),
  },
  telemetry: {
    path: `${OTLP_PATH}/logs`,
    body: (_: string, content: string) => ({
      resourceLogs: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'claude-code' } }] },
          scopeLogs: [{ logRecords: [record(content)] }],
        },
      ],
    }),
  },
  bridge: {
    path: `${BRIDGES_PATH}/claude-code`,
    body: (_: string, content: string) => ({
      ...{ hook_event_name: 'UserPromptSubmit', session_id: 'late', prompt: content, cwd: '/srv' },
    }),
  },
};

/** Makes a credential, and returns how it is taken back. */
async function credentialFor(route: keyof typeof routes, change: 'revoke' | 'rotate') {
  if (route !== 'bridge') {
    number += 1;
    const name = `late ${number}`;
    const { token, id } = await host.generateToken(name);
    return { name, token, takeBack: () => host.control(`integrations.${change}`, { id }) };
  }
  const harness = 'claude-code';
  await host.control('bridges.connect', { harness });
  const token = readFileSync(join(host.dataDir, 'bridges', `${harness}.token`), 'utf8').trim();
  const takeBack = async () => {
    await host.control('bridges.disconnect', { harness });
    if (change === 'rotate') await host.control('bridges.connect', { harness });
  };
  return { name: harness, token, takeBack };
}

let number = 0;
const cases = (Object.keys(routes) as (keyof typeof routes)[]).flatMap((route) =>
  (['revoke', 'rotate'] as const).flatMap((change) =>
    (['small', 'large'] as const).flatMap((size) =>
      (['length', 'chunked'] as const).map((framing) => ({ route, change, size, framing })),
    ),
  ),
);

test.each(cases)('$route, $change, $size body, $framing: the rest comes too late', async (each) => {
  const { route, change, size, framing } = each;
  const { name, token, takeBack } = await credentialFor(route, change);
  const body = Buffer.from(JSON.stringify(routes[route].body(name, text(size))));
  const first = body.subarray(0, -5);
  const rest = body.subarray(-5);
  const chunk = (part: Buffer) =>
    framing === 'length'
      ? part
      : Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
  const socket = connect(host.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    answer += part;
  });
  socket.write(
    [
      `POST ${routes[route].path} HTTP/1.1`,
      `Host: 127.0.0.1:${host.port}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      framing === 'length' ? `Content-Length: ${body.length}` : 'Transfer-Encoding: chunked',
      // The host has read the headers when it answers this.
      'Expect: 100-continue',
      '\r\n',
    ].join('\r\n'),
  );
  await expect.poll(() => answer, WAIT).toContain('100 Continue');
  socket.write(chunk(first));
  await takeBack();
  socket.write(chunk(rest));
  if (framing === 'chunked') socket.write('0\r\n\r\n');
  await expect.poll(() => /HTTP\/1\.1 ([2-5][0-9]{2})/.exec(answer)?.[1], WAIT).toBe('401');
  socket.destroy();
  const { receipts } = await host.control('receipts.query', { filter: { sessionId: 'late' } });
  expect(receipts).toEqual([]);
});

/** More events than one turn records, in one body. */
const MANY = 10_240;
const codexPrompt = (at: number) => ({
  attributes: Object.entries({
    ...{ 'event.name': 'codex.user_prompt', 'conversation.id': 'midway', prompt: `${at}` },
  }).map(([key, stringValue]) => ({ key, value: { stringValue } })),
});
const midway = {
  telemetry: () => ({
    path: routes.telemetry.path,
    body: {
      resourceLogs: [
        { scopeLogs: [{ logRecords: Array.from({ length: MANY }, (_, at) => codexPrompt(at)) }] },
      ],
    },
    credential: () => credentialFor('telemetry', 'revoke'),
  }),
  bridge: () => ({
    path: `${BRIDGES_PATH}/cline`,
    body: Array.from({ length: MANY / 256 }, (_, report) => ({
      ...{ hook: 'call', session: 'midway', callId: `${report}`, tool: 'run_commands' },
      input: { commands: Array.from({ length: 255 }, (_, at) => `make ${report} ${at}`) },
    })),
    credential: async () => {
      await host.control('bridges.connect', { harness: 'cline' });
      const token = readFileSync(join(host.dataDir, 'bridges', 'cline.token'), 'utf8').trim();
      return { token, takeBack: () => host.control('bridges.disconnect', { harness: 'cline' }) };
    },
  }),
};

test.each(Object.keys(midway) as (keyof typeof midway)[])(
  'a revocation ends the recording of a body of %s that has begun',
  async (route) => {
    const { path, body, credential } = midway[route]();
    const { token, takeBack } = await credential();
    const filter = { sessionId: 'midway' };
    const counted = async () => (await host.control('receipts.count', { filter })).count;
    const before = await counted();
    const answer = fetch(`${host.baseUrl}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    await expect.poll(counted, WAIT).toBeGreaterThan(before);
    await takeBack();
    const atRevocation = await counted();
    expect((await answer).status).toBe(401);
    // Those of one turn were on their way.
    expect((await counted()) - atRevocation).toBeLessThanOrEqual(64);
  },
);
