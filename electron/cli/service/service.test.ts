import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startHostProcess } from '../../../test/support/host-process.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { launchAgent } from './launchd.ts';
import { scheduledTask } from './scheduled-task.ts';
import type { ServicePlan } from './service-plan.ts';
import { systemdUnit } from './systemd.ts';

const plinth = fileURLToPath(new URL('../../../bin/plinth.js', import.meta.url));
/** Only a hang takes longer. */
const LONG_MS = 240_000;
/** systemd's score is from 0 (safe) to 10 (unsafe); it calls a score below 4.5 “OK”. */
const WORST_SCORE = 3;

const plan: ServicePlan = {
  command: [process.execPath, `/opt/a "b" $HOME 100% <&>/plinth.js`, 'serve'],
  dataDir: '/srv/my data',
  variables: { PLINTH_PORT: '48000' },
};

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const has = (tool: string) => spawnSync(tool, ['--version']).status === 0;

describe.skipIf(!has('systemd-analyze'))('the systemd unit', () => {
  test.each([true, false])('is valid (hardened: %s)', (hardened) => {
    const file = join(newFolder(), 'plinth.service');
    writeFileSync(file, systemdUnit(plan, hardened));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--user', file], {
      encoding: 'utf8',
      env: { ...process.env, XDG_RUNTIME_DIR: newFolder() },
    });
    // A container without systemd cannot be asked for other units, which is no fault of this one.
    expect(stderr).not.toMatch(/plinth\.service/);
    if (stderr === '') expect(status).toBe(0);
  });

  test('has a good security score', () => {
    const file = join(newFolder(), 'plinth.service');
    writeFileSync(file, systemdUnit(plan, true));
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--user', file], {
      encoding: 'utf8',
      env: { ...process.env, XDG_RUNTIME_DIR: newFolder() },
    });
    const score = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1];
    expect(Number(score)).toBeLessThan(WORST_SCORE);
  });

  test('starts the program with exactly its arguments', () => {
    expect(systemdUnit(plan, true)).toContain(`"/opt/a \\"b\\" $$HOME 100%% <&>/plinth.js" "serve"\n`);
  });
});

describe.skipIf(!has('python3'))('the descriptions for other systems', () => {
  const python = (script: string, input: string | Buffer) =>
    JSON.parse(spawnSync('python3', ['-c', script], { input, encoding: 'utf8' }).stdout);

  test('launchd reads the arguments, the variables and the umask', () => {
    const agent = python(
      'import sys, json, plistlib; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))',
      launchAgent(plan, '/tmp/a & b.log'),
    );
    expect(agent).toMatchObject({
      ProgramArguments: plan.command,
      EnvironmentVariables: plan.variables,
      KeepAlive: { SuccessfulExit: false },
      RunAtLoad: true,
      Umask: 0o077,
      StandardErrorPath: '/tmp/a & b.log',
    });
  });

  test('the task scheduler reads the arguments and starts the task without a time limit', () => {
    const text = scheduledTask(plan, 'PC\\ada & co', 'D:\\R&D\\service.env');
    const task = python(
      `import sys, json, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read().decode('utf-16'))
print(json.dumps({element.tag.split('}')[1]: element.text for element in root.iter()}))`,
      Buffer.from(`\ufeff${text}`, 'utf16le'),
    );
    expect(task).toMatchObject({
      Command: 'conhost.exe',
      ExecutionTimeLimit: 'PT0S',
      UserId: 'PC\\ada & co',
    });
    expect(task.Arguments).toBe(
      `--headless "${process.execPath}" "--env-file-if-exists=D:\\R&D\\service.env" "/opt/a \\"b\\" $HOME 100% <&>/plinth.js" "serve"`,
    );
  });
});

/** Stands in for systemctl: it starts and stops the program of the unit, as the user's manager does. */
const SYSTEMCTL = `#!/bin/sh
unit="$XDG_CONFIG_HOME/systemd/user/plinth.service"
echo "$*" >> "$XDG_CONFIG_HOME/calls"
stop() {
  [ -f "$XDG_CONFIG_HOME/pid" ] || return 0
  kill "$(cat "$XDG_CONFIG_HOME/pid")" 2>/dev/null
  while kill -0 "$(cat "$XDG_CONFIG_HOME/pid")" 2>/dev/null; do sleep 0.05; done
  rm "$XDG_CONFIG_HOME/pid"
}
start() {
  eval "exec $(sed -n 's/^ExecStart=//p' "$unit")" > "$XDG_CONFIG_HOME/output" 2>&1 < /dev/null &
  echo $! > "$XDG_CONFIG_HOME/pid"
}
[ -n "$NO_MANAGER" ] && { echo "No medium found" >&2; exit 1; }
case "$2" in
  enable) grep -q ProtectSystem "$unit" && [ -n "$NO_NAMESPACES" ] && { echo failed >&2; exit 1; }; start ;;
  restart) stop; start ;;
  disable) stop ;;
  show) echo 226 ;;
esac
`;

