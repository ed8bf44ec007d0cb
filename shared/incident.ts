/**
 * The harm to Plinth's files. `truncated`: the receipt store was empty or cut off. `damaged`: parts of it were unreadable.
 * Nobody knows when this happened; the time of such an incident is that of the repair. `indexes`: the indexes lacked receipts or could not be read. `schema`:
 * the receipt store had a table, view, trigger or index that is not Plinth's.
 */
export const FILE_HARMS = [
  'deleted',
  'replaced',
  'overwritten',
  'permissions',
  'truncated',
  'damaged',
  'indexes',
  'schema',
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
