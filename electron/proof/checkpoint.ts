import { HASH_BYTES } from './merkle-tree.ts';
import { type NoteSigner, openNote } from './signed-note.ts';

/** A tree at one size, as a checkpoint of c2sp.org/tlog-checkpoint states it. */
interface Checkpoint {
  origin: string;
  size: number;
  root: Buffer;
}

const ORIGIN_PREFIX = 'plinth.local/';
/** Only these characters: a self-made note must not write control characters to a terminal. */
const ORIGIN = /^plinth\.local\/[A-Za-z0-9._-]{1,128}$/;
/** Word before a checkpoint on one line, as in a system log. */
const LINE_WORD = 'plinth-checkpoint';

/** Returns the origin of an installation's checkpoints. */
export const originOf = (instanceId: string): string => `${ORIGIN_PREFIX}${instanceId}`;

export function signCheckpoint(signer: NoteSigner, size: number, root: Buffer): string {
  return signer.sign(`${signer.name}\n${size}\n${root.toString('base64')}\n`);
}

/** Returns the checkpoint that this key signed. Undefined if the note is none. */
export function openCheckpoint(note: string, publicKey: Uint8Array): Checkpoint | undefined {
  const opened = openNote(note, publicKey);
  if (opened === undefined) return undefined;
  const [origin, size, root] = opened.text.split('\n');
  if (origin !== opened.name || !ORIGIN.test(origin)) return undefined;
  if (!/^(0|[1-9][0-9]{0,14})$/.test(size ?? '')) return undefined;
  const bytes = Buffer.from(root ?? '', 'base64');
  if (bytes.length !== HASH_BYTES || bytes.toString('base64') !== root) return undefined;
  return { origin, size: Number(size), root: bytes };
}

/** Writes a checkpoint on one line. */
export function checkpointLine(note: string): string {
  const [origin, size, root, , signature] = note.trimEnd().split('\n');
  return `${LINE_WORD} ${origin} ${size} ${root} ${signature!.split(' ')[2]}`;
}

/** Finds the checkpoints in a text: whole notes, and lines of {@link checkpointLine} among other words. */
export function findCheckpoints(text: string): string[] {
  const clean = text.replaceAll('\r\n', '\n');
  const note =
    /^(plinth\.local\/\S+)\n([0-9]{1,15})\n([A-Za-z0-9+/]{43}=)\n\n— \1 ([A-Za-z0-9+/=]{1,128})$/gm;
  const line = new RegExp(
    `${LINE_WORD} (plinth\\.local/\\S+) ([0-9]{1,15}) ([A-Za-z0-9+/]{43}=) ([A-Za-z0-9+/=]{1,128})`,
    'g',
  );
  return [...clean.matchAll(note), ...clean.matchAll(line)].map(
    ([, origin, size, root, signature]) => `${origin}\n${size}\n${root}\n\n— ${origin} ${signature}\n`,
  );
}
