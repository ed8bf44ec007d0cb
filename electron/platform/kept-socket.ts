import type { Server } from 'node:http';
import { exactStatus } from './file-identity.ts';

/** Returns the inode of the socket's file. A named pipe has no file. */
function inodeOf(path: string): bigint | undefined {
  if (process.platform === 'win32') return undefined;
  return exactStatus(path)?.ino;
}

/** A server at a socket's path that listens there again after another program deleted the socket. */
export class KeptSocket {
  /** All servers so far. The connections of earlier ones stay open. */
  readonly servers: Server[];
  readonly #path: string;
  readonly #listen: () => Promise<Server>;
  #inode: bigint | undefined;

  /** `first` listens at the path already. `listen` makes another server that does. */
  constructor(path: string, first: Server, listen: () => Promise<Server>) {
    this.#path = path;
    this.servers = [first];
    this.#listen = listen;
    this.#inode = inodeOf(path);
  }

  /** Returns true if the socket is at its path. */
  isKept(): boolean {
    return inodeOf(this.#path) === this.#inode;
  }

  async reopen(): Promise<void> {
    // Closing a server removes whatever stands at its path, so the old one goes first.
    this.servers.at(-1)?.close();
    this.servers.push(await this.#listen());
    this.#inode = inodeOf(this.#path);
  }
}
