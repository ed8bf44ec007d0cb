import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { buildParts } from '../../scripts/build.ts';
import { CONTROL_CHANNELS, type ControlEnvelope } from '../../shared/control.ts';
import { IPC_CONTROL_EVENT, IPC_COPY_SECRET, ipcChannel } from '../../shared/window-bridge.ts';
import { createHost, type Host } from '../host/create-host.ts';
import { nodeHostOptions } from '../host/headless-options.ts';
import { readRuntimeInfo } from '../platform/runtime-file.ts';
import { PLINTH_VERSION } from '../platform/version.ts';
import { SearchProcesses } from '../recover/search-process.ts';
import { hasCommandLineTool, installCommandLineTool, removeCommandLineTool } from './command-line-tool.ts';
import { COMMAND_LINE_FLAG } from './command-words.ts';
import {
  createFakeElectron,
  type FakeElectron,
  type FakeElectronOptions,
  FakeEvent,
  type FakeWindow,
} from './fake-electron.ts';
import { messages } from './messages.ts';
import { STOP_LIMIT_MS } from './time-limit.ts';

/** Far longer than any step takes, also beside other tests. */
const BUSY_MACHINE_MS = 60_000;

// The checkout itself, so that the built files resolve the electron package, which the fake replaces.
const appPath = join(import.meta.dirname, '../..');
const require = createRequire(join(appPath, '.vite/build/main.cjs'));
const electronEntry = createRequire(import.meta.url).resolve('electron');

const realPlatform = process.platform;
const RECEIPT = 'rcpt_01ARZ3NDEKTSV4RRFFQ69G5FAV';

// Each start of the app registers its libraries' exit hooks again in this one process.
process.setMaxListeners(64);

beforeAll(async () => {
  await buildParts(['app', 'window'], { onlyStale: true, logLevel: 'warn' });
}, 120_000);

function load(file: 'main' | 'preload', electron: object): void {
  const path = join(appPath, `.vite/build/${file}.cjs`);
  const stand = new Module(electronEntry);
  stand.exports = electron;
  stand.loaded = true;
  require.cache[electronEntry] = stand;
  delete require.cache[path];
  require(path);
}

