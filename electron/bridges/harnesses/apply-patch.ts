import { isAbsolute, join } from 'node:path';

export interface FileChange {
  path: string;
  changeType: 'created' | 'modified' | 'deleted' | 'renamed';
  previousPath?: string;
  /** The files of the patch after this one, which is the last that is told. */
  furtherFiles?: number;
}

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+?)\s*$/;
const MOVE = /^\*\*\* Move to: (.+?)\s*$/;
const changeTypes = { Add: 'created', Update: 'modified', Delete: 'deleted' } as const;
const MAX_FILES = 256;

/** Makes a path absolute where the working directory is known. No path stays an empty one. */
export function within(cwd: string | undefined, path = ''): string {
  return cwd === undefined || path === '' || isAbsolute(path) ? path : join(cwd, path);
}

/** Returns the files that a patch in the `apply_patch` format changes. It does not read the changed lines. */
export function parseApplyPatch(patch: string, cwd: string | undefined): FileChange[] {
  const changes: FileChange[] = [];
  let further = 0;
  for (const line of patch.split('\n')) {
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

/** A patch that a command passes to `apply_patch`, after an optional change of the folder. */
const TYPED_PATCH =
  /^\s*(?:cd\s+(?:'([^']+)'|"([^"$`\\]+)"|([^\s'"$`;&|~\\]+))\s*&&\s*)?(?:apply_patch|applypatch)\b[^\n]*?(\*\*\* Begin Patch\n[\s\S]*?\*\*\* End Patch|<<-?\s*['"]?(\w+)['"]?[^\n]*\n([\s\S]*?)\n\5(?:\n|$))/;

/** Returns the patch that is typed into a shell, and the folder that it applies in. */
export function patchTypedIn(
  command: string,
  cwd: string | undefined,
): { patch: string; cwd: string | undefined } | undefined {
  const match = TYPED_PATCH.exec(command);
  if (match === null) return undefined;
  const folder = match[1] ?? match[2] ?? match[3];
  return { patch: match[6] ?? match[4]!, cwd: folder === undefined ? cwd : within(cwd, folder) };
}
