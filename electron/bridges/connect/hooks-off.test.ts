import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HarnessId } from '../../../shared/bridge.ts';
import { hooksOffSentence } from '../../../shared/words/bridges.ts';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../../test/support/running-host.ts';
import { HARNESSES } from '../harnesses/index.ts';
import { lookAtProjects, ownPaths } from './hooks-off.ts';

const DAY_MS = 86_400_000;
let root: string;
let home: string;
let project: string;
let host: RunningHost;

async function open(): Promise<void> {
  root = temporaryFolder();
  home = join(root, 'home/own');
  project = join(home, 'work/x');
  mkdirSync(join(project, '.git'), { recursive: true });
  const variables = { HOME: home, PATH: process.env.PATH ?? '' };
  host = await startTestHost({ surroundings: { variables, platform: 'linux', systemRoot: root } });
}
const close = () => host.remove();

function put(path: string, content: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}
const connect = (harness: HarnessId) => host.control('bridges.connect', { harness });
const testIn = async (harness: HarnessId, folder?: string) =>
  (await host.control('bridges.test', { harness, ...(folder === undefined ? {} : { folder }) })).test;
const statusOf = async (harness: HarnessId) =>
  (await host.control('bridges.status', { environment: { HOME: home } })).bridges.find(
    (each) => each.harness === harness,
  )!;
const hookFindings = async (folder?: string) =>
  (await host.control('doctor.run', folder === undefined ? {} : { folder })).findings.filter(
    ({ check }) => check === 'hooks',
  );
/** Puts a project into the record. */
async function work(...folders: string[]) {
  const { token } = await host.generateToken(`Program ${folders[0]}`);
  for (const cwd of folders) {
    const name = `Program ${folders[0]}`;
    const answer = await host.post(token, sampleEvent(name, { sessionId: cwd, data: { content: 'x', cwd } }));
    expect(answer.status).toBe(202);
  }
}

const JSON_OFF = '{"disableAllHooks": true}';
const SWITCHES: [HarnessId, string, string][] = [
  ['claude-code', '.claude/settings.json', JSON_OFF],
  ['claude-code', '.claude/settings.local.json', JSON_OFF],
  ['qwen-code', '.qwen/settings.json', JSON_OFF],
  ['gemini', '.gemini/settings.json', '{"hooksConfig":{"enabled":false}}'],
  ['gemini', '.gemini/settings.json', '{"hooksConfig":{"disabled":["other","plinth"]}}'],
  ['droid', '.factory/settings.local.json', '{"hooksDisabled":true}'],
  ['droid', '.factory/hooks.json', '{"hooksDisabled":true}'],
  ['pi', '.pi/settings.json', '{"extensions":["-extensions/plinth.js"]}'],
];

describe('in the folder of the test', () => {
  // One host for all: each case has a project of its own.
  beforeAll(open);
  afterAll(close);
  let cases = 0;

  test.each(SWITCHES)('%s: %s is named', async (harness, name, content) => {
    cases += 1;
    project = join(home, `work/${cases}`);
    mkdirSync(join(project, '.git'), { recursive: true });
    await connect(harness);
    expect(await testIn(harness, project)).toMatchObject({ arrived: true, causes: [], hooksOff: [] });
    const file = put(join(project, name), content);
    const { arrived, causes, hooksOff } = await testIn(harness, project);
    expect([arrived, causes]).toEqual([true, ['disabled_by_harness']]);
    expect(hooksOff).toEqual([expect.objectContaining({ folder: project, file, isKnown: true })]);
    expect(hooksOffSentence(hooksOff[0]!)).toMatch(
      new RegExp(`^Hooks of .* are off in ${project}: ${name.replaceAll('.', '\\.')}$`),
    );
    expect(await testIn(harness)).toMatchObject({ causes: [], hooksOff: [] });
    expect(await hookFindings(project)).toEqual([
      expect.objectContaining({ level: 'attention', params: hooksOff[0] }),
    ]);

    put(file, content.slice(0, -1));
    const broken = await testIn(harness, project);
    expect([broken.causes, broken.hooksOff[0]?.isKnown]).toEqual([['switch_not_known'], false]);
    rmSync(file);
    mkdirSync(file);
    expect((await testIn(harness, project)).causes).toEqual(['switch_not_known']);
  });
});

