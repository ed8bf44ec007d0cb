/** Forms of public things, each with an example. */
const FORMS: readonly RegExp[] = [
  // A date of a standard, a date: `Draft_2019_09`, `29-Jul-2003`.
  /^(?:[A-Za-z]+_)?\d{4}[-_]\d{2}(?:[-_]\d{2})?$|^\d{1,2}-[A-Z][a-z]{2}-\d{4}$/,
  // A licence, a standard: `BSD-3-Clause`, `POSIX.1-2008`.
  /^(?:BSD|L?GPL|AGPL|MPL|EPL|CC)-[\w.-]+$|^(?:POSIX|IEEE|ISO|IEC|SUS|XPG|ANSI|ITU|ECMA|DIN|FIPS|NIST|SVID)[-.:/v\d]+$/i,
  // A generated name, members of an address: `Logger$1`, `a=1&b=2`.
  /^\w+\$\d{1,2}$|&\w+=|=\w+&/,
  // The path of a drawing, and one of a file: `0-.92-.6H13a1`, `/dev/urandom`.
  /^(?=.*(?:-\.\d|\.\d+[.-]))[\d.,achlmqstvz-]+$|^\/(?:[\w.-]+\/)+[\w.-]+$/i,
  // An app of a service, an id of Slack: `C0SWSC05YE5`.
  /^(?:[A-Za-z]+-){2}(?:PRD|SBX)-|^[BCDFGTUW]0[A-Z\d]{8,10}$/,
  // A variable, a secret that is hidden already: `$LC_MESSAGES`, `sk-****Xy4A`.
  /^\$[A-Z_]+$|\*{4}|[•●]{4}/,
  // An amount: `100Gbit`, `IT500-150Ah`, `64-Bit-Rechner`.
  /^(?:[A-Za-z]{1,4}\d{1,4}-)?\d+(?:[.,]\d+)?(?:[kmgt]?(?:bit|bps|i?b|hz|ah|wh?|va?))$|^\d{1,3}-(?:bit|бит|біт)/iu,
  // A mask, a template, a setting with its name, a member of an object.
  /\[[a-z\d-]+(?:\]|$)|\{\{|\}\}|^\w+=\w*$|^this\.|^_*[A-Za-z]+(?:_[A-Za-z]+)+\$/,
  // An id, a public key of age.
  /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$|^age1[a-z\d]{20,}$/i,
  // A machine, the id of a message: `registry.acme.dev`, `0GK500B4@mail.example.com`.
  /^(?:[a-z][a-z\d-]*\.)+(?:com|net|org|io|dev|app|cloud|local|test|internal|example)$/,
  /^[\w.+-]+@(?:[\w-]+\.){2,}[a-z]+$/,
  // The ends of a digest, escapes of an address or a page, a cipher: `af91dad...9520f15`, `query%5B%5D`, `&#x26;`, `ChaCha20-Poly1305`, the end of a tag.
  /^[\da-f]{4,}\.{2,3}[\da-f]{4,}$|%(?:2[ef]|5[bd])|&(?:#x?\d|amp;|lt;|gt;|quot;)|Poly1305|<\/[\p{L}]/iu,
  // A part of speech, as dictionaries name it.
  /^(?:substantiv|adjektiv|adjective|noun|verb)$/i,
];

const REACH = 64;
/** A digest, or an id that an option names, stands behind: `sha256/X`, `--room-id X`. */
const BEFORE_PUBLIC = /sha-?(?:1|256|384|512)[-/:=]$|--[\w-]*-(?:ids?|arns?)[ =]["']?$|\{@\w+ $/i;

/** A name of a program in quotes: `"formData"`. */
const NAME = /^[a-z]+(?:[A-Z][a-z]+)+$/;
const BEFORE_NAME = /[:=] ?["'`]$/;
/** Numbers of the path of a drawing: `a2 2 0 0 1 2`. */
const NUMBERS = /^[\d .-]+$/;
const BEFORE_NUMBERS = /[a-z][\d.-]+ $/i;
const BEFORE_DECIMALS = /\.\d+ $/;
/** Numbers or single letters, and before them more in the same list: `0 h 0 2 t u 2g`. */
const SHORT_ITEMS = /^[\da-z]{1,3}(?: [\da-z]{1,3})*$/i;
const BEFORE_ITEMS = /(?:[\da-z]{1,3} ){6}$/i;
/** The key of a part of a drawing: `key: "10r6g4"`. */
const BEFORE_KEY = /(?:^|\n)[ \t]*key: "$/;

/** The port of a machine: `nas.local:5001`. */
const PORT = /^\d{2,5}$/;
const BEFORE_PORT = /(?:\.[a-z]{2,}|localhost|\d):$/i;

/** True for a value that names a public thing by its form, or by what stands right before it. */
export function isPublic(text: string, start: number, value: string): boolean {
  if (FORMS.some((form) => form.test(value))) return true;
  const end = start + value.length;
  // A reference to a value: `{palette.rose.700}`.
  if (text[start - 1] === '{' && text[end] === '}' && value.includes('.')) return true;
  const before = text.slice(Math.max(0, start - REACH), start);
  if (NAME.test(value) && BEFORE_NAME.test(before)) return true;
  // A member that is called like its value: `Grid3x3: Grid3x3`.
  if (/^[A-Z]/.test(value) && before.endsWith(`${value}: `)) return true;
  if (
    NUMBERS.test(value) &&
    (BEFORE_NUMBERS.test(before) || (/\.\d/.test(value) && BEFORE_DECIMALS.test(before)))
  )
    return true;
  if (SHORT_ITEMS.test(value) && BEFORE_ITEMS.test(before)) return true;
  if (BEFORE_KEY.test(before) && /^[\da-z]{4,7}$/.test(value)) return true;
  return BEFORE_PUBLIC.test(before) || (PORT.test(value) && BEFORE_PORT.test(before));
}
