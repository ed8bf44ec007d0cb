import Type, { type Static } from 'typebox';

/** Reasons for which Plinth does not change a harness's file. */
export const CONFIGURATION_FAULTS = [
  'not_a_file',
  'is_folder',
  'too_large',
  'dangling_link',
  'link_loop',
  'foreign_owner',
  'not_utf8',
  'utf16',
  'unparseable',
  'key_twice',
  'too_deep',
  'unexpected_shape',
  'not_removable',
  'read_only',
  'locked',
  'no_access',
  'disk_full',
  'read_only_volume',
  'folder_is_file',
  'unwritable',
  'changed_meanwhile',
  'not_ours',
  'other_plinth',
  'own_telemetry',
  'not_on_windows',
  'not_private',
] as const;
export type ConfigurationFault = (typeof CONFIGURATION_FAULTS)[number];

/** Where a fault is in a file. It names lines, and members that Plinth looks for, but repeats nothing of the file. */
export const FaultPlace = Type.Object(
  {
    line: Type.Optional(Type.Integer({ minimum: 1 })),
    column: Type.Optional(Type.Integer({ minimum: 1 })),
    member: Type.Optional(
      Type.String({ description: 'The member, such as hooks.PreToolUse; empty for the whole file' }),
    ),
    found: Type.Optional(
      Type.Unsafe<FoundKind>(Type.Enum(['object', 'array', 'string', 'number', 'bigint', 'boolean', 'null'])),
    ),
    due: Type.Optional(Type.Unsafe<DueKind>(Type.Enum(['object', 'array', 'table', 'tables']))),
  },
  { additionalProperties: false },
);
type FoundKind = 'object' | 'array' | 'string' | 'number' | 'bigint' | 'boolean' | 'null';
/** `table` and `tables` are the forms of TOML that can be extended: `[hooks]` and `[[hooks]]`. */
type DueKind = 'object' | 'array' | 'table' | 'tables';
export type FaultPlace = Static<typeof FaultPlace>;