describe('the settings in force', () => {
  beforeEach(open);
  afterEach(close);
  const claude = async () => (await testIn('claude-code', project)).hooksOff.map(({ file }) => file);

  test('are those of the strongest file that has the switch', async () => {
    await connect('claude-code');
    const own = join(home, '.claude/settings.json');
    const text = JSON.parse(execFileSync('cat', [own], { encoding: 'utf8' }));
    put(own, JSON.stringify({ ...text, disableAllHooks: true }));
    expect(await claude()).toEqual([own]);
    expect((await testIn('claude-code', project)).hooksOff[0]?.folder).toBeNull();
    expect((await statusOf('claude-code')).state).toBe('disabled_by_harness');
    const shared = put(join(project, '.claude/settings.json'), '{"disableAllHooks":false}');
    expect(await claude()).toEqual([]);
    const local = put(join(project, '.claude/settings.local.json'), JSON_OFF);
    expect(await claude()).toEqual([local]);
    put(shared, JSON_OFF);
    put(local, '{"disableAllHooks":false}');
    expect(await claude()).toEqual([]);
    const managed = put(
      join(root, 'etc/claude-code/managed-settings.json'),
      '{"allowManagedHooksOnly":true}',
    );
    expect(await claude()).toEqual([managed]);
    expect((await testIn('claude-code', project)).causes).toEqual(['managed_policy']);
  });

  test('of Codex count in a trusted project, up to the root of its repository', async () => {
    await connect('codex');
    const file = put(join(project, '.codex/config.toml'), '[features]\nhooks = false\n');
    const inside = join(project, 'src/deep');
    mkdirSync(inside, { recursive: true });
    const off = async () => (await testIn('codex', inside)).hooksOff.map((each) => each.file);
    expect(await off()).toEqual([]);
    put(join(home, '.codex/config.toml'), `[projects."${project}"]\ntrust_level = "trusted"\n`);
    expect(await off()).toEqual([file]);
    put(join(inside, '.codex/config.toml'), '[features]\nhooks = true\n');
    expect(await off()).toEqual([]);
  });

  test('of Codex count on Windows in whatever case the project was trusted', () => {
    const file = put(
      join(home, '.codex/config.toml'),
      `[projects.'${project.toUpperCase()}']\ntrust_level = "trusted"\n`,
    );
    const files = (platform: NodeJS.Platform) =>
      HARNESSES.codex.hookSwitches!({ home, variables: {}, platform }, project).map(({ path }) => path);
    expect(files('win32')).toContain(join(project, '.codex/config.toml'));
    expect(files('linux').at(-1)).toBe(file);
    expect(files('linux')).not.toContain(join(project, '.codex/config.toml'));
  });

  test('on a share are not looked at, with either slash', () => {
    const isOwn = ownPaths({ home, variables: {}, platform: 'linux', systemRoot: root });
    expect(isOwn(project)).toBe(true);
    for (const path of [`/${project}`, '//server/share/x']) expect(isOwn(path)).toBe(false);
  });

  test('of another home of the agent are those of that home', async () => {
    const second = join(home, 'second');
    mkdirSync(second);
    const environment = { HOME: home, PATH: process.env.PATH ?? '', CLAUDE_CONFIG_DIR: second };
    await host.control('bridges.connect', { harness: 'claude-code', environment });
    put(join(home, '.claude/settings.json'), JSON_OFF);
    expect(await claude()).toEqual([]);
  });
});

describe('the projects of the record', () => {
  beforeEach(open);
  afterEach(close);
  test('are named in the status and the doctor, once a day, until the file is corrected', async () => {
    await connect('claude-code');
    await work(project, join(home, 'work/y'));
    expect((await statusOf('claude-code')).hooksOff).toEqual([]);
    const file = put(join(project, '.claude/settings.local.json'), JSON_OFF);
    expect((await statusOf('claude-code')).hooksOff).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS });
    try {
      const found = [expect.objectContaining({ folder: project, file, isKnown: true })];
      expect((await statusOf('claude-code')).hooksOff).toEqual(found);
      expect((await hookFindings()).map(({ params }) => params)).toEqual(found);
      expect((await statusOf('claude-code')).state).toBe('silent');
      put(file, '{');
      expect((await statusOf('claude-code')).hooksOff[0]?.isKnown).toBe(false);
      rmSync(file);
      expect((await statusOf('claude-code')).hooksOff).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('on disks of others, in homes of others and behind links are not touched, and that is said', async () => {
    await connect('claude-code');
    const served = join(root, 'mnt/served share');
    put(
      join(root, 'proc/self/mounts'),
      `/dev/sda1 / ext4 rw 0 0\nnas:/x ${served.replace(' ', '\\040')} nfs4 rw 0 0\n`,
    );
    const others = join(root, 'home/other/x');
    const linked = join(home, 'linked');
    put(join(served, 'x/.claude/settings.json'), JSON_OFF);
    put(join(others, '.claude/settings.json'), JSON_OFF);
    symlinkSync(served, linked);
    const withLink = join(home, 'work/with-link');
    mkdirSync(withLink);
    symlinkSync(join(served, 'x/.claude'), join(withLink, '.claude'));
    await work(join(served, 'x'), others, join(linked, 'x'), withLink);
    const findings = await hookFindings();
    expect(findings.map(({ code, params }) => [code, params])).toEqual([
      ['hooks_off', expect.objectContaining({ folder: withLink, isKnown: false })],
      ['projects_not_seen', { projects: 3 }],
    ]);
  });

  test('take a second at most', async () => {
    const connector = (await connect('claude-code')).status;
    expect(connector.state).toBe('silent');
    const place = { environment: { home, variables: {}, platform: 'linux' } } as never;
    const clock = vi.spyOn(performance, 'now');
    for (const at of [0, 10, 999, 1001]) clock.mockReturnValueOnce(at);
    clock.mockReturnValue(1002);
    const folders = ['a', 'b', 'c', 'd'].map((name) => join(home, name));
    const { notSeen } = await lookAtProjects([{ ...(place as object), harness: 'acp' } as never], folders);
    clock.mockRestore();
    expect(notSeen).toBe(2);
  });

  test.skipIf(process.getuid?.() === 0)('that cannot be read are not known', async () => {
    await connect('claude-code');
    chmodSync(put(join(project, '.claude/settings.json'), '{}'), 0);
    expect((await testIn('claude-code', project)).causes).toEqual(['switch_not_known']);
  });
});
