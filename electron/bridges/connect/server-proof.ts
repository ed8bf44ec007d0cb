import { createHmac, randomBytes } from 'node:crypto';

/** A nonce of a client: 128 random bits in hex. */
const NONCE = /^[0-9a-f]{32}$/;
const SECRET_BYTES = 32;

/**
 * Lets a client on this computer prove that a loopback port is this run's collector, and not somebody who took the port
 * after a crash. Both know a secret of the run, which stands in a private file. The answer names the port, so that a
 * stranger on another port cannot pass the question on and use what comes back.
 */
export class ServerProof {
  readonly secret: string;

  constructor(secret: string = randomBytes(SECRET_BYTES).toString('hex')) {
    this.secret = secret;
  }

  /** The answer to a nonce; undefined where it is none. */
  answer(nonce: string, port: number): string | undefined {
    if (!NONCE.test(nonce)) return undefined;
    return createHmac('sha256', this.secret).update(`plinth-server-proof:${port}:${nonce}`).digest('hex');
  }
}

export const proofNonce = (): string => randomBytes(16).toString('hex');
