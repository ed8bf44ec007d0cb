import { parseMark } from '../../proof/leaves.ts';
import { HASH_BYTES } from '../../proof/merkle-tree.ts';
import type { Cell, Value } from '../pages/page-cells.ts';

/** The kinds of values of a row: null (the row number), integer, integer or null, text, blob. Capital letters include null. */
type Kind = 'n' | 'i' | 'I' | 't' | 'T' | 'b' | 'B';

const fits: Record<Kind, (value: Value | undefined) => boolean> = {
  n: (value) => value === null,
  i: (value) => Number.isInteger(value),
  I: (value) => value === null || Number.isInteger(value),
  t: (value) => typeof value === 'string',
  T: (value) => value === null || typeof value === 'string',
  b: (value) => Buffer.isBuffer(value),
  B: (value) => value === null || Buffer.isBuffer(value),
};

/** Tells whether a row has these kinds of values. */
const hasKinds = (values: readonly Value[], kinds: string): boolean =>
  values.length === kinds.length && values.every((value, column) => fits[kinds[column] as Kind](value));

/**
 * Recognises the rows of each table of the record by their values. A page whose parents are damaged does not say to
 * which table it belongs. No two tables have rows of the same kinds.
 */
export const rowKinds = {
  receipts: ({ values }: Cell) => hasKinds(values, 'niiiiiibiiiitTiTib'),
  sessions: ({ values }: Cell) => hasKinds(values, 'nibtiiIIiit'),
  integrations: ({ values }: Cell) => hasKinds(values, 'ntt') && /^int_/.test(values[1] as string),
  redactions: ({ values }: Cell) => hasKinds(values, 'nt') && (values[1] as string).startsWith('{"state":'),
  tree_marks: ({ values }: Cell) => hasKinds(values, 'nt') && parseMark(values[1] as string) !== undefined,
  tree_checkpoints: ({ values }: Cell) =>
    hasKinds(values, 'niit') && (values[3] as string).startsWith('plinth.local/'),
  recording_gaps: ({ values }: Cell) => hasKinds(values, 'niIiTtt'),
  incidents: ({ values }: Cell) => hasKinds(values, 'niittiiiiIi'),
} as const;

export type ScannedTable = keyof typeof rowKinds;

/** Recognises a leaf of the tree. The full-text index has rows of the same kinds, but of other lengths. */
export const isTreeLeaf = ({ values }: Cell): boolean =>
  hasKinds(values, 'nb') && (values[1] as Buffer).length === HASH_BYTES;

/** Recognises the root of a stored subtree. */
export const isSubtree = ({ values }: Cell): boolean =>
  hasKinds(values, 'iib') && (values[2] as Buffer).length === HASH_BYTES;

/** Recognises an object of the schema. */
export const isSchemaRow = ({ values }: Cell): boolean =>
  values.length === 5 && hasKinds(values.slice(0, 4), 'ttti') && values[0] === 'table';

/** An entry of the index of sessions by agent and digest. */
export const isSessionEntry = ({ values }: Cell): boolean => hasKinds(values, 'ibi');

/** An entry of the index of agents by id. */
export const isIntegrationEntry = ({ values }: Cell): boolean =>
  hasKinds(values, 'ti') && /^int_/.test(values[0] as string);
