import type { MessageBoxOptions } from 'electron';
import type { FakeWindow, PageDriver } from './fake-window.ts';

/** The system clipboard, where the test uses more than a variable. */
interface ClipboardDriver {
  write(text: string): Promise<void>;
  read(): Promise<string>;
}

export interface FakeElectronOptions {
  appPath: string;
  /** False when another instance has the lock. */
  hasLock?: boolean;
  /** The platform whose members and events exist. The default is this machine's. */
  platform?: NodeJS.Platform;
  isPackaged?: boolean;
  /** Chromium's switches on the command line, without their dashes. */
  switches?: readonly string[];
  /** Returns the index of the message box button to press. */
  answer?(box: MessageBoxOptions): number | Promise<number>;
  page?(window: FakeWindow): PageDriver;
  clipboard?: ClipboardDriver;
  /** Runs at the very end, because a test cannot end the process. */
  end?(code: number): void;
}
