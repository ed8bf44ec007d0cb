import { labelKind } from '../text/label-kind.ts';
import { refersToSecret } from '../text/placeholder.ts';
import { type SensitiveName, sensitiveName } from '../text/sensitive-name.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { LONGEST_NAME, withoutMasks } from './key-kind.ts';
import { kindOfMethod } from './structured.ts';
import type { Walk } from './walk-tools.ts';

/** The longest question or description of a field. A longer text is about something else. */
const LONGEST_LABEL = 240;
/** The longest value that a name beside it describes: the key of a certificate on one line. */
const LONGEST_TYPED = 4096;

/** Members with the name of something, beside a member with its value. */
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
/** Members in which the tool of an agent describes the member beside them. */
const DESCRIBING = [
  'element',
  'selector',
  'fill',
  'type_into',
  'into',
  'element_id',
  'label',
  'question',
  'prompt',
  'placeholder',
  'target',
  'locator',
  'type',
  'xpath',
  'css',
  'expect',
  'expects',
  'waiting_for',
  'wait_for',
  'until',
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
  'send',
  'stdin',
  'keystrokes',
  'chars',
  'reply',
  'defaultvalue',
  'default_value',
  'inputvalue',
  'input_text',
  'with',
  'inputtext',
]);

/** `value`, `text`, and `content_value`, `responseValue`. */
export function isValued(key: string): boolean {
  const lower = key.toLowerCase();
  return VALUED.has(lower) || (lower.endsWith('value') && /[a-z][_-]?value$/.test(lower));
}

/** An order to type something: `type the password into the login form`. */
const ORDER = /^(?:type|enter|fill|input|typing|entering|filling|write|paste|set)\b/i;

/** Members in which an agent says what it does. */
const ORDERING = [
  'description',
  'intent',
  'action',
  'instruction',
  'step',
  'message',
  'title',
  'reason',
  'reasoning',
  'purpose',
  'comment',
  'note',
] as const;
/** `password prompt of sudo`: what the input is for. */
const PROMPTED =
  /^(?:the |for the |answer(?:ing)? the |at the )?(?:[\w-]{1,20} ){0,2}(?:password|passphrase|passcode|pin|otp)(?: prompt|$)/i;

const spellingsOf = (name: string) => [name, name[0]!.toUpperCase() + name.slice(1), name.toUpperCase()];
const SPELLINGS = new Map(
  [...NAMING, ...DESCRIBING, ...ORDERING].map((name): [string, readonly string[]] => [
    name,
    spellingsOf(name),
  ]),
);
const SAYS_METHOD = new Set(['method', 'kind', 'scheme', 'auth_type', 'authType', 'strategy']);
/** Most objects have none of these members. */
const SAYS_SOMETHING = new Set([...SPELLINGS.values()].flat());

function memberOf(value: JsonObject, name: string): JsonValue | undefined {
  for (const spelling of SPELLINGS.get(name)!) if (Object.hasOwn(value, spelling)) return value[spelling];
  return undefined;
}

/** `TOKEN_TTL_SECONDS`, `feature/password_reset`: the name as a whole says what the value is. */
const isIdentifier = (name: string): boolean => /^[\w./-]*[_./][\w./-]*$/.test(name);

/** Returns the kind of secret that a member of an object names, for the member with the value beside it. */
export function kindOfSibling(
  walk: Walk,
  value: JsonObject,
  keys: readonly string[],
): SensitiveName | undefined {
  // Without a member that holds a value there is nothing to name.
  if (
    keys.length < 2 ||
    !keys.some(isValued) ||
    !keys.some((key) => SAYS_SOMETHING.has(key) || SAYS_METHOD.has(key))
  )
    return undefined;
  for (const name of NAMING) {
    const named = memberOf(value, name);
    if (typeof named !== 'string' || named.length > LONGEST_LABEL) continue;
    const plain = withoutMasks(walk.redactText(named).text);
    const own = plain.length <= LONGEST_NAME ? sensitiveName(plain) : undefined;
    const kind =
      own && own.strength !== 'hint'
        ? own
        : isIdentifier(plain)
          ? undefined
          : labelKind(plain, 'description');
    if (kind) return kind;
  }
  const method = kindOfMethod(value);
  if (method) return method;
  for (const name of DESCRIBING) {
    const described = memberOf(value, name);
    if (typeof described !== 'string' || described.length > LONGEST_LABEL) continue;
    const kind = labelKind(withoutMasks(walk.redactText(described).text), 'description');
    if (kind) return kind;
  }
  for (const name of ORDERING) {
    const order = memberOf(value, name);
    if (
      typeof order !== 'string' ||
      order.length > LONGEST_LABEL ||
      !(ORDER.test(order) || PROMPTED.test(order))
    )
      continue;
    const kind = labelKind(withoutMasks(walk.redactText(order).text), 'description');
    if (kind) return kind;
  }
  return undefined;
}

/** A selector of a page: `#pwd`, `input[name=password]`, `//input[@type="password"]`. */
const SELECTOR = /^(?:[#.[]|\/\/|input\b|css=|xpath=|id=|name=)/;

/** `["#pwd", "X"]`: the kind of what is typed into the field that the first of a pair selects. */
export function kindOfField(before: string): SensitiveName | undefined {
  if (before.length > LONGEST_LABEL || !SELECTOR.test(before)) return undefined;
  return labelKind(before, 'description');
}

/** What a tool writes where nothing is typed. */
const NOTHING = /^(?:none|null|nil|undefined|n\/a|-)$/i;

/** Returns true for text that can be typed into a field or answer a question. */
export function isTyped(value: JsonValue): boolean {
  if (value === null || value === '') return false;
  return (
    typeof value !== 'string' ||
    (value.length <= LONGEST_TYPED &&
      !value.trim().includes('\n') &&
      !NOTHING.test(value) &&
      !refersToSecret(value))
  );
}
