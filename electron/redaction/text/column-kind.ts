import { labelKind } from './label-kind.ts';
import { type SensitiveName, sensitiveName } from './sensitive-name.ts';

const LONGEST_NAME = 64;
/** A column of passwords or of codes, by a word that means much else. */
export const CELL: SensitiveName = { strength: 'password', rule: 'table-cell', mask: 'password' };
/** A column of keys, some of which are ids. */
export const KEY_COLUMN: SensitiveName = { strength: 'secret', rule: 'table-cell', mask: 'secret' };

/** Returns what the name of a column says of the values below it. */
export function kindOfCell(text: string): SensitiveName | undefined {
  if (text.length === 0 || text.length > LONGEST_NAME) return undefined;
  const named = sensitiveName(
    text.replaceAll(/\s+/g, '_').replace(/_(?:plain(?:text)?|clear(?:text)?|raw|klartext)$/i, ''),
  );
  if (named && named.strength !== 'hint') return named;
  // `door code` is a hint by its last word and a label as a whole.
  const kind = labelKind(text, 'whole') ?? labelKind(`${text} `, 'whole');
  if (kind) return kind;
  if (/^(?:keys?|cl[ée]s?|schlüssel|chiave|sleutel|klucz|klíč|ключ)$/iu.test(text)) return KEY_COLUMN;
  return /^(?:pass|pw|pwd|pin|code)$/i.test(text) ? CELL : undefined;
}
