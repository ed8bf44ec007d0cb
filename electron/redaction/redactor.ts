import { type DecodedSecret, findInBase64 } from './detectors/base64.ts';
import { findUnmarkedShapes } from './detectors/credential-shapes.ts';
import { prefilter } from './detectors/index.ts';
import { createOwnMachine, type OwnMachine } from './detectors/own-machine.ts';
import { findInPercentEncoding } from './detectors/percent.ts';
import { findPersonal } from './detectors/personal.ts';
import type { Finding, Match } from './engine/finding.ts';
import { createFingerprint } from './engine/fingerprint.ts';
import { isKnownMask } from './engine/known-masks.ts';
import { applyMasks, type Masked, rebase, TRUNCATION_MARK, truncate } from './engine/mask.ts';
import { maskSpans, mergeMatches } from './engine/merge.ts';
import { RememberedTexts } from './engine/remembered-texts.ts';
import { createScan, type Scan } from './engine/scan.ts';
import { type JsonValue, type RedactedValue, walk } from './engine/walk.ts';
import { normalise } from './text/normalise.ts';
import { ENGINE, ruleSet } from './version.ts';

export type { Finding, FindingTier } from './engine/finding.ts';
export { TRUNCATION_MARK } from './engine/mask.ts';
export type { JsonValue } from './engine/walk.ts';

/** Characters that a stored string may have unless the options say otherwise. */
export const DEFAULT_MAX_TEXT_LENGTH = 65_536;
const SHORTEST_MAX_TEXT_LENGTH = 64;
const MOST_PASSES = 6;

export interface RedactorOptions {
  fingerprintKey: Uint8Array;
  homeDirectories: readonly string[];
  userNames: readonly string[];
  /** In UTF-16 units, for each string; at least 64. */
  maxTextLength?: number;
}

export interface RedactedText {
  text: string;
  findings: Finding[];
  /** The length of the masked text before it was cut. */
  truncatedFrom?: number;
}

export interface Redactor {
  readonly engine: string;
  readonly ruleSet: string;
  redactText(text: string): RedactedText;
  /** Walks keys and values; a sensitive key takes its whole value with it. */
  redactValue(value: JsonValue): RedactedValue;
}

/** The most certain credential in a decoded text. */
function searchDecoded(text: string, outer: Scan): DecodedSecret | undefined {
  const scan = searchInside(text, outer);
  const rank = { definite: 2, candidate: 1, personal: 0 };
  const best = mergeMatches(scan.matches, []).sort((one, other) => rank[other.tier] - rank[one.tier])[0];
  if (!best) return undefined;
  return {
    rule: best.rule,
    mask: best.replacement.slice(1, -1),
    definite: best.tier === 'definite',
    ...(best.secret === undefined ? {} : { secret: best.secret }),
  };
}

function searchInside(text: string, outer: Scan): Scan {
  const inner = createScan(text, outer.depth + 1);
  findCredentials(inner);
  outer.work += inner.work;
  return inner;
}

function findCredentials(scan: Scan): void {
  prefilter.scan(scan.text, (detector, at) => detector.attempt(scan, at));
  findUnmarkedShapes(scan);
  findInBase64(scan, searchDecoded);
  findInPercentEncoding(scan, (decoded, outer) => searchInside(decoded, outer).matches);
}

/** Everything to be masked in a text, in order. `onWork` hears how much was examined. */
export function findMatches(text: string, ownMachine: OwnMachine, onWork?: (work: number) => void): Match[] {
  const normal = normalise(text);
  const scan = createScan(normal.text);
  findCredentials(scan);
  findPersonal(scan);
  onWork?.(scan.work);
  if (scan.matches.length > 0) normal.restore(scan.matches);
  // A Windows path has backslashes of its own, so this one looks at the text as it is.
  ownMachine(text, scan.matches);
  if (scan.matches.length === 0) return scan.matches;
  return mergeMatches(scan.matches, maskSpans(text, isKnownMask));
}

/** Masks until nothing more is found: what a mask leaves beside it can be a finding of its own. */
function maskAll(text: string, ownMachine: OwnMachine): Masked {
  let masked: Masked = { text, placed: [] };
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const matches = findMatches(masked.text, ownMachine);
    if (matches.length === 0) break;
    const next = applyMasks(masked.text, matches);
    masked = { text: next.text, placed: rebase(masked.placed, next.placed) };
  }
  return masked;
}

/** Cuts, and masks what only looks like a finding now that the text ends there. */
function cutAndMask(masked: Masked, limit: number, ownMachine: OwnMachine): Masked {
  let cut = truncate(masked, limit, maskSpans(masked.text, isKnownMask));
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const matches = findMatches(cut.text, ownMachine);
    if (matches.length === 0) break;
    const next = applyMasks(cut.text, matches);
    const marked = next.text.endsWith(TRUNCATION_MARK);
    const body = {
      text: marked ? next.text.slice(0, -TRUNCATION_MARK.length) : next.text,
      placed: rebase(cut.placed, next.placed),
    };
    cut = truncate(body, limit, maskSpans(body.text, isKnownMask));
  }
  return cut;
}

export function createRedactor(options: RedactorOptions): Redactor {
  const limit = Math.max(SHORTEST_MAX_TEXT_LENGTH, options.maxTextLength ?? DEFAULT_MAX_TEXT_LENGTH);
  const fingerprint = createFingerprint(options.fingerprintKey);
  const ownMachine = createOwnMachine(options.homeDirectories, options.userNames);
  // Names, folders and keys come with each event: what nothing was found in need not be searched again.
  const plainKeys = new RememberedTexts(64, 1024);
  const clean = new RememberedTexts(256, 2048);

  function redactText(text: string): RedactedText {
    if (clean.has(text)) return { text, findings: [] };
    const redacted = searchText(text);
    if (redacted.findings.length === 0 && redacted.text === text) clean.add(text);
    return redacted;
  }

  function searchText(text: string): RedactedText {
    const masked = maskAll(text, ownMachine);
    const before = masked.text.length;
    const cut = before > limit ? cutAndMask(masked, limit, ownMachine) : masked;
    const findings = cut.placed.map(
      ({ match, start, end, removed }): Finding => ({
        rule: match.rule,
        tier: match.tier,
        member: '',
        start,
        end,
        removed,
        ...(match.secret === undefined || match.tier === 'personal'
          ? {}
          : { fingerprint: fingerprint(match.secret) }),
      }),
    );
    return before > limit
      ? { text: cut.text, findings, truncatedFrom: before }
      : { text: cut.text, findings };
  }

  return {
    engine: ENGINE,
    ruleSet: ruleSet(),
    redactText,
    redactValue: (value) => walk(value, redactText, fingerprint, plainKeys),
  };
}
