import { type DecodedSecret, findInBase64 } from './detectors/base64.ts';
import { findUnmarkedShapes } from './detectors/credential-shapes.ts';
import { credentialPrefilter, detailPrefilter } from './detectors/index.ts';
import { findKeysInMessage } from './detectors/login-talk.ts';
import { findLoneLines } from './detectors/lone-lines.ts';
import { findCodesInMessage } from './detectors/message-codes.ts';
import { findPasswordsInMessage } from './detectors/message-passwords.ts';
import { findLonePhrase, findNetworkAddresses } from './detectors/near-words.ts';
import { createOwnMachine, type OwnMachine } from './detectors/own-machine.ts';
import { findInPercentEncoding } from './detectors/percent.ts';
import { findPersonal } from './detectors/personal.ts';
import { findRandomMembers } from './detectors/random-members.ts';
import { findSeedPhrases } from './detectors/seed-phrases.ts';
import { findInTalk } from './detectors/talk.ts';
import type { Finding, Match } from './engine/finding.ts';
import { MOST_LISTED_FINDINGS } from './engine/findings.ts';
import { createFingerprint } from './engine/fingerprint.ts';
import { type JsonValue, sizeOf, stringsOf } from './engine/json-value.ts';
import { isKnownMask } from './engine/known-masks.ts';
import { type ExtraMatches, KnownSecrets } from './engine/known-secrets.ts';
import { applyMasks, type Masked, rebase, TRUNCATION_MARK, truncate } from './engine/mask.ts';
import { maskSpans, mergeMatches } from './engine/merge.ts';
import { RememberedTexts } from './engine/remembered-texts.ts';
import { checkWork, createScan, type Scan } from './engine/scan.ts';
import { silentPlaces } from './engine/silent-places.ts';
import { type WalkedValue, walk } from './engine/walk.ts';
import { WorkBudget } from './engine/work-budget.ts';
import { normalise } from './text/normalise.ts';
import { ENGINE, ruleSet } from './version.ts';

export type { Finding, FindingTier } from './engine/finding.ts';
export type { JsonValue } from './engine/json-value.ts';
export type { ExtraMatches, KnownSecrets } from './engine/known-secrets.ts';
export { TRUNCATION_MARK } from './engine/mask.ts';
export type { SessionPrints } from './engine/secret-prints.ts';
export { SessionSecrets } from './engine/session-secrets.ts';
export { WorkExceeded } from './engine/work-budget.ts';

/** Characters that a stored string may have unless the options say otherwise. */
export const DEFAULT_MAX_TEXT_LENGTH = 65_536;
const SHORTEST_MAX_TEXT_LENGTH = 64;
/** Passes after which a text is as stable as it gets: each pass masks what the masks of the one before laid bare. */
const MOST_PASSES = 6;
/** Names, folders and keys come with each event; a longer text seldom comes twice. */
const LONGEST_REMEMBERED_TEXT = 256;
const MOST_REMEMBERED_TEXTS = 2048;
const LONGEST_REMEMBERED_KEY = 64;
const MOST_REMEMBERED_KEYS = 1024;

interface RedactorOptions {
  fingerprintKey: Uint8Array;
  homeDirectories: readonly string[];
  userNames: readonly string[];
  /** In UTF-16 units, for each string; at least 64. */
  maxTextLength?: number;
}

export interface RedactOptions {
  /** What else is masked: the secrets of the session, or those of the event that a text belongs to. */
  extra?: ExtraMatches | undefined;
  /** Keys whose whole value is left out, whatever it holds. */
  withhold?: (key: string) => boolean;
  /** Mask addresses of the network, dates of birth and the like, too. */
  details?: boolean;
  /** Hears how much work the call took, in the units of its budget. */
  onWork?: (work: number) => void;
}

export interface RedactedText {
  text: string;
  findings: Finding[];
  /** The length of the masked text before it was cut. */
  truncatedFrom?: number;
}

export interface RedactedValue {
  value: JsonValue;
  findings: Finding[];
  /** Findings that were masked and are not listed. */
  omittedFindings: number;
  truncated: { member: string; from: number }[];
  /** The credentials that were masked, for the other texts of the event; never to be stored. */
  secrets: KnownSecrets;
}

export interface Redactor {
  readonly engine: string;
  readonly ruleSet: string;
  /** Throws {@link WorkExceeded} for a text that needs more work than its length allows. */
  redactText(text: string, options?: RedactOptions): RedactedText;
  /** Walks keys and values; a sensitive key takes its whole value with it. */
  redactValue(value: JsonValue, options?: RedactOptions): RedactedValue;
}

/** What one call carries along. */
interface Call {
  ownMachine: OwnMachine;
  budget: WorkBudget;
  extra: ExtraMatches | undefined;
  /** Mask personal details, too. */
  details?: boolean;
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
  const inner = createScan(text, outer.limit - outer.work, outer.depth + 1);
  findCredentials(inner);
  outer.work += inner.work;
  return inner;
}

function findCredentials(scan: Scan): void {
  const isSilent = silentPlaces(scan.text);
  credentialPrefilter().scan(scan.text, (detector, at) => {
    if (detector.notices !== true && isSilent(at)) return;
    detector.attempt(scan, at);
    checkWork(scan);
  });
  findUnmarkedShapes(scan);
  findLonePhrase(scan);
  findLoneLines(scan);
  findRandomMembers(scan);
  findKeysInMessage(scan);
  findCodesInMessage(scan);
  findPasswordsInMessage(scan);
  findInTalk(scan);
  findSeedPhrases(scan);
  findInBase64(scan, searchDecoded);
  findInPercentEncoding(scan, (decoded, outer) => searchInside(decoded, outer).matches);
  checkWork(scan);
}

