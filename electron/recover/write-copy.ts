import { type FileHandle, lstat, mkdir, open, realpath, rm, statfs } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { PlainReason } from '../../shared/failure.ts';
import { isAsked, type OpenCopy } from './file-copy.ts';

/** More bytes than this are not written by one command. */
const MAX_WRITTEN_BYTES = 1_073_741_824;
/** Characters of a name that each file system takes, with a number before it. */
const LONGEST_NAME = 100;

/** A copy cannot be written. Nothing is there that was not there before. */
export class NotWritten extends Error {
  readonly reason: PlainReason;

  constructor(reason: PlainReason) {
    super(reason);
    this.reason = reason;
  }
}

const reasons: Record<string, PlainReason> = {
  EEXIST: 'recovered_exists',
  ENAMETOOLONG: 'name_too_long',
  EACCES: 'folder_unwritable',
  EPERM: 'folder_unwritable',
  EROFS: 'folder_unwritable',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EFBIG: 'copies_too_large',
};

/** Throws {@link NotWritten} in place of an error of a file system whose reason is known. */
function notWritten(error: unknown): never {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  throw reason === undefined ? error : new NotWritten(reason);
}

/**
 * Writes a file that does not exist yet, for this user alone. Follows no link: no folder of its path below `base` may be one,
 * because an agent could have put it there. Throws {@link NotWritten}.
 */
export async function writeNew(path: string, content: Buffer, base = dirname(path)): Promise<void> {
  const folder = await realpath(dirname(path)).catch(() => undefined);
  if (folder === undefined) throw new NotWritten('original_folder_gone');
  const status = await lstat(dirname(path));
  const expected = join(await realpath(base), relative(base, dirname(path)));
  if (!status.isDirectory() || relative(expected, folder) !== '') throw new NotWritten('folder_linked');
  let file: FileHandle;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    notWritten(error);
  }
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    notWritten(error);
  } finally {
    await file.close();
  }
}

/** Writes a copy beside its original as `FILE.recovered`, or to `to`. `asked` is the path that was asked for. Returns the new path. */
export async function bringBack(copy: OpenCopy, asked: string, to?: string): Promise<string> {
  const content = await copy.read().catch(() => {
    throw new NotWritten('copy_gone');
  });
  const target = to ?? `${copy.path}.recovered`;
  const isBelow = to === undefined && isAsked(copy.path, asked);
  await writeNew(target, content, isBelow ? dirname(asked) : undefined);
  return target;
}

/** Writes copies to a new folder, with a list of their originals. `summary` is called before the first byte is written. */
export async function writeAll(
  copies: readonly OpenCopy[],
  folder: string,
  summary: (bytes: number) => void,
): Promise<void> {
  const bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0);
  const { bavail, bsize } = await statfs(dirname(folder));
  if (bytes > MAX_WRITTEN_BYTES || bytes > bavail * bsize) throw new NotWritten('copies_too_large');
  summary(bytes);
  await mkdir(folder, { mode: 0o700 }).catch(notWritten);
  const lines: string[] = [];
  for (const [index, { read, ...copy }] of copies.entries()) {
    const plain = basename(copy.path).replaceAll(/[^\w.-]/g, '_');
    const name = `${index + 1}-${plain.slice(-LONGEST_NAME)}`;
    const content = await read().catch(() => undefined);
    if (content === undefined) continue;
    await writeNew(join(folder, name), content);
    lines.push(JSON.stringify({ name, ...copy }));
  }
  await writeNew(join(folder, 'list.jsonl'), Buffer.from(`${lines.join('\n')}\n`));
}
