import { labelKind } from '../text/label-kind.ts';
import { isMachineKey } from '../text/secret-value.ts';
import { type SensitiveName, sensitiveName, wordsOf } from '../text/sensitive-name.ts';
import type { Finding } from './finding.ts';
import { Findings, type Place } from './findings.ts';
import type { Fingerprint } from './fingerprint.ts';
import { isKnownMask } from './known-masks.ts';
import { TRUNCATION_MARK } from './mask.ts';
import type { RememberedTexts } from './remembered-texts.ts';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

export interface WalkedValue {
  value: JsonValue;
  findings: Finding[];
  omittedFindings: number;
  truncated: { member: string; from: number }[];
}

/** What a walk needs of the redactor that it works for. */
export interface WalkTools {
  redactText: (text: string) => { text: string; findings: Finding[]; truncatedFrom?: number };
  fingerprint: Fingerprint;
  /** Counts work against the budget of the event. */
  spend: (work: number) => void;
  foundSecret: (secret: string, mask: string) => void;
  /** Keys that say nothing of their values and hold nothing themselves. */
  plainKeys?: RememberedTexts;
  /** Keys whose whole value is left out. */
  withhold?: (key: string) => boolean;
}

interface Walk extends WalkTools {
  found: Findings;
}

/** Levels that are walked; the protocol allows 32, and what is deeper came from elsewhere. */
const DEEPEST = 128;
/** Names longer than this are texts. */
const LONGEST_NAME = 128;
/** A question or the description of a form's field; a longer one is a text of its own. */
const LONGEST_LABEL = 240;
/** The longest value that a name beside it takes along: a certificate's key on one line. */
const LONGEST_TYPED = 4096;
/** UTF-16 units of a stored key: a longer one would be repeated in the pointer of every finding below it. */
const LONGEST_KEY = 256;
/** Room for the number that tells two keys with one mask apart. */
const ROOM_FOR_NUMBER = 8;
/** The work of one element besides its text: an empty object costs something too. */
const WORK_PER_ELEMENT = 8;
/** A payment card has 12 digits at least. */
const SMALLEST_CARD_NUMBER = 1e11;

const OPTION =
  /^--?(?:p|pass|password|passwd|passphrase|pw|pwd|secret|token|api[-_]?key|auth[-_]?token|access[-_]?token|client[-_]?secret|bearer|private[-_]?key|secret[-_]?key|credentials?|db[-_]?password|github[-_]?token|key|user[-_]?password|registry[-_]?token)$/i;
/** Members that hold the name of what a member beside them holds the value of. */
const NAMING = [
  'name',
  'key',
  'field',
  'header',
  'variable',
  'id',
  'param',
  'parameter',
  'column',
  'property',
] as const;
/** Members in which an agent's tool tells in words what a member beside them is for. */
const DESCRIBING = [
  'element',
  'selector',
  'label',
  'question',
  'prompt',
  'placeholder',
  'target',
  'locator',
  'type',
  'xpath',
  'css',
] as const;
const VALUED = new Set([
  'value',
  'val',
  'data',
  'content',
  'text',
  'default',
  'answer',
  'input',
  'response',
  'keys',
  'reply',
  'defaultvalue',
  'default_value',
  'inputvalue',
  'input_text',
  'inputtext',
]);

/** `value`, `text`, and `content_value`, `responseValue`. */
function isValued(key: string): boolean {
  const lower = key.toLowerCase();
  return VALUED.has(lower) || /[a-z][_-]?value$/.test(lower);
}

/** An order to type something: `type the password into the login form`. */
const ORDER = /^(?:type|enter|fill|input|typing|entering|filling|write|paste|set)\b/i;

/** What a masked key still says of its value: the words in a mask say nothing. */
function withoutMasks(key: string): string {
  return key.replaceAll(/\[[a-z0-9-]{2,80}\](?: \d+)?/g, (mask) =>
    isKnownMask(mask.replace(/ \d+$/, '')) ? ' ' : mask,
  );
}

/** Names that announce a secret only where they stand alone, as a whole key. */
function kindOfLoneWord(word: string, value: JsonValue): SensitiveName | undefined {
  const container = typeof value === 'object';
  switch (word) {
    case 'pass':
    case 'pw':
      return typeof value === 'boolean'
        ? undefined
        : { strength: 'password', rule: 'sensitive-key', mask: 'password' };
    case 'pin':
    case 'cvv':
    case 'cvc':
      return { strength: 'password', rule: 'sensitive-key', mask: 'secret' };
    case 'auth':
      return typeof value === 'string'
        ? { strength: 'secret', rule: 'sensitive-key', mask: 'authorization' }
        : undefined;
    case 'passkey':
      return container ? undefined : { strength: 'secret', rule: 'sensitive-key', mask: 'secret' };
    default:
      return undefined;
  }
}

