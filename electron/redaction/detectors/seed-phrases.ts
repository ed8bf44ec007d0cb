import { hasRowOfWords, isMessage, pushMatch, type Scan } from '../engine/scan.ts';
import { isSampleMnemonic } from '../text/mnemonic.ts';
import { findSeedWords, hasRunOfWords } from '../text/seed-words.ts';

/** Finds the recovery phrases of wallets in a message, in the ten languages of BIP-39, with no word about them beside. */
export function findSeedPhrases(scan: Scan): void {
  const { text } = scan;
  if (!isMessage(scan) || scan.depth > 0) return;
  scan.work += text.length;
  if (!hasRunOfWords(text, () => hasRowOfWords(scan))) return;
  for (const { start, end } of findSeedWords(text)) {
    if (isSampleMnemonic(text.slice(start, end))) continue;
    pushMatch(scan, { rule: 'wallet-phrase-words', mask: 'wallet-phrase' }, start, end);
  }
}
