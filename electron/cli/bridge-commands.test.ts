import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../test/support/command-line.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../../test/support/running-host.ts';

describe.each(['with a running host', 'without a host'])('%s', (mode) => {
  let home: string;
  let dataDir: string;
  let host: RunningHost | undefined;
  const settings = () => join(home, 'claude', 'settings.json');

  beforeAll(async () => {
    home = temporaryFolder();
    dataDir = join(home, 'data');
    mkdirSync(join(home, 'claude'));
    // The host's environment differs from the shell's.
    const surroundings = { variables: { HOME: join(home, 'elsewhere') }, platform: 'linux' as const };
    if (mode === 'with a running host') host = await startTestHost({ dataDir, surroundings });
  });
  afterAll(async () => {
    await host?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const bridge = (...args: string[]) => runs('bridge', ...args);

  const runs = (...args: string[]) =>
    runCommand(args, {
      env: {
        PATH: '/usr/bin:/bin',
        HOME: home,
        USERPROFILE: home,
        CLAUDE_CONFIG_DIR: join(home, 'claude'),
        PLINTH_DATA_DIR: dataDir,
        PLINTH_KEYCHAIN: 'off',
      },
    });

  test('a dry run shows the change without making it', async () => {
    writeFileSync(settings(), '{\n  "theme": "dark"\n}\n');
    const { status, stdout } = await bridge('connect', 'claude-code', '--dry-run');
    expect(status).toBe(0);
    expect(stdout).toContain(`+++ ${settings()}`);
    expect(stdout).toMatch(/^\+ .*"UserPromptSubmit"/m);
    expect(readFileSync(settings(), 'utf8')).toBe('{\n  "theme": "dark"\n}\n');
    expect(existsSync(join(dataDir, 'bridges', 'claude-code.token'))).toBe(false);
  });

  test('a dry run ends as connecting would where that is refused', async () => {
    const ends = async (sentence: string) => {
      for (const more of [['--dry-run'], []]) {
        const { status, stdout, stderr } = await bridge('connect', 'claude-code', ...more);
        expect([status, stdout, stderr]).toEqual([
          1,
          '',
          `${settings()} ${sentence} Plinth changed nothing.\n`,
        ]);
      }
    };
    chmodSync(settings(), 0o444);
    await ends('is read-only. Make it writable, then try again.');
    rmSync(join(home, 'claude'), { recursive: true });
    writeFileSync(join(home, 'claude'), '');
    await ends('cannot be created: a file is where its folder should be. Move that file, then try again.');
    rmSync(join(home, 'claude'));
    mkdirSync(join(home, 'claude'));
    writeFileSync(settings(), '{\n  "theme": "dark"\n}\n');
  });

  test('connect, status, reconnect and disconnect', async () => {
    const connected = await bridge('connect', 'claude-code', '--json');
    expect(JSON.parse(connected.stdout).status).toMatchObject({ state: 'silent', configuration: settings() });
    expect(connected.stdout + connected.stderr).not.toContain('plhook_');
    const token = () => readFileSync(join(dataDir, 'bridges', 'claude-code.token'), 'utf8');
    const first = token();

    const status = JSON.parse((await bridge('status', 'claude-code', '--json')).stdout);
    expect(status.bridges.map(({ harness }: { harness: string }) => harness)).toEqual(['claude-code']);
    const table = await bridge('status');
    expect(table.stdout).toMatch(/claude-code +silent/);

    const again = await bridge('reconnect', 'claude-code');
    expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('needs no change')]);
    expect(token()).not.toBe(first);

    expect((await bridge('disconnect', 'claude-code')).status).toBe(0);
    expect(readFileSync(settings(), 'utf8')).toBe('{\n  "theme": "dark"\n}\n');
  });

  test('an uninstallation removes the hooks of every agent, and keeps the record', async () => {
    expect((await bridge('connect', 'claude-code')).status).toBe(0);
    const listed = JSON.parse((await runs('uninstall', '--dry-run', '--json')).stdout);
    expect(listed).toMatchObject({
      agents: [{ harness: 'claude-code', configuration: settings() }],
      service: null,
    });
    expect(readFileSync(settings(), 'utf8')).toContain('UserPromptSubmit');
    const removed = await runs('uninstall', '--yes');
    expect(removed).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(`Your record stays in ${dataDir}`),
    });
    expect(readFileSync(settings(), 'utf8')).toBe('{\n  "theme": "dark"\n}\n');
    expect(existsSync(join(dataDir, 'receipts.db'))).toBe(true);
    expect(existsSync(join(home, '.cache', 'plinth'))).toBe(false);
    expect((await runs('uninstall')).stdout).toContain('nothing outside');
  });

  test('an uninstallation names hooks whose record is gone, and creates no record', {
    timeout: 120_000,
  }, async () => {
    if (host !== undefined) return;
    expect((await bridge('connect', 'claude-code')).status).toBe(0);
    rmSync(dataDir, { recursive: true });
    const left = await runs('uninstall', '--yes');
    expect(left).toMatchObject({ status: 1, stdout: `Plinth’s hooks in ${settings()}\n` });
    expect(left.stderr).toContain('plinth bridge connect claude-code && plinth uninstall');
    expect(JSON.parse((await runs('uninstall', '--json')).stdout).failed).toMatchObject([
      { harness: 'claude-code', configuration: settings() },
    ]);
    expect(existsSync(dataDir)).toBe(false);
    // The way that it names.
    await bridge('connect', 'claude-code');
    expect((await runs('uninstall', '--yes')).status).toBe(0);
    expect(readFileSync(settings(), 'utf8')).not.toContain(dataDir);
  });

  test('a refused action names its reason, and wrong usage has its own exit code', async () => {
    writeFileSync(settings(), '{ broken');
    const refused = await bridge('connect', 'claude-code', '--json');
    expect(refused.status).toBe(1);
    expect(JSON.parse(refused.stdout).error).toMatchObject({ code: 'refused' });
    expect(readFileSync(settings(), 'utf8')).toBe('{ broken');
    expect((await bridge('reconnect', 'gemini')).status).toBe(1);
    expect((await bridge('connect', 'emacs')).status).toBe(2);
  });
});
