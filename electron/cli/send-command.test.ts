import { homedir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../test/support/command-line.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../../test/support/running-host.ts';

/** The tests start many processes on a machine that also runs other work. */
const LONG_MS = 120_000;
/** Of the shape of a Stripe key. It is put together here, so that no file has such a text. */
const SECRET = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;

describe('plinth send', { timeout: LONG_MS }, () => {
  let host: RunningHost;
  beforeAll(async () => {
    host = await startTestHost();
  });
  afterAll(() => host.remove());

  const send = (words: string[], input = '', dataDir = host.dataDir) =>
    runCommand(['send', ...words], {
      cwd: dataDir,
      env: { ...process.env, PLINTH_DATA_DIR: dataDir, PLINTH_TOKEN: '' },
      input,
    });
  const sent = async (args: string[], input?: string) => {
    const outcome = await send([...args, '--json'], input);
    expect(outcome.stderr).toBe('');
    return JSON.parse(outcome.stdout) as { recorded: boolean; receiptId: string };
  };
  /** The folder of the commands as the record has it. On Windows, temporary folders are in the home folder. */
  const folder = () => host.dataDir.replace(homedir(), '~');
  const receipt = async (id: string) => (await host.control('receipts.get', { id })).receipt;

  test('reports without a token, as one integration', async () => {
    const prompt = await receipt(
      (await sent(['prompt', `use ${SECRET}`, '--to', 'anthropic', '--session', 'mine'])).receiptId,
    );
    expect(prompt).toMatchObject({
      event: 'prompt.submitted',
      integration: { name: 'Command line' },
      session: { id: 'mine' },
      data: { destination: 'anthropic', cwd: folder() },
    });
    expect(JSON.stringify(prompt)).not.toContain(SECRET);
    // A home folder is a finding, too.
    expect(prompt.redaction.findings.filter(({ rule }) => rule === 'stripe-key')).toHaveLength(1);

    const large = `echo ${'a'.repeat(40_000)}`;
    const command = await receipt((await sent(['command', '-'], large)).receiptId);
    expect(command).toMatchObject({ event: 'command.before_run', data: { command: large } });

    const data = '{"toolName":"count","toolInput":{"n":12345678901234567890}}';
    const tool = await receipt((await sent(['tool.before_use', '--data', data])).receiptId);
    expect(tool.data).toMatchObject({ toolInput: { n: '12345678901234567890' }, cwd: folder() });

    const { integrations } = await host.control('integrations.list', { includeRevoked: true });
    expect(integrations.map(({ name, kind }) => [name, kind])).toEqual([['Command line', 'developer']]);
    expect(integrations[0]?.lastUsedAt).not.toBeNull();
  });

  test('records nothing while recording is paused, and says so', async () => {
    await host.control('recording.pause', { minutes: null });
    try {
      expect((await sent(['session.started'])).recorded).toBe(false);
      const { status, stdout } = await send(['prompt', 'x']);
      expect([status, stdout]).toEqual([0, expect.stringContaining('kept no receipt')]);
    } finally {
      await host.control('recording.resume', {});
    }
  });

  test.each([
    [
      ['file.changed', '--data', '{"changeType":"eaten"}'],
      1,
      '/data/changeType: wrong value. Expected: created, modified, deleted, renamed.',
    ],
    [['prompt', 'a'.repeat(1_048_576)], 1, 'Nothing was sent'],
    [['session.ended', '--data', '{"stdout":"x"}'], 1, 'never accepted'],
    [['session.ended', '--data', '[]'], 2, 'JSON object'],
    [['session.ended', 'text'], 2, '--data'],
    [['prompt'], 2, 'Add the text'],
    [['party'], 2, 'Allowed choices'],
  ])('refuses %j', async (args, status, reason) => {
    // An argument of a process has at most 128 KiB on Linux.
    const long = args[1]?.length === 1_048_576 ? args[1] : undefined;
    const outcome = await send(long === undefined ? args : ['prompt', '-'], long);
    expect([outcome.status, outcome.stdout]).toEqual([status, '']);
    expect(outcome.stderr).toContain(reason);
  });

  test('sends nothing where Plinth does not run', async () => {
    const { status, stderr } = await send(['prompt', 'x'], '', temporaryFolder());
    expect([status, stderr]).toEqual([3, expect.stringContaining('Plinth is not running')]);
  });
});
