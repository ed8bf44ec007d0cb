import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, multistream, pino } from 'pino';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';
import { makePrivateFolder } from './private-file.ts';

const MAX_LOG_SIZE = '5M';
const OLD_LOGS_KEPT = 3;

export const LOG_FOLDER = 'logs';
const LOG_FILE = 'plinth.log';

/** `PLINTH_LOG=debug` also writes a line for each request, and copies every line to the terminal. */
const isDebug = () => process.env.PLINTH_LOG === 'debug';

export interface HostLog {
  logger: Logger;
  /** Returns true if the file is at its path. Rotation replaces the file by itself. */
  isKept(): boolean;
  /** Continues in a new file, after another program deleted the open one. */
  reopen(): void;
  /** Resolves once every line is written. */
  close(): Promise<void>;
}

/**
 * Opens the log: structured lines without content, tokens or the user's paths. This thread writes it, because
 * pino's worker transports do not survive bundling.
 */
export function openLog(dataDir: string): HostLog {
  const folder = join(dataDir, LOG_FOLDER);
  let stream = openStream(folder);
  const target = { write: (line: string) => stream.write(line) };
  const level = isDebug() ? 'debug' : 'info';
  const streams = isDebug()
    ? [
        { stream: target, level },
        { stream: process.stderr, level },
      ]
    : [{ stream: target, level }];
  const logger = pino(
    { base: null, level, redact: ['authorization', '*.authorization'] },
    streams.length === 1 ? target : multistream(streams as Parameters<typeof multistream>[0]),
  );
  return {
    logger,
    isKept: () => existsSync(join(folder, LOG_FILE)),
    reopen() {
      const deleted = stream;
      stream = openStream(folder);
      deleted.end();
    },
    close: () =>
      new Promise((resolve) => {
        // Lines that cannot be written at the end are dropped.
        stream.once('error', () => resolve());
        stream.end(() => resolve());
      }),
  };
}

function openStream(folder: string): RotatingFileStream {
  makePrivateFolder(folder);
  const stream = createStream((_time, index) => (index === undefined ? LOG_FILE : `plinth.${index}.log`), {
    path: folder,
    size: MAX_LOG_SIZE,
    rotate: OLD_LOGS_KEPT,
    mode: 0o600,
  });
  // A full disk must not crash the host through its log.
  stream.on('error', () => {});
  stream.on('warning', () => {});
  return stream;
}