const SPEAKING_ALONE = new Set(['pass', 'pw', 'pin', 'cvv', 'cvc', 'auth', 'passkey']);

function loneWord(key: string): string | undefined {
  const words = wordsOf(key);
  return words.length === 1 ? words[0] : undefined;
}

/** The name's kind when it takes a whole value, of any type, with it. */
function takesWholeValue(key: string, value: JsonValue): SensitiveName | undefined {
  if (value === null || value === '') return undefined;
  const kind = sensitiveName(key) ?? labelKind(key, 'whole');
  if (!kind || kind.strength === 'hint') {
    if (kind && typeof value === 'string' && isMachineKey(key, value))
      return { strength: 'secret', rule: 'sensitive-key', mask: 'api-key' };
    const alone = loneWord(key);
    return alone === undefined ? undefined : kindOfLoneWord(alone, value);
  }
  // `tokens: 1234` counts; it is not a credential.
  if ((typeof value === 'number' || typeof value === 'boolean') && /tokens?$/i.test(key)) return undefined;
  return kind;
}

/** True when a value of any type stands on its own under this key. */
function isPlainKey(key: string): boolean {
  if (key === '__proto__' || key.includes('[')) return false;
  const alone = loneWord(key);
  return (
    sensitiveName(key) === undefined &&
    labelKind(key, 'whole') === undefined &&
    !(alone !== undefined && SPEAKING_ALONE.has(alone))
  );
}

/** About how many characters a value has, written as JSON. */
export function sizeOf(value: JsonValue, depth = 0): number {
  if (typeof value === 'string') return value.length + 2;
  if (value === null || typeof value !== 'object') return 4;
  if (depth > DEEPEST) return 2;
  let size = 2;
  if (Array.isArray(value)) for (const element of value) size += sizeOf(element, depth + 1) + 1;
  else for (const key of Object.keys(value)) size += key.length + 4 + sizeOf(value[key]!, depth + 1);
  return size;
}

/** True when `is` holds for a string or a key anywhere in `value`. */
export function stringsOf(value: JsonValue, is: (text: string) => boolean): boolean {
  if (typeof value === 'string') return is(value);
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some((element) => stringsOf(element, is));
  return Object.keys(value).some((key) => is(key) || stringsOf(value[key]!, is));
}

/** A finding that is the whole of its member. */
function addWhole(walk: Walk, place: Place | undefined, rule: string, mask: string, removed: number): void {
  walk.found.add(place, { rule, tier: 'candidate', start: 0, end: mask.length, removed });
}

function isMaskAlone(value: JsonValue): value is string {
  return typeof value === 'string' && /^\[[^\]]*\]$/.test(value) && isKnownMask(value);
}

function maskWhole(walk: Walk, value: JsonValue, place: Place, kind: SensitiveName): JsonValue {
  if (isMaskAlone(value)) return value;
  if (Array.isArray(value) && value.length === 0) return value;
  const mask = `[${kind.mask}]`;
  const secret = typeof value === 'string' ? value : JSON.stringify(value);
  walk.spend(secret.length);
  const bare = secret.replace(/^(?:Bearer|Basic|Token)\s+/i, '');
  if (typeof value === 'string') walk.foundSecret(bare, kind.mask);
  walk.found.add(place, {
    rule: kind.rule,
    tier: 'candidate',
    start: 0,
    end: mask.length,
    removed: secret.length,
    ...(walk.found.isFull ? {} : { fingerprint: walk.fingerprint(bare) }),
  });
  return mask;
}

/** Content that the service never takes, in whatever a client put it: nothing of it stays. */
function withhold(walk: Walk, value: JsonValue, place: Place): JsonValue {
  if (value === null || value === '' || isMaskAlone(value)) return value;
  const mask = '[withheld]';
  addWhole(walk, place, 'never-accepted', mask, sizeOf(value));
  return mask;
}

function text(walk: Walk, value: string, place: Place | undefined): string {
  const redacted = walk.redactText(value);
  for (const finding of redacted.findings) walk.found.add(place, finding);
  if (redacted.truncatedFrom !== undefined) walk.found.addTruncated(place, redacted.truncatedFrom);
  return redacted.text;
}

function scalar(walk: Walk, value: JsonValue, place: Place | undefined): JsonValue {
  if (typeof value === 'string') return text(walk, value, place);
  // A card number is one without quotes, too.
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= SMALLEST_CARD_NUMBER) {
    const redacted = walk.redactText(String(value));
    if (redacted.findings.length === 0) return value;
    for (const finding of redacted.findings) walk.found.add(place, finding);
    return redacted.text;
  }
  return value;
}

