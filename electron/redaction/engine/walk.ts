import { AS_MACHINE, isMachineArgument } from '../text/machine-address.ts';
import { kindsOfMembers } from '../text/plural-name.ts';
import type { SensitiveName } from '../text/sensitive-name.ts';
import {
  isOptionValue,
  isPasswordArgument,
  maskArgument,
  PASSWORD_OF_COMMAND,
  programOfList,
  TAKES_SHORT_OPTIONS,
  userAndPassword,
  userAndPasswordPair,
} from './command-list.ts';
import type { Finding } from './finding.ts';
import { Findings, type Place } from './findings.ts';
import { matchesInJson } from './json-text.ts';
import { DEEPEST, type JsonObject, type JsonValue } from './json-value.ts';
import { isPlainKey, LONGEST_NAME, storedKey, takesWholeValue, withoutMasks } from './key-kind.ts';
import { isTyped, isValued, kindOfField, kindOfSibling } from './sibling-kind.ts';
import {
  type Columns,
  isCell,
  isExample,
  isSchema,
  kindOfEntry,
  kindsOfColumns,
  saysNothing,
} from './structured.ts';
import {
  fileOf,
  isContent,
  isSpecialMember,
  isTypedBehind,
  kindOfHidden,
  kindOfInput,
  kindsOfParameters,
  matchesInFile,
  OF_ARGUMENTS,
  STORED_SECRET,
  storesSecrets,
  TYPED_PASSWORD,
} from './tool-members.ts';
import { addWhole, maskText, maskWhole, type Walk, type WalkTools, withhold } from './walk-tools.ts';

export interface WalkedValue {
  value: JsonValue;
  findings: Finding[];
  omittedFindings: number;
  truncated: { member: string; from: number }[];
}

/** The work of one element without its text. An empty object takes time, too. */
const WORK_PER_ELEMENT = 8;
/** What the members beside a list say of its elements. */
interface Beside {
  kinds?: ReadonlyMap<number, SensitiveName> | undefined;
  program?: JsonValue | undefined;
  /** What the head of a table says of the cells of each element. */
  columns?: Columns | undefined;
  /** The list is a row of such a table. */
  isRow?: boolean;
}

/** The number of a payment card has at least 12 digits. */
const SMALLEST_CARD_NUMBER = 1e11;

function scalar(walk: Walk, value: JsonValue, place: Place | undefined): JsonValue {
  if (typeof value === 'string')
    return maskText(
      walk,
      value,
      place,
      matchesInJson(walk, value, (inner, read) => step(inner, read, undefined, 0)),
    );
  // A client can send the number of a card as a number.
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= SMALLEST_CARD_NUMBER) {
    const redacted = walk.redactText(String(value));
    if (redacted.masks.length === 0) return value;
    for (const mask of redacted.masks) walk.found.add(place, mask);
    return redacted.text;
  }
  return value;
}

/** True for `["X-Api-Key", "…"]`, as some tools write a header. */
function isHeaderPair(values: readonly JsonValue[]): boolean {
  const [name, value] = values;
  return (
    values.length === 2 &&
    typeof name === 'string' &&
    typeof value === 'string' &&
    name.length <= LONGEST_NAME &&
    /^[\w .-]{3,64}$/.test(name) &&
    // `admin password X` is a sentence, and no name.
    !/ .*\d/.test(name)
  );
}

