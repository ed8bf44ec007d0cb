import { createReadStream, type Dirent, existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
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

const SEPARATOR = Buffer.from('/');
/** Stands in the text of a name for bytes that are not UTF-8. */
const REPLACED = '\ufffd';

const file = (path: Buffer, name: string): Input => ({ name, open: () => createReadStream(path) });
const unreadable = (name: string): UnreadableInput => ({ name, problem: 'not_readable' });

async function* filesBelow(folder: Buffer, name: string): AsyncGenerator<Input | UnreadableInput> {
  let entries: Dirent<Buffer>[];
  try {
    entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  } catch {
    yield unreadable(name);
    return;
  }
  for (const entry of entries.sort((one, other) => Buffer.compare(one.name, other.name))) {
    const path = Buffer.concat([folder, SEPARATOR, entry.name]);
    const below = join(name, String(entry.name));
    // A link may lead out of the folder or form a loop. A read from a pipe may never end.
    if (entry.isFile()) yield file(path, below);
    else if (entry.isDirectory() && !FOLDERS_LEFT_OUT.has(String(entry.name))) yield* filesBelow(path, below);
  }
}

/** Returns the paths that an argument can mean. Node replaces bytes of it that are not UTF-8, so the folder is asked. */
async function pathsOf(argument: string): Promise<Buffer[]> {
  if (!argument.includes(REPLACED) || existsSync(argument)) return [Buffer.from(argument)];
  const found: Buffer[] = [];
  for (const folder of await pathsOf(dirname(argument))) {
    const names = await readdir(folder, { encoding: 'buffer' }).catch(() => []);
    const same = names.filter((name) => name.toString() === basename(argument));
    found.push(...same.map((name) => Buffer.concat([folder, SEPARATOR, name])));
  }
  return found.length > 0 ? found : [Buffer.from(argument)];
}

/** Lists the inputs of a command in the order of its arguments, and the files of a folder by name. */
export async function* listInputs(paths: readonly string[]): AsyncGenerator<Input | UnreadableInput> {
  for (const argument of paths) {
    if (argument === '-') {
      yield STANDARD_INPUT;
      continue;
    }
    for (const path of await pathsOf(argument)) {
      const status = await stat(path).catch(() => undefined);
      const name = String(path);
      if (status === undefined) yield unreadable(name);
      else if (status.isDirectory()) yield* filesBelow(path, name);
      else yield file(path, name);
    }
  }
}

/** Returns true when the arguments name one text, which can be printed whole. */
export async function isOneText(paths: readonly string[]): Promise<boolean> {
  if (paths.length !== 1) return false;
  const [path] = await pathsOf(paths[0]!);
  return !((await stat(path!).catch(() => undefined))?.isDirectory() ?? false);
}