describe.skipIf(process.platform !== 'linux')('plinth service', { timeout: LONG_MS }, () => {
  function newInstallation(more: Record<string, string> = {}) {
    const folder = newFolder();
    const config = join(folder, 'config');
    const dataDir = join(folder, 'data');
    mkdirSync(join(folder, 'tools'));
    mkdirSync(config);
    writeFileSync(join(folder, 'tools/systemctl'), SYSTEMCTL);
    chmodSync(join(folder, 'tools/systemctl'), 0o755);
    const env = {
      ...process.env,
      PATH: `${join(folder, 'tools')}:${process.env.PATH}`,
      XDG_CONFIG_HOME: config,
      HOME: folder,
      PLINTH_DATA_DIR: dataDir,
      PLINTH_KEYCHAIN: 'off',
      PLINTH_PORT: '0',
      PLINTH_CONSOLE_PORT: '0',
      ...more,
    };
    const run = (...args: string[]) =>
      new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
        const child = execFile(process.execPath, [plinth, ...args], { env }, (_error, stdout, stderr) =>
          resolve({ status: child.exitCode, stdout, stderr }),
        );
      });
    onTestFinished(async () => void (await run('service', 'uninstall')));
    return { run, config, dataDir, unit: join(config, 'systemd/user/plinth.service') };
  }

  test('installs, restarts and uninstalls, and leaves only the record', async () => {
    const { run, config, dataDir, unit } = newInstallation();
    expect((await run('service', 'status')).status).toBe(3);
    const installed = await run('service', 'install', '--json');
    expect(installed).toMatchObject({ status: 0, stderr: '' });
    const { status: first } = JSON.parse(installed.stdout);
    expect(first).toMatchObject({ host: 'headless', dataDir });
    expect(readFileSync(unit, 'utf8')).toContain('ProtectSystem=strict');
    // The output goes to a log that other users may read.
    expect(readFileSync(join(config, 'output'), 'utf8')).not.toContain('login#');

    const again = JSON.parse((await run('service', 'install', '--json')).stdout);
    expect(again.status.pid).not.toBe(first.pid);
    const restarted = JSON.parse((await run('service', 'restart', '--json')).stdout);
    expect(restarted.status.pid).not.toBe(again.status.pid);

    const gone = await run('service', 'uninstall');
    expect(gone).toMatchObject({ status: 0, stderr: `Your record stays in ${dataDir}.\n` });
    expect(existsSync(unit)).toBe(false);
    expect((await run('status')).status).toBe(3);
    expect(existsSync(join(dataDir, 'receipts.db'))).toBe(true);
  });

  test('does without namespaces where the system refuses them, and is uninstalled also without a record', async () => {
    const { run, config, dataDir, unit } = newInstallation({ NO_NAMESPACES: '1' });
    expect((await run('service', 'install')).status).toBe(0);
    expect(readFileSync(unit, 'utf8')).not.toContain('ProtectSystem');
    expect(readFileSync(unit, 'utf8')).toContain('NoNewPrivileges=yes');
    spawnSync('sh', [join(config, '../tools/systemctl'), '--user', 'disable'], {
      env: { ...process.env, XDG_CONFIG_HOME: config },
    });
    rmSync(dataDir, { recursive: true });
    expect(JSON.parse((await run('uninstall', '--yes', '--json')).stdout)).toMatchObject({ service: unit });
    expect(existsSync(unit)).toBe(false);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('waits for a Plinth that ran before it, and starts when that one ends', async () => {
    const { run, dataDir } = newInstallation();
    const { status } = JSON.parse((await run('service', 'install', '--json')).stdout);
    process.kill(status.pid, 'SIGKILL');
    const app = await startHostProcess({ dataDir });
    onTestFinished(async () => void (await app.end('SIGKILL')));
    // A service manager starts the service again, or starts it at login.
    const restarting = run('service', 'restart', '--json');
    const output = join(dataDir, '../config/output');
    await vi.waitFor(
      () => expect(readFileSync(output, 'utf8')).toContain('starts when that one ends'),
      LONG_MS,
    );
    await app.end('SIGTERM');
    // The command waits for half a minute, which a busy machine can take for both ends and the start.
    await restarting;
    await vi.waitFor(
      async () => {
        const { status: restarted } = JSON.parse((await run('service', 'status', '--json')).stdout);
        expect(restarted).toMatchObject({ host: 'headless', dataDir });
        expect(restarted.pid).not.toBe(app.child.pid);
      },
      { timeout: LONG_MS, interval: 500 },
    );
  });

  test('is not installed beside a Plinth that runs, and tells of a missing service manager', async () => {
    const { run, dataDir, unit } = newInstallation();
    const host = await startHostProcess({ dataDir });
    onTestFinished(async () => void (await host.end('SIGTERM')));
    const refused = await run('service', 'install');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`Plinth is already running (process ${host.child.pid})`);
    expect(existsSync(unit)).toBe(false);
    expect((await run('service', 'restart')).stderr).toContain('not installed');

    const without = newInstallation({ NO_MANAGER: '1' });
    expect((await without.run('service', 'install')).stderr).toContain('No medium found');
    expect(existsSync(without.unit)).toBe(false);
  });
});
