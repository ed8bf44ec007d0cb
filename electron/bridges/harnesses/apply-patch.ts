import { posix, win32 } from 'node:path';
import { MAX_PATH_LENGTH } from '../../../shared/limits.ts';

export interface FileChange {
  path: string;
  changeType: 'created' | 'modified' | 'deleted' | 'renamed';
  previousPath?: string;
  /** The files of the patch after this one, which is the last that is told. */
  furtherFiles?: number;
}

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;
const changeTypes = { Add: 'created', Update: 'modified', Delete: 'deleted' } as const;
const MAX_FILES = 256;

/** Begins a path of Windows. An agent can work in another system than Plinth, such as Linux in Windows. */
const OF_WINDOWS = /^(?:[A-Za-z]:|\\\\)/;

/**
 * Makes a path absolute where the working directory is known, in the spelling of that directory. No path stays an empty one.
 * A longer folder than events may name is none.
 */
export function within(cwd: string | undefined, path = ''): string {
  const isKnown = cwd !== undefined && cwd.length <= MAX_PATH_LENGTH;
  if (!isKnown || path === '') return path;
  const { isAbsolute, join } = [cwd, path].some((each) => OF_WINDOWS.test(each)) ? win32 : posix;
  return isAbsolute(path) ? path : join(cwd, path);
}

/** Returns the files that a patch in the `apply_patch` format changes. It does not read the changed lines. */
export function parseApplyPatch(patch: string, cwd: string | undefined): FileChange[] {
  const changes: FileChange[] = [];
  let further = 0;
  for (const given of patch.split('\n')) {
    const line = given.trimEnd();
    // Content lines start with a space, + or -. A header inside a patched file is therefore not read as a
    // header of the patch.
    const header = HEADER.exec(line);
    if (header !== null) {
      if (changes.length === MAX_FILES) {
        further += 1;
        continue;
      }
      changes.push({
        path: within(cwd, header[2]!),
        changeType: changeTypes[header[1] as keyof typeof changeTypes],
      });
      continue;
    }
    const move = MOVE.exec(line);
    const last = changes.at(-1);
    if (move === null || further > 0 || last?.changeType !== 'modified') continue;
    last.previousPath = last.path;
    last.path = within(cwd, move[1]!);
    last.changeType = 'renamed';
  }
  if (further > 0) changes.at(-1)!.furtherFiles = further;
  return changes;
}

/** The first line of a command that passes a patch to `apply_patch`, after an optional change of the folder. */
const PATCH_COMMAND =
  /^\s*(?:cd\s+(?:'([^']+)'|"([^"$`\\]+)"|([^\s'"$`;&|~\\]+))\s*&&\s*)?(?:apply_patch|applypatch)\b(.*)\n/;
const HERE_DOCUMENT = /<<-?\s*['"]?(\w+)/;

/** Returns the patch that is typed into a shell, and the folder that it applies in. */
export function patchTypedIn(
  command: string,
  cwd: string | undefined,
): { patch: string; cwd: string | undefined } | undefined {
  const [first, quoted, inQuotes, bare, line = ''] = PATCH_COMMAND.exec(command) ?? [''];
  const lines = command.slice(first.length).split('\n');
  // A here document ends at its name, and an argument at the last line of the patch.
  const name = HERE_DOCUMENT.exec(line)?.[1];
  const isArgument = line.endsWith('*** Begin Patch');
  const end = lines.findIndex((each) => each === name || (isArgument && each.startsWith('*** End Patch')));
  if (end === -1) return undefined;
  const folder = quoted ?? inQuotes ?? bare;
  return { patch: lines.slice(0, end).join('\n'), cwd: folder === undefined ? cwd : within(cwd, folder) };
}
