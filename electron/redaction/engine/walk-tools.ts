import type { SensitiveName } from '../text/sensitive-name.ts';
import type { PlacedMask } from './finding.ts';
import type { Findings, Place } from './findings.ts';
import { type JsonValue, sizeOf } from './json-value.ts';
import { isKnownMask } from './known-masks.ts';
import type { ExtraMatches } from './known-secrets.ts';
import { VAGUE } from './merge.ts';

/** What a walk knows of keys from others. */
export interface PlainKeys {
  has(key: string): boolean;
  add(key: string): void;
}

/** The functions of the redactor that a walk calls. */
export interface WalkTools {
  redactText: (
    text: string,
    more?: ExtraMatches,
  ) => { text: string; masks: readonly PlacedMask[]; truncatedFrom?: number };
  /** The fingerprint of a credential that is listed. */
  fingerprint: (secret: string) => string;
  /** Counts work against the budget of the event. */
  spend: (work: number) => void;
  foundSecret: (secret: string, mask: string) => void;
  /** Keys without a secret in them that say nothing about their values. */
  plainKeys?: PlainKeys;
  /** Returns true for a key whose whole value is left out. */
  withhold?: (key: string) => boolean;
}

export interface Walk extends WalkTools {
  found: Findings;
  /** How many texts of JSON the value is in. */
  jsonDepth?: number;
}

/** Adds a finding for a whole value. */
export function addWhole(
  walk: Walk,
  place: Place | undefined,
  rule: string,
  mask: string,
  removed: number,
): void {
  walk.found.add(place, { rule, tier: 'candidate', start: 0, end: mask.length, removed });
}

function isMaskAlone(value: JsonValue): value is string {
  return typeof value === 'string' && /^\[[^\]]*\]$/.test(value) && isKnownMask(value);
}

/** A longer value is no token of a service. */
const LONGEST_TOKEN = 512;
const SHORTEST_TOKEN = 16;

/** Returns the name of a token by its own shape, which tells more than the name of its member, or `kind`. */
export function kindOfToken(
  walk: Walk,
  secret: string,
  kind: SensitiveName,
): Pick<PlacedMask, 'rule' | 'tier'> & { mask: string } {
  if (secret.length >= SHORTEST_TOKEN && secret.length <= LONGEST_TOKEN && /^[\w.:/+=-]+$/.test(secret)) {
    const { text, masks } = walk.redactText(secret);
    const [only] = masks;
    if (
      masks.length === 1 &&
      only!.start === 0 &&
      only!.end === text.length &&
      only!.tier !== 'personal' &&
      !VAGUE.has(text) &&
      isMaskAlone(text)
    )
      return { rule: only!.rule, tier: only!.tier, mask: text };
  }
  return { rule: kind.rule, tier: 'candidate', mask: `[${kind.mask}]` };
}

export function maskWhole(walk: Walk, value: JsonValue, place: Place, kind: SensitiveName): JsonValue {
  if (isMaskAlone(value)) return value;
  if (Array.isArray(value) && value.length === 0) return value;
  const secret = typeof value === 'string' ? value : JSON.stringify(value);
  walk.spend(secret.length);
  const bare = secret.replace(/^(?:Bearer|Basic|Token)\s+/i, '');
  const { rule, tier, mask } = kindOfToken(walk, bare, kind);
  if (typeof value === 'string') walk.foundSecret(bare, mask.slice(1, -1));
  walk.found.add(place, {
    rule,
    tier,
    start: 0,
    end: mask.length,
    removed: secret.length,
    secret: bare,
  });
  return mask;
}

/** Replaces content that the service never accepts, of any type. */
export function withhold(walk: Walk, value: JsonValue, place: Place): JsonValue {
  if (value === null || value === '' || isMaskAlone(value)) return value;
  const mask = '[withheld]';
  addWhole(walk, place, 'never-accepted', mask, sizeOf(value));
  return mask;
}

/** Masks a text. `before` stands before it while it is searched, and is not stored. */
export function maskText(
  walk: Walk,
  value: string,
  place: Place | undefined,
  more?: ExtraMatches,
  before = '',
): string {
  const { text, masks, truncatedFrom } = walk.redactText(before + value, more);
  const shift = before.length;
  for (const mask of masks)
    walk.found.add(place, { ...mask, start: mask.start - shift, end: mask.end - shift });
  if (truncatedFrom !== undefined) walk.found.addTruncated(place, truncatedFrom - shift);
  return text.slice(shift);
}