describe('the built main process', () => {
  let fake: FakeElectron;
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'plinth-shell-'));
    vi.stubEnv('PLINTH_DATA_DIR', dataDir);
    vi.stubEnv('PLINTH_PORT', '0');
    vi.stubEnv('PLINTH_KEYCHAIN', 'off');
    // The error box repeats the messages of a failed start, so the test hides the terminal output.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  afterEach(async () => {
    runOn(realPlatform);
    if (fake.tray.count > 0 && !fake.calls.includes('app.ended')) await quit();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    // The stand-in of an end leaves the threads of this process, which may still write.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });

  /** Makes the shell see another platform. Everything beneath it has already started. */
  function runOn(platform: NodeJS.Platform): void {
    Object.defineProperty(process, 'platform', { value: platform });
  }

  function begin(options: Partial<FakeElectronOptions> = {}): void {
    fake = createFakeElectron({ appPath, ...options });
    load('main', fake.module);
  }

  /** Starts with another platform, from the window on. This machine lacks that platform's files and sockets. */
  async function startOn(
    platform: NodeJS.Platform,
    options: Partial<FakeElectronOptions> = {},
  ): Promise<void> {
    begin({ platform, ...options });
    await vi.waitFor(() => expect(readRuntimeInfo(dataDir)).toBeDefined(), BUSY_MACHINE_MS);
    runOn(platform);
    fake.becomeReady();
    await vi.waitFor(() => expect(fake.tray.menu).not.toHaveLength(0), BUSY_MACHINE_MS);
  }

  const ended = () => vi.waitFor(() => expect(fake.exitCodes).toHaveLength(1), BUSY_MACHINE_MS);

  async function quit(): Promise<void> {
    (fake.tray.menu.at(-1) as { click(): void }).click();
    await vi.waitFor(() => expect(fake.calls).toContain('app.ended'), BUSY_MACHINE_MS);
  }

  async function start(options: Partial<FakeElectronOptions> = {}): Promise<FakeWindow> {
    begin(options);
    fake.becomeReady();
    await vi.waitFor(() => expect(fake.windows).toHaveLength(1), BUSY_MACHINE_MS);
    return fake.windows[0]!;
  }

  const invoke = (channel: string, params: unknown, event: object) =>
    fake.ipcHandlers.get(channel)?.(event, params) as Promise<ControlEnvelope<never>>;
  const fromPage = (window: FakeWindow) => ({ senderFrame: window.contents.mainFrame });
  const baseUrl = () => readRuntimeInfo(dataDir)?.baseUrl ?? '';
  const isListening = async () => (await fetch(`${baseUrl()}/api/developer/v1/capabilities`)).status === 401;

  it('applies every security measure before the app is ready, and then opens protocol and window', async () => {
    fake = createFakeElectron({ appPath });
    load('main', fake.module);
    expect(fake.calls.filter((call) => !call.startsWith('ipcMain.'))).toEqual([
      'app.setPath',
      'app.enableSandbox',
      'protocol.registerSchemesAsPrivileged',
      'app.requestSingleInstanceLock',
    ]);
    expect(fake.schemes).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: false, codeCache: true },
      },
    ]);
    expect(fake.paths.userData).toBe(join(dataDir, 'window'));
    fake.becomeReady();
    await vi.waitFor(() => expect(fake.windows).toHaveLength(1), BUSY_MACHINE_MS);
    expect(fake.calls.indexOf('protocol.handle')).toBeGreaterThan(fake.calls.indexOf('ready'));
    expect(fake.calls.indexOf('new BrowserWindow')).toBeGreaterThan(fake.calls.indexOf('protocol.handle'));
  });

  it('ends at once when another instance runs, without opening the stores', () => {
    fake = createFakeElectron({ appPath, hasLock: false });
    load('main', fake.module);
    expect(fake.calls.at(-1)).toBe('app.ended');
    expect(existsSync(join(dataDir, 'settings.json'))).toBe(false);
  });

  it('creates the private folder for Chromium’s files before it sets the path', () => {
    const deep = join(dataDir, 'not', 'there', 'yet');
    vi.stubEnv('PLINTH_DATA_DIR', deep);
    begin({ hasLock: false });
    expect(fake.paths.userData).toBe(join(deep, 'window'));
    expect(statSync(join(deep, 'window')).mode & 0o777).toBe(0o700);
  });

  it('does not enable the sandbox when --no-sandbox is given', async () => {
    await start({ switches: ['no-sandbox'] });
    expect(fake.calls).not.toContain('app.enableSandbox');
  });

  it('waits until a window can show why it cannot start, and ends', async () => {
    vi.stubEnv('PLINTH_PORT', 'not a port');
    begin();
    // The host has failed by now. Nothing may be shown before Electron is ready.
    await vi.waitFor(() => expect(existsSync(join(dataDir, 'window'))).toBe(true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(fake.boxes).toEqual([]);
    fake.becomeReady();
    await ended();
    expect(fake.exitCodes).toEqual([1]);
    expect(fake.boxes).toEqual([
      {
        title: messages.startFailed.title,
        text: expect.stringContaining('port'),
        buttons: ['Close'],
        seen: true,
      },
    ]);
  });

  it('reports that the data directory or Chromium’s folder cannot be created', async () => {
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    for (const folder of [join(file, 'below'), dataDir]) {
      if (folder === dataDir) writeFileSync(join(dataDir, 'window'), '');
      vi.stubEnv('PLINTH_DATA_DIR', folder);
      begin();
      fake.becomeReady();
      await ended();
      expect(fake.exitCodes, folder).toEqual([1]);
      expect(fake.boxes[0]?.text, folder).toContain('PLINTH_DATA_DIR');
      expect(fake.calls).not.toContain('app.setPath');
    }
  });

  it('stops the host when the app around it cannot start, and reports the reason', async () => {
    const bare = mkdtempSync(join(tmpdir(), 'plinth-bare-app-'));
    mkdirSync(join(bare, '.vite/build'), { recursive: true });
    for (const file of ['main.cjs', 'receipt-worker.cjs']) {
      writeFileSync(join(bare, '.vite/build', file), readFileSync(join(appPath, '.vite/build', file)));
    }
    begin({ appPath: bare });
    await vi.waitFor(() => expect(readRuntimeInfo(dataDir)).toBeDefined(), BUSY_MACHINE_MS);
    const url = baseUrl();
    fake.becomeReady();
    await ended();
    expect(fake.exitCodes).toEqual([1]);
    expect(fake.boxes).toEqual([
      {
        title: messages.startFailed.title,
        text: messages.startFailed.unexpected,
        buttons: ['Close'],
        seen: true,
      },
    ]);
    expect(readRuntimeInfo(dataDir)).toBeUndefined();
    await expect(fetch(url)).rejects.toThrow();
    rmSync(bare, { recursive: true, force: true });
  });

  describe('while the headless host runs', () => {
    async function withHeadless(
      link: (() => string) | undefined,
      act: (host: Host) => Promise<void>,
      version = 'another version',
    ): Promise<void> {
      const host = await createHost({
        ...nodeHostOptions('headless', { dataDir, port: '0' }),
        useKeychain: false,
        version,
      });
      if (link !== undefined) host.offerConsole(link, () => 0);
      try {
        await act(host);
        expect(await isListening()).toBe(true);
      } finally {
        await host.stop();
      }
    }

    it('shows its record, and leaves it running', async () => {
      await withHeadless(
        undefined,
        async (host) => {
          const window = await start();
          expect(fake.boxes).toEqual([]);
          const call = (channel: string, params: unknown) =>
            invoke(ipcChannel(channel as never), params, fromPage(window));
          expect(await call('host.status', {})).toMatchObject({ ok: true, result: { host: 'headless' } });
          await call('recording.pause', { minutes: null });
          await vi.waitFor(
            () => expect(window.contents.sent).toContainEqual([IPC_CONTROL_EVENT, { kind: 'recording' }]),
            BUSY_MACHINE_MS,
          );
          const status = await host.dispatch('host.status', {});
          expect(status).toMatchObject({ ok: true, result: { recording: { state: 'paused' } } });
          await quit();
        },
        PLINTH_VERSION,
      );
    });

    it('reports one of another version, and opens its console on request', async () => {
      const link = 'http://127.0.0.1:47700/login#secret';
      await withHeadless(
        () => link,
        async () => {
          begin({ answer: () => 0 });
          fake.becomeReady();
          await ended();
          expect(fake.exitCodes).toEqual([3]);
          expect(fake.boxes).toHaveLength(1);
          expect(fake.boxes[0]).toMatchObject({
            title: messages.alreadyRunning.title,
            buttons: [messages.alreadyRunning.open, messages.close],
          });
          expect(fake.boxes[0]?.text).toContain(baseUrl());
          expect(fake.opened).toEqual([link]);

          begin({ answer: () => 1 });
          fake.becomeReady();
          await ended();
          expect(fake.opened).toEqual([]);
        },
      );
    });

    it('opens only a page of this computer', async () => {
      const startAndChoose = async () => {
        begin({ answer: () => 0 });
        fake.becomeReady();
        await ended();
        expect(fake.opened).toEqual([]);
        expect(fake.boxes.at(-1)?.title).toBe(messages.alreadyRunning.noConsole.title);
      };
      await withHeadless(undefined, startAndChoose);
      let link = '';
      await withHeadless(
        () => link,
        async () => {
          for (link of ['https://example.com/', 'file:///etc/passwd', 'http://127.0.0.1@example.com/']) {
            await startAndChoose();
          }
        },
      );
    });
  });

  it('opens one sandboxed, isolated window on its own page', async () => {
    const window = await start();
    expect(window.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
    });
    expect(existsSync(window.options.webPreferences?.preload ?? '')).toBe(true);
    expect(window.urls).toEqual(['app://bundle/index.html#/today']);
    expect(window.visible).toBe(false);
    window.emit('ready-to-show');
    expect(window.visible).toBe(true);
  });

  it('serves the built window with a strict policy, and no other file', async () => {
    await start();
    const handle = fake.protocolHandler();
    const page = await handle(new Request('app://bundle/index.html'));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('id="root"');
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff');

    for (const url of [
      'app://bundle/../build/main.cjs',
      'app://bundle/%2e%2e/build/main.cjs',
      'app://bundle/..%2fbuild%2fmain.cjs',
      'app://bundle//etc/passwd',
      'app://bundle/assets/../../../package.json',
    ]) {
      expect((await handle(new Request(url))).status, url).toBe(404);
    }
    expect((await handle(new Request('app://elsewhere/index.html'))).status).toBe(403);
    expect((await handle(new Request('app://bundle/index.html', { method: 'POST' }))).status).toBe(403);
  });

  it('grants the page one permission, no network, no navigation, no window and no webview', async () => {
    const window = await start();
    const asked = (permission: string, url = 'app://bundle/index.html', isMainFrame = true) => {
      let granted: boolean | undefined;
      fake.session.request?.(
        ...([
          null,
          permission,
          (answer: boolean) => {
            granted = answer;
          },
          { isMainFrame, requestingUrl: url },
        ] as never[]),
      );
      return granted;
    };
    expect(asked('clipboard-sanitized-write')).toBe(true);
    expect(asked('clipboard-sanitized-write', 'https://example.com/')).toBe(false);
    expect(asked('clipboard-sanitized-write', 'app://bundle/index.html', false)).toBe(false);
    for (const permission of ['clipboard-read', 'media', 'geolocation', 'notifications', 'openExternal']) {
      expect(asked(permission), permission).toBe(false);
      const check = fake.session.check?.(
        ...([null, permission, 'app://bundle', { isMainFrame: true }] as never[]),
      );
      expect(check, permission).toBe(false);
    }

    const cancelled = (url: string) => {
      let cancel: boolean | undefined;
      fake.session.beforeRequest?.(
        ...([
          { url },
          (answer: { cancel: boolean }) => {
            cancel = answer.cancel;
          },
        ] as never[]),
      );
      return cancel;
    };
    expect(cancelled('app://bundle/index.html')).toBe(false);
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1:47613/',
      'file:///etc/passwd',
      'data:text/html,x',
    ]) {
      expect(cancelled(url), url).toBe(true);
    }

    const navigates = (name: string, url: string, isMainFrame = true) => {
      const details = Object.assign(new FakeEvent(), { url, isMainFrame });
      window.contents.emit(name, details);
      return !details.defaultPrevented;
    };
    for (const name of ['will-navigate', 'will-frame-navigate']) {
      expect(navigates(name, 'app://bundle/index.html#/settings/privacy')).toBe(true);
      for (const url of [
        'https://example.com/',
        'app://bundle.example/index.html',
        'app://bundle/other.html',
        'file:///',
      ]) {
        expect(navigates(name, url), `${name} ${url}`).toBe(false);
      }
    }
    expect(navigates('will-frame-navigate', 'app://bundle/index.html', false)).toBe(false);
    expect(navigates('will-redirect', 'app://bundle/index.html')).toBe(false);
    expect(window.contents.openHandler?.({ url: 'https://example.com/' })).toEqual({ action: 'deny' });
    const webview = new FakeEvent();
    window.contents.emit('will-attach-webview', webview);
    expect(webview.defaultPrevented).toBe(true);
  });

  it('answers control calls only from its own page', async () => {
    const window = await start();
    expect([...fake.ipcHandlers.keys()].sort()).toEqual(
      [...CONTROL_CHANNELS.map(ipcChannel), IPC_COPY_SECRET].sort(),
    );
    const channel = ipcChannel('integrations.generate');
    const params = { name: 'from the window', permissions: ['events:write'] };
    const own = window.contents.mainFrame;
    for (const [who, senderFrame] of [
      ['a frame that is gone', null],
      ['a frame inside the page', { parent: own, origin: 'app://bundle' }],
      ['another page of our origin', { parent: null, origin: 'app://bundle' }],
    ] as const) {
      const answer = await invoke(channel, params, { senderFrame });
      expect(answer, who).toMatchObject({ ok: false, error: { code: 'refused' } });
      await expect(
        Promise.resolve(fake.ipcHandlers.get(IPC_COPY_SECRET)?.({ senderFrame }, 'text')),
        who,
      ).rejects.toThrow();
    }
    own.origin = 'https://example.com';
    expect(await invoke(channel, params, fromPage(window))).toMatchObject({ ok: false });
    own.origin = 'app://bundle';

    expect(await invoke(channel, { name: 1 }, fromPage(window))).toMatchObject({
      ok: false,
      error: { code: 'invalid_params' },
    });
    expect(await invoke(channel, params, fromPage(window))).toMatchObject({
      ok: true,
      result: { integration: { name: 'from the window' } },
    });
    await vi.waitFor(() =>
      expect(window.contents.sent).toContainEqual([IPC_CONTROL_EVENT, { kind: 'integrations' }]),
    );
  });

  it('clears a copied secret after a minute, but keeps text copied since', async () => {
    const window = await start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const copy = (text: string) =>
        fake.ipcHandlers.get(IPC_COPY_SECRET)?.(fromPage(window), text) as Promise<void>;
      await copy('a secret');
      expect(fake.clipboard.text).toBe('a secret');
      await vi.advanceTimersByTimeAsync(59_000);
      expect(fake.clipboard.text).toBe('a secret');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(fake.clipboard.text).toBe('');

      await copy('another secret');
      fake.clipboard.text = 'something of the user’s';
      await vi.advanceTimersByTimeAsync(60_000);
      expect(fake.clipboard.text).toBe('something of the user’s');
      await expect(copy('')).rejects.toThrow();
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows the recording state in the tray, and pauses from there', async () => {
    const window = await start();
    await vi.waitFor(() => expect(fake.tray.tooltip).toBe(messages.tray.recording));
    const recordingIcon = fake.tray.images;
    const item = (label: string) => fake.tray.menu.find((each) => each.label === label) as { click(): void };
    const lengths = item(messages.tray.pause) as unknown as { submenu: { label: string; click(): void }[] };
    expect(lengths.submenu.map(({ label }) => label)).toContain(messages.tray.minutes(30));
    lengths.submenu.find(({ label }) => label === messages.tray.untilResumed)!.click();
    await vi.waitFor(() => expect(fake.tray.tooltip).toBe(messages.tray.paused));
    expect(fake.tray.images).not.toEqual(recordingIcon);
    expect(await invoke(ipcChannel('host.status'), {}, fromPage(window))).toMatchObject({
      result: { recording: { state: 'paused' }, host: 'electron' },
    });
    item(messages.tray.resume).click();
    await vi.waitFor(() => expect(fake.tray.tooltip).toBe(messages.tray.recording));
  });

  it('continues to collect when the window is closed, and explains it once', async () => {
    const window = await start();
    window.destroy();
    expect(await isListening()).toBe(true);
    expect(fake.calls).not.toContain('app.quit');
    expect(fake.notifications.map(({ title }) => title)).toEqual([messages.closed.title]);

    fake.app.emit('second-instance', new FakeEvent(), ['plinth']);
    expect(fake.windows).toHaveLength(2);
    fake.windows[1]?.destroy();
    expect(fake.notifications).toHaveLength(1);
  });

  it('opens a new window after a crash, up to a limit', async () => {
    const window = await start();
    window.contents.emit('render-process-gone', new FakeEvent(), { reason: 'crashed', exitCode: 1 });
    expect(fake.windows).toHaveLength(2);
    expect(await isListening()).toBe(true);
    expect(fake.notifications).toHaveLength(0);
    for (let crash = 0; crash < 5; crash += 1) {
      fake.windows
        .at(-1)
        ?.contents.emit('render-process-gone', new FakeEvent(), { reason: 'oom', exitCode: 1 });
    }
    expect(fake.windows.length).toBeLessThan(8);
    expect(await isListening()).toBe(true);
  });

  it('opens a receipt’s link in the existing window', async () => {
    runOn('darwin');
    const window = await start({ platform: 'darwin' });
    const shows = `app://bundle/index.html#/timeline/${RECEIPT}`;
    fake.app.emit('second-instance', new FakeEvent(), ['plinth', `plinth://receipt/${RECEIPT}`]);
    expect(window.urls.at(-1)).toBe(shows);
    for (const link of ['plinth://receipt/../../x', 'https://example.com/', `plinth://other/${RECEIPT}`]) {
      const event = new FakeEvent();
      fake.app.emit('open-url', event, link);
      expect(event.defaultPrevented).toBe(true);
    }
    expect(window.urls).toHaveLength(2);
    fake.app.emit('open-url', new FakeEvent(), `plinth://receipt/${RECEIPT}`);
    expect(window.urls.at(-1)).toBe(shows);
    expect(fake.windows).toHaveLength(1);
  });

  it('keeps a link that arrives before the app is ready', async () => {
    runOn('darwin');
    begin({ platform: 'darwin' });
    fake.app.emit('open-url', new FakeEvent(), `plinth://receipt/${RECEIPT}`);
    fake.becomeReady();
    await vi.waitFor(() => expect(fake.windows).toHaveLength(1), BUSY_MACHINE_MS);
    expect(fake.windows[0]?.urls).toEqual([`app://bundle/index.html#/timeline/${RECEIPT}`]);
  });

  it('applies the theme setting', async () => {
    const window = await start();
    await invoke(ipcChannel('settings.set'), { settings: { theme: 'dark' } }, fromPage(window));
    await vi.waitFor(() => expect(fake.theme.themeSource).toBe('dark'));
  });

  it('notifies only when the setting is on', async () => {
    const window = await start();
    const page = fromPage(window);
    const reply = await invoke(
      ipcChannel('integrations.generate'),
      { name: 'reporter', permissions: ['events:write'] },
      page,
    );
    const { token } = (reply as unknown as { result: { token: string } }).result;
    const send = (sessionId: string, integration = 'reporter') =>
      fetch(`${baseUrl()}/api/developer/v1/events`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          schema: 'service.event.v1',
          integration,
          event: 'session.started',
          sessionId,
          occurredAt: '2026-11-21T10:00:00.000Z',
          data: {},
        }),
      });
    expect((await send('one', 'someone else')).status).toBe(403);
    expect(fake.notifications).toHaveLength(0);
    await invoke(ipcChannel('settings.set'), { settings: { notifications: true } }, page);
    await vi.waitFor(async () => {
      expect((await send('two', 'someone else')).status).toBe(403);
      expect(fake.notifications.map(({ title }) => title)).toContain(messages.refused.title('reporter'));
    });
    expect((await send('three')).status).toBe(202);
    await vi.waitFor(() =>
      expect(fake.notifications.map(({ title }) => title)).toContain(messages.firstReport.title('reporter')),
    );
    fake.notifications.at(-1)?.click();
    expect(window.urls.at(-1)).toBe('app://bundle/index.html#/timeline');
  });

  it('stops the host before it ends', async () => {
    await start();
    expect(await isListening()).toBe(true);
    const url = baseUrl();
    await quit();
    expect(readRuntimeInfo(dataDir)).toBeUndefined();
    await expect(fetch(url)).rejects.toThrow();
    // The first quit waits until the host has stopped. The app then asks to quit again.
    expect(fake.calls.filter((call) => call === 'app.quit')).toHaveLength(2);
  });

  it('stops a host that is still starting when it is asked to quit', async () => {
    begin();
    (fake.module as { app: { quit(): void } }).app.quit();
    await vi.waitFor(() => expect(fake.calls).toContain('app.ended'), BUSY_MACHINE_MS);
    expect(readRuntimeInfo(dataDir)).toBeUndefined();
    fake.becomeReady();
    await new Promise((resolve) => setImmediate(resolve));
    expect(fake.windows).toEqual([]);
    expect(fake.boxes).toEqual([]);
  });

  describe('with an operation that never ends', () => {
    /** Quitting checks whether a copied secret is still on the clipboard. This clipboard does not answer. */
    let answer: (text: string) => void;
    const silent = {
      write: async () => undefined,
      read: () =>
        new Promise<string>((resolve) => {
          answer = resolve;
        }),
    };

    async function startCopyAndQuit(): Promise<void> {
      const window = await start({ clipboard: silent });
      await fake.ipcHandlers.get(IPC_COPY_SECRET)?.(fromPage(window), 'a secret');
      (fake.tray.menu.at(-1) as { click(): void }).click();
    }

    it('quits after a time limit, also when asked repeatedly', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const started = startCopyAndQuit();
        await vi.waitFor(async () => {
          await vi.advanceTimersByTimeAsync(1);
          expect(fake.calls).toContain('app.quit');
        }, BUSY_MACHINE_MS);
        await started;
        (fake.tray.menu.at(-1) as { click(): void }).click();
        await vi.advanceTimersByTimeAsync(STOP_LIMIT_MS - 1000);
        expect(fake.calls).not.toContain('app.ended');
        await vi.advanceTimersByTimeAsync(1000);
        expect(fake.calls).toContain('app.ended');
      } finally {
        vi.useRealTimers();
      }
      await vi.waitFor(() => expect(readRuntimeInfo(dataDir)).toBeUndefined(), BUSY_MACHINE_MS);
    });

    it('opens no window while it quits', async () => {
      await startCopyAndQuit();
      const windows = fake.windows.length;
      fake.app.emit('second-instance', new FakeEvent(), ['plinth', `plinth://receipt/${RECEIPT}`]);
      (fake.tray.menu.find(({ label }) => label === messages.tray.open) as { click(): void }).click();
      expect(fake.windows).toHaveLength(windows);
      expect(fake.notifications).toEqual([]);
      answer('');
      await vi.waitFor(() => expect(fake.calls).toContain('app.ended'), BUSY_MACHINE_MS);
    });
  });

  describe('on each platform', () => {
    it('gives the tray icon a background where the bar’s colour is unknown', async () => {
      await startOn('linux');
      const [tile] = fake.tray.images;
      expect(fake.calls).not.toContain('image.setTemplateImage');
      await quit();
      await startOn('win32');
      const [light] = fake.tray.images;
      Object.assign(fake.theme, { shouldUseDarkColorsForSystemIntegratedUI: true });
      (fake.theme as unknown as EventEmitter).emit('updated', new FakeEvent());
      const [dark] = fake.tray.images;
      expect(new Set([tile, light, dark]).size).toBe(3);
      runOn(realPlatform);
      await quit();
      await startOn('darwin');
      expect(fake.calls).toContain('image.setTemplateImage');
      expect(fake.tray.images[0]).toBe(light);
    });

    it('uses the name under which it is installed', () => {
      const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
      const builder = parse(read('electron-builder.yml'));
      // Linux finds the app by the name of its .desktop file, Windows by the id of its shortcut.
      expect(JSON.parse(read('package.json')).desktopName).toBe(`${builder.linux.executableName}.desktop`);
      expect(builder.appId).toBe('org.plinth.desktop');
    });

    it('sets its Windows id, installed and in a checkout', () => {
      for (const [isPackaged, id] of [
        [true, 'org.plinth.desktop'],
        [false, process.execPath],
      ] as const) {
        runOn('win32');
        begin({ platform: 'win32', isPackaged, hasLock: false });
        runOn(realPlatform);
        expect(fake.calls).toContain(`app.setAppUserModelId ${id}`);
      }
    });

    it('ends when Windows ends the session', async () => {
      await startOn('win32');
      const url = baseUrl();
      fake.windows[0]?.emit('session-end', new FakeEvent());
      runOn(realPlatform);
      await vi.waitFor(() => expect(fake.calls).toContain('app.ended'), BUSY_MACHINE_MS);
      await expect(fetch(url)).rejects.toThrow();
    });

    it('is not in the Dock while it has no window', async () => {
      process.argv.push('--background');
      try {
        await startOn('darwin');
        // The command line is read last, behind the icon for which `startOn` waits.
        await vi.waitFor(() => expect(fake.calls).toContain('dock.hide'), BUSY_MACHINE_MS);
      } finally {
        process.argv.pop();
      }
      expect(fake.windows).toEqual([]);
      fake.app.emit('activate', new FakeEvent(), false);
      expect(fake.calls.at(-1)).toBe('dock.show');
      fake.windows[0]?.destroy();
      expect(fake.calls.at(-1)).toBe('dock.hide');
    });

    it('registers links, starts at login and hides developer tools only when installed', async () => {
      const config = mkdtempSync(join(tmpdir(), 'plinth-config-'));
      vi.stubEnv('XDG_CONFIG_HOME', config);
      for (const isPackaged of [false, true]) {
        const window = await start({ isPackaged });
        expect(window.options.webPreferences?.devTools).toBe(!isPackaged);
        expect(fake.calls.includes('app.setAsDefaultProtocolClient plinth')).toBe(isPackaged);
        await invoke(ipcChannel('settings.set'), { settings: { startAtLogin: true } }, fromPage(window));
        if (process.platform === 'linux') {
          const file = join(config, 'autostart/plinth.desktop');
          if (isPackaged)
            await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('--background'));
          else expect(existsSync(file)).toBe(false);
        }
        const view = fake.menu().find(({ label }) => label === messages.menu.view)?.submenu;
        expect(JSON.stringify(view).includes('toggleDevTools')).toBe(!isPackaged);
        const help = () => fake.menu().find(({ label }) => label === messages.menu.help)?.submenu;
        const item = (label: string) =>
          (help() as { label?: string; click?(): void }[]).find((each) => each.label === label);
        expect(item(messages.commandLine.install) !== undefined).toBe(isPackaged && realPlatform !== 'win32');
        if (isPackaged && realPlatform !== 'win32') {
          vi.stubEnv('HOME', config);
          item(messages.commandLine.install)?.click?.();
          expect(fake.boxes.at(-1)).toMatchObject({ title: messages.commandLine.installed });
          item(messages.commandLine.remove)?.click?.();
          expect(item(messages.commandLine.install)).toBeDefined();
        }
        await quit();
      }
      rmSync(config, { recursive: true, force: true });
    });
  });
});

