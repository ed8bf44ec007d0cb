import { type Detector, firstRun, pushMatch, type Scan } from '../engine/scan.ts';
import { loosePattern } from '../rules/patterns.ts';
import { WITHOUT_LITERAL } from '../rules/unmarked.ts';
import { checksumOf, type Rule, verifierOf } from '../rules/vendors.ts';
import { BASE64URL, characterSet, longRun, runEnd, runStart, startsToken } from '../text/characters.ts';
import { isRandomRun } from '../text/random-value.ts';

/** The pattern of a rule at one place, whether it has groups, and what its matches are tested with. */
function compiled(rule: Rule) {
  const { pattern, caseless, lead } = rule;
  const grouped = new RegExp(`${pattern}|`).exec('')!.length > 1;
  const flags = caseless ? 'iy' : 'y';
  const loose = lead ? undefined : loosePattern(pattern);
  return {
    grouped,
    sticky: new RegExp(pattern, grouped ? `${flags}d` : flags),
    loose: loose === undefined ? undefined : new RegExp(loose, flags),
    verify: verifierOf(rule),
    checksum: checksumOf(rule),
  };
}

/** `glpat-left-and-right`: words joined by marks are a name, whatever they begin with. */
const WORDS = /^[A-Za-z]{1,24}(?:[-_.](?:[a-z]{1,16}|[A-Z]{1,16})){3,}$/;

/** What stands behind the prefix of a token. */
function runOf(token: string, { literals, caseless }: Rule): string {
  const plain = caseless ? token.toLowerCase() : token;
  const prefix = literals.filter((literal) => plain.startsWith(caseless ? literal.toLowerCase() : literal));
  return token.slice(Math.max(0, ...prefix.map(({ length }) => length)));
}

/** Turns a table's rule into a detector. Its pattern is made at the first attempt, because most rules have none. */
export function shapeDetector(rule: Rule): Detector {
  let made: ReturnType<typeof compiled> | undefined;
  const lead = rule.lead ? { set: characterSet(new RegExp(rule.lead.of)), max: rule.lead.max } : undefined;
  const replacement = `[${rule.mask ?? rule.id}]`;

  return {
    literals: rule.literals,
    caseless: rule.caseless ?? false,
    attempt(scan, at) {
      const { text } = scan;
      const from = lead ? runStart(text, at, lead.set, lead.max) : at;
      if (!rule.anywhere && !startsToken(text, from)) return;
      scan.work += 1;
      made ??= compiled(rule);
      const { grouped, sticky, loose, verify, checksum } = made;
      sticky.lastIndex = from;
      const found = sticky.exec(text);
      if (!found) {
        if (loose === undefined) return;
        loose.lastIndex = from;
        const other = loose.exec(text)?.[0];
        if (other === undefined || !isRandomRun(runOf(other, rule))) return;
        const end = from + other.length;
        const match = { rule: rule.id, tier: rule.tier, start: from, end, replacement, secret: other };
        scan.matches.push({ ...match, isLoose: true });
        return;
      }
      const [start, end] = (grouped && found.indices![1]) || [from, from + found[0].length];
      if (lead && !grouped && end <= at) return;
      const secret = text.slice(start, end);
      if (WORDS.test(secret) || !verify(secret)) return;
      const tier = checksum && !checksum(secret) ? 'candidate' : rule.tier;
      scan.matches.push({ rule: rule.id, tier, start, end, replacement, secret });
    },
  };
}

/** Each of the formats without a literal has a run of so many letters, digits, `_` and `-`, which {@link firstRun} is part of. */
const SHORTEST_UNMARKED_RUN = 23;

/** The few formats that nothing literal marks. Each begins with such a run, or right before one. */
export function findUnmarkedShapes(scan: Scan): void {
  const { text } = scan;
  // The characters of base64url are among those of such a run.
  const first = firstRun(scan);
  if (first === -1) return;
  for (
    let run = longRun(text, first, BASE64URL, SHORTEST_UNMARKED_RUN);
    run !== -1;
    run = longRun(text, runEnd(text, run, BASE64URL, text.length), BASE64URL, SHORTEST_UNMARKED_RUN)
  )
    for (const shape of WITHOUT_LITERAL)
      for (const before of shape.beforeRun)
        if (mayBegin(text, run, before, shape.begins)) attemptUnmarked(scan, run - before.length, shape);
}

function mayBegin(text: string, run: number, before: string, begins: string): boolean {
  return before === '' ? begins.includes(text.charAt(run)) : text.startsWith(before, run - before.length);
}

function attemptUnmarked(
  scan: Scan,
  start: number,
  { id, mask, pattern, verify }: (typeof WITHOUT_LITERAL)[number],
): void {
  pattern.lastIndex = start;
  const found = start < 0 ? null : pattern.exec(scan.text);
  if (!found) return;
  scan.work += 1;
  if (!verify(found[0])) return;
  pushMatch(scan, { rule: id, mask, tier: 'definite' }, start, start + found[0].length);
}
