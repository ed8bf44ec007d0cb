import { userInfo } from 'node:os';

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
