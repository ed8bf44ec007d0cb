import { MAX_KEPT_TEXT_LENGTH } from '../../shared/limits.ts';
import { createOwnMachine, isOfOwnMachine, type OwnMachine } from './detectors/own-machine.ts';
import { EventTexts } from './engine/event-texts.ts';
import type { Explanation } from './engine/explanation.ts';
import type { Finding, Match, PlacedMask } from './engine/finding.ts';
import { MOST_LISTED_FINDINGS } from './engine/findings.ts';
import { createFingerprint, type Fingerprint } from './engine/fingerprint.ts';
import { type JsonValue, sizeOf, stringsOf } from './engine/json-value.ts';
import { type ExtraMatches, KnownSecrets } from './engine/known-secrets.ts';
import { applyMasks, type Placed } from './engine/mask.ts';
import { cutAndMask, maskAll, type Search } from './engine/mask-passes.ts';
import { mergeMatches } from './engine/merge.ts';
import { LONGEST_WHOLE, RememberedResults, RememberedTexts } from './engine/remembered-texts.ts';
import { type WalkedValue, walk } from './engine/walk.ts';
import type { PlainKeys } from './engine/walk-tools.ts';
import { WorkBudget } from './engine/work-budget.ts';
import { type Call, findMatches } from './find-matches.ts';
import { isNumberOfReport } from './text/public-id.ts';
import { ENGINE, ruleSet } from './version.ts';

export type { Explanation } from './engine/explanation.ts';
export type { Finding, FindingTier } from './engine/finding.ts';
export { createFingerprint } from './engine/fingerprint.ts';
export type { JsonValue } from './engine/json-value.ts';
export type { ExtraMatches, KnownSecrets } from './engine/known-secrets.ts';
export { TRUNCATION_MARK } from './engine/mask.ts';
export { printOfRecord, type SecretPrint, type SessionPrints } from './engine/secret-prints.ts';
export { SessionSecrets } from './engine/session-secrets.ts';
export { WorkExceeded } from './engine/work-budget.ts';

const SHORTEST_MAX_TEXT_LENGTH = 64;
/** The reports before and after a tool, and its telemetry, have the same texts. Few are as long as a stored one can be. */
const LONGEST_REMEMBERED_TEXT = 65_536;
const MOST_REMEMBERED_TEXTS = 4096;
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
  /** The length of the text before it was cut, with the masks that are in the part that was masked. */
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
  /** Writes the own home folder and name in a text as masked texts do, and masks nothing else. */
  shorten(text: string): string;
  /** Returns why the first search of a text masks something, or nearly does, in order. */
  explain(text: string): Explanation[];
  /** Walks keys and values; a sensitive key takes its whole value with it. */
  redactValue(value: JsonValue, options?: RedactOptions): RedactedValue;
}

interface Masked {
  text: string;
  masks: readonly PlacedMask[];
  truncatedFrom?: number;
}

/** What need not be searched again. */
interface Memory {
  /** Texts in which nothing was found. */
  clean: RememberedTexts;
  /** Texts in which only home directories and names were masked: the folder of a project comes with each event. */
  named: RememberedResults<Masked>;
}

const createMemory = (): Memory => ({
  clean: new RememberedTexts(LONGEST_REMEMBERED_TEXT, MOST_REMEMBERED_TEXTS),
  named: new RememberedResults(),
});

/** What is said of the masks of a text. */
function masksOf(placed: readonly Placed[]): PlacedMask[] {
  return placed.map(({ match, start, end, removed }) => ({
    rule: match.rule,
    tier: match.tier,
    start,
    end,
    removed,
    ...(match.secret === undefined || match.tier === 'personal' ? {} : { secret: match.secret }),
  }));
}

/** Fingerprints of the secrets of one call, which are work, too. The pieces of a match around other masks share its secret. */
function printer(fingerprint: Fingerprint, budget: WorkBudget): (secret: string) => string {
  const prints = new Map<string, string>();
  return (secret) => {
    let print = prints.get(secret);
    if (print === undefined) {
      print = fingerprint(secret);
      prints.set(secret, print);
      budget.spend(secret.length);
    }
    return print;
  };
}

