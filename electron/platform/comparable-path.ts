const IGNORES_CASE = process.platform === 'win32' || process.platform === 'darwin';

/**
 * Returns one text for the names that a path has on this system: `é` in one character or in two, and on Windows with either
 * slash. Most disks of Windows and macOS do not tell large and small letters apart.
 */
export function comparablePath(path: string): string {
  const composed = path.normalize('NFC');
  const slashed = process.platform === 'win32' ? composed.replaceAll('\\', '/') : composed;
  return IGNORES_CASE ? slashed.toLowerCase() : slashed;
}
