import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { callControlSocket } from '../../electron/control/transports/control-socket.ts';
import { DATA_FIELDS, dataFieldsOf, EVENT_TYPES } from '../../shared/event.ts';
import { MAX_LABEL_LENGTH, MAX_SESSION_ID_LENGTH } from '../../shared/limits.ts';
import { plantedIn } from '../../test/support/planted-values.ts';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { createRandom } from './random.ts';
import { contextSamples, personalSamples, type Sample, shapeSamples } from './samples.ts';

const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));
const SECRETS = 1000;
const folder = temporaryFolder();
const dataDir = join(folder, 'data');
const exportsDir = join(folder, 'exports');
const environment = { ...process.env, PLINTH_DATA_DIR: dataDir, PLINTH_KEYCHAIN: 'off' };

const started: ChildProcess[] = [];
// A failed try leaves its host behind, which holds the lock of the data directory.
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function serve() {
  const child = spawn(process.execPath, [plinth, 'serve', '--port', '0'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  await once(child.stdout, 'data');
  const { baseUrl } = JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8')) as { baseUrl: string };
  return { child, baseUrl };
}

async function control<C extends Parameters<typeof callControlSocket>[1]>(channel: C, params: never) {
  const envelope = await callControlSocket(dataDir, channel, params);
  if (!envelope.ok) throw new Error(envelope.error.code);
  return envelope.result;
}

async function exported(name: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, [plinth, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  writeFileSync(join(exportsDir, name), Buffer.concat(chunks));
}

/** Returns a thousand different secrets of all kinds, each too long to occur in a file by chance. */
function secrets(): Sample[] {
  const random = createRandom(20_261_121);
  const all = [
    ...shapeSamples(random, 2),
    ...contextSamples(random, 200),
    ...personalSamples(random, 100),
  ].filter((sample) => sample.text.length <= 3000 && sample.secrets.every((secret) => secret.length >= 9));
  const step = all.length / SECRETS;
  return Array.from({ length: SECRETS }, (_, index) => all[Math.floor(index * step)]!);
}

test('none of a thousand planted secrets reaches the disk', async () => {
  mkdirSync(exportsDir, { recursive: true });
  const samples = secrets();
  expect(new Set(samples.map(({ text }) => text)).size).toBeGreaterThan(SECRETS * 0.9);
  let { child, baseUrl } = await serve();
  const issued = (await control('integrations.generate', {
    name: 'acme',
    permissions: ['events:write', 'capabilities:read'],
  } as never)) as { token: string };
  const { token } = issued;

  const accepted: string[] = [];
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${baseUrl}/api/developer/v1/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      body,
    });
    const text = await answer.text();
    if (answer.status === 202) accepted.push(JSON.parse(text).receiptId);
    return { status: answer.status, text };
  };

  const fieldsByType = EVENT_TYPES.flatMap((type) => dataFieldsOf(type).map((field) => ({ type, field })));
  const answers: string[] = [];
  for (const [index, sample] of samples.entries()) {
    const { type, field } = fieldsByType[index % fieldsByType.length]!;
    const bounded =
      field === 'content' || field === 'command' || field === 'toolInput' ? 5000 : MAX_LABEL_LENGTH;
    const value: unknown =
      field === 'changeType' || sample.text.length > bounded
        ? undefined
        : field === 'toolInput'
          ? { nested: [{ text: sample.text }, { [sample.text]: 1 }] }
          : sample.text;
    const event = {
      schema: 'service.event.v1',
      integration: 'acme',
      event: type,
      sessionId:
        index % 5 === 0 && sample.text.length <= MAX_SESSION_ID_LENGTH && !/\p{Cc}/u.test(sample.text)
          ? sample.text
          : `s${index}`,
      occurredAt: new Date().toISOString(),
      data: {
        ...(value === undefined ? {} : { [field]: value }),
        futureMember: sample.text,
        [`x${sample.text}`]: 1,
      },
    };
    const good = JSON.stringify(event);
    answers.push((await post(good)).text);
    // The same secret where it makes the request invalid.
    const bad = [
      () => post(good.slice(0, -2)),
      () => post(JSON.stringify({ ...event, [sample.text]: 1 })),
      () => post(JSON.stringify({ ...event, integration: sample.text })),
      () => post(JSON.stringify({ ...event, occurredAt: sample.text })),
      () => post(good, { 'X-Note': encodeURIComponent(sample.text) }),
      () => post(good, { 'Content-Type': 'text/plain' }),
      () => post(good, { Authorization: `Bearer ${encodeURIComponent(sample.text)}` }),
      () => post(JSON.stringify({ ...event, data: { stdout: sample.text } })),
    ];
    answers.push((await bad[index % bad.length]!()).text);
  }
  expect(accepted.length).toBeGreaterThan(SECRETS);
  const values = [...new Set([token, ...samples.flatMap((sample) => sample.secrets)])];
  const echoed = values.filter((secret) => answers.some((text) => text.includes(secret)));
  expect(echoed).toEqual([]);

  // Search, metadata, export and retention process the same receipts.
  for (const field of DATA_FIELDS) await control('receipts.query', { filter: { text: field } } as never);
  await exported('receipts.jsonl', ['receipts', 'export', '--format', 'jsonl']);
  await exported('receipts.csv', ['receipts', 'export', '--format', 'csv']);
  await exported('doctor.json', ['doctor', '--json']);
  expect(plantedIn(folder, values)).toEqual([]);

  await control('settings.set', {
    settings: { retention: { maxAgeDays: 1, maxBytes: 1_048_576 } },
  } as never);
  await control('retention.run', { dryRun: false } as never);
  const again = ['quartz.harbour.71.meadow', `ghp_${'Zx81Qm4b'.repeat(4)}YtP2`];
  const say = (content: string) =>
    post(
      JSON.stringify({
        schema: 'service.event.v1',
        integration: 'acme',
        event: 'prompt.submitted',
        sessionId: 'goes-on',
        occurredAt: new Date().toISOString(),
        data: { content },
      }),
    );
  await say(`DB_PASSWORD="${again[0]}"\ndeploy with ${again[1]}`);
  values.push(...again);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(plantedIn(folder, values)).toEqual([]);

  // The session goes on: what it named before comes again, without a label, and encoded.
  ({ child, baseUrl } = await serve());
  for (const secret of again)
    for (const encoding of ['utf8', 'base64', 'hex'] as const)
      expect((await say(`then ${Buffer.from(secret).toString(encoding)} again`)).status).toBe(202);
  expect(plantedIn(folder, values)).toEqual([]);
  await control('receipts.delete', { scope: { everything: true } } as never);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(plantedIn(folder, values)).toEqual([]);
}, 300_000);
