import { isOfWindows, isWithin } from '../../shared/path-below.ts';

const ABSOLUTE = /^(?:[\\/~]|[A-Za-z]:)/;
/** How Windows writes a path without its own rules: `\\?\C:\nul` and `\\?\UNC\server\share`. */
const LITERAL = /^\/\/[?.]\/(?:(?=[A-Za-z]:)|(UNC\/))/i;
/** How the shells of Git and Cygwin write a drive. */
const DRIVE_OF_SHELL = /^(?:\/cygdrive)?\/([A-Za-z])(?=\/|$)/;

/** The longest path of Linux. A longer one names nothing, and each `cd` could make it longer. */
const MAX_PATH = 4096;

/**
 * Returns an absolute path with `/` between its parts and without `.` and `..`, or undefined if it is relative and the
 * folder is not known. `~` stands for the home folder, as in the record. A share keeps its two slashes, and in a folder
 * with a drive `/c/work` is `C:/work`.
 */
export function resolvePath(path: string, folder: string | undefined): string | undefined {
  const isOnWindows = isOfWindows(folder ?? '') || path.startsWith('\\');
  let slashed = path.replaceAll('\\', '/').replace(LITERAL, (_, share) => (share === undefined ? '' : '//'));
  if (isOnWindows) slashed = slashed.replace(DRIVE_OF_SHELL, (_, drive: string) => `${drive.toUpperCase()}:`);
  if (!ABSOLUTE.test(slashed) && folder === undefined) return undefined;
  if (slashed.length + (folder?.length ?? 0) > MAX_PATH) return undefined;
  const whole = ABSOLUTE.test(slashed) ? slashed : `${folder!.replaceAll('\\', '/')}/${slashed}`;
  const share = isOnWindows && whole.startsWith('//') ? '/' : '';
  // The part before the first slash is empty, `~`, or a drive.
  const [root = '', ...parts] = whole.split('/');
  const kept: string[] = [];
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length > 0) kept.pop();
    // The parent of the home folder is not written in the record.
    else if (root.startsWith('~')) return '/';
  }
  return kept.length === 0 && root !== '' ? root : `${share}${root}/${kept.join('/')}`;
}

/** Returns the last part of a path: `rm` for `/bin/rm` and `C:\\bin\\rm`. */
export const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** Compares one part of a path with a pattern of `*`, `?` and `[…]`, in time linear to their product. */
function matchesPart(part: string, pattern: string): boolean {
  let [at, next, star, tried] = [0, 0, -1, 0];
  while (at < part.length) {
    const set =
      pattern[next] === '[' ? /^\[([!^]?)([^\]]+)\]/.exec(pattern.slice(next, next + LONGEST_SET)) : null;
    if (pattern[next] === '*') [star, tried, next] = [next, at, next + 1];
    else if (set !== null && inSet(part[at]!, set[2]!) === (set[1] === ''))
      [at, next] = [at + 1, next + set[0].length];
    else if (set === null && (pattern[next] === '?' || pattern[next] === part[at]))
      [at, next] = [at + 1, next + 1];
    else if (star >= 0) {
      tried += 1;
      [at, next] = [tried, star + 1];
    } else return false;
  }
  return pattern.slice(next).replaceAll('*', '') === '';
}
/** The longest set of characters that is read, such as `[a-z]`. */
const LONGEST_SET = 64;

const inSet = (character: string, set: string): boolean => {
  for (let at = 0; at < set.length; at += 1) {
    if (set[at + 1] === '-' && at + 2 < set.length) {
      if (character >= set[at]! && character <= set[at + 2]!) return true;
      at += 2;
    } else if (set[at] === character) return true;
  }
  return false;
};

/** A resolved path of a command. In `'a[1].ts'` the brackets are no pattern. */
export interface NamedPath {
  path: string;
  isGlob: boolean;
}

/**
 * Returns true if a resolved path of a command names a file: the file itself, a folder around it, or a pattern that matches
 * one of these. `*` does not match a leading dot, as in a shell.
 */
export function namesFile({ path: named, isGlob }: NamedPath, file: string): boolean {
  if (!isGlob) return isWithin(file, named);
  const parts = file.split('/');
  const patterns = named.split('/');
  const matchesFrom = (part: number, pattern: number): boolean => {
    if (pattern === patterns.length) return true;
    if (part === parts.length) return false;
    if (patterns[pattern] === '**')
      return parts.slice(part).some((_, ahead) => matchesFrom(part + ahead, pattern + 1));
    const isHidden = parts[part]!.startsWith('.') && !patterns[pattern]!.startsWith('.');
    return !isHidden && matchesPart(parts[part]!, patterns[pattern]!) && matchesFrom(part + 1, pattern + 1);
  };
  // One `**` is enough for a shell's pattern. More would cost the product of their places.
  return named.split('**').length > 2 ? false : matchesFrom(0, 0);
}
