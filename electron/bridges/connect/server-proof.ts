import { createHmac, randomBytes } from 'node:crypto';

/** A client's nonce: 128 random bits in hex. */
const NONCE = /^[0-9a-f]{32}$/;
const SECRET_BYTES = 32;

/**
 * Proves to a local client that a loopback port belongs to this run's collector. After a crash another process
 * can take the port. Both sides know a secret of the run from a private file. The answer includes the port, so
 * that a process on another port cannot relay the challenge and use the answer.
 */
export class ServerProof {
  readonly secret: string;

  constructor(secret: string = randomBytes(SECRET_BYTES).toString('hex')) {
    this.secret = secret;
  }

  /** Returns the answer to a nonce, or undefined where the nonce is invalid. */
  answer(nonce: string, port: number): string | undefined {
    if (!NONCE.test(nonce)) return undefined;
    return createHmac('sha256', this.secret).update(`plinth-server-proof:${port}:${nonce}`).digest('hex');
  }
}

export const proofNonce = (): string => randomBytes(16).toString('hex');
