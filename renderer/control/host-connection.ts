import type { ControlChannel, ControlClient, ControlEnvelope, ControlParams } from '../../shared/control.ts';

/**
 * All but `connected` exist only in the console. `connecting` is the time before the first connection or its failure, and
 * `signed_out` a page that needs a new login link.
 */
export type ConnectionState = 'connecting' | 'connected' | 'reconnecting' | 'signed_out';

/** The result of copying a secret: whether Plinth can clear it from the clipboard after a minute. */
export type SecretCopy = 'clears_itself' | 'stays' | 'failed';

/** A query: a channel and its parameters. */
export type Question = { [C in ControlChannel]: [channel: C, params: ControlParams<C>] }[ControlChannel];

/** The connection of this page to the host, over any transport. */
export interface HostConnection extends ControlClient {
  state(): ConnectionState;
  /** When the host was last heard, while it does not answer. */
  lostAt(): number | undefined;
  /** Asks several questions in one request, and gives the answers in their order. */
  callAll(questions: readonly Question[]): Promise<ControlEnvelope<unknown>[]>;
  onState(listener: () => void): () => void;
  copySecret(text: string): Promise<SecretCopy>;
  /** Ends this browser's login; only the console has one. */
  logOut?(): Promise<void>;
}

/** Calls `listener` each time a lost connection is restored. The first connection is not one of these times. */
export function onRestored(connection: HostConnection, listener: () => void): () => void {
  let lost = connection.state() === 'reconnecting';
  return connection.onState(() => {
    const state = connection.state();
    if (state === 'connected' && lost) listener();
    lost = state !== 'connected';
  });
}
