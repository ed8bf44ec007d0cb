import { type SensitiveName, sensitiveName, wordsOf } from '../text/sensitive-name.ts';
import type { Finding } from './finding.ts';
import type { Fingerprint } from './fingerprint.ts';
import { isKnownMask } from './known-masks.ts';
import type { RememberedTexts } from './remembered-texts.ts';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

export interface RedactedValue {
  value: JsonValue;
  findings: Finding[];
  truncated: { member: string; from: number }[];
}

interface Walk {
  /** Keys that say nothing of their values and hold nothing themselves. */
  plainKeys: RememberedTexts;
  redactText: (text: string) => { text: string; findings: Finding[]; truncatedFrom?: number };
  fingerprint: Fingerprint;
  findings: Finding[];
  truncated: { member: string; from: number }[];
}

const DEEPEST = 128;
const OPTION =
  /^--?(?:p|pass|password|passwd|passphrase|pw|pwd|secret|token|api[-_]?key|auth[-_]?token|access[-_]?token|client[-_]?secret|bearer|private[-_]?key|secret[-_]?key|credentials?|db[-_]?password|github[-_]?token|key|user[-_]?password|registry[-_]?token)$/i;
/** Members that hold the name of what a member beside them holds the value of. */
const NAMING = [
  'name',
  'key',
  'Name',
  'Key',
  'field',
  'header',
  'variable',
  'id',
  'param',
  'NAME',
  'KEY',
] as const;
const VALUED = ['value', 'Value', 'val', 'VALUE', 'data', 'content', 'text', 'default'] as const;