describe.skipIf(process.platform === 'win32')('the command line tool of the installed app', () => {
  let home: string;
  let executable: string;
  const toolOf = () => join(home, '.local/bin/plinth');

  /** A program at the place of Electron's: it runs the built app on Node, over the fake electron module. */
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'plinth-tool-'));
    vi.stubEnv('HOME', home);
    executable = join(home, 'the app’s file');
    const standIn = join(import.meta.dirname, '../../test/start/electron-stand-in.ts');
    // Electron drops its own switches. The stand-in gets the folder of the app first.
    const words = [process.execPath, standIn, appPath].map((word) => `'${word}'`).join(' ');
    writeFileSync(executable, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true, force: true });
  });

  const runTool = (words: readonly string[], input = '') =>
    spawnSync(toolOf(), words, {
      input,
      encoding: 'utf8',
      env: {
        ...process.env,
        STAND_IN: 'app',
        STAND_IN_NOTES: join(home, 'notes'),
        PLINTH_DATA_DIR: join(home, 'data'),
        PLINTH_KEYCHAIN: 'off',
      },
    });

  it('runs commands of the app without a window: input, output and exit code', async () => {
    expect(installCommandLineTool(executable)).toMatchObject({ state: 'installed', file: toolOf() });
    expect(hasCommandLineTool()).toBe(true);
    expect(statSync(toolOf()).mode & 0o777).toBe(0o755);
    const redacted = runTool(['redact', '-'], 'the key is AKIAIOSFODNN7EXAMPLQ');
    expect(redacted.stdout).not.toContain('AKIAIOSFODNN7EXAMPLQ');
    expect(redacted).toMatchObject({ status: 0 });
    expect(redacted.stdout).toContain('the key is');
    const made = runTool(['token', 'generate', '--name', 'from the tool', '--json']);
    expect(JSON.parse(made.stdout)).toMatchObject({ integration: { name: 'from the tool' } });
    expect(runTool(['status'])).toMatchObject({ status: 3, stdout: '' });
    // The app is the host.
    expect(runTool(['serve']).stderr).toContain('unknown command');
    // The app looks for lost files in a process of its own.
    vi.stubEnv('STAND_IN', 'app');
    vi.stubEnv('STAND_IN_NOTES', join(home, 'notes'));
    const searches = new SearchProcesses([executable, COMMAND_LINE_FLAG, '--']);
    const paths = [home, join(home, 'gone')];
    expect(await searches.ask({ ask: 'states', paths })).toEqual({ result: { there: [true, false] } });
    expect(readFileSync(join(home, 'notes'), 'utf8')).not.toContain('"ready"');
    rmSync(executable);
    expect(runTool(['status'])).toMatchObject({ status: 127 });
    expect(removeCommandLineTool()).toEqual([]);
    expect(existsSync(toolOf())).toBe(false);
  }, 60_000);

  it('leaves a program of another origin at its place', () => {
    mkdirSync(join(home, '.local/bin'), { recursive: true });
    writeFileSync(toolOf(), '#!/bin/sh\n');
    expect(installCommandLineTool(executable).state).toBe('taken');
    expect(hasCommandLineTool()).toBe(false);
    expect(removeCommandLineTool()).toEqual([]);
    expect(readFileSync(toolOf(), 'utf8')).toBe('#!/bin/sh\n');
  });
});

