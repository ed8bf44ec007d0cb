import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { unexpectedSentence } from '../platform/fault-log.ts';
import { REMOVED_WHOLE } from '../platform/held-file.ts';

/** EX_SOFTWARE of sysexits.h. */
const EXIT_UNEXPECTED = 70;

interface CommandLine {
  main(argv: readonly string[]): Promise<void>;
}

/** Waits until what was written has left this process. A reader that has gone waits for nothing. */
const flushed = (stream: NodeJS.WriteStream) =>
  new Promise<void>((resolve) => (stream.writable ? stream.write('', () => resolve()) : resolve()));

/** Runs one command in this process, without a window, beside a running app or without one, and ends the process. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  app.dock?.hide();
  // Chromium's files of the running app belong to that process.
  const folder = mkdtempSync(join(tmpdir(), 'plinth-command-'));
  app.setPath('userData', folder);
  process.on('exit', () => rmSync(folder, REMOVED_WHOLE));
  const fail = (error: unknown) => {
    console.error(unexpectedSentence(error));
    app.exit(EXIT_UNEXPECTED);
  };
  // Electron would show the error in a window.
  process.on('uncaughtException', fail);
  try {
    const require = createRequire(join(app.getAppPath(), 'package.json'));
    const { main }: CommandLine = require('./.vite/build/command-line.cjs');
    await main(['plinth', 'plinth', ...words]);
    await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
    app.exit(Number(process.exitCode ?? 0));
  } catch (error) {
    fail(error);
  }
}
