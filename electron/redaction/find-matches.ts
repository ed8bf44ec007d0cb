import { type DecodedSecret, findInBase64 } from './detectors/base64.ts';
import { findUnmarkedShapes } from './detectors/credential-shapes.ts';
import { credentialPrefilter, detailPrefilter } from './detectors/index.ts';
import { findLonePhrase, findNetworkAddresses, findSeedPhrases } from './detectors/near-words.ts';
import type { OwnMachine } from './detectors/own-machine.ts';
import { findInPercentEncoding } from './detectors/percent.ts';
import { findPersonal } from './detectors/personal.ts';
import { dropPublicThings } from './detectors/public-things.ts';
import { coverWholeValues } from './detectors/whole-values.ts';
import { type Explanation, explainRules } from './engine/explanation.ts';
import type { Match } from './engine/finding.ts';
import { isKnownMask, silentPlaces } from './engine/known-masks.ts';
import type { ExtraMatches, KnownSecrets } from './engine/known-secrets.ts';
import { maskSpans, mergeMatches } from './engine/merge.ts';
import { checkWork, createScan, type Scan } from './engine/scan.ts';
import type { WorkBudget } from './engine/work-budget.ts';
import { findInTalk } from './talk/find-in-talk.ts';
import { normalise } from './text/normalise.ts';

/** What one call carries along. */
export interface Call {
  ownMachine: OwnMachine;
  budget: WorkBudget;
  extra: ExtraMatches | undefined;
  /** Mask personal details, too. */
  details?: boolean;
  /** Receives why each stretch was masked, and why others were not. */
  explanations?: Explanation[];
  /** Leave out what is no credential. */
  onlyCredentials?: boolean;
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

function findCredentials(scan: Scan, isStored = true): void {
  const isSilent = silentPlaces(scan.text);
  credentialPrefilter().scan(scan.text, (detector, at) => {
    if (isSilent(at)) return;
    detector.attempt(scan, at);
    checkWork(scan);
  });
  findUnmarkedShapes(scan);
  findLonePhrase(scan);
  // Of what is not stored, only credentials are searched that can stand elsewhere in the event.
  if (isStored) findInTalk(scan);
  findSeedPhrases(scan);
  if (scan.matches.length > 0) coverWholeValues(scan);
  dropPublicThings(scan);
  findInBase64(scan, searchDecoded);
  findInPercentEncoding(scan, (decoded, outer) => searchInside(decoded, outer).matches);
  checkWork(scan);
}

/** Everything to be masked in a text, in order. */
export function findMatches(text: string, call: Call, copiesOf?: KnownSecrets): Match[] {
  const normal = normalise(text);
  const scan = createScan(normal.text, call.budget.left, 0, call.details);
  scan.explanations = call.explanations;
  findCredentials(scan, call.onlyCredentials !== true);
  if (call.onlyCredentials !== true) findPersonal(scan);
  if (scan.details) {
    detailPrefilter().scan(scan.text, (detector, at) => detector.attempt(scan, at));
    findNetworkAddresses(scan);
  }
  call.budget.spend(scan.work + text.length);
  if (scan.matches.length > 0) normal.restore(scan.matches);
  if (call.explanations !== undefined) normal.restore(call.explanations);
  // A Windows path has backslashes of its own, so this one looks at the text as it is.
  call.ownMachine(text, scan.matches);
  call.extra?.find(text, scan.matches);
  copiesOf?.find(text, scan.matches);
  if (call.explanations !== undefined) explainRules(scan.matches, call.explanations);
  if (scan.matches.length === 0) return scan.matches;
  return mergeMatches(scan.matches, maskSpans(text, isKnownMask));
}
