import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { removeFile } from './held-file.ts';
import { writePrivateFile } from './private-file.ts';
import { readOwnText } from './regular-file.ts';

/** `<dataDir>/runtime.json` tells clients the listener's address. It never contains a secret. */
const RuntimeInfo = Type.Object({
  baseUrl: Type.String(),
  port: Type.Integer(),
  pid: Type.Integer(),
  instanceId: Type.String(),
  apiVersion: Type.String(),
  startedAt: Type.String(),
});
type RuntimeInfo = Static<typeof RuntimeInfo>;

const fileOf = (dataDir: string) => join(dataDir, 'runtime.json');
const secretFileOf = (dataDir: string) => join(dataDir, 'runtime.secret');

/**
 * Returns true when a runtime file exists, from any process. To the holder of the host lock it means that the
 * previous run crashed.
 */
export const hasRuntimeFile = (dataDir: string): boolean => existsSync(fileOf(dataDir));

/** Writes the secret by which a client of this user can verify the server. It is valid for this run. */
export const writeRunSecret = (dataDir: string, secret: string): void =>
  writePrivateFile(secretFileOf(dataDir), `${secret}\n`);

export const removeRunSecret = (dataDir: string): void => removeFile(secretFileOf(dataDir));

export function writeRuntimeInfo(dataDir: string, info: RuntimeInfo): void {
  writePrivateFile(fileOf(dataDir), `${JSON.stringify(info, null, 2)}\n`);
}

/** Returns true if the file is the one that this instance wrote. */
export const isRuntimeInfoOf = (dataDir: string, instanceId: string): boolean =>
  parse(dataDir)?.instanceId === instanceId;

/** Removes the file if this instance wrote it. */
export function removeRuntimeInfo(dataDir: string, instanceId: string): void {
  if (parse(dataDir)?.instanceId === instanceId) removeFile(fileOf(dataDir));
}

function parse(dataDir: string): RuntimeInfo | undefined {
  try {
    const value: unknown = JSON.parse(readOwnText(fileOf(dataDir)));
    return Check(RuntimeInfo, value) ? (value as RuntimeInfo) : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the data of a running host, or undefined when there is no file or its process is gone. */
export function readRuntimeInfo(dataDir: string): RuntimeInfo | undefined {
  const info = parse(dataDir);
  return info !== undefined && isAlive(info.pid) ? info : undefined;
}
