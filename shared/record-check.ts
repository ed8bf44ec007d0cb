import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false } as const;
const nullableString = Type.Union([Type.String(), Type.Null()]);

/**
 * The kinds of change that a check of the record names. `altered`: the content is not the content of its leaf.
 * `removed`: a leaf without its receipt and without a mark. `reordered`: the leaf of another position. `added`: a receipt
 * without a leaf, or one that was erased. `truncated`: the newest part is missing. `replaced`: the record is not the one
 * of a checkpoint that was kept elsewhere, as when an older copy took its place. `lost`: a mark says that the receipt was
 * lost when the file was damaged. `incomplete`: a mark says that the name of its agent or session was lost.
 */
export const RecordFaultKind = Type.Union([
  Type.Literal('altered'),
  Type.Literal('removed'),
  Type.Literal('reordered'),
  Type.Literal('added'),
  Type.Literal('truncated'),
  Type.Literal('replaced'),
  Type.Literal('lost'),
  Type.Literal('incomplete'),
]);
export type RecordFaultKind = Static<typeof RecordFaultKind>;

export const RecordFault = Type.Object(
  {
    kind: RecordFaultKind,
    receiptId: nullableString,
    from: Type.Union([Type.Integer(), Type.Null()], { description: 'First position in the tree' }),
    to: Type.Union([Type.Integer(), Type.Null()], { description: 'Last position in the tree' }),
    after: Type.Union([Type.String(), Type.Null()], {
      description: 'Time of the last intact receipt before',
    }),
    before: Type.Union([Type.String(), Type.Null()], { description: 'Time of the next intact receipt' }),
  },
  closed,
);
export type RecordFault = Static<typeof RecordFault>;

/** The place that kept a checkpoint. `record` is the store itself. */
export const CheckpointSource = Type.Union([
  Type.Literal('record'),
  Type.Literal('settings'),
  Type.Literal('keychain'),
  Type.Literal('given'),
]);
export type CheckpointSource = Static<typeof CheckpointSource>;

/**
 * A checkpoint and its relation to the record. `ahead`: the record has fewer entries than the checkpoint. `invalid`:
 * the checkpoint is not signed with the key of this record. `unknown`: it cannot be compared, because the key is missing.
 */
export const CheckedCheckpoint = Type.Object(
  {
    source: CheckpointSource,
    entries: Type.Integer(),
    at: nullableString,
    state: Type.Union([
      Type.Literal('matches'),
      Type.Literal('differs'),
      Type.Literal('ahead'),
      Type.Literal('invalid'),
      Type.Literal('unknown'),
    ]),
  },
  closed,
);
export type CheckedCheckpoint = Static<typeof CheckedCheckpoint>;

export const RecordCheck = Type.Object(
  {
    entries: Type.Integer({ description: 'Leaves of the tree: receipts, erased ones included, and marks' }),
    receipts: Type.Integer({ description: 'Receipts that fit their leaves' }),
    erased: Type.Integer({ description: 'Leaves whose receipts the user or retention deleted' }),
    faults: Type.Array(RecordFault, { description: 'The first thousand' }),
    faultCount: Type.Integer(),
    checkpoints: Type.Array(CheckedCheckpoint),
  },
  closed,
);
export type RecordCheck = Static<typeof RecordCheck>;

/** What a check found. `repaired`: only damage that Plinth has repaired and stated in the record. */
export const CHECK_STATES = ['unchanged', 'repaired', 'changed'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** The newest signed checkpoint of the record, in the form of c2sp.org/tlog-checkpoint and on one line. */
export const RecordCheckpoint = Type.Object(
  {
    note: Type.String(),
    at: Type.String(),
    verifierKey: Type.String(),
    line: Type.String(),
  },
  closed,
);
export type RecordCheckpoint = Static<typeof RecordCheckpoint>;
