import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false } as const;
const nullableString = Type.Union([Type.String(), Type.Null()]);

/**
 * The parts of the receipt store that can be damaged. `file`: the header, the list of tables, or the length of the file.
 * `names`: agents and sessions. `proofs`: the tree. `history`: pauses, incidents and marks of
 * the user. `indexes`: everything that follows from the receipts. `unused`: free pages.
 */
export const StorePart = Type.Union([
  Type.Literal('file'),
  Type.Literal('receipts'),
  Type.Literal('names'),
  Type.Literal('proofs'),
  Type.Literal('history'),
  Type.Literal('indexes'),
  Type.Literal('unused'),
]);
export type StorePart = Static<typeof StorePart>;

/**
 * What is damaged in the receipt store, and what a repair does or would do. `rebuild`: only indexes are made anew.
 * `salvage`: every readable receipt goes to a new store, and the damaged file is renamed.
 */
export const StoreRepair = Type.Object(
  {
    state: Type.Union([
      Type.Literal('missing'),
      Type.Literal('intact'),
      Type.Literal('rebuild'),
      Type.Literal('salvage'),
    ]),
    parts: Type.Array(StorePart),
    receipts: Type.Integer({ description: 'Readable receipts' }),
    lost: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Receipts that cannot be read. Null if nobody knows how many there were',
    }),
    lostRanges: Type.Array(
      Type.Object(
        {
          from: Type.Integer({ description: 'First position in the tree' }),
          to: Type.Integer(),
          after: nullableString,
          before: nullableString,
        },
        closed,
      ),
      { description: 'The first hundred runs of lost positions, and the times around them' },
    ),
    incomplete: Type.Integer({ description: 'Readable receipts without the name of their agent or session' }),
    altered: Type.Integer({ description: 'Readable receipts that do not fit their entry in the tree' }),
    aside: Type.Union([Type.String(), Type.Null()], { description: 'New name of the damaged file' }),
  },
  closed,
);
export type StoreRepair = Static<typeof StoreRepair>;