/** Everything to be masked in a text, in order. `onWork` hears how much was examined. */
export function findMatches(
  text: string,
  call: Call,
  copiesOf?: KnownSecrets,
  onWork?: (work: number) => void,
): Match[] {
  const normal = normalise(text);
  const scan = createScan(normal.text, call.budget.left, 0, call.details);
  findCredentials(scan);
  findPersonal(scan);
  if (scan.details) {
    detailPrefilter().scan(scan.text, (detector, at) => detector.attempt(scan, at));
    findNetworkAddresses(scan);
  }
  onWork?.(scan.work);
  call.budget.spend(scan.work + text.length);
  if (scan.matches.length > 0) normal.restore(scan.matches);
  // A Windows path has backslashes of its own, so this one looks at the text as it is.
  call.ownMachine(text, scan.matches);
  call.extra?.find(text, scan.matches);
  copiesOf?.find(text, scan.matches);
  if (scan.matches.length === 0) return scan.matches;
  return mergeMatches(scan.matches, maskSpans(text, isKnownMask));
}

/** Masks until nothing more is found: what a mask leaves beside it can be a finding of its own. */
function maskAll(text: string, call: Call, secrets: KnownSecrets): Masked {
  let masked: Masked = { text, placed: [] };
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    // From the second pass on, with the other copies of what the passes before have masked.
    const matches = findMatches(masked.text, call, pass === 0 ? undefined : secrets);
    if (matches.length === 0) break;
    for (const { secret, tier, replacement } of matches)
      if (secret !== undefined && tier !== 'personal') secrets.add(secret, replacement.slice(1, -1));
    const next = applyMasks(masked.text, matches);
    masked = { text: next.text, placed: rebase(masked.placed, next.placed) };
  }
  return masked;
}

/** Cuts, and masks what only looks like a finding now that the text ends there. */
function cutAndMask(masked: Masked, limit: number, call: Call): Masked {
  let cut = truncate(masked, limit, maskSpans(masked.text, isKnownMask));
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const matches = findMatches(cut.text, call);
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
  // What nothing was found in need not be searched again.
  const plainKeys = new RememberedTexts(LONGEST_REMEMBERED_KEY, MOST_REMEMBERED_KEYS);
  const clean = new RememberedTexts(LONGEST_REMEMBERED_TEXT, MOST_REMEMBERED_TEXTS);

  function maskText(text: string, call: Call, secrets: KnownSecrets): RedactedText {
    if (call.extra === undefined && !call.details && clean.has(text)) return { text, findings: [] };
    const masked = maskAll(text, call, secrets);
    const before = masked.text.length;
    const cut = before > limit ? cutAndMask(masked, limit, call) : masked;
    // The pieces of one match around masks that were there before share its secret.
    const prints = new Map<string, string>();
    const printOf = (secret: string): string => {
      let print = prints.get(secret);
      if (print === undefined) {
        print = fingerprint(secret);
        prints.set(secret, print);
        call.budget.spend(secret.length);
      }
      return print;
    };
    const findings = cut.placed.map(
      ({ match, start, end, removed }, index): Finding => ({
        rule: match.rule,
        tier: match.tier,
        member: '',
        start,
        end,
        removed,
        // Nothing past the first thousand is ever listed.
        ...(match.secret === undefined || match.tier === 'personal' || index >= MOST_LISTED_FINDINGS
          ? {}
          : { fingerprint: printOf(match.secret) }),
      }),
    );
    if (findings.length === 0 && cut.text === text && call.extra === undefined) clean.add(text);
    return before > limit
      ? { text: cut.text, findings, truncatedFrom: before }
      : { text: cut.text, findings };
  }

  function redactText(text: string, { extra, details = false }: RedactOptions = {}): RedactedText {
    if (extra === undefined && !details && clean.has(text)) return { text, findings: [] };
    const call: Call = { ownMachine, budget: new WorkBudget(text.length), extra, details };
    return maskText(text, call, new KnownSecrets());
  }

  function walkOnce(
    value: JsonValue,
    size: number,
    options: RedactOptions,
    secrets: KnownSecrets,
  ): WalkedValue {
    const { extra, withhold, details = false } = options;
    const call: Call = { ownMachine, budget: new WorkBudget(size), extra, details };
    const walked = walk(value, {
      redactText: (text, more) =>
        maskText(text, more ? { ...call, extra: both(more, call.extra) } : call, secrets),
      spend: (work) => call.budget.spend(work),
      foundSecret: (secret, mask) => secrets.add(secret, mask),
      fingerprint,
      // A key that says nothing may be a secret that was masked elsewhere.
      ...(extra === undefined && !details ? { plainKeys } : {}),
      ...(withhold === undefined ? {} : { withhold }),
    });
    options.onWork?.(call.budget.spent);
    return walked;
  }

  return {
    engine: ENGINE,
    ruleSet: ruleSet(),
    redactText,
    redactValue: (value, options = {}) => {
      const size = sizeOf(value);
      const secrets = new KnownSecrets();
      let walked = walkOnce(value, size, options, secrets);
      // What was masked in one place of the event is masked in every other one.
      if (secrets.size > 0 && stringsOf(walked.value, (text) => secrets.occursIn(text)))
        walked = walkOnce(value, size, { ...options, extra: both(secrets, options.extra) }, secrets);
      return { ...walked, secrets };
    },
  };
}

/** Both of two matchers. The secrets are those known when the walk begins: it adds to them while it goes. */
function both(first: ExtraMatches, other: ExtraMatches | undefined): ExtraMatches {
  return {
    find(text, matches) {
      first.find(text, matches);
      other?.find(text, matches);
    },
  };
}
