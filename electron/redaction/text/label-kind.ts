import { createPrefilter, type Prefilter } from '../engine/prefilter.ts';
import { LABEL_INDEX, type Label } from './label-words-index.ts';
import type { SensitiveName } from './sensitive-name.ts';

const KINDS: Record<Exclude<Label['sort'], 'slang'>, SensitiveName> = {
  password: { strength: 'password', rule: 'sensitive-label', mask: 'password' },
  pin: { strength: 'password', rule: 'sensitive-label', mask: 'secret' },
  key: { strength: 'secret', rule: 'sensitive-label', mask: 'token' },
  phrase: { strength: 'password', rule: 'sensitive-label', mask: 'secret' },
};

type NamingLabel = Label & { sort: Exclude<Label['sort'], 'slang'> };
let labels: Prefilter<NamingLabel> | undefined;

/** Makes the table at its first use, because most texts have no field that a label could name. */
function labelTable(): Prefilter<NamingLabel> {
  labels ??= createPrefilter(
    [...LABEL_INDEX.values()]
      .filter((label): label is NamingLabel => label.sort !== 'slang')
      .flatMap((label) => label.literals.map((text) => ({ text, caseless: true, value: label }))),
  );
  return labels;
}

/** What is done with a password beside typing it in, and what else has the word in its name. */
const ABOUT =
  /\b(?:show|hide|toggle|forgot(?:ten)?|reset|remember|strength|policy|generate|generator|manager|copy|button|link|checkbox|icon|tab|menu|heading|message|error|hint|rules?|expired?|length|requirements?)\b/i;
const SELECTOR =
  /(?:^|[#.\s[='"_-])(?:password|passwd|pass|pwd|pw|passwort|passcode|otp|totp|mfa|cvv|cvc|pin)(?:$|[\s\]"'_-]|\d)/i;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * What the words that name or describe a field say of its value: `Пароль`, `Admin password`, `#password`,
 * `What is the wifi password?`. A `whole` label is a key of an object, a `description` is any text beside a value.
 */
export function labelKind(text: string, as: 'whole' | 'description'): SensitiveName | undefined {
  if (as === 'whole' && /^[\w$.-]*$/.test(text)) return undefined;
  let best: NamingLabel | undefined;
  // One blank at the end, because the table needs a third character after a label of two.
  labelTable().scan(`${text} `, (label, at) => {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + label.text.length);
    if (!label.joined && /^[\x20-\x7e]+$/.test(label.text) && (LETTER.test(before) || LETTER.test(after)))
      return;
    if (as === 'whole' && !standsAsWhole(text, at, label)) return;
    if (best === undefined || label.text.length > best.text.length) best = label;
  });
  // Where the field stands says nothing of it: `password input in the Security tab`.
  const field =
    as === 'description' ? text.replace(/ (?:in|on|of|under|within|inside) (?:the|a) .*$/, '') : text;
  if (best !== undefined && !(ABOUT.test(field) && !/\?/.test(text))) return KINDS[best.sort];
  if (as === 'description' && /^.{0,40}assword(?: for [^\n]{1,80})?:?\s*$/.test(text)) return KINDS.password;
  if (as === 'description' && SELECTOR.test(text) && !ABOUT.test(text)) return KINDS.password;
  return undefined;
}

/** Words that a key has before its label, as in `admin password`, and no sentence. */
const MOST_WORDS = 4;

function standsAsWhole(text: string, at: number, label: Label): boolean {
  if (label.joined) return text.length <= label.text.length + 8;
  const rest = text.slice(at + label.text.length).replaceAll(/^\p{L}{0,6}|[\s:*?()]/gu, '');
  return rest === '' && text.trim().split(/\s+/).length <= MOST_WORDS;
}
