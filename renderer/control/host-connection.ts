import type { ControlClient } from '../../shared/control.ts';

/** `signed_out` exists only in the console: its page needs a new login link. */
export type ConnectionState = 'connected' | 'reconnecting' | 'signed_out';

/** What became of a copied secret: whether Plinth can take it off the clipboard again after a minute. */
export type SecretCopy = 'clears_itself' | 'stays' | 'failed';

/** How this page reaches the host, whichever carrier is beneath it. */
export interface HostConnection extends ControlClient {
  state(): ConnectionState;
  onState(listener: () => void): () => void;
  copySecret(text: string): Promise<SecretCopy>;
  /** Ends this browser's login; only the console has one. */
  logOut?(): Promise<void>;
}