describe('the built preload', () => {
  it('gives the page three functions, and none of them leads to Electron', async () => {
    const exposed: Record<string, Record<string, unknown>> = {};
    const invoked: unknown[][] = [];
    const ipc = new EventEmitter();
    load('preload', {
      contextBridge: {
        exposeInMainWorld: (name: string, api: Record<string, unknown>) => {
          exposed[name] = api;
        },
      },
      ipcRenderer: {
        invoke: async (...message: unknown[]) => void invoked.push(message),
        on: (name: string, listener: (...args: unknown[]) => void) => ipc.on(name, listener),
        removeListener: (name: string, listener: (...args: unknown[]) => void) =>
          ipc.removeListener(name, listener),
      },
    });
    expect(Object.keys(exposed)).toEqual(['plinth']);
    const bridge = exposed.plinth as {
      call(channel: string, params: unknown): Promise<unknown>;
      subscribe(listener: (...args: unknown[]) => void): () => void;
      copySecret(text: string): Promise<void>;
    };
    expect(Object.entries(bridge).map(([name, member]) => [name, typeof member])).toEqual([
      ['call', 'function'],
      ['subscribe', 'function'],
      ['copySecret', 'function'],
    ]);

    await bridge.call('host.status', {});
    expect(invoked).toEqual([[ipcChannel('host.status'), {}]]);
    for (const channel of CONTROL_CHANNELS) await bridge.call(channel, {});
    expect(invoked).toHaveLength(CONTROL_CHANNELS.length + 1);
    for (const channel of ['no.such.channel', '__proto__', 'constructor']) {
      await expect(bridge.call(channel, {}), channel).rejects.toThrow();
    }
    // The file contains the names of the channels without their schemas.
    expect(statSync(join(appPath, '.vite/build/preload.cjs')).size).toBeLessThan(4096);
    await bridge.copySecret('text');
    expect(invoked.at(-1)).toEqual([IPC_COPY_SECRET, 'text']);

    const heard: unknown[][] = [];
    const stop = bridge.subscribe((...args) => heard.push(args));
    ipc.emit(IPC_CONTROL_EVENT, { sender: 'the event' }, { kind: 'settings' });
    stop();
    ipc.emit(IPC_CONTROL_EVENT, { sender: 'the event' }, { kind: 'settings' });
    expect(heard).toEqual([[{ kind: 'settings' }]]);
  });
});
