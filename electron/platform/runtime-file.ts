import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { writePrivateFile } from './private-file.ts';

/** `<dataDir>/runtime.json`: tells clients where the listener is; never a secret. */
export const RuntimeInfo = Type.Object({
  baseUrl: Type.String(),
  port: Type.Integer(),
  pid: Type.Integer(),
  instanceId: Type.String(),
  apiVersion: Type.String(),
  startedAt: Type.String(),
});
export type RuntimeInfo = Static<typeof RuntimeInfo>;

const validator = Compile(RuntimeInfo);
const fileOf = (dataDir: string) => join(dataDir, 'runtime.json');
const secretFileOf = (dataDir: string) => join(dataDir, 'runtime.secret');

/** True when there is a runtime file, whoever wrote it. To the holder of the host lock it is one of a crash. */
export const hasRuntimeFile = (dataDir: string): boolean => existsSync(fileOf(dataDir));

/** Writes the secret by which a client of this user can have the server prove itself; it ends with the run. */
export const writeRunSecret = (dataDir: string, secret: string): void =>
  writePrivateFile(secretFileOf(dataDir), `${secret}\n`);

export const removeRunSecret = (dataDir: string): void => rmSync(secretFileOf(dataDir), { force: true });

export function writeRuntimeInfo(dataDir: string, info: RuntimeInfo): void {
  writePrivateFile(fileOf(dataDir), `${JSON.stringify(info, null, 2)}\n`);
}

/** Removes the file if it is still this instance's. */
export function removeRuntimeInfo(dataDir: string, instanceId: string): void {
  if (parse(dataDir)?.instanceId === instanceId) rmSync(fileOf(dataDir), { force: true });
}

function parse(dataDir: string): RuntimeInfo | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(fileOf(dataDir), 'utf8'));
    return validator.Check(value) ? (value as RuntimeInfo) : undefined;
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

/** What a running host wrote; undefined when there is none, or when the process that wrote it is gone. */
export function readRuntimeInfo(dataDir: string): RuntimeInfo | undefined {
  const info = parse(dataDir);
  return info !== undefined && isAlive(info.pid) ? info : undefined;
}
