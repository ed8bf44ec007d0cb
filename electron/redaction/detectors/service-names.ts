import { type Detector, pushCandidate } from '../engine/scan.ts';
import { BY_SERVICE_NAME, type NamedRule } from '../rules/vendors.ts';
import { isIn, NAME, runEnd } from '../text/characters.ts';
import { entropy } from '../text/entropy.ts';
import { isPlaceholder } from '../text/placeholder.ts';

const BETWEEN =
  /[ \t\w.-]{0,20}(?:\\{0,2}["'`]|\]){0,2}\s{0,3}(?:=>|:{1,3}=|\?=|\|\||=|>|:|,)[\s"'`=\\]{0,5}/y;

/** The same in words: `pagerduty rest key X`, `alibaba LTAI… with X`. */
const SPOKEN =
  /(?:[ \t]{1,3}(?:api|app|auth|access|global|rest|routing|integration|personal|acl|hec|admin|bot|account|secret|private|key|keys|token|tokens|pat|sid|id|with|is|and|the|was|our|my|new|old|use|org|user|\[[a-z-]{3,40}\])[:=,]?){0,5}[ \t]{1,3}["'`(]?/iy;
/** A value so short is a word or a number where no sign announces it. */
const SHORTEST_SPOKEN = 20;
const SPOKEN_BITS = 3;

/** A value of the service's own shape beside the service's name: `algolia_admin = "<32 characters>"`. */
function serviceNameDetector(rule: NamedRule): Detector {
  let whole: RegExp | undefined;
  return {
    literals: rule.near,
    caseless: true,
    attempt(scan, at) {
      const { text } = scan;
      const nameEnd = runEnd(text, at, NAME, 64);
      if (!isIn(NAME, text.charCodeAt(at))) return;
      scan.work += 1;
      BETWEEN.lastIndex = nameEnd;
      let between = BETWEEN.exec(text);
      const spoken = between === null;
      if (spoken) {
        SPOKEN.lastIndex = nameEnd;
        between = SPOKEN.exec(text);
      }
      if (!between) return;
      const start = nameEnd + between[0].length;
      whole ??= new RegExp(`(?:${rule.pattern})(?![\\w+/=-])`, 'iy');
      whole.lastIndex = start;
      const found = whole.exec(text);
      if (!found) return;
      const secret = found[0];
      if (
        spoken &&
        (secret.length < SHORTEST_SPOKEN || !/[a-z]/i.test(secret) || entropy(secret) < SPOKEN_BITS)
      )
        return;
      if (!/\d/.test(secret) || entropy(secret) < 2.8 || isPlaceholder(secret)) return;
      if (/^\d+$/.test(secret) && secret.length < 15) return;
      pushCandidate(scan, rule.id, rule.id, start, secret);
    },
  };
}

export const serviceNameDetectors: readonly Detector[] = BY_SERVICE_NAME.map(serviceNameDetector);