function pointer(parent: string, key: string): string {
  return `${parent}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What a masked key still says of its value: the words in a mask say nothing. */
function withoutMasks(key: string): string {
  return key.replaceAll(/\[[a-z0-9-]{2,80}\](?: \d+)?/g, (mask) =>
    isKnownMask(mask.replace(/ \d+$/, '')) ? ' ' : mask,
  );
}

/** The name's kind when it takes a whole value, of any type, with it. */
function takesWholeValue(key: string, value: JsonValue): SensitiveName | undefined {
  const kind = sensitiveName(key);
  if (value === null || value === '') return undefined;
  if (!kind || kind.strength === 'hint') {
    const words = wordsOf(key);
    const alone = words.length === 1 ? words[0] : undefined;
    const container = typeof value === 'object';
    if (alone === 'pass' || alone === 'pw')
      return typeof value === 'boolean'
        ? undefined
        : { strength: 'password', rule: 'sensitive-key', mask: 'password' };
    if (alone === 'pin' || alone === 'cvv' || alone === 'cvc')
      return { strength: 'password', rule: 'sensitive-key', mask: 'secret' };
    if (alone === 'auth' && typeof value === 'string')
      return { strength: 'secret', rule: 'sensitive-key', mask: 'authorization' };
    if (alone === 'passkey' && !container)
      return { strength: 'secret', rule: 'sensitive-key', mask: 'secret' };
    return undefined;
  }
  // `tokens: 1234` counts; it is not a credential.
  if ((typeof value === 'number' || typeof value === 'boolean') && /tokens?$/i.test(key)) return undefined;
  return kind;
}

const SPEAKING_ALONE = new Set(['pass', 'pw', 'pin', 'cvv', 'cvc', 'auth', 'passkey']);

/** True when a value of any type stands on its own under this key. */
function isPlainKey(key: string): boolean {
  if (key === '__proto__' || key.includes('[')) return false;
  const words = wordsOf(key);
  return sensitiveName(key) === undefined && !(words.length === 1 && SPEAKING_ALONE.has(words[0]!));
}

/** How many characters a value had, written as JSON; a deep or odd one counts as far as it can be written. */
function sizeOf(value: JsonValue): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length;
}

function maskWhole(walk: Walk, value: JsonValue, member: string, kind: SensitiveName): JsonValue {
  const mask = `[${kind.mask}]`;
  if (typeof value === 'string' && isKnownMask(value) && /^\[[^\]]*\]$/.test(value)) return value;
  if (Array.isArray(value) && value.length === 0) return value;
  const secret = typeof value === 'string' ? value : JSON.stringify(value);
  walk.findings.push({
    rule: kind.rule,
    tier: 'candidate',
    member,
    start: 0,
    end: mask.length,
    removed: sizeOf(value),
    fingerprint: walk.fingerprint(secret.replace(/^(?:Bearer|Basic|Token)\s+/i, '')),
  });
  return mask;
}

function text(walk: Walk, value: string, member: string): string {
  const redacted = walk.redactText(value);
  for (const finding of redacted.findings) walk.findings.push({ ...finding, member });
  if (redacted.truncatedFrom !== undefined) walk.truncated.push({ member, from: redacted.truncatedFrom });
  return redacted.text;
}

function scalar(walk: Walk, value: JsonValue, member: string): JsonValue {
  if (typeof value === 'string') return text(walk, value, member);
  // A card number is one without quotes, too.
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1e11) {
    const redacted = walk.redactText(String(value));
    if (redacted.findings.length === 0) return value;
    for (const finding of redacted.findings) walk.findings.push({ ...finding, member });
    return redacted.text;
  }
  return value;
}

function array(walk: Walk, values: readonly JsonValue[], member: string, depth: number): JsonValue[] {
  const headerPair =
    values.length === 2 &&
    typeof values[0] === 'string' &&
    typeof values[1] === 'string' &&
    /^[\w-]{3,64}$/.test(values[0]);
  const command =
    values.find(
      (value) =>
        typeof value === 'string' &&
        /^(?:.*\/)?(?:curl|mysql|sshpass|redis-cli|docker|psql|mongosh?|wget|http)$/.test(value),
    ) !== undefined;
  return values.map((value, index) => {
    const at = `${member}/${index}`;
    const before = values[index - 1];
    if (typeof value === 'string' && typeof before === 'string' && value !== '') {
      if (
        OPTION.test(before) &&
        !value.startsWith('-') &&
        (before.startsWith('--') || command || !/^-(?:p|key)$/.test(before)) &&
        !/^\d{1,5}(?::\d{1,5})?$/.test(value)
      ) {
        return maskWhole(walk, value, at, {
          strength: 'password',
          rule: 'command-line-password',
          mask: 'password',
        });
      }
      if (command && /^(?:-u|--user|-U|--proxy-user)$/.test(before) && value.includes(':')) {
        const colon = value.indexOf(':') + 1;
        const secret = value.slice(colon);
        if (secret.length > 0 && !isKnownMask(secret)) {
          const user = text(walk, value.slice(0, colon), at);
          walk.findings.push({
            rule: 'command-line-password',
            tier: 'candidate',
            member: at,
            start: user.length,
            end: user.length + 10,
            removed: secret.length,
            fingerprint: walk.fingerprint(secret),
          });
          return `${user}[password]`;
        }
      }
      if (headerPair && index === 1) {
        const kind = takesWholeValue(before, value);
        if (kind) return maskWhole(walk, value, at, kind);
      }
    }
    return step(walk, value, at, depth + 1);
  });
}

function object(walk: Walk, value: { [key: string]: JsonValue }, member: string, depth: number): JsonValue {
  const result: { [key: string]: JsonValue } = {};
  const named = NAMING.map((name) => (Object.hasOwn(value, name) ? value[name] : undefined)).find(
    (name) => typeof name === 'string',
  );
  const namedKind =
    typeof named === 'string' && named.length <= 128
      ? sensitiveName(withoutMasks(walk.redactText(named).text))
      : undefined;
  for (const key of Object.keys(value)) {
    const child = value[key]!;
    if (namedKind === undefined && walk.plainKeys.has(key) && !Object.hasOwn(result, key)) {
      result[key] = step(walk, child, pointer(member, key), depth + 1);
      continue;
    }
    const redactedKey = walk.redactText(key);
    let stored = redactedKey.text;
    // Two keys can become one mask; neither value may be lost.
    for (let copy = 2; Object.hasOwn(result, stored); copy += 1) stored = `${redactedKey.text} ${copy}`;
    const at = pointer(member, stored);
    for (const finding of redactedKey.findings) walk.findings.push({ ...finding, member: at, inKey: true });
    if (redactedKey.text === key && isPlainKey(key)) walk.plainKeys.add(key);
    let kind = takesWholeValue(withoutMasks(redactedKey.text), child);
    if (
      !kind &&
      namedKind &&
      namedKind.strength !== 'hint' &&
      (VALUED as readonly string[]).includes(key) &&
      child !== null &&
      child !== ''
    )
      kind = namedKind;
    const next = kind ? maskWhole(walk, child, at, kind) : step(walk, child, at, depth + 1);
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

function step(walk: Walk, value: JsonValue, member: string, depth: number): JsonValue {
  if (value === null || typeof value !== 'object') return scalar(walk, value, member);
  if (depth > DEEPEST) {
    walk.findings.push({ rule: 'too-deep', tier: 'candidate', member, start: 0, end: 10, removed: 0 });
    return '[too-deep]';
  }
  return Array.isArray(value) ? array(walk, value, member, depth) : object(walk, value, member, depth);
}

export function walk(
  value: JsonValue,
  redactText: Walk['redactText'],
  fingerprint: Fingerprint,
  plainKeys: RememberedTexts,
): RedactedValue {
  const state: Walk = { redactText, fingerprint, plainKeys, findings: [], truncated: [] };
  const redacted = step(state, value, '', 0);
  return { value: redacted, findings: state.findings, truncated: state.truncated };
}
