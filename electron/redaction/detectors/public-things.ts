import type { Match } from '../engine/finding.ts';
import type { Scan } from '../engine/scan.ts';
import { SHOWN_ATTRIBUTE } from '../rules/described-passwords.ts';
import {
  COUNTED_BEHIND,
  DIGEST_BEFORE,
  IDENTIFIED_BEFORE,
  IDENTIFIER,
  PORT_BEFORE,
  PSEUDO_CLASS,
  PUBLIC_CODE_BEFORE,
  PUBLIC_KEY_BEFORE,
  PUBLIC_SHAPES,
  THING_BEFORE,
  TIME,
  TIME_BEFORE,
  VERSION_BEFORE,
  YEAR_BEFORE,
} from '../rules/public-things.ts';
import { isOtherThing } from '../text/other-thing.ts';
import { sensitiveName } from '../text/sensitive-name.ts';
import { isDescription } from './described-values.ts';

/** Rules that judge a token by the words around it, and not by a name of its own. */
const BY_TALK: ReadonlySet<string> = new Set(['talk', 'talk-spoken']);
/** Rules of labels, of which some name a code of things as well. */
const BY_LABEL: ReadonlySet<string> = new Set(['spoken-password', 'spoken-pin']);
/** Rules of which one form each is no secret. */
const BY_FORM: ReadonlySet<string> = new Set(['random-value', 'spoken-key', 'token-assignment']);
const REACH = 48;
const REACH_BEHIND = 16;
const YEAR = /^(?:19|20)\d\d$/;
const NUMBER = /^\d+$/;
const SETTING = /^([A-Za-z][\w.-]{1,64})=/;

function isPublic(text: string, { start, end, secret, rule }: Match): boolean {
  const value = secret ?? text.slice(start, end);
  const before = text.slice(Math.max(0, start - REACH), start);
  if (BY_FORM.has(rule) && rule !== 'token-assignment')
    return PUBLIC_KEY_BEFORE.test(before) || DIGEST_BEFORE.test(before);
  if (rule === 'token-assignment') return before.endsWith(':') && PSEUDO_CLASS.test(value);
  if (PUBLIC_CODE_BEFORE.test(before) || PORT_BEFORE.test(before) || PUBLIC_KEY_BEFORE.test(before))
    return true;
  if (YEAR.test(value) && YEAR_BEFORE.test(before)) return true;
  if (NUMBER.test(value) && COUNTED_BEHIND.test(text.slice(end, end + REACH_BEHIND))) return true;
  if (PUBLIC_SHAPES.some((shape) => shape.test(value))) return true;
  if (BY_LABEL.has(rule)) return isDescription(text, start, end, value);
  if (DIGEST_BEFORE.test(before) || VERSION_BEFORE.test(before) || SHOWN_ATTRIBUTE.test(before)) return true;
  if (isOtherThing(text, before, value)) return true;
  if (IDENTIFIER.test(value) && IDENTIFIED_BEFORE.test(before)) return true;
  if (THING_BEFORE.test(before)) return true;
  if (TIME.test(value) && TIME_BEFORE.test(before)) return true;
  const name = SETTING.exec(value)?.[1];
  return name !== undefined && /^[A-Z_]+$|\./.test(name) && sensitiveName(name) === undefined;
}

const isJudged = ({ rule }: Match) => BY_TALK.has(rule) || BY_LABEL.has(rule) || BY_FORM.has(rule);

/** Takes back what the words around make a secret although its own name, its form or its number says what else it is. */
export function dropPublicThings(scan: Scan): void {
  const { matches, text } = scan;
  let kept = 0;
  for (const match of matches) {
    if (isJudged(match)) {
      scan.work += REACH;
      if (isPublic(text, match)) {
        const { rule, start, end } = match;
        scan.explanations?.push({
          rule,
          start,
          end,
          isMasked: false,
          reasons: [{ name: 'names a public thing' }],
        });
        continue;
      }
    }
    matches[kept] = match;
    kept += 1;
  }
  matches.length = kept;
}
