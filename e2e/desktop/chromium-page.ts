import { readFileSync } from 'node:fs';
import type { FakeElectron } from '../../electron/desktop/fake-electron.ts';
import { FakeEvent, type FakeWindow, type PageDriver } from '../../electron/desktop/fake-window.ts';
import type { Chromium, Session } from './chromium.ts';
import {
  APP_ORIGIN,
  deliverScript,
  IPC_BINDING,
  PAGE_ORIGIN,
  type PageCall,
  preloadScript,
  toAppUrl,
  toPageUrl,
} from './page-scripts.ts';

interface PausedRequest {
  requestId: string;
  resourceType: string;
  frameId: string;
  request: { url: string; method: string };
}

/** Chromium's names of the permissions that Electron asks the app about. */
const PERMISSIONS = {
  'clipboard-sanitized-write': 'clipboard-write',
  'clipboard-read': 'clipboard-read',
} as const;

/** A page of a real Chromium behind a window of the fake electron, with the restrictions that the app sets. */
export class ChromiumPage implements PageDriver {
  readonly #chromium: Chromium;
  readonly #electron: () => FakeElectron;
  readonly #window: FakeWindow;
  #targetId = '';
  #session: Session | undefined;
  /** The pending requests to the window, in order: Electron's calls return before they are done. */
  #queue: Promise<unknown>;
  #zoom = 1;
  #size: { width: number; height: number };

  constructor(chromium: Chromium, electron: () => FakeElectron, window: FakeWindow) {
    this.#chromium = chromium;
    this.#electron = electron;
    this.#window = window;
    this.#size = { width: window.options.width ?? 800, height: window.options.height ?? 600 };
    // The fake must know the window before its page can send messages.
    this.#queue = Promise.resolve().then(() => this.#open());
  }

  targetId(): string {
    return this.#targetId;
  }

  load(url: string): void {
    this.#then((session) => session.send('Page.navigate', { url: toPageUrl(url) }));
  }

  send(channel: string, ...args: unknown[]): void {
    this.#then((session) => this.#deliver(session, { channel, args }));
  }

  setContentSize(width: number, height: number): void {
    this.#size = { width, height };
    this.#then((session) => this.#applySize(session));
  }

  setZoomFactor(factor: number): void {
    this.#zoom = factor;
    this.#then((session) => this.#applySize(session));
  }

  close(): void {
    this.#then(() => this.#chromium.browser.send('Target.closeTarget', { targetId: this.#targetId }));
  }

  /**
   * Reads the system's clipboard. The page itself may not read it, so the permission is granted only for this
   * call.
   */
  async readClipboard(): Promise<string> {
    await this.#queue;
    const session = this.#session;
    if (session === undefined) return '';
    await this.#setPermission('clipboard-read', true);
    const { result } = await session.send<{ result: { value?: string } }>('Runtime.evaluate', {
      expression: 'navigator.clipboard.readText()',
      awaitPromise: true,
      userGesture: true,
    });
    await this.#setPermission('clipboard-read', false);
    return result.value ?? '';
  }

