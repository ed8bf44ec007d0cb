import { normalized } from '../../shared/normalized.ts';

/**
 * Returns one text for the names that a path has on this system: `é` in one character or in two, and on Windows with either
 * slash. Most disks of Windows and macOS do not tell large and small letters apart.
 */
export function comparablePath(path: string, platform: string = process.platform): string {
  const composed = normalized(path, 'NFC');
  const slashed = platform === 'win32' ? composed.replaceAll('\\', '/') : composed;
  return platform === 'win32' || platform === 'darwin' ? slashed.toLowerCase() : slashed;
}
