/**
 * The harm to Plinth's files. A running host notices the first four. It notices at its start that the receipt store is
 * `truncated`: empty, or cut off within its header.
 */
export const FILE_HARMS = ['deleted', 'replaced', 'overwritten', 'permissions', 'truncated'] as const;
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