function walkList(
  walk: Walk,
  values: readonly JsonValue[],
  parent: Place | undefined,
  depth: number,
  beside: Beside = {},
): JsonValue[] {
  const program = programOfList(values, beside.program);
  const headerPair = isHeaderPair(values);
  const command = values.some((value) => typeof value === 'string' && TAKES_SHORT_OPTIONS.test(value));
  return values.map((value, index) => {
    const place: Place = { parent, key: index };
    const before = values[index - 1];
    const kind = beside.kinds?.get(index);
    if (kind && isTyped(value) && !(beside.isRow && !isCell(value)))
      return maskWhole(walk, value, place, kind);
    if (beside.columns && Array.isArray(value) && value !== beside.columns.head)
      return walkList(walk, value, place, depth + 1, { kinds: beside.columns.kinds, isRow: true });
    if (typeof value === 'string') {
      const masked = maskArgument(walk, program, typeof before === 'string' ? before : '', value, place);
      if (masked !== undefined) return masked;
      if (isMachineArgument(values, index, value)) return maskText(walk, value, place, undefined, AS_MACHINE);
    }
    if (typeof value === 'string' && typeof before === 'string' && value !== '') {
      if (isOptionValue(before, value, command)) return maskWhole(walk, value, place, PASSWORD_OF_COMMAND);
      if (command && /^(?:-u|--user|-U|--proxy-user)$/.test(before) && value.includes(':')) {
        const masked = userAndPassword(walk, value, place);
        if (masked !== undefined) return masked;
      }
      if (headerPair && index === 1) {
        const named = saysNothing(value) ? undefined : takesWholeValue(before, value);
        if (named) return maskWhole(walk, value, place, named);
      }
      const typed = index === 1 ? kindOfField(before) : undefined;
      if (typed) return maskWhole(walk, value, place, typed);
    }
    if (typeof value === 'string' && isPasswordArgument(values, index, value))
      return maskWhole(walk, value, place, PASSWORD_OF_COMMAND);
    if (isTypedBehind(before, value)) return walkObject(walk, value, place, depth + 1, TYPED_PASSWORD);
    return step(walk, value, place, depth + 1);
  });
}

/**
 * Returns a key that `result` does not have. Two keys can become one mask. A number after it tells them apart, so
 * neither value is lost. `numbers` has the next number of each mask.
 */
function freeKey(walk: Walk, result: JsonObject, key: string, numbers: Map<string, number>): string {
  if (!Object.hasOwn(result, key)) return key;
  let number = numbers.get(key) ?? 2;
  while (Object.hasOwn(result, `${key} ${number}`)) {
    number += 1;
    walk.spend(1);
  }
  numbers.set(key, number + 1);
  return `${key} ${number}`;
}

/** Adds a member. One named `__proto__` must not become the object's prototype. */
function setMember(result: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__')
    Object.defineProperty(result, key, { value, enumerable: true, writable: true, configurable: true });
  else result[key] = value;
}

function walkObject(
  walk: Walk,
  value: JsonObject,
  parent: Place | undefined,
  depth: number,
  typed?: SensitiveName,
  kindOf?: (name: string, entry: JsonValue) => SensitiveName | undefined,
): JsonValue {
  const result: JsonObject = {};
  const keys = Object.keys(value);
  const sibling = kindOfSibling(walk, value, keys) ?? typed;
  const numbers = new Map<string, number>();
  for (const key of keys) {
    const child = value[key]!;
    walk.spend(WORK_PER_ELEMENT);
    if (
      sibling === undefined &&
      kindOf === undefined &&
      walk.plainKeys?.has(key) &&
      !Object.hasOwn(result, key)
    ) {
      const place: Place = { parent, key };
      result[key] = isSpecialMember(key)
        ? walkMember(walk, value, key, place, depth, undefined, typed)
        : step(walk, child, place, depth + 1);
      continue;
    }
    const redactedKey = storedKey(walk, key);
    const stored = freeKey(walk, result, redactedKey.text, numbers);
    const place: Place = { parent, key: stored };
    for (const mask of redactedKey.masks) walk.found.add(place, { ...mask, inKey: true });
    if (redactedKey.from !== undefined) walk.found.addTruncated(place, redactedKey.from);
    const isWithheld = walk.withhold?.(key) === true;
    if (!isWithheld && redactedKey.text === key && isPlainKey(key) && !/auth|cred|login/i.test(key))
      walk.plainKeys?.add(key);
    let kind = takesWholeValue(withoutMasks(redactedKey.text), child);
    if (!kind && sibling && isValued(key) && isTyped(child))
      kind = sibling === STORED_SECRET && typeof child !== 'string' ? undefined : sibling;
    kind ??= kindOf?.(key, child);
    setMember(result, stored, walkMember(walk, value, key, place, depth, kind, typed));
  }
  return result;
}

