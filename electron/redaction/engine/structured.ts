import { kindOfCell } from '../text/column-kind.ts';
import { isPlaceholder, refersToSecret } from '../text/placeholder.ts';
import { isListed, kindOfList } from '../text/plural-name.ts';
import type { SensitiveName } from '../text/sensitive-name.ts';
import { isObject, type JsonObject, type JsonValue } from './json-value.ts';
import { STORED_SECRET, TYPED_PASSWORD } from './tool-members.ts';

/** Columns of one table; more have no names that a person gave. */
const MOST_COLUMNS = 64;
const COLUMNS = ['columns', 'header', 'headers', 'fields', 'head', 'column_names', 'columnNames', 'cols'];
const ROWS = /^(?:rows|values|data|records|cells|table|body|tuples|items)$/i;

/** The names of columns: strings, or objects with a name. */
function namesOf(list: JsonValue | undefined): string[] | undefined {
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_COLUMNS) return undefined;
  const names = list.map((entry) => (isObject(entry) ? entry['name'] : entry));
  return names.every((name) => typeof name === 'string') ? (names as string[]) : undefined;
}

/** What the columns of a table are, by their number, and the row with their names where one has them. */
export interface Columns {
  kinds: ReadonlyMap<number, SensitiveName>;
  head: JsonValue | undefined;
}

/** What the head of a table says of the cells of its rows: the first row, or a member beside the rows. */
export function kindsOfColumns(
  value: JsonObject,
  key: string,
  rows: readonly JsonValue[],
): Columns | undefined {
  if (!ROWS.test(key) || !Array.isArray(rows[0])) return undefined;
  const beside = COLUMNS.find((name) => Object.hasOwn(value, name));
  const head = namesOf(beside === undefined ? rows[0] : value[beside]);
  if (head === undefined || head.length < 2) return undefined;
  const kinds = new Map<number, SensitiveName>();
  for (const [index, name] of head.entries()) {
    const kind = kindOfCell(name);
    if (kind) kinds.set(index, kind);
  }
  // A pair of a name and a value is no head.
  return kinds.size > 0 &&
    kinds.size < head.length &&
    !(head.length === 2 && kinds.has(0) && !kinds.has(1) && beside === undefined)
    ? { kinds, head: beside === undefined ? rows[0] : undefined }
    : undefined;
}

/** True for a cell that its column makes a secret: no name of a type, no date, and nothing that says that it is empty. */
export const isCell = (value: JsonValue): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.length > 2 && !saysNothing(value));

const DATE = /^\d{4}-\d\d-\d\d(?:[T ].*)?$/;
const TYPE =
  /^(?:var)?char\(\d+\)$|^(?:text|string|varchar|bytea|uuid|integer|required|optional|hidden|masked|none|null)$/i;

/** True for a value that is a type, a date, a reference or an example. */
export const saysNothing = (value: string): boolean =>
  isPlaceholder(value) || DATE.test(value) || TYPE.test(value) || refersToSecret(value);

const SCHEMA = new Set(
  '$ref $id type minLength maxLength pattern description format title default enum examples example const anyOf oneOf allOf not items properties required nullable readOnly writeOnly deprecated additionalProperties minItems maxItems uniqueItems minimum maximum x-order label placeholder hint sensitive secret'.split(
    ' ',
  ),
);
const TYPES = /^(?:string|number|integer|boolean|object|array|null|password|secret|text)$/;

/** True for the description of a member below its name: a JSON Schema, or the specification of a field. */
export function isSchema(value: JsonValue): value is JsonObject {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  if (keys.length === 0 || !keys.every((key) => SCHEMA.has(key))) return false;
  const { type, $ref: reference, anyOf, oneOf } = value;
  return (
    (typeof type === 'string' && TYPES.test(type)) ||
    (Array.isArray(type) && type.every((one) => typeof one === 'string' && TYPES.test(one))) ||
    typeof reference === 'string' ||
    Array.isArray(anyOf) ||
    Array.isArray(oneOf)
  );
}

/** Members of a schema with a value of the member that it describes. */
export const isExample = (key: string): boolean => /^(?:default|example|examples|const|enum)$/.test(key);

const ENTRIES = /^(?:data|values|secret|secrets|fields|payload|stringData)$/;
/** Stores of secrets, by the path of an entry. */
const STORE = /^\/?(?:secrets?|kv|cubbyhole)\/(?:data\/)?[\w./-]+$/;
/** Who logs in, and where: no secret in a store of them. */
const OPEN =
  /^(?:user(?:name)?|login|e?mail|host(?:name)?|port|database|db|dbname|engine|type|region|account)$/i;

const stringOf = (value: JsonObject, name: string): string =>
  Object.hasOwn(value, name) && typeof value[name] === 'string' ? value[name] : '';

/** True for the member with the entries of a store of secrets. `isStore` says that the tool stores them. */
function isOfStore(value: JsonObject, key: string, isStore: boolean): boolean {
  if (!ENTRIES.test(key)) return false;
  if (isStore || (stringOf(value, 'kind') === 'Secret' && /^(?:data|stringData)$/.test(key))) return true;
  const path = stringOf(value, 'path') || stringOf(value, 'secret_path') || stringOf(value, 'mount_path');
  const mount = stringOf(value, 'mount');
  return STORE.test(mount === '' ? path : `${mount}/${path}`);
}

/** What a map is that holds secrets by names that say nothing: `passwords`, the data of a Kubernetes Secret, a store. */
export function kindOfEntry(
  value: JsonObject,
  key: string,
  child: JsonValue,
  isStore: boolean,
): ((name: string, entry: JsonValue) => SensitiveName | undefined) | undefined {
  if (!isObject(child)) return undefined;
  if (isOfStore(value, key, isStore))
    return (name, entry) =>
      typeof entry === 'string' && entry !== '' && !OPEN.test(name) && !refersToSecret(entry)
        ? STORED_SECRET
        : undefined;
  const kind = /s$/i.test(key) ? kindOfList(key) : undefined;
  if (kind === undefined) return undefined;
  return (_, entry) =>
    typeof entry === 'string' && (kind.strength === 'password' ? !saysNothing(entry) : isListed(kind, entry))
      ? kind
      : undefined;
}

const METHOD = ['method', 'type', 'kind', 'scheme', 'auth_type', 'authType', 'strategy', 'Type'];
const OF_METHOD: readonly [RegExp, SensitiveName][] = [
  [/^(?:password|passwd|passphrase|basic|digest|ldap)$/i, TYPED_PASSWORD],
  [
    /^(?:bearer|token|jwt|oauth2?|access[-_]?token|personal[-_]?access[-_]?token|pat)$/i,
    { strength: 'secret', rule: 'tool-input', mask: 'token' },
  ],
  // Not STORED_SECRET, which masks only a text: beside its method, a number is masked, too.
  [
    /^(?:api[-_ ]?key|secret|private[-_]?key|securestring|shared[-_]?key|hmac)$/i,
    { strength: 'secret', rule: 'tool-input', mask: 'secret' },
  ],
];

/** `{"method": "password", "value": …}`: the kind of a credential in a member beside its value. */
export function kindOfMethod(value: JsonObject): SensitiveName | undefined {
  for (const name of METHOD) {
    const method = stringOf(value, name);
    if (method === '') continue;
    const kind = OF_METHOD.find(([pattern]) => pattern.test(method))?.[1];
    if (kind) return kind;
  }
  return undefined;
}
