/** The ways in which another program can harm the files of a running host. */
export const FILE_HARMS = ['deleted', 'replaced', 'overwritten', 'permissions'] as const;
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
