import { hash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { canonicalJson } from '../proof/canonical-json.ts';
import { openCheckpoint } from '../proof/checkpoint.ts';
import { hashLeaf, rootOfProof } from '../proof/merkle-tree.ts';
import { openNote, publicKeyOf } from '../proof/signed-note.ts';

/** One receipt of a bundle: its leaf with the audit path, and the receipt with pseudonyms. */
const BundledReceipt = Type.Object({
  leaf: Type.String(),
  proof: Type.Array(Type.String()),
  shown: Type.Object({ id: Type.String(), receivedAt: Type.String() }),
});

/** The data inside a bundle. */
export const BundleContent = Type.Object({
  v: Type.Literal(1),
  madeAt: Type.String(),
  checkpoint: Type.String(),
  verifierKey: Type.String(),
  /** Chosen receipts that are older than those of this page, on pages of their own. */
  olderReceipts: Type.Integer(),
  leftOutReceipts: Type.Integer(),
  /** Says that the time of the receipts has gaps. Empty without one. */
  gaps: Type.String(),
  receipts: Type.Array(BundledReceipt),
  /** Signed note over the SHA-256 of all other members as canonical JSON. */
  signature: Type.String(),
});
export type BundleContent = Static<typeof BundleContent>;

/** Returns the text that the owner's key signs. Its second line tells it from a checkpoint. */
export function signedText(origin: string, { signature: _, ...content }: BundleContent): string {
  return `${origin}\nbundle\n${hash('sha256', canonicalJson(content), 'base64')}\n`;
}

export const DATA_START = '<script type="application/json" id="bundle">';
const DATA_END = '</script>';

/** Reads the data of a bundle's file. Returns undefined if the file has none, or has two. */
export function readBundle(html: string): BundleContent | undefined {
  const start = html.indexOf(DATA_START);
  const end = html.indexOf(DATA_END, start);
  if (start === -1 || end === -1 || html.indexOf(DATA_START, start + 1) !== -1) return undefined;
  try {
    const content: unknown = JSON.parse(html.slice(start + DATA_START.length, end));
    return Check(BundleContent, content) ? (content as BundleContent) : undefined;
  } catch {
    return undefined;
  }
}

interface BundleCheck {
  /** False if the checkpoint or the content is not signed with the key in the file. */
  isSigned: boolean;
  origin: string | undefined;
  entries: number | undefined;
  /** Number of different receipts. */
  receipts: number;
  /** Number of receipts that stand in the file again. */
  repeated: number;
  /** Ids of receipts that are not in the signed record. */
  unproven: string[];
}

function isProven(
  { leaf, proof, shown }: BundleContent['receipts'][number],
  size: number,
  root: Buffer,
): boolean {
  try {
    const { i, id, receivedAt } = JSON.parse(leaf) as { i: number; id: string; receivedAt: string };
    if (id !== shown.id || receivedAt !== shown.receivedAt || !Number.isSafeInteger(i) || i < 0) return false;
    const path = proof.map((node) => Buffer.from(node, 'base64'));
    return rootOfProof(hashLeaf(leaf), i, size, path)?.equals(root) ?? false;
  } catch {
    return false;
  }
}

/** Checks the signature of a bundle and that each receipt is in the signed record, once. */
export function checkBundle(content: BundleContent): BundleCheck {
  const { receipts, checkpoint, verifierKey } = content;
  const publicKey = publicKeyOf(verifierKey);
  const opened = publicKey && openCheckpoint(checkpoint, publicKey);
  const note = publicKey && openNote(content.signature, publicKey);
  // A signature under another name would make the key look like that of another record.
  const isOfOneRecord =
    opened !== undefined && opened.origin === note?.name && verifierKey.startsWith(`${opened.origin}+`);
  const isWhole = isOfOneRecord && note.text === signedText(opened.origin, content);
  const ids = new Set(receipts.map(({ shown }) => shown.id));
  const unproven = receipts.filter(
    (each) => opened === undefined || !isProven(each, opened.size, opened.root),
  );
  return {
    isSigned: isWhole,
    origin: opened?.origin,
    entries: opened?.size,
    receipts: ids.size,
    repeated: receipts.length - ids.size,
    unproven: [...new Set(unproven.map(({ shown }) => shown.id))],
  };
}
