import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printTable } from '../electron/cli/terminal-table.ts';
import { createHost } from '../electron/host/create-host.ts';
import { nodeHostOptions } from '../electron/host/headless-options.ts';
import type { ControlChannel, ControlParams, ControlResult } from '../shared/control.ts';
import { CAPABILITIES_PATH, EVENT_SCHEMA, EVENTS_PATH } from '../shared/limits.ts';

const NAME = 'demo-agent';
const SESSION = 'demo session';

/** One request of the demonstration with the answer that the contract requires. */
interface Step {
  what: string;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
  token?: string | null;
  expected: string;
}

const event = (type: string, data: object, more: object = {}) =>
  JSON.stringify({
    schema: EVENT_SCHEMA,
    integration: NAME,
    event: type,
    sessionId: SESSION,
    occurredAt: new Date().toISOString(),
    data,
    ...more,
  });

const prompt = event('prompt.submitted', {
  content: 'Rename the parser module.',
  destination: 'anthropic',
  cwd: '/srv/project',
});

const steps: Step[] = [
  {
    what: 'session.started',
    body: event('session.started', { harness: 'demo', harnessVersion: '1.0.0' }),
    expected: '202 recorded',
  },
  { what: 'prompt.submitted', body: prompt, expected: '202 recorded' },
  { what: 'the same prompt again', body: prompt, expected: '202 replayed' },
  {
    what: 'tool.before_use',
    body: event('tool.before_use', { toolName: 'Read', toolInput: { file: 'a.ts' } }),
    expected: '202 recorded',
  },
  {
    what: 'command.before_run',
    body: event('command.before_run', { command: 'npm test', cwd: '/srv/project' }),
    expected: '202 recorded',
  },
  {
    what: 'file.changed',
    body: event('file.changed', { path: 'src/a.ts', changeType: 'modified' }),
    expected: '202 recorded',
  },
  {
    what: 'a member Plinth does not know',
    body: event('prompt.submitted', { content: 'Hello.', mood: 'sunny' }),
    expected: '202 recorded',
  },
  { what: 'session.ended', body: event('session.ended', { reason: 'done' }), expected: '202 recorded' },
  { what: 'capabilities', method: 'GET', path: CAPABILITIES_PATH, expected: '200' },
  { what: 'no token', body: prompt, token: null, expected: '401 unauthorized' },
  {
    what: 'another integration’s name',
    body: event('prompt.submitted', {}, { integration: 'somebody else' }),
    expected: '403 integration_mismatch',
  },
  {
    what: 'a web page’s request',
    body: prompt,
    headers: { Origin: 'https://evil.example' },
    expected: '403 forbidden_origin',
  },
  {
    what: 'command output',
    body: event('command.before_run', { stdout: 'secret' }),
    expected: '400 forbidden_field',
  },
  { what: 'an unknown event type', body: event('prompt.answered', {}), expected: '400 invalid_event' },
  { what: 'not JSON', body: '{', expected: '400 invalid_json' },
  {
    what: 'not a JSON media type',
    body: prompt,
    headers: { 'Content-Type': 'text/plain' },
    expected: '415 unsupported_media_type',
  },
  {
    what: 'more than 1 MiB',
    body: event('prompt.submitted', { content: 'a'.repeat(1_048_576) }),
    expected: '413 payload_too_large',
  },
  { what: 'another method', method: 'PUT', body: prompt, expected: '405 method_not_allowed' },
  { what: 'no such endpoint', path: '/api/developer/v2/events', body: prompt, expected: '404 not_found' },
];
const RECEIPTS_EXPECTED = steps.filter(({ expected }) => expected === '202 recorded').length;

async function answerTo(step: Step, baseUrl: string, token: string): Promise<string> {
  const response = await fetch(`${baseUrl}${step.path ?? EVENTS_PATH}`, {
    method: step.method ?? 'POST',
    headers: {
      ...(step.token === null ? {} : { Authorization: `Bearer ${token}` }),
      'Content-Type': 'application/json',
      ...step.headers,
    },
    ...(step.body === undefined ? {} : { body: step.body }),
  });
  const body = (await response.json()) as { code?: string; recorded?: boolean };
  if (response.status === 202) {
    const replayed = response.headers.get('Plinth-Replayed') === 'true';
    return `202 ${replayed ? 'replayed' : body.recorded === true ? 'recorded' : 'not recorded'}`;
  }
  return body.code === undefined ? String(response.status) : `${response.status} ${body.code}`;
}

const dataDir = mkdtempSync(join(tmpdir(), 'plinth-demo-'));
const host = await createHost({ ...nodeHostOptions('headless', { dataDir, port: '0' }), useKeychain: false });
let asExpected = true;
try {
  const call = async <C extends ControlChannel>(channel: C, params: ControlParams<C>) => {
    const envelope = await host.dispatch(channel, params);
    if (!envelope.ok) throw new Error(envelope.error.reason);
    return envelope.result as ControlResult<C>;
  };
  const { token } = await call('integrations.generate', {
    name: NAME,
    permissions: ['events:write', 'capabilities:read'],
  });
  console.log(`A host on a throw-away data directory listens at ${host.baseUrl}.\n`);

  const rows: string[][] = [];
  for (const step of steps) {
    const answer = await answerTo(step, host.baseUrl!, token);
    const right = answer === step.expected;
    asExpected &&= right;
    rows.push([step.what, answer, right ? 'as the contract says' : `EXPECTED ${step.expected}`]);
  }
  printTable(['REQUEST', 'ANSWER', ''], rows);

  const { receipts } = await call('receipts.query', {});
  console.log('');
  printTable(
    ['RECEIVED', 'EVENT', 'BYTES', 'REPEATS', 'RECEIPT', 'REPORTED'],
    receipts.map((receipt) => [
      receipt.receivedAt,
      receipt.event,
      String(receipt.bodyBytes),
      String(receipt.repeats),
      receipt.id,
      receipt.summary,
    ]),
  );
  asExpected &&= receipts.length === RECEIPTS_EXPECTED;
  console.log(
    `\n${receipts.length} receipts, ${RECEIPTS_EXPECTED} expected. ${asExpected ? 'All as the contract says.' : 'NOT as the contract says.'}`,
  );
} finally {
  await host.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = asExpected ? 0 : 1;
