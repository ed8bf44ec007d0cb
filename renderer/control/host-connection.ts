import type { ControlClient } from '../../shared/control.ts';

/** `signed_out` exists only in the console: its page needs a new login link. */
export type ConnectionState = 'connected' | 'reconnecting' | 'signed_out';

/** The result of copying a secret: whether Plinth can clear it from the clipboard after a minute. */
export type SecretCopy = 'clears_itself' | 'stays' | 'failed';

/** The connection of this page to the host, over any transport. */
export interface HostConnection extends ControlClient {
  state(): ConnectionState;
  onState(listener: () => void): () => void;
  copySecret(text: string): Promise<SecretCopy>;
  /** Ends this browser's login; only the console has one. */
  logOut?(): Promise<void>;
}
