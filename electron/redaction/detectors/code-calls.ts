import { type Detector, pushCandidate, type Scan } from '../engine/scan.ts';
import { CODE_CALLS, type CodeCall } from '../rules/code-calls.ts';
import { isLabel } from '../text/label-words.ts';
import { namesASecret } from '../text/not-a-secret.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { areChosenWords } from '../text/trusted-value.ts';

/** The arguments of one call, on one line or some. */
const REACH = 400;
const ARGUMENT =
  /\s{0,40}(?:[A-Za-z_]\w{0,40}\s{0,2}[=:]\s{0,2})?(?:[bBrRuUfF@]{0,2}("(?:[^"\\\n]|\\.){0,200}"|'(?:[^'\\\n]|\\.){0,200}'|`[^`\n]{0,200}`)|\{[^{}\n]{0,200}\}|[^\s"'`(),{[][^"'`(),\n]{0,79}(?:\([^()\n]{0,120}\))?|\[[^\][\n]{0,200}\])\s{0,40}([,)]|$)/y;

/** A literal that a program was given as a secret: no word, no name of a variable, no path. */
function isArgumentSecret(value: string): boolean {
  // An app password in its groups of four.
  if (/^[a-z]{4}(?: [a-z]{4}){3}$/.test(value)) return true;
  // The half of a key that every page of a shop has.
  if (/^pk_(?:live|test)_/.test(value)) return false;
  if (value.length < 5 || isPlaceholder(value) || /\s/.test(value)) return false;
  if (/^[\w.-]+\.\w{2,4}$|^[.~]?\/|:\/\/|^\$|^[A-Z_]+$|^[\w-]+\/[\w-]+$/.test(value)) return false;
  return /\d/.test(value) && /[A-Za-z]/.test(value)
    ? true
    : /[!@#$%^&*?]/.test(value) || /^\d{6,}$/.test(value);
}

/** A word beside a user's name in quotes: none that names what stands there. */
const isPlainPassword = (value: string) =>
  (/[ .]/.test(value) && areChosenWords('', value)) ||
  (/^[a-z][a-z_-]{4,40}$/i.test(value) &&
    !/^[A-Z_]+$/.test(value) &&
    !namesASecret(value) &&
    !isPlaceholder(value) &&
    !isLabel(value));

function attemptCall(scan: Scan, at: number, call: CodeCall): void {
  const { text } = scan;
  let from = at + call.literal.length;
  let isQuotedBefore = false;
  const stop = Math.min(text.length, from + REACH);
  for (let index = 0; index <= call.argument && from < stop; index += 1) {
    ARGUMENT.lastIndex = from;
    const found = ARGUMENT.exec(text);
    scan.work += 8 + (found?.[0].length ?? 0);
    if (!found) return;
    const literal = found[1];
    if (index === call.argument) {
      if (literal === undefined) return;
      let value = literal.slice(1, -1);
      let start = from + found[0].indexOf(literal) + 1;
      if (call.pair) {
        const colon = value.indexOf(':') + 1;
        if (colon === 0) return;
        value = value.slice(colon);
        start += colon;
      }
      if (!isArgumentSecret(value) && !(call.words && isQuotedBefore && isPlainPassword(value))) return;
      pushCandidate(scan, 'code-call', 'password', start, value);
      return;
    }
    if (found[2] !== ',') return;
    isQuotedBefore = literal !== undefined;
    from += found[0].length;
  }
}

/** Passwords that a program in the text hands to a function at a known place. */
export const codeCallDetectors: readonly Detector[] = CODE_CALLS.map((call) => ({
  literals: [call.literal],
  caseless: call.caseless ?? false,
  attempt: (scan, at) => attemptCall(scan, at, call),
}));
