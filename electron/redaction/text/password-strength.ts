import { isOfTechnology } from './code-token.ts';
import { changesOf, FEWEST_CHANGES, isDisorderedMix } from './disorder.ts';
import { isPlaceholder } from './placeholder.ts';
import { isNoSecretAnywhere } from './prose-secret.ts';
import { isPublicId } from './public-id.ts';

/**
 * How much a token looks like a password without a word before it that says so.
 *
 * - `chosen`: a word with digits, as people choose them (`Regenbogen_26`).
 * - `made`: letters and digits without the order of words, as a generator makes them (`r7nVYuyfL`).
 * - `marked`: the same with marks that no word, name or number has (`gs!xOuUXl18z`).
 */
type PasswordStrength = 'chosen' | 'made' | 'marked';

const SHORTEST = 6;
const SHORTEST_MADE = 8;
const LONGEST = 64;
/** Marks that a keyboard has and that names of things do not. */
const MARK = /[!@#$%^&*+=?~]/;
/** A word that a person chose, with digits behind it or between marks. */
const CHOSEN =
  /^(?:\p{L}{3,20}[-_.!@#$%^&*+=?~]?\d{2,8}[!@#$%^&*+=?~.]{0,3}|\p{L}{3,20}[!@#$%^&*+=?~_]{1,2}\p{L}{2,20}[-_.]?\d{1,8}[!@#$%^&*+=?~]{0,3}|\p{L}{2,16}(?:[-_.]\p{L}{2,16}){0,3}[-_.]\d{2,8}(?:[-_.]\p{L}{2,16}){1,3}|\p{L}{3,20}\d{1,8}\p{L}{2,20}[!@#$%^&*+=?~]{1,3}|\d{2,8}[-_.!@#$%^&*+=?~]?\p{L}{3,20}[!@#$%^&*+=?~]{0,3}|(?:\p{L}{4,12}\d{1,4}){2})$/u;
/** Names of machines, standards, tickets, products and releases: a word, perhaps a hyphen, and a number. */
const NAMED =
  /^(?:[a-z]+-\d+|[A-Z]{2,10}-?\d+|[a-z]{2,6}\d{1,2}|(?:[a-z]+[-_.])+[a-z]+-?\d*|\d{1,4}[-.]?[a-z]{1,8}|[A-Z][a-z]+ ?\d{1,2}|(?:[A-Z][a-z]+){2,}\d{1,2}|\d{3}-[A-Z][a-z]+|[\w.]+-v?\d+(?:\.\d+)+|[a-z]+[-_]?v\d+)$/;
const HEXADECIMAL = /^(?:0x)?[0-9a-f]+$|^[0-9A-F]+$/;
/** An address, a path, a call, a comparison, a template, a selector or a pair of a name and a value. */
const CODE_LIKE =
  /:\/\/|^jdbc:|^[\w.-]+\/[\w./-]+$|@[\w-]+\.\w|\(\)|[{}()[\]<>\\]|\$\{|==|=>|->|::|\.\w+\.\w+\.|^[#.$@*&+-][A-Za-z][\w.-]*$|^~[A-Za-z]|^(?:[\w.-]+\/)+[\w.-]+#\d+|^[\da-f]{8}(?:[_.:-][\da-f]{8})+$|^[*\w]*:\w+=|\?\w+=[^&]*&\w+=|^f[BIR][A-Z\d]|\?\/\d$|^PKCS#|^-|^[A-Za-z_]{2,}=\w*$|^%|&&|\|\||^[A-Za-z]+[+*/=&][A-Za-z]+$|^[a-z]+\?\w+=|^[a-z][a-z_-]*#\d+$|^[a-z./-]+#[a-z.-]+$|^\+?\d[\d.,]*[%+*=~?!]?\w?$|^&\w+;?|\w&\w+;|\.(?:js|ts|tsx|py|go|rs|rb|java|html?|css|php|c|h|cc|cpp|png|svg|jpe?g|pem|key|crt|txt|ya?ml|json|toml|sh|conf|log|zip|gz|tar|exe|dll|so|md|org|com|net)\b/;

/** `Username:` and `Password:` in base64, which servers of mail ask with. */
const PROMPT_IN_BASE64 = /^VXNlcm5hbWU|^UGFzc3dvcmQ/;

/** A name and its value, of which the name says what it is: `RESTIC_REPOSITORY=X`, `user=X&lang=Y`. */
const SETTING = /^(?:[a-z]{3,}(?:[._-][a-z\d]+)*|[a-z]+(?:[A-Z][a-z]+)+|[A-Z]{2,}(?:_[A-Z\d]+)*)=./;

/** Products and things that are numbered. */
const NUMBERED_THING =
  /^(?:office|windows|win|server|ubuntu|debian|fedora|centos|rhel|ios|macos|android|chrome|firefox|java|python|node|vue|angular|react|postgres\w*|mysql|mariadb|oracle|exchange|outlook|sharepoint|room|version|build|release|ticket|issue|port|line|page|area|studio|level|layer|figure|table|chapter|section|appendix|january|february|march|april|may|june|july|august|september|october|november|december)[-_]?\d/i;

/** How much `value` looks like a password by itself; undefined for words, names, numbers, addresses and code. */
export function passwordStrength(value: string): PasswordStrength | undefined {
  if (value.length < SHORTEST || value.length > LONGEST) return undefined;
  if (!/\d/.test(value) || !/\p{L}/u.test(value)) return undefined;
  if (PROMPT_IN_BASE64.test(value) || SETTING.test(value) || isPublicId(value)) return undefined;
  if (CODE_LIKE.test(value) || HEXADECIMAL.test(value) || isOfTechnology(value) || isPlaceholder(value))
    return undefined;
  if (/^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(value)) return undefined;
  if (isNoSecretAnywhere(value) && !isDisorderedMix(value)) return undefined;
  const inner = value.slice(0, -1);
  if (
    MARK.test(inner) &&
    value.length >= SHORTEST_MADE &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    changesOf(value) >= FEWEST_CHANGES &&
    !CHOSEN.test(value)
  )
    return 'marked';
  if (value.length >= SHORTEST_MADE && /^[\w!@#$%^&*+=?~.-]+$/.test(value) && isDisorderedMix(value))
    return 'made';
  return CHOSEN.test(value) && !NAMED.test(value) && !NUMBERED_THING.test(value) ? 'chosen' : undefined;
}
