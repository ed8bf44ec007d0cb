import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { electronRuntime } from '../../electron/platform/electron-runtime.ts';
import { whyNoDisplay } from '../../scripts/display.ts';
import { type Display, startDisplay, startXvfb } from './displays.ts';
import { makeRuntime, root, Started } from './started.ts';

/** Many starts on a busy machine. */
const LIMIT_MS = 120_000;
const isLinux = process.platform === 'linux';
if (!isLinux) console.log('The tests of npm start are skipped: they read processes from /proc.');

describe.skipIf(!isLinux)('npm start', { timeout: LIMIT_MS }, () => {
  const runtimes = mkdtempSync(join(tmpdir(), 'plinth-runtime-'));
  const runtime = makeRuntime(runtimes);
  let answering: Display;
  let silent: Display;
  let xvfb: Display | undefined;

  beforeAll(async () => {
    // Builds once, so that the runs do not all build at the same time.
    spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--stale'], { stdio: 'inherit' });
    silent = await startDisplay({ silent: true });
    answering = await startDisplay({ silent: false });
    xvfb = await startXvfb();
    if (xvfb === undefined) console.log('Xvfb is not installed: a stand-in for an X server takes its place.');
  }, 120_000);
  afterAll(async () => {
    await Promise.all([xvfb?.stop(), answering.stop(), silent.stop()]);
    rmSync(runtimes, { recursive: true, force: true });
  });

  const withWindow = () => ({ ELECTRON_OVERRIDE_DIST_PATH: runtime, DISPLAY: (xvfb ?? answering).name });
  const isRefused = (address: string) =>
    fetch(address).then(
      () => false,
      () => true,
    );

  async function started(
    by: 'npm' | 'node',
    env: Record<string, string>,
    use: (run: Started) => Promise<void>,
    args: string[] = [],
  ): Promise<void> {
    const run = new Started(by, env, args);
    try {
      await use(run);
    } finally {
      run.dispose();
    }
  }

  const expectNothingLeft = async (run: Started, address: string) => {
    await run.everyProcessGone();
    expect(run.files()).toEqual([]);
    expect(await isRefused(address)).toBe(true);
  };

  it('starts Electron itself with its arguments and all files, and no other process', async () => {
    await started(
      'npm',
      { ...withWindow(), STAND_IN: 'app', ELECTRON_RUN_AS_NODE: '1' },
      async (run) => {
        const address = await run.ready();
        const [spawned] = run.notes();
        expect(spawned).toMatchObject({ event: 'spawned', appPath: join(root), missing: [], asNode: false });
        expect(spawned?.args).toEqual(['--hidden', '--no-sandbox']);
        expect(spawned?.pid).toBe(run.pidOf(/electron-stand-in/));
        expect((await fetch(`${address}/api/developer/v1/capabilities`)).status).toBe(401);
        // The app's port is the only one on which any of these processes listens.
        expect(run.ports()).toEqual([new URL(address).port]);
        expect(run.files()).toEqual(['control.sock', 'runtime.json']);
        process.kill(-run.process.pid!, 'SIGINT');
        // npm's exit code for a successful script, or for the signal that npm received.
        expect(await run.ended()).toMatch(/^exited with (0|130)$|^killed by SIGINT$/);
        await expectNothingLeft(run, address);
      },
      ['--hidden', '--no-sandbox'],
    );
  });

  const NPM = /^\d+ npm start/;
  const START = /node \S*scripts\/start\.ts/;
  const APP = /electron-stand-in/;
  // The app receives exactly one signal for any kind of stop, ends cleanly, and leaves nothing behind.
  const kills = [
    { what: 'npm', signal: 'SIGTERM' },
    { what: 'npm', signal: 'SIGKILL' },
    { what: 'the terminal’s group', signal: 'SIGINT' },
    { what: 'the terminal’s group', signal: 'SIGHUP' },
    { what: 'start', signal: 'SIGTERM' },
    { what: 'start', signal: 'SIGKILL' },
    { what: 'the app', signal: 'SIGTERM' },
  ] as const;

  describe.concurrent('stopped in any way', () => {
    it.each(kills)('leaves nothing behind when $what gets $signal', async ({ what, signal }) => {
      await started(what === 'start' || what === 'the app' ? 'node' : 'npm', withWindow(), async (run) => {
        const address = await run.ready();
        if (what === 'npm') process.kill(run.pidOf(NPM), signal);
        else if (what === 'start') process.kill(run.pidOf(START), signal);
        else if (what === 'the app') process.kill(run.pidOf(APP), signal);
        else process.kill(-run.process.pid!, signal);
        await run.ended();
        await expectNothingLeft(run, address);
        const told = run.notes().filter(({ event }) => event.startsWith('SIG'));
        expect(told).toHaveLength(1);
        if (what === 'start' && signal !== 'SIGKILL') expect(told[0]?.event).toBe(signal);
      });
    });

    it('ends with the exit code of an app that quits', async () => {
      await started('npm', { ...withWindow(), STAND_IN_STATUS: '9' }, async (run) => {
        const address = await run.ready();
        process.kill(run.pidOf(APP), 'SIGUSR2');
        expect(await run.ended()).toBe('exited with 9');
        await expectNothingLeft(run, address);
      });
    });

    it('ends with an app that is killed, and its runtime file shows the next start the crash', async () => {
      await started('node', withWindow(), async (run) => {
        const address = await run.ready();
        process.kill(run.pidOf(APP), 'SIGKILL');
        expect(await run.ended()).toBe('exited with 137');
        await run.everyProcessGone();
        expect(await isRefused(address)).toBe(true);
      });
    });
  });

  describe.concurrent('runs without the window, and prints the reason in one line,', () => {
    const headless = [
      { when: 'there is no display', env: () => ({}), because: 'there is no display' },
      {
        when: 'the display never answers',
        env: () => ({ DISPLAY: silent.name }),
        because: 'the display does not answer',
      },
      {
        when: 'the runtime exits at once',
        env: () => ({ ...withWindow(), STAND_IN: 'exits' }),
        because: 'Electron ended at once (exit code 7)',
      },
      {
        when: 'the runtime aborts at once',
        env: () => ({ ...withWindow(), STAND_IN: 'aborts' }),
        because:
          /^Electron (does not run as root|ended at once \(SIGABRT\))$|^this system does not allow the sandbox/,
      },
      {
        when: 'the runtime is not where it should be',
        env: () => ({ ...withWindow(), ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent' }),
        because: 'there is no Electron in ELECTRON_OVERRIDE_DIST_PATH',
      },
    ];

    it.each(headless)('when $when', async ({ env, because }) => {
      await started('node', { ELECTRON_OVERRIDE_DIST_PATH: runtime, ...env() }, async (run) => {
        const address = await run.listening();
        const lines = run.output.split('\n').filter((line) => line.startsWith('Running without'));
        expect(lines).toHaveLength(1);
        expect(/because (.*)\.$/.exec(lines[0]!)?.[1]).toMatch(because);
        process.kill(-run.process.pid!, 'SIGINT');
        expect(await run.ended()).toBe('exited with 0');
        await expectNothingLeft(run, address);
      });
    });

    const hasRuntime = electronRuntime().state === 'ready';
    if (hasRuntime) console.log('The failed fetch is skipped: Electron’s runtime is on this machine.');
    it.skipIf(hasRuntime)('when the runtime cannot be downloaded', async () => {
      const mirror = createServer((_request, response) => response.writeHead(404).end()).listen(
        0,
        '127.0.0.1',
      );
      await once(mirror, 'listening');
      const env = {
        DISPLAY: (xvfb ?? answering).name,
        ELECTRON_MIRROR: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/`,
        electron_config_cache: join(runtimes, 'cache'),
      };
      await started('node', env, async (run) => {
        await run.listening();
        expect(run.output.split('\n').slice(0, 2)).toEqual([
          'Fetching Electron’s runtime, once …',
          'Running without the window, because Electron’s runtime could not be fetched.',
        ]);
        process.kill(run.process.pid!, 'SIGTERM');
        expect(await run.ended()).toBe('exited with 0');
        await run.everyProcessGone();
      }).finally(() => mirror.close());
    });
  });

  it('checks each kind of display for an answer', async () => {
    const why = (env: Record<string, string>) => whyNoDisplay(env, 'linux');
    if (xvfb !== undefined) expect(await why({ DISPLAY: xvfb.name })).toBeUndefined();
    expect(await why({ DISPLAY: `${answering.name}.0` })).toBeUndefined();
    expect(
      await why({ DISPLAY: answering.name, WAYLAND_DISPLAY: 'gone', XDG_RUNTIME_DIR: '/nonexistent' }),
    ).toBe(undefined);
    for (const env of [
      { DISPLAY: ':4242' },
      { DISPLAY: 'no display' },
      { WAYLAND_DISPLAY: '/nonexistent/wayland-0' },
    ]) {
      expect(await why(env)).toBe('the display does not answer');
    }
    expect(await why({ DISPLAY: '' })).toBe('there is no display');
    expect(await whyNoDisplay({}, 'darwin')).toBeUndefined();
    // A server that resets after its last client closes the connection and is available again at once.
    for (const [hangsUp, says] of [
      [1, undefined],
      [99, 'the display does not answer'],
    ] as const) {
      const display = await startDisplay({ hangsUp });
      expect(await why({ DISPLAY: display.name })).toBe(says);
      await display.stop();
    }
  });
});
