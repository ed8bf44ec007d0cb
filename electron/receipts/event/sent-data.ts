import type { MemberSize } from '../../../shared/receipt.ts';
import { canonicalText } from '../../proof/canonical-json.ts';

interface SentMember {
  name: string;
  value: unknown;
  /** The value as JSON, and in canonical form. Empty if JSON has no such value. */
  json: string;
  canonical: string;
}

function memberOf(name: string, value: unknown): SentMember {
  const json = JSON.stringify(value) ?? '';
  return { name, value, json, canonical: typeof value === 'object' ? canonicalText(value, json) : json };
}

/** Returns true if two JSON values have the same members in the same order. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  const others = Object.keys(b);
  if (names.length !== others.length) return false;
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index]!;
    if (name !== others[index]) return false;
    if (!isSame((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name])) return false;
  }
  return true;
}

function objectOf(members: readonly SentMember[], form: 'json' | 'canonical'): string {
  let text = '';
  for (const member of members) {
    const value = member[form];
    if (value !== '') text += `${text === '' ? '{' : ','}${JSON.stringify(member.name)}:${value}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/**
 * The data of an event as it was sent. Each member becomes JSON once, for the identity of the event, its sizes and the
 * texts of its row. To serialize a text takes as long as to hash it.
 */
export class SentData {
  readonly #data: Record<string, unknown>;
  readonly #members: SentMember[];
  /** The data as canonical JSON. */
  readonly canonical: string;

  constructor(data: Record<string, unknown>) {
    this.#data = data;
    this.#members = Object.keys(data).map((name) => memberOf(name, data[name]));
    const sorted = this.#members.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    this.canonical = objectOf(sorted, 'canonical');
  }

  /** Returns true if a value is this data, with its members in the same order. */
  equals(value: Record<string, unknown>): boolean {
    return isSame(this.#data, value);
  }

  /** Returns the data as JSON, with its members in the order in which they were sent. */
  toJson(): string {
    return objectOf(this.#members, 'json');
  }

  /** Returns the UTF-8 bytes of each member: of a text itself, and of the JSON of any other value. */
  sizes(): Record<string, MemberSize> {
    const sizes: Record<string, MemberSize> = {};
    for (const { name, value, json } of this.#members) {
      sizes[name] = { bytes: Buffer.byteLength(typeof value === 'string' ? value : json) };
    }
    return sizes;
  }
}
