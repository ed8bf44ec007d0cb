import { type SpawnSyncReturns, spawnSync } from 'node:child_process';

/** Another user of this computer: `nobody`, which every Unix has. */
export const STRANGER = { uid: 65_534, gid: 65_534 } as const;

/** A user id that no account has, as a container may run under. */
export const WITHOUT_ACCOUNT = { uid: 3_987_654, gid: 3_987_654 } as const;

/** True when this process can act as another user, as the superuser can. */
export const canBeAnotherUser: boolean = process.platform !== 'win32' && process.geteuid?.() === 0;

/** Runs a shell script as the other user. Its arguments are `$1` and so on. */
export function asStranger(script: string, ...args: string[]): SpawnSyncReturns<string> {
  return spawnSync('/bin/sh', ['-c', script, 'sh', ...args], {
    ...STRANGER,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
}