export function createRedactor(options: RedactorOptions): Redactor {
  const limit = Math.max(SHORTEST_MAX_TEXT_LENGTH, options.maxTextLength ?? MAX_KEPT_TEXT_LENGTH);
  const fingerprint = createFingerprint(options.fingerprintKey);
  const ownMachine = createOwnMachine(options.homeDirectories, options.userNames);
  const plainKeys = new RememberedTexts(LONGEST_REMEMBERED_KEY, MOST_REMEMBERED_KEYS);
  const memory = createMemory();
  const memoryOfDetails = createMemory();

  function maskText(text: string, call: Call, secrets: KnownSecrets, texts?: EventTexts<Masked>): Masked {
    const { clean, named } = call.details ? memoryOfDetails : memory;
    const name = clean.nameOf(text);
    // What is left of a text after a pass is remembered uncut.
    const isClean = isNumberOfReport(text) || (name !== undefined && text.length <= limit && clean.has(name));
    const before = isClean ? { text, masks: [] } : named.of(text);
    if (before !== undefined && !isFound(text, call.extra)) return before;
    const known = texts?.resultOf(text, secrets);
    if (known !== undefined) {
      call.budget.spend(text.length);
      return known;
    }
    const search = searchOf(call, clean);
    const masked = maskAll(text, limit, search, secrets, texts?.has(text));
    const length = masked.text.length + masked.unread;
    const cut = length > limit ? cutAndMask(masked, limit, search) : masked;
    const masks = masksOf(cut.placed);
    if (masks.length === 0 && cut.text === text && name !== undefined) clean.add(name);
    const result = { text: cut.text, masks, ...(length > limit ? { truncatedFrom: length } : {}) };
    if (masks.length > 0 && masks.every(isOfOwnMachine) && !isFound(text, call.extra))
      named.add(text, result);
    texts?.remember(text, masked, result);
    return result;
  }

  function redactText(text: string, { extra, details = false }: RedactOptions = {}): RedactedText {
    const call: Call = { ownMachine, budget: new WorkBudget(text.length), extra, details };
    const { masks, ...masked } = maskText(text, call, new KnownSecrets());
    const printOf = printer(fingerprint, call.budget);
    const findings = masks.map(({ secret, ...mask }, index) => ({
      ...mask,
      member: '',
      // Nothing past the first thousand is ever listed.
      ...(secret === undefined || index >= MOST_LISTED_FINDINGS ? {} : { fingerprint: printOf(secret) }),
    }));
    return { ...masked, findings };
  }

  function walkOnce(
    value: JsonValue,
    size: number,
    options: RedactOptions,
    secrets: KnownSecrets,
    texts: EventTexts<Masked>,
  ): WalkedValue {
    const { extra, withhold, details = false } = options;
    const call: Call = { ownMachine, budget: new WorkBudget(size), extra, details };
    const walked = walk(value, {
      redactText: (text, more) =>
        more
          ? maskText(text, { ...call, extra: both(more, call.extra) }, secrets)
          : maskText(text, call, secrets, texts),
      spend: (work) => call.budget.spend(work),
      foundSecret: (secret, mask) => secrets.add(secret, mask),
      fingerprint: printer(fingerprint, call.budget),
      ...(details ? {} : { plainKeys: without(plainKeys, extra) }),
      ...(withhold === undefined ? {} : { withhold }),
    });
    options.onWork?.(call.budget.spent);
    return walked;
  }

  return {
    engine: ENGINE,
    ruleSet: ruleSet(),
    redactText,
    shorten: (text) => shortenText(text, ownMachine),
    explain: (text) => explainText(text, ownMachine),
    redactValue: (value, options = {}) => {
      const size = sizeOf(value);
      const secrets = new KnownSecrets();
      const texts = new EventTexts<Masked>();
      let walked = walkOnce(value, size, options, secrets, texts);
      // What was masked in one place of the event is masked in every other one.
      if (secrets.size > 0 && stringsOf(walked.value, (text) => secrets.occursIn(text)))
        walked = walkOnce(value, size, { ...options, extra: both(secrets, options.extra) }, secrets, texts);
      return { ...walked, secrets };
    },
  };
}

function shortenText(text: string, ownMachine: OwnMachine): string {
  const matches: Match[] = [];
  ownMachine(text, matches);
  return applyMasks(text, mergeMatches(matches, [])).text;
}

/** Explains the first search of a text. Later searches look for what the masks lay bare, and for copies. */
function explainText(text: string, ownMachine: OwnMachine): Explanation[] {
  const explanations: Explanation[] = [];
  findMatches(text, { ownMachine, budget: new WorkBudget(text.length), extra: undefined, explanations });
  return explanations.sort((one, other) => one.start - other.start || other.end - one.end);
}

/** How the passes over a text search it. `remembered` knows texts in which nothing is to be masked. */
function searchOf(call: Call, remembered: RememberedTexts): Search {
  return {
    all: (text, copiesOf) => {
      // Lines of settings and logs differ only in their secrets, so that what is left of them is often the same.
      if (copiesOf === undefined || text.length > LONGEST_WHOLE) return findMatches(text, call, copiesOf);
      if (remembered.has(text) && !isFound(text, call.extra) && !copiesOf.occursIn(text)) return [];
      const matches = findMatches(text, call, copiesOf);
      if (matches.length === 0) remembered.add(text);
      return matches;
    },
    credentials: (text) => findMatches(text, { ...call, onlyCredentials: true }),
  };
}

/** True when a text that holds nothing by itself has one of the other secrets. */
function isFound(text: string, extra: ExtraMatches | undefined): boolean {
  if (extra === undefined) return false;
  const matches: Match[] = [];
  extra.find(text, matches);
  return matches.length > 0;
}

/** Keys that say nothing, and are no secrets that were masked elsewhere. */
function without(keys: RememberedTexts, extra: ExtraMatches | undefined): PlainKeys {
  return {
    has: (key) => keys.has(key) && !isFound(key, extra),
    add: (key) => {
      if (key.length <= LONGEST_REMEMBERED_KEY) keys.add(key);
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
