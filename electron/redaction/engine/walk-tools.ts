import type { SensitiveName } from '../text/sensitive-name.ts';
import type { PlacedMask } from './finding.ts';
import type { Findings, Place } from './findings.ts';
import { type JsonValue, sizeOf } from './json-value.ts';
import { isKnownMask } from './known-masks.ts';
import type { ExtraMatches } from './known-secrets.ts';

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

export function maskWhole(walk: Walk, value: JsonValue, place: Place, kind: SensitiveName): JsonValue {
  if (isMaskAlone(value)) return value;
  if (Array.isArray(value) && value.length === 0) return value;
  const mask = `[${kind.mask}]`;
  const secret = typeof value === 'string' ? value : JSON.stringify(value);
  walk.spend(secret.length);
  const bare = secret.replace(/^(?:Bearer|Basic|Token)\s+/i, '');
  if (typeof value === 'string') walk.foundSecret(bare, kind.mask);
  walk.found.add(place, {
    rule: kind.rule,
    tier: 'candidate',
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
