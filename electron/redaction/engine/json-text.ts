import { areChosenWords } from '../text/trusted-value.ts';
import type { Match } from './finding.ts';
import { Findings } from './findings.ts';
import type { JsonValue } from './json-value.ts';
import type { ExtraMatches } from './known-secrets.ts';
import type { Walk } from './walk-tools.ts';

/** The longest text that is read as JSON: a body of a request, a manifest, an entry of a store. */
const LONGEST = 65_536;
/** JSON in a string of JSON in a string. */
const DEEPEST = 3;
/** Values of one text that are looked for: as many secrets as one event is searched for. */
const MOST_VALUES = 512;
const BEGINS = /^\s*(?:\{\s*"|\[\s*[{["]|"\{\\")/;

/**
 * Finds what the structure of a text of JSON says of its values: the same as where it is no text. `step` walks a value.
 * Texts of an interface stand beside the names of secrets, too, so that a value has a digit or is no word of a program.
 */
export function matchesInJson(
  walk: Walk,
  text: string,
  step: (walk: Walk, value: JsonValue) => void,
): ExtraMatches | undefined {
  const depth = (walk.jsonDepth ?? 0) + 1;
  if (depth > DEEPEST || text.length > LONGEST || !BEGINS.test(text)) return undefined;
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
  const secrets = new Map<string, string>();
  const foundSecret = (secret: string, mask: string) => {
    if (secrets.size >= MOST_VALUES) return;
    if (!/\d/.test(secret) && !areChosenWords('', secret)) return;
    secrets.set(secret, mask);
    if (depth > 1) walk.foundSecret(secret, mask);
  };
  walk.spend(text.length);
  const found = new Findings(() => '');
  step(
    { ...walk, jsonDepth: depth, found, redactText: (member) => ({ text: member, masks: [] }), foundSecret },
    value,
  );
  return secrets.size === 0
    ? undefined
    : { find: (within, matches) => findMembers(within, secrets, matches) };
}

/** Finds values between the quotes of JSON, as it writes them. */
function findMembers(text: string, secrets: ReadonlyMap<string, string>, matches: Match[]): void {
  for (const [secret, mask] of secrets) {
    const written = JSON.stringify(secret).slice(1, -1);
    for (
      let start = text.indexOf(written);
      start !== -1;
      start = text.indexOf(written, start + written.length)
    ) {
      const end = start + written.length;
      if (text.charAt(start - 1) !== '"' || !/["\\]/.test(text.charAt(end))) continue;
      matches.push({ rule: 'tool-input', tier: 'candidate', start, end, replacement: `[${mask}]`, secret });
    }
  }
}
