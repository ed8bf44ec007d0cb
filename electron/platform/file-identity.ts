import { type BigIntStats, statSync } from 'node:fs';

/** Tells which file it is. As a number the id loses bits: on Windows, and on some volumes of Linux, it has up to 64. */
export type FileIdentity = Pick<BigIntStats, 'ino' | 'dev'>;

/** Reads the status of a file, or undefined if there is none. */
export const exactStatus = (path: string): BigIntStats | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false });

/** Returns true if both are there and are one file. */
export const isSameFile = (a: FileIdentity | undefined, b: FileIdentity | undefined): boolean =>
  a !== undefined && a.ino === b?.ino && a.dev === b.dev;
