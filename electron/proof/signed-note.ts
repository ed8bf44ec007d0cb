import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/*
 * Notes as c2sp.org/signed-note defines them, with Ed25519 signatures: a text, an empty line, and one line for each
 * signature.
 */

const ED25519 = 1;
const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
/** DER of a private and of a public Ed25519 key, up to the 32 bytes of the key (RFC 8410). */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
/** A longer note is none: a checkpoint has some 200 characters. */
const MAX_NOTE_LENGTH = 16_384;
const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/;

/** Returns the first bytes of SHA-256(name ‖ 0x0A ‖ type ‖ public key), which name a key in a signature. */
function keyIdOf(name: string, publicKey: Uint8Array): Buffer {
  const input = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(ED25519), publicKey]);
  return hash('sha256', input, 'buffer').subarray(0, KEY_ID_BYTES);
}

/** Signs notes under a name. `seed` is the 32-byte private key. */
export class NoteSigner {
  readonly name: string;
  readonly publicKey: Uint8Array;
  readonly #key: KeyObject;
  readonly #keyId: Buffer;

  constructor(name: string, seed: Uint8Array) {
    this.name = name;
    this.#key = createPrivateKey({
      key: Buffer.concat([PRIVATE_KEY_PREFIX, seed]),
      format: 'der',
      type: 'pkcs8',
    });
    const der = createPublicKey(this.#key).export({ format: 'der', type: 'spki' });
    this.publicKey = der.subarray(PUBLIC_KEY_PREFIX.length);
    this.#keyId = keyIdOf(name, this.publicKey);
  }

  /** Returns the verifier key in the text form of the specification. */
  get verifierKey(): string {
    const key = Buffer.concat([Buffer.of(ED25519), this.publicKey]).toString('base64');
    return `${this.name}+${this.#keyId.toString('hex')}+${key}`;
  }

  /** Signs a text, which ends with a newline. */
  sign(text: string): string {
    const signature = Buffer.concat([this.#keyId, sign(null, Buffer.from(text), this.#key)]);
    return `${text}\n— ${this.name} ${signature.toString('base64')}\n`;
  }
}

/** Returns the text of a note that this key signed under any name. Undefined if it did not. */
export function openNote(note: string, publicKey: Uint8Array): { name: string; text: string } | undefined {
  if (note.length > MAX_NOTE_LENGTH || !note.endsWith('\n')) return undefined;
  const split = note.lastIndexOf('\n\n');
  if (split === -1) return undefined;
  const text = note.slice(0, split + 1);
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_KEY_PREFIX, publicKey]),
    format: 'der',
    type: 'spki',
  });
  const lines = note
    .slice(split + 2, -1)
    .split('\n')
    .map((line) => SIGNATURE_LINE.exec(line));
  if (lines.includes(null)) return undefined;
  for (const line of lines) {
    const [, name, base64] = line as unknown as [string, string, string];
    const bytes = Buffer.from(base64, 'base64');
    // Some characters of base64 have bits without a meaning. Only one spelling is the signature.
    if (bytes.length !== KEY_ID_BYTES + SIGNATURE_BYTES || bytes.toString('base64') !== base64) continue;
    if (!bytes.subarray(0, KEY_ID_BYTES).equals(keyIdOf(name, publicKey))) continue;
    const isValid = verify(null, Buffer.from(text), key, bytes.subarray(KEY_ID_BYTES));
    return isValid ? { name, text } : undefined;
  }
  return undefined;
}

/** Parses a verifier key of the specification. Returns undefined if it is none of an Ed25519 key. */
export function publicKeyOf(verifierKey: string): Uint8Array | undefined {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(verifierKey);
  if (match === null) return undefined;
  const bytes = Buffer.from(match[3]!, 'base64');
  const publicKey = bytes.subarray(1);
  if (bytes[0] !== ED25519 || publicKey.length !== 32) return undefined;
  return keyIdOf(match[1]!, publicKey).toString('hex') === match[2] ? publicKey : undefined;
}
