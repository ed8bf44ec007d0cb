import { statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { HostError } from './host-error.ts';
import { nearestExisting } from './private-folder.ts';

/** Returns the name of the user. A container may run under a user id without an account, and so without a name. */
export function userNames(): string[] {
  try {
    return [userInfo().username];
  } catch {
    return [];
  }
}

/** Returns the number of the user, for names in folders that several users share. It needs no account. */
export function userNumber(): number {
  return process.geteuid?.() ?? -1;
}

const ROOT = 0;

/** Throws {@link HostError} for root in the home folder of another user, as `sudo` can leave it: its files would be root's. */
export function refuseOtherHome(): void {
  const home = homedir();
  if (process.geteuid?.() !== ROOT || statSync(nearestExisting(home)).uid === ROOT) return;
  throw new HostError(
    'other_home',
    `Plinth does not run as root in ${home}, which belongs to another user. Run it as that user, without sudo, or as root with HOME=/root.`,
  );
}
