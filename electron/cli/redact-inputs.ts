import { createReadStream, type Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file or standard input. It is opened only when it is read. */
export interface Input {
  /** The given path, or a path found below it. `-` is standard input. */
  name: string;
  open(): Readable;
}

/**
 * A path that cannot be read. The system's reason is omitted, because it repeats the path with a technical
 * code.
 */
export interface UnreadableInput {
  name: string;
  problem: 'not_readable';
}

/** Skipped inside folders, but not when named directly: third-party code, and Git's compressed objects. */
const FOLDERS_LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules']);

const STANDARD_INPUT: Input = { name: '-', open: () => process.stdin };

const file = (name: string): Input => ({ name, open: () => createReadStream(name) });
const unreadable = (name: string): UnreadableInput => ({ name, problem: 'not_readable' });

async function* filesBelow(folder: string): AsyncGenerator<Input | UnreadableInput> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch {
    yield unreadable(folder);
    return;
  }
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    // A link may lead out of the folder or form a loop. A read from a pipe may never end.
    if (entry.isFile()) yield file(path);
    else if (entry.isDirectory() && !FOLDERS_LEFT_OUT.has(entry.name)) yield* filesBelow(path);
  }
}

/** Lists the inputs of a command in the order of its arguments, and the files of a folder by name. */
export async function* listInputs(paths: readonly string[]): AsyncGenerator<Input | UnreadableInput> {
  for (const path of paths) {
    if (path === '-') {
      yield STANDARD_INPUT;
      continue;
    }
    const status = await stat(path).catch(() => undefined);
    if (status === undefined) yield unreadable(path);
    else if (status.isDirectory()) yield* filesBelow(path);
    else yield file(path);
  }
}

/** Returns true when the arguments name one text, which can be printed whole. */
export async function isOneText(paths: readonly string[]): Promise<boolean> {
  if (paths.length !== 1) return false;
  return !((await stat(paths[0]!).catch(() => undefined))?.isDirectory() ?? false);
}