const TAKES_SHORT_OPTIONS = /^(?:.*\/)?(?:curl|mysql|sshpass|redis-cli|docker|psql|mongosh?|wget|http)$/;
const PASSWORD_OF_COMMAND: SensitiveName = {
  strength: 'password',
  rule: 'command-line-password',
  mask: 'password',
};

/** Whether an element of a command's list is what the option before it announces. */
function isOptionValue(before: string, value: string, command: boolean): boolean {
  return (
    OPTION.test(before) &&
    !value.startsWith('-') &&
    (before.startsWith('--') || command || !/^-(?:p|key)$/.test(before)) &&
    !/^\d{1,5}(?::\d{1,5})?$/.test(value)
  );
}

/** `-u user:password` in a list: the password alone is masked. */
function userAndPassword(walk: Walk, value: string, place: Place): string | undefined {
  const colon = value.indexOf(':') + 1;
  const secret = value.slice(colon);
  if (secret.length === 0 || isKnownMask(secret)) return undefined;
  const user = text(walk, value.slice(0, colon), place);
  walk.foundSecret(secret, PASSWORD_OF_COMMAND.mask);
  walk.found.add(place, {
    rule: PASSWORD_OF_COMMAND.rule,
    tier: 'candidate',
    start: user.length,
    end: user.length + PASSWORD_OF_COMMAND.mask.length + 2,
    removed: secret.length,
    ...(walk.found.isFull ? {} : { fingerprint: walk.fingerprint(secret) }),
  });
  return `${user}[${PASSWORD_OF_COMMAND.mask}]`;
}

function array(
  walk: Walk,
  values: readonly JsonValue[],
  parent: Place | undefined,
  depth: number,
): JsonValue[] {
  const headerPair =
    values.length === 2 &&
    typeof values[0] === 'string' &&
    typeof values[1] === 'string' &&
    values[0].length <= LONGEST_NAME &&
    /^[\w .-]{3,64}$/.test(values[0]);
  const command = values.some((value) => typeof value === 'string' && TAKES_SHORT_OPTIONS.test(value));
  return values.map((value, index) => {
    const place: Place = { parent, key: index };
    const before = values[index - 1];
    if (typeof value === 'string' && typeof before === 'string' && value !== '') {
      if (isOptionValue(before, value, command)) return maskWhole(walk, value, place, PASSWORD_OF_COMMAND);
      if (command && /^(?:-u|--user|-U|--proxy-user)$/.test(before) && value.includes(':')) {
        const masked = userAndPassword(walk, value, place);
        if (masked !== undefined) return masked;
      }
      if (headerPair && index === 1) {
        const kind = takesWholeValue(before, value);
        if (kind) return maskWhole(walk, value, place, kind);
      }
    }
    return step(walk, value, place, depth + 1);
  });
}

type JsonObject = { [key: string]: JsonValue };

function memberOf(value: JsonObject, name: string): JsonValue | undefined {
  for (const spelling of [name, name[0]!.toUpperCase() + name.slice(1), name.toUpperCase()])
    if (Object.hasOwn(value, spelling)) return value[spelling];
  return undefined;
}

/** What a member of an object says of the value that stands beside it. */
function kindOfSibling(walk: Walk, value: JsonObject, keys: readonly string[]): SensitiveName | undefined {
  // Without a member that holds a value there is nothing to name.
  if (keys.length < 2 || !keys.some(isValued)) return undefined;
  for (const name of NAMING) {
    const named = memberOf(value, name);
    if (typeof named !== 'string' || named.length > LONGEST_LABEL) continue;
    const plain = withoutMasks(walk.redactText(named).text);
    const kind =
      (plain.length <= LONGEST_NAME ? sensitiveName(plain) : undefined) ?? labelKind(plain, 'description');
    if (kind && kind.strength !== 'hint') return kind;
  }
  for (const name of DESCRIBING) {
    const described = memberOf(value, name);
    if (typeof described !== 'string' || described.length > LONGEST_LABEL) continue;
    const kind = labelKind(withoutMasks(walk.redactText(described).text), 'description');
    if (kind) return kind;
  }
  for (const name of ['description', 'intent', 'action', 'instruction', 'step']) {
    const order = memberOf(value, name);
    if (typeof order !== 'string' || order.length > LONGEST_LABEL || !ORDER.test(order)) continue;
    const kind = labelKind(withoutMasks(walk.redactText(order).text), 'description');
    if (kind) return kind;
  }
  return undefined;
}

