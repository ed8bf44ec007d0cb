import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false } as const;

/** The limits of a mirror's own retention, and its folder. */
export const MirrorSettings = Type.Object(
  {
    folder: Type.String({ minLength: 1, maxLength: 4096 }),
    maxAgeDays: Type.Union([Type.Integer({ minimum: 1, maximum: 36_500 }), Type.Null()]),
    maxBytes: Type.Union([Type.Integer({ minimum: 1_048_576 }), Type.Null()]),
    /** Receipts were deleted that the mirror may still have. */
    hasDeleted: Type.Boolean(),
  },
  closed,
);
export type MirrorSettings = Static<typeof MirrorSettings>;

/**
 * `current`: the mirror has every receipt. `copying`: it is being brought up to date. `away`: its folder or file is not
 * there. `failing`: it cannot be written. `other_record`: it continues another record than the one in use, for example
 * because the receipt store was lost. `other_version`: another version of Plinth wrote it.
 */
const MIRROR_STATES = [
  'off',
  'copying',
  'current',
  'away',
  'failing',
  'other_record',
  'other_version',
] as const;
export type MirrorState = (typeof MIRROR_STATES)[number];
export const MirrorStateSchema = Type.Unsafe<MirrorState>(Type.Enum([...MIRROR_STATES]));

export const MirrorStatus = Type.Object(
  {
    state: MirrorStateSchema,
    settings: Type.Union([MirrorSettings, Type.Null()]),
    receipts: Type.Union([Type.Integer(), Type.Null()], { description: 'Null while the mirror is not open' }),
    bytes: Type.Union([Type.Integer(), Type.Null()]),
    copiedAt: Type.Union([Type.String(), Type.Null()], {
      description: 'When this run last brought it up to date',
    }),
    isOnSameVolume: Type.Boolean({ description: 'Whatever takes the record can take the mirror, too' }),
    isOpenToOthers: Type.Boolean({ description: 'The volume keeps no permissions' }),
  },
  closed,
);
export type MirrorStatus = Static<typeof MirrorStatus>;
