import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BridgeTest, type HarnessId, HOOK_HARNESS_IDS } from '../../../shared/bridge.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../../../test/support/running-host.ts';
import { IntegrationStore } from '../../integrations/integration-store.ts';
import { HARNESSES } from '../harnesses/index.ts';
import { BridgeConnector } from './bridge-connector.ts';
import { sessionsWithoutUserSettings } from './running-sessions.ts';
import { SelfTests, testBridge } from './self-test.ts';

let host: RunningHost;
let folder: string;
const PATH = process.env.PATH ?? '';
const environment = (path = PATH) => ({ HOME: join(folder, 'home'), PATH: path });
const testOf = async (harness: HarnessId, path = PATH) =>
  (await host.control('bridges.test', { harness, environment: environment(path) })).test;
const receipts = async () => (await host.control('host.status', {})).receipts;

beforeAll(async () => {
  folder = temporaryFolder();
  host = await startTestHost({
    dataDir: join(folder, 'data'),
    surroundings: { variables: environment(), platform: 'linux', systemRoot: join(folder, 'system') },
  });
  for (const harness of HOOK_HARNESS_IDS) await host.control('bridges.connect', { harness });
});
afterAll(async () => {
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

const withHook = HOOK_HARNESS_IDS.filter((harness) => HARNESSES[harness].hasEntry !== false);

test.each(withHook)('%s: the installed hook’s report arrives and is never a receipt', async (harness) => {
  const { arrived, causes } = await testOf(harness);
  expect([arrived, causes]).toEqual([true, harness === 'codex' ? ['waiting_for_review'] : []]);
  expect(await receipts()).toBe(0);
  const status = (await host.control('bridges.status', {})).bridges.find((each) => each.harness === harness);
  expect([status!.lastEventAt, status!.unknownPayloads]).toEqual([null, 0]);
});

describe('names the cause', () => {
  test('the harness or an administrator keeps hooks from running, or an entry is missing', async () => {
    const managed = join(folder, 'system/etc/claude-code');
    mkdirSync(managed, { recursive: true });
    writeFileSync(join(managed, 'managed-settings.json'), '{"allowManagedHooksOnly":true}');
    expect(await testOf('claude-code')).toMatchObject({ arrived: true, causes: ['managed_policy'] });
    rmSync(managed, { recursive: true });
    const settings = join(folder, 'home/.claude/settings.json');
    const connected = readFileSync(settings, 'utf8');
    writeFileSync(settings, JSON.stringify({ ...JSON.parse(connected), disableAllHooks: true }));
    expect((await testOf('claude-code')).causes).toEqual(['disabled_by_harness']);
    writeFileSync(settings, '{}');
    expect((await testOf('claude-code')).causes).toEqual(['entry_missing']);
    writeFileSync(settings, connected);
    const { findings } = await host.control('doctor.run', {});
    expect(findings.filter(({ check }) => check === 'bridge').map(({ code }) => code)).toEqual(
      withHook.map((harness) => (harness === 'codex' ? 'bridge_fails' : 'bridge_works')),
    );
    expect(await receipts()).toBe(0);
  });

  /** Changes the route of a connection and tests it, until the host has not written it again meanwhile. */
  async function testWith(
    harness: HarnessId,
    from: string,
    to: string,
    isAsExpected: (test: BridgeTest) => boolean,
  ) {
    const route = join(folder, `data/bridges/${harness}.curl`);
    const kept = readFileSync(route, 'utf8');
    await expect
      .poll(
        async () => {
          writeFileSync(route, kept.replace(from, to));
          return isAsExpected(await testOf(harness));
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    writeFileSync(route, kept);
  }

  test('the hook waits for the end of an input that stays open', async () => {
    await testWith(
      'claude-code',
      'upload-file = "."',
      'data-binary = "@-"',
      ({ arrived, causes }) => arrived && causes.join() === 'waits_for_input',
    );
  });

  test('a test that fails is no lost report of the agent', async () => {
    await testWith('copilot', 'collector.sock', 'another.sock', ({ arrived }) => !arrived);
    expect(readFileSync(join(folder, 'data/bridges/lost'), 'utf8')).toContain('copilot ');
    const { bridges } = await host.control('bridges.status', {});
    expect(bridges.find(({ harness }) => harness === 'copilot')!.lost).toBeNull();
  });

  test.skipIf(process.platform !== 'linux')(
    'a running session does not read the user’s settings',
    async () => {
      const claude = join(folder, 'claude');
      symlinkSync('/bin/sh', claude);
      const before = sessionsWithoutUserSettings();
      const child = spawn(claude, ['-c', 'read line', '--setting-sources', 'project,local'], {
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      await new Promise((resolve) => child.once('spawn', resolve));
      expect(sessionsWithoutUserSettings()).toBe(before + 1);
      expect((await testOf('claude-code')).causes).toEqual(['settings_not_read']);
      child.stdin.end();
      await new Promise((resolve) => child.once('close', resolve));
    },
  );
});

test('agents that an editor starts have no hook to test', async () => {
  expect(await testOf('acp')).toMatchObject({ arrived: false, causes: ['no_hook'] });
});

test('a bridge that is not connected', async () => {
  await host.control('bridges.disconnect', { harness: 'gemini' });
  expect(await testOf('gemini')).toMatchObject({ arrived: false, causes: ['not_connected'] });
});

/** A bridge without a host, which would restore its files. No report arrives here. */
describe('names what is wrong on the way', () => {
  let connector: BridgeConnector;
  let files: string;
  const causes = async (path = PATH) => {
    const place = connector.placeOf({ harness: 'claude-code', environment: environment(path) });
    return (await testBridge(connector, new SelfTests(), place)).causes;
  };

  beforeEach(() => {
    rmSync(join(folder, 'lone'), { recursive: true, force: true });
    files = join(folder, 'lone/bridges');
    const socket = join(files, 'collector.sock');
    connector = new BridgeConnector({
      dataDir: join(folder, 'lone'),
      integrations: new IntegrationStore({ load: () => [], save: () => {} }),
      surroundings: { variables: { HOME: join(folder, 'lone/home') }, platform: 'linux', systemRoot: folder },
      address: () => ({ kind: 'socket', path: socket }),
      changed: () => {},
    });
    connector.connect({ harness: 'claude-code', environment: { HOME: join(folder, 'home') } });
    writeFileSync(socket, '');
  });

  test('nothing that can be seen', async () => {
    expect(await causes()).toEqual(['not_arrived']);
  });

  test('curl is missing', async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    symlinkSync('/bin/cat', join(bin, 'cat'));
    expect(await causes(bin)).toEqual(['curl_missing']);
  });

  test('the launcher is missing or may not be run', async () => {
    chmodSync(join(files, 'report'), 0o200);
    expect(await causes()).toEqual(['launcher_not_executable']);
    rmSync(join(files, 'report'));
    expect(await causes()).toEqual(['launcher_missing']);
  });

  test('the route is missing or leads to another socket', async () => {
    const route = join(files, 'claude-code.curl');
    writeFileSync(route, readFileSync(route, 'utf8').replace('collector.sock', 'another.sock'));
    expect(await causes()).toEqual(['wrong_socket']);
    rmSync(route);
    expect(await causes()).toEqual(['route_missing']);
  });
});