/** `"auth": ["user", "password"]`: the second of the pair is masked. */
function userAndPasswordPair(walk: Walk, key: string, value: JsonValue, place: Place): JsonValue | undefined {
  if (!/^(?:basic[_-]?)?auth$|^(?:http[_-]?)?credentials?$|^login$/i.test(key) || !Array.isArray(value))
    return undefined;
  const [user, password] = value;
  if (value.length !== 2 || typeof user !== 'string' || typeof password !== 'string' || password === '')
    return undefined;
  return [
    text(walk, user, { parent: place, key: 0 }),
    maskWhole(walk, password, { parent: place, key: 1 }, PASSWORD_OF_COMMAND),
  ];
}

/** What is typed into a field or answered to a question; a longer text beside it is about something else. */
function isTyped(value: JsonValue): boolean {
  if (value === null || value === '') return false;
  return typeof value !== 'string' || (value.length <= LONGEST_TYPED && !value.trim().includes('\n'));
}

function storedKey(walk: Walk, key: string): { text: string; findings: Finding[]; from?: number } {
  const { text: masked, findings } = walk.redactText(key);
  if (masked.length <= LONGEST_KEY) return { text: masked, findings };
  const end = LONGEST_KEY - ROOM_FOR_NUMBER - TRUNCATION_MARK.length;
  const through = findings.find((finding) => finding.start < end && finding.end > end);
  let cut = through ? through.start : end;
  const last = masked.charCodeAt(cut - 1);
  if (last >= 0xd800 && last <= 0xdbff) cut -= 1;
  return {
    text: masked.slice(0, cut) + TRUNCATION_MARK,
    findings: findings.filter((finding) => finding.end <= cut),
    from: masked.length,
  };
}

function object(walk: Walk, value: JsonObject, parent: Place | undefined, depth: number): JsonValue {
  const result: JsonObject = {};
  const keys = Object.keys(value);
  const sibling = kindOfSibling(walk, value, keys);
  // Two keys can become one mask; a counter for each mask tells them apart, and neither value is lost.
  const copies = new Map<string, number>();
  for (const key of keys) {
    const child = value[key]!;
    walk.spend(WORK_PER_ELEMENT);
    if (sibling === undefined && walk.plainKeys?.has(key) && !Object.hasOwn(result, key)) {
      result[key] = step(walk, child, { parent, key }, depth + 1);
      continue;
    }
    const redactedKey = storedKey(walk, key);
    let stored = redactedKey.text;
    if (Object.hasOwn(result, stored)) {
      let copy = copies.get(stored) ?? 2;
      while (Object.hasOwn(result, `${stored} ${copy}`)) {
        copy += 1;
        walk.spend(1);
      }
      copies.set(stored, copy + 1);
      stored = `${stored} ${copy}`;
    }
    const place: Place = { parent, key: stored };
    for (const finding of redactedKey.findings) walk.found.add(place, { ...finding, inKey: true });
    if (redactedKey.from !== undefined) walk.found.addTruncated(place, redactedKey.from);
    const withheld = walk.withhold?.(key) === true;
    if (!withheld && redactedKey.text === key && isPlainKey(key) && !/auth|cred|login/i.test(key))
      walk.plainKeys?.add(key);
    let kind = takesWholeValue(withoutMasks(redactedKey.text), child);
    if (!kind && sibling && isValued(key) && isTyped(child)) kind = sibling;
    const next = withheld
      ? withhold(walk, child, place)
      : kind
        ? maskWhole(walk, child, place, kind)
        : (userAndPasswordPair(walk, key, child, place) ?? step(walk, child, place, depth + 1));
    // A key named __proto__ must become a member and not the object's prototype.
    Object.defineProperty(result, stored, {
      value: next,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return result;
}

function step(walk: Walk, value: JsonValue, place: Place | undefined, depth: number): JsonValue {
  walk.spend(WORK_PER_ELEMENT);
  if (value === null || typeof value !== 'object') return scalar(walk, value, place);
  if (depth > DEEPEST) {
    addWhole(walk, place, 'too-deep', '[too-deep]', 0);
    return '[too-deep]';
  }
  return Array.isArray(value) ? array(walk, value, place, depth) : object(walk, value, place, depth);
}

/** Walks keys and values; what a key, a neighbour or a place in a list announces is masked whole. */
export function walk(value: JsonValue, tools: WalkTools): WalkedValue {
  const found = new Findings();
  const redacted = step({ ...tools, found }, value, undefined, 0);
  return {
    value: redacted,
    findings: found.listed,
    omittedFindings: found.omitted,
    truncated: found.truncated,
  };
}