  async writeClipboard(text: string): Promise<void> {
    await this.#queue;
    await this.#session?.send('Runtime.evaluate', {
      expression: `navigator.clipboard.writeText(${JSON.stringify(text)})`,
      awaitPromise: true,
      userGesture: true,
    });
  }

  #then(act: (session: Session) => Promise<unknown>): void {
    this.#queue = this.#queue.then(
      () => (this.#session === undefined ? undefined : act(this.#session)),
      () => undefined,
    );
    // A page that closes meanwhile answers with an error, which is expected.
    this.#queue.catch(() => undefined);
  }

  async #open(): Promise<void> {
    const { browser } = this.#chromium;
    const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
    });
    this.#targetId = targetId;
    const session = await this.#chromium.attach(targetId);
    this.#session = session;
    const preload = readFileSync(this.#window.options.webPreferences?.preload ?? '', 'utf8');
    session.on('Fetch.requestPaused', (paused: PausedRequest) => void this.#answer(session, paused));
    session.on('Runtime.bindingCalled', ({ name, payload }: { name: string; payload: string }) => {
      if (name === IPC_BINDING) void this.#call(session, JSON.parse(payload) as PageCall);
    });
    session.once('Page.loadEventFired', () => this.#window.emit('ready-to-show', new FakeEvent()));
    session.on('Inspector.targetCrashed', () =>
      this.#window.contents.emit('render-process-gone', new FakeEvent(), { reason: 'crashed', exitCode: 5 }),
    );
    browser.on('Target.targetDestroyed', (gone: { targetId: string }) => {
      if (gone.targetId === targetId) this.#window.destroy();
    });
    await session.send('Page.enable');
    await session.send('Runtime.enable');
    await session.send('Inspector.enable');
    await session.send('Runtime.addBinding', { name: IPC_BINDING });
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: preloadScript(preload) });
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    for (const [asked, name] of Object.entries(PERMISSIONS)) {
      const details = { isMainFrame: true };
      const granted = this.#electron().session.check?.(...([null, asked, APP_ORIGIN, details] as never[]));
      await this.#setPermission(name, granted === true);
    }
    await this.#applySize(session);
  }

  async #setPermission(name: string, granted: boolean): Promise<void> {
    await this.#chromium.browser.send('Browser.setPermission', {
      permission: { name },
      setting: granted ? 'granted' : 'denied',
      origin: PAGE_ORIGIN,
    });
  }

  // A zoomed page has fewer CSS pixels on the same area.
  #applySize(session: Session): Promise<unknown> {
    return session.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round(this.#size.width / this.#zoom),
      height: Math.round(this.#size.height / this.#zoom),
      deviceScaleFactor: this.#zoom,
      mobile: false,
    });
  }

  #deliver(session: Session, message: object): Promise<unknown> {
    return session.send('Runtime.evaluate', { expression: deliverScript(message) });
  }

  async #call(session: Session, { id, channel, args }: PageCall): Promise<void> {
    try {
      const handler = this.#electron().ipcHandlers.get(channel);
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      const value = await handler({ senderFrame: this.#window.contents.frame }, args[0]);
      await this.#deliver(session, { id, value });
    } catch (error) {
      await this.#deliver(session, { id, error: String(error) }).catch(() => undefined);
    }
  }

  #isCancelled(url: string): boolean {
    let cancelled = false;
    const answer = (response: { cancel: boolean }) => {
      cancelled = response.cancel;
    };
    this.#electron().session.beforeRequest?.(...([{ url }, answer] as never[]));
    return cancelled;
  }

  #isNavigationPrevented(url: string, isMainFrame: boolean): boolean {
    const details = Object.assign(new FakeEvent(), { url, isMainFrame });
    this.#window.contents.emit('will-frame-navigate', details);
    if (isMainFrame) this.#window.contents.emit('will-navigate', details);
    return details.defaultPrevented;
  }

  async #answer(
    session: Session,
    { requestId, resourceType, frameId, request }: PausedRequest,
  ): Promise<void> {
    const url = toAppUrl(request.url);
    const isMainFrame = frameId === this.#targetId;
    const fail = (errorReason: string) => session.send('Fetch.failRequest', { requestId, errorReason });
    try {
      if (resourceType === 'Document' && this.#isNavigationPrevented(url, isMainFrame)) await fail('Aborted');
      else if (this.#isCancelled(url)) await fail('BlockedByClient');
      else {
        const response = await this.#electron().protocolHandler()(
          new Request(url, { method: request.method }),
        );
        await session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: response.status,
          responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
          body: Buffer.from(await response.arrayBuffer()).toString('base64'),
        });
      }
    } catch {
      // The page navigated away before it got an answer.
    }
  }
}
