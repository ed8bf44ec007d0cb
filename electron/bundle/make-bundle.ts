import { setImmediate } from 'node:timers/promises';
import { type BundleContent, signedText } from './bundle-content.ts';
import { bundlePage } from './bundle-page.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { type CommittedContent, learnNames, type SharedReceipt, shareReceipt } from './shared-receipt.ts';

/** A receipt with the proof that it is in the record. */
interface ProvenReceipt {
  leaf: string;
  proof: string[];
  /** The committed content as JSON. */
  text: string;
}

interface BundleMaterial {
  madeAt: string;
  checkpoint: string;
  verifierKey: string;
  olderReceipts: number;
  leftOutReceipts: number;
  gaps: string;
  receipts: readonly ProvenReceipt[];
}

interface Bundle {
  html: string;
  receipts: SharedReceipt[];
  /** Names with their pseudonyms, for the eyes of the owner only. */
  pseudonyms: { name: string; pseudonym: string }[];
}

/**
 * Makes the page that hands receipts over. `names` are words that must not appear, such as the name of the user. `sign` signs a
 * note with the key of the record.
 */
export async function makeBundle(
  material: BundleMaterial,
  key: Uint8Array,
  names: readonly string[],
  sign: (text: string) => Promise<string>,
): Promise<Bundle> {
  const pseudonyms = new Pseudonyms(key, names);
  const contents: CommittedContent[] = [];
  const shown: SharedReceipt[] = [];
  // Events are taken between two receipts.
  for (const { text } of material.receipts) {
    const content = JSON.parse(text) as CommittedContent;
    learnNames(content, pseudonyms);
    contents.push(content);
    await setImmediate();
  }
  for (const content of contents) {
    shown.push(await shareReceipt(content, pseudonyms));
    await setImmediate();
  }
  const { madeAt, checkpoint, verifierKey, olderReceipts, leftOutReceipts, gaps } = material;
  const receipts = material.receipts.map(({ leaf, proof }, index) => ({ leaf, proof, shown: shown[index]! }));
  const unsigned: BundleContent = {
    v: 1,
    madeAt,
    checkpoint,
    verifierKey,
    olderReceipts,
    leftOutReceipts,
    gaps,
    receipts,
    signature: '',
  };
  const origin = checkpoint.split('\n')[0]!;
  const content = { ...unsigned, signature: await sign(signedText(origin, unsigned)) };
  const used = [...pseudonyms.used].map(([name, pseudonym]) => ({ name, pseudonym }));
  return { html: bundlePage(content), receipts: shown, pseudonyms: used };
}
