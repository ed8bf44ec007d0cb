import type { BrowserWindowConstructorOptions } from 'electron';
import { asInElectron, ElectronEmitter } from './fake-surface.ts';

export class FakeEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

export interface FakeFrame {
  parent: FakeFrame | null;
  origin: string;
}

/** A real page behind a fake window, where there is one. */
export interface PageDriver {
  load(url: string): void;
  send(channel: string, ...args: unknown[]): void;
  setContentSize(width: number, height: number): void;
  setZoomFactor(factor: number): void;
  /** Chromium's name of the page. */
  targetId(): string;
  close(): void;
}

/** The error that Electron throws on access to an object whose window is gone. */
const GONE = 'Object has been destroyed';

class FakeContents extends ElectronEmitter {
  frame: FakeFrame = { parent: null, origin: 'app://bundle' };
  sent: unknown[][] = [];
  openHandler: ((details: { url: string }) => { action: string }) | undefined;
  destroyed = false;
  window: FakeWindow | undefined;
  /** The app's view of the contents. */
  readonly asSeen: FakeContents;

  constructor(platform: string) {
    super('WebContents', platform);
    this.asSeen = asInElectron('WebContents', this, platform);
  }

  get mainFrame(): FakeFrame {
    this.#mustBeThere();
    return this.frame;
  }

  isDestroyed = () => this.destroyed;
  getURL = () => this.window?.urls.at(-1) ?? '';
  send = (...message: [string, ...unknown[]]) => {
    this.#mustBeThere();
    this.sent.push(structuredClone(message));
    this.window?.driver?.send(...message);
  };
  setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }) => {
    this.openHandler = handler;
  };
  setZoomFactor = (factor: number) => {
    this.#mustBeThere();
    this.window?.driver?.setZoomFactor(factor);
  };
  close = () => this.window?.close();

  #mustBeThere(): void {
    if (this.destroyed) throw new TypeError(GONE);
  }
}

export class FakeWindow extends ElectronEmitter {
  readonly options: BrowserWindowConstructorOptions;
  readonly contents: FakeContents;
  readonly urls: string[] = [];
  readonly driver: PageDriver | undefined;
  visible = false;
  gone = false;
  readonly #closed: () => void;

  constructor(
    options: BrowserWindowConstructorOptions,
    platform: string,
    makeDriver: ((window: FakeWindow) => PageDriver) | undefined,
    closed: () => void,
  ) {
    super('BrowserWindow', platform);
    this.options = options;
    this.contents = new FakeContents(platform);
    this.contents.window = this;
    this.#closed = closed;
    this.driver = makeDriver?.(this);
  }

  get webContents(): FakeContents {
    return this.contents.asSeen;
  }

  #act(act: () => void): void {
    if (this.gone) throw new TypeError(GONE);
    act();
  }

  loadURL = async (url: string) =>
    this.#act(() => {
      this.urls.push(url);
      this.driver?.load(url);
    });
  show = () =>
    this.#act(() => {
      this.visible = true;
    });
  focus = () => this.#act(() => undefined);
  isMinimized = () => false;
  restore = () => this.#act(() => undefined);
  setContentSize = (width: number, height: number) =>
    this.#act(() => this.driver?.setContentSize(width, height));
  isDestroyed = () => this.gone;
  close = () => this.destroy();
  destroy = () => {
    if (this.gone) return;
    this.gone = true;
    this.contents.destroyed = true;
    this.driver?.close();
    this.emit('closed');
    this.#closed();
  };
}
