/**
 * The harm to Plinth's files. `truncated`: the receipt store was empty or cut off. `damaged`: parts of it were unreadable.
 * Nobody knows when this happened; the time of such an incident is that of the repair.
 */
export const FILE_HARMS = [
  'deleted',
  'replaced',
  'overwritten',
  'permissions',
  'truncated',
  'damaged',
] as const;
export type FileHarm = (typeof FILE_HARMS)[number];

/** The parts that a host can restore from memory, by their role. */
export const RESTORED_PARTS = [
  'receipts',
  'folder',
  'lock',
  'settings',
  'key',
  'log',
  'bridges',
  'runtime',
  'control',
] as const;
export type RestoredPart = (typeof RESTORED_PARTS)[number];