/** Walks a member. `named` is what its name says of the whole value. */
function walkMember(
  walk: Walk,
  value: JsonObject,
  key: string,
  place: Place,
  depth: number,
  named?: SensitiveName,
  typed?: SensitiveName,
): JsonValue {
  const child = value[key]!;
  if (walk.withhold?.(key) === true) return withhold(walk, child, place);
  const kind = named ?? kindOfInput(value, key) ?? kindOfHidden(value, key, child);
  if (kind && isSchema(child))
    return walkObject(walk, child, place, depth + 1, undefined, (name) =>
      isExample(name) ? kind : undefined,
    );
  if (kind) return maskWhole(walk, child, place, kind);
  return (
    userAndPasswordPair(walk, key, child, place) ??
    walkSpecial(walk, value, key, place, depth, typed) ??
    step(walk, child, place, depth + 1)
  );
}

/** `user:password`, as tools for HTTP take it. */
const OF_URL = /^(?:user|userpwd)$/;

/** Masks what a tool's other members say of one: content of a file, parameters of a statement, entries of a store. */
function walkSpecial(
  walk: Walk,
  value: JsonObject,
  key: string,
  place: Place,
  depth: number,
  typed?: SensitiveName,
): JsonValue | undefined {
  const child = value[key]!;
  if (typeof child === 'string') {
    const file = isContent(key) ? fileOf(value) : undefined;
    if (OF_URL.test(key) && /^[\w.@+-]{1,64}:[^\s:/]{3,128}$/.test(child) && Object.hasOwn(value, 'url'))
      return userAndPassword(walk, child, place);
    const more = file && matchesInFile(file);
    return more ? maskText(walk, child, place, more) : undefined;
  }
  if (Array.isArray(child)) {
    const [first] = child;
    const kind =
      child.length === 1 && typeof first === 'string' ? takesWholeValue(withoutMasks(key), first) : undefined;
    if (kind) return [maskWhole(walk, first!, { parent: place, key: 0 }, kind)];
    return walkList(walk, child, place, depth + 1, {
      kinds: kindsOfParameters(value, key) ?? kindsOfMembers(key, child),
      columns: kindsOfColumns(value, key, child),
      program: OF_ARGUMENTS.test(key) ? (value['command'] ?? value['program'] ?? value['cmd']) : undefined,
    });
  }
  if (key === 'toolInput' && storesSecrets(value['toolName']) && child !== null && typeof child === 'object')
    return walkObject(walk, child, place, depth + 1, STORED_SECRET);
  const kindOf = kindOfEntry(value, key, child, typed === STORED_SECRET);
  return kindOf && walkObject(walk, child as JsonObject, place, depth + 1, undefined, kindOf);
}

function step(walk: Walk, value: JsonValue, place: Place | undefined, depth: number): JsonValue {
  walk.spend(WORK_PER_ELEMENT);
  if (value === null || typeof value !== 'object') return scalar(walk, value, place);
  if (depth > DEEPEST) {
    addWhole(walk, place, 'too-deep', '[too-deep]', 0);
    return '[too-deep]';
  }
  return Array.isArray(value) ? walkList(walk, value, place, depth) : walkObject(walk, value, place, depth);
}

/**
 * Masks the keys and the strings of a value. Masks a whole value if its key, a member beside it or its place in a list
 * says that it is a secret.
 */
export function walk(value: JsonValue, tools: WalkTools): WalkedValue {
  const found = new Findings(tools.fingerprint);
  const redacted = step({ ...tools, found }, value, undefined, 0);
  return {
    value: redacted,
    findings: found.listed,
    omittedFindings: found.omitted,
    truncated: found.truncated,
  };
}
