import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const RETRY_MS = 100;

/** Returns true for a running process of this machine. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readHolder(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function tryToTake(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = readHolder(file);
  // A holder that has not yet written its process id is alive.
  if (holder > 0 && !isRunning(holder)) rmSync(file, { force: true });
  return false;
}

/** Runs one build at a time in this checkout. A second one waits, and then finds everything built. */
export async function withBuildLock<T>(file: string, build: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  while (!tryToTake(file)) await setTimeout(RETRY_MS);
  try {
    return await build();
  } finally {
    rmSync(file, { force: true });
  }
}
