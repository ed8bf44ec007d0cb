import type { FindingTier, Redactor } from '../../electron/redaction/redactor.ts';
import { EMBEDDINGS, type Embedding, leaks } from './embeddings.ts';
import type { OrdinaryText } from './ordinary-text.ts';
import type { Sample } from './samples.ts';

export interface Recall {
  total: number;
  missed: { rule: string; tier: FindingTier; embedding: string }[];
}

export function measureRecall(
  redactor: Redactor,
  samples: readonly Sample[],
  embeddings: readonly Embedding[] = EMBEDDINGS,
): Recall {
  const missed: Recall['missed'] = [];
  for (const sample of samples) {
    for (const embedding of embeddings) {
      if (leaks(sample, embedding, redactor.redactText(embedding.put(sample.text)).text)) {
        missed.push({ rule: sample.rule, tier: sample.tier, embedding: embedding.name });
      }
    }
  }
  return { total: samples.length * embeddings.length, missed };
}

interface Precision {
  bytes: number;
  /**
   * Masks over text that is not secret. Authors' addresses are real addresses, so they are counted separately.
   */
  wrong: { rule: string; tier: FindingTier; kind: string; name: string; excerpt: string }[];
  addresses: number;
}

export function measurePrecision(redactor: Redactor, texts: readonly OrdinaryText[]): Precision {
  const result: Precision = { bytes: 0, wrong: [], addresses: 0 };
  for (const { kind, name, text } of texts) {
    result.bytes += Buffer.byteLength(text);
    let shift = 0;
    for (const finding of redactor.redactText(text).findings) {
      const at = finding.start + shift;
      shift += finding.removed - (finding.end - finding.start);
      if (finding.rule === 'email') result.addresses += 1;
      else
        result.wrong.push({
          rule: finding.rule,
          tier: finding.tier,
          kind,
          name,
          excerpt: text.slice(Math.max(0, at - 30), at + Math.min(40, finding.removed)),
        });
    }
  }
  return result;
}

export const perHundredKilobytes = (count: number, bytes: number) => (count * 100_000) / bytes;

/** Returns the best of several rounds, in megabytes of UTF-8 per second of one processor. */
export function measureSpeed(redactor: Redactor, texts: readonly string[], rounds: number): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage();
    for (const text of texts) redactor.redactText(text);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return bytes / 1000 / best;
}
