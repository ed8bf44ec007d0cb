import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureSentence } from '../../../shared/words/failures.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../../../test/support/running-host.ts';

/** Runs the first hook of a settings file as a harness does. */
function runHookOf(settings: string, payload: object): Promise<number | null> {
  const { hooks } = JSON.parse(readFileSync(settings, 'utf8'));
  const child = spawn('/bin/sh', ['-c', hooks.UserPromptSubmit[0].hooks[0].command], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.stdin.end(JSON.stringify(payload));
  return new Promise((resolve) => child.on('close', resolve));
}

let host: RunningHost;
let folder: string;
const homes = () => [join(folder, 'home/.claude'), join(folder, 'work')] as const;
const settings = (home: string) => join(home, 'settings.json');
/** The variables of a user, with the name of the home on each system. */
const variables = (home: string) => ({ HOME: home, USERPROFILE: home });
const environment = (home?: string) => ({
  ...variables(join(folder, 'home')),
  ...(home === undefined ? {} : { CLAUDE_CONFIG_DIR: home }),
});
const target = (home?: string) => ({ harness: 'claude-code' as const, environment: environment(home) });
const prompt = (session: string) => ({
  hook_event_name: 'UserPromptSubmit',
  session_id: session,
  prompt: 'Hello',
  cwd: '/srv',
});

beforeAll(async () => {
  folder = temporaryFolder();
  for (const home of homes()) {
    mkdirSync(home, { recursive: true });
    writeFileSync(settings(home), '{}');
  }
  host = await startTestHost({
    dataDir: join(folder, 'data'),
    surroundings: { variables: environment(), platform: 'linux' },
  });
});
afterAll(async () => {
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

const claudes = async () =>
  (await host.control('bridges.status', {})).bridges.filter(({ harness }) => harness === 'claude-code');

const namesOf = async (sessionId: string) =>
  (await host.control('receipts.query', { filter: { sessionId } })).receipts.map(
    ({ integration }) => integration.name,
  );

const refusalOf = async (params: object) => {
  const answer = await host.host.dispatch('bridges.disconnect', params);
  return answer.ok ? undefined : answer.error.reason;
};

// Its hooks run in Git Bash on Windows, which not each computer has.
test.skipIf(process.platform === 'win32')(
  'two homes of one harness are connected, report and are disconnected one by one',
  async () => {
    const [first, second] = homes();
    await host.control('bridges.connect', target());
    const { change, status } = await host.control('bridges.connect', target(second));
    expect([change.kind, change.path, status.home]).toEqual(['modify', settings(second), second]);
    expect((await claudes()).map(({ home, state }) => [home, state])).toEqual([
      [first, 'silent'],
      [second, 'silent'],
    ]);

    expect(await runHookOf(settings(first), prompt('first'))).toBe(0);
    expect(await runHookOf(settings(second), prompt('second'))).toBe(0);
    expect(await namesOf('first')).toEqual(['Claude Code']);
    expect(await namesOf('second')).toEqual(['Claude Code (work)']);
    expect((await claudes()).map(({ state }) => state)).toEqual(['connected', 'connected']);

    const gone = await host.control('bridges.disconnect', { harness: 'claude-code', home: first });
    expect([gone.change.path, gone.status.integrationId]).toEqual([settings(first), null]);
    expect(readFileSync(settings(first), 'utf8')).toBe('{}');
    expect(existsSync(join(folder, 'data/bridges/claude-code.token'))).toBe(false);
    expect(await runHookOf(settings(second), prompt('third'))).toBe(0);
    expect(await namesOf('third')).toHaveLength(1);
    await host.control('bridges.disconnect', target(second));
    expect(readFileSync(settings(second), 'utf8')).toBe('{}');
  },
);

test('an action on a home that is not connected says so', async () => {
  const [, second] = homes();
  expect(await refusalOf(target(second))).toBe('bridge_not_connected');
  await host.control('bridges.connect', target());
  await host.control('bridges.connect', target(second));
  const third = target(join(folder, 'third'));
  expect(await refusalOf(third)).toBe('bridge_home_unclear');
  expect((await claudes()).filter(({ integrationId }) => integrationId !== null)).toHaveLength(2);
});

test('from another user folder, the only connected home is named and not disconnected', async () => {
  const [first, second] = homes();
  await host.control('bridges.disconnect', target(second));
  const elsewhere = { harness: 'claude-code' as const, environment: variables(join(folder, 'never')) };
  for (const action of ['disconnect', 'reconnect'] as const) {
    for (const [channel, params] of [
      [`bridges.${action}`, elsewhere],
      ['bridges.preview', { ...elsewhere, action }],
    ] as const) {
      const answer = await host.host.dispatch(channel, params);
      expect(answer.ok ? undefined : failureSentence(answer.error)).toBe(
        `Claude Code is not connected in this folder, but in ${first}. Nothing was changed. If you mean it, name it with --home.`,
      );
    }
  }
  expect(readFileSync(settings(first), 'utf8')).toContain('hooks');
  await host.control('bridges.disconnect', { ...elsewhere, home: first });
  expect(readFileSync(settings(first), 'utf8')).toBe('{}');
});

test('a named folder is connected itself, also below another user folder, or refused', async () => {
  const elsewhere = join(folder, 'other-user');
  for (const [harness, name] of [
    ['cursor', '.cursor'],
    ['droid', '.factory'],
    ['gemini', '.gemini'],
  ] as const) {
    const home = join(elsewhere, name);
    const { change, status } = await host.control('bridges.connect', { harness, home });
    expect([status.home, dirname(change.path)]).toEqual([home, home]);
    expect(existsSync(change.path)).toBe(true);
    const unreachable = { harness, home: join(folder, 'any-name') };
    for (const channel of ['bridges.connect', 'bridges.test'] as const) {
      const answer = await host.host.dispatch(channel, unreachable);
      expect(answer.ok ? undefined : answer.error.reason).toBe('bridge_home_unreachable');
    }
    await host.control('bridges.disconnect', { harness, home });
  }
});
