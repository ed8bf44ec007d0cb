import type { Detector, Scan } from '../engine/scan.ts';
import { WITHOUT_LITERAL } from '../rules/chat.ts';
import type { Rule } from '../rules/rule.ts';
import { BASE64URL, characterSet, longRun, runStart, startsToken } from '../text/characters.ts';

/** Turns a table's rule into a detector. */
export function shapeDetector(rule: Rule): Detector {
  const grouped = new RegExp(`${rule.pattern.source}|`).exec('')!.length > 1;
  const sticky = new RegExp(
    rule.pattern.source,
    `${rule.pattern.flags.replace('g', '')}y${grouped ? 'd' : ''}`,
  );
  const lead = rule.lead ? { set: characterSet(rule.lead.of), max: rule.lead.max } : undefined;
  const replacement = `[${rule.mask ?? rule.id}]`;

  return {
    literals: rule.literals,
    caseless: rule.caseless ?? false,
    attempt(scan, at) {
      const { text } = scan;
      const from = lead ? runStart(text, at, lead.set, lead.max) : at;
      if (!rule.anywhere && !startsToken(text, from)) return;
      scan.work += 1;
      sticky.lastIndex = from;
      const found = sticky.exec(text);
      if (!found) return;
      const [start, end] = (grouped && found.indices![1]) || [from, from + found[0].length];
      if (lead && !grouped && end <= at) return;
      const secret = text.slice(start, end);
      if (rule.verify && !rule.verify(secret)) return;
      const tier = rule.checksum && !rule.checksum(secret) ? 'candidate' : rule.tier;
      scan.matches.push({ rule: rule.id, tier, start, end, replacement, secret });
    },
  };
}

/** Each of the formats without a literal has a run of so many letters, digits, `_` and `-`; prose hardly ever has. */
const SHORTEST_UNMARKED_RUN = 23;

/** The few formats that nothing literal marks. */
export function findUnmarkedShapes(scan: Scan): void {
  if (longRun(scan.text, 0, BASE64URL, SHORTEST_UNMARKED_RUN) === -1) return;
  for (const { id, mask, pattern, verify, shortestRun } of WITHOUT_LITERAL) {
    if (shortestRun > SHORTEST_UNMARKED_RUN && longRun(scan.text, 0, BASE64URL, shortestRun) === -1) continue;
    for (const found of scan.text.matchAll(pattern)) {
      scan.work += 1;
      if (!verify(found[0])) continue;
      const start = found.index;
      scan.matches.push({
        rule: id,
        tier: 'definite',
        start,
        end: start + found[0].length,
        replacement: `[${mask}]`,
        secret: found[0],
      });
    }
  }
}
