import { type FileHandle, lstat, mkdir, open, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { COPY_SOURCES, copyStays, RECOVER_FIRST } from '../../shared/words/recover.ts';
import type { FileCopy } from '../recover/file-copy.ts';
import type { FoundCopies } from '../recover/find-copies.ts';
import { CommandFailure, EXIT, reportFailure } from './command-failure.ts';
import { note } from './terminal-notes.ts';
import { printTable } from './terminal-table.ts';
import { printable, printJson } from './terminal-text.ts';
import { shownTime } from './terminal-time.ts';

/** More bytes than this are not written by one command. */
const MAX_WRITTEN_BYTES = 1_073_741_824;

/** A copy with its number in the list. */
interface Numbered extends FileCopy {
  number: number;
}

function numbered(found: readonly FoundCopies[]): Numbered[] {
  return found.flatMap(({ copies }) => copies).map((copy, index) => ({ ...copy, number: index + 1 }));
}

async function look(paths: readonly string[], wanted?: ReadonlySet<string>): Promise<FoundCopies[]> {
  const { findCopies, isForeign } = await import('../recover/find-copies.ts');
  const found: FoundCopies[] = [];
  for (const each of paths) {
    const path = resolve(each);
    if (await isForeign(path))
      throw new CommandFailure(
        'refused',
        `${printable(path)} is another user's. Run this command as that user.`,
        EXIT.refused,
      );
    found.push(await findCopies(path, wanted));
  }
  return found;
}

async function printFound(
  { path, isThere, copies, places, unread, named, failures }: FoundCopies,
  first: number,
) {
  note(`${printable(path)}: ${isThere ? 'something is there now' : 'nothing is there now'}.`);
  if (copies.length === 0) note(`No copy was found. Plinth looked in ${places} places.`);
  else {
    await printTable(
      ['N', 'COPY', 'SOURCE', 'TIME', 'BYTES', 'SHA-256', 'STAYS', 'WHERE'],
      copies.map((copy, index) => [
        String(first + index),
        copy.kind === 'version' ? `a version of ${printable(copy.path)}` : 'may be it',
        COPY_SOURCES[copy.source],
        copy.savedAt === undefined ? 'time unknown' : shownTime(new Date(copy.savedAt).toISOString()),
        String(copy.bytes),
        copy.sha256.slice(0, SHOWN_DIGITS),
        copyStays(copy.source),
        printable(copy.where),
      ]),
    );
  }
  if (unread > 0) note(`${unread} more could not be read to the end, so they are not listed.`);
  for (const sentence of [...named, ...failures]) note(sentence);
}
/** Digits of a hash that tell two versions of one file apart. */
const SHOWN_DIGITS = 12;

/** Writes a file that does not exist yet, for this user alone. Follows no link. */
async function writeNew(path: string, content: Buffer): Promise<void> {
  const parent = await lstat(dirname(path)).catch(() => undefined);
  if (parent === undefined)
    throw new CommandFailure(
      'not_found',
      'Its folder is gone. Name a place with --to or --write.',
      EXIT.refused,
    );
  if (!parent.isDirectory())
    throw new CommandFailure('refused', 'Its folder is a link. Name a place with --to.', EXIT.refused);
  let file: FileHandle;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new CommandFailure(
      'refused',
      `${printable(path)} exists. Name another place with --to.`,
      EXIT.refused,
    );
  }
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function chosen(number: number, paths: readonly string[]): Promise<Numbered & { content: Buffer }> {
  const copy = numbered(await look(paths)).find((each) => each.number === number);
  if (copy === undefined)
    throw new CommandFailure(
      'not_found',
      'There is no copy with this number. Run plinth recover with the same paths.',
      EXIT.refused,
    );
  const again = numbered(await look(paths, new Set([copy.sha256])));
  const content = again.find(({ sha256 }) => sha256 === copy.sha256)?.content;
  if (content === undefined)
    throw new CommandFailure(
      'not_found',
      'This copy is gone by now. Run plinth recover again.',
      EXIT.refused,
    );
  return { ...copy, content };
}

/** Writes all versions of paths to a new folder, with a list of their originals. */
async function writeAll(folder: string, paths: readonly string[]): Promise<void> {
  const copies = numbered(await look(paths));
  const bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0);
  const { bavail, bsize } = await statfs(dirname(folder));
  if (bytes > MAX_WRITTEN_BYTES || bytes > bavail * bsize)
    throw new CommandFailure(
      'refused',
      'That is more than this disk, or one command, takes. Name fewer paths.',
      EXIT.refused,
    );
  note(`${copies.length} copies, ${bytes} bytes, go to ${printable(folder)}.`);
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new CommandFailure(
      'refused',
      `${printable(folder)} exists. Name a folder that does not.`,
      EXIT.refused,
    );
  });
  const kept = numbered(await look(paths, new Set(copies.map(({ sha256 }) => sha256))));
  const lines: string[] = [];
  for (const { number, content, path, where, source } of kept) {
    if (content === undefined) continue;
    const name = `${number}-${basename(path).replaceAll(/[^\w.-]/g, '_')}`;
    await writeNew(join(folder, name), content);
    lines.push(JSON.stringify({ name, path, source, where }));
  }
  await writeNew(join(folder, 'list.jsonl'), Buffer.from(`${lines.join('\n')}\n`));
}

/** Adds `plinth recover`. */
export function addRecoverCommand(program: Command): void {
  const recover = program
    .command('recover')
    .description('find copies of files that are gone; needs no host and no record, and writes nothing')
    .argument('<paths...>', 'the files or folders, as they were named')
    .option('--json', 'print {"paths": […]}, without contents')
    .option('--write <folder>', 'write all copies to a folder that does not exist yet')
    .action(async (paths: string[], options: { json?: boolean; write?: string }) => {
      try {
        for (const sentence of RECOVER_FIRST) note(sentence);
        if (options.write !== undefined) {
          await writeAll(resolve(options.write), paths);
          return;
        }
        const found = await look(paths);
        if (options.json === true) {
          printJson({
            paths: found.map(({ copies, ...rest }) => ({
              ...rest,
              copies: copies.map(({ content: _, ...copy }) => copy),
            })),
          });
          return;
        }
        let first = 1;
        for (const each of found) {
          await printFound(each, first);
          first += each.copies.length;
        }
        if (first > 1) note('To write one beside its original: plinth recover get N PATH…');
      } catch (error) {
        reportFailure(error, options.json === true);
      }
    });
  recover
    .command('get')
    .description('write one copy to a new file: beside the original as FILE.recovered, or to --to')
    .argument('<number>', 'its number in the list')
    .argument('<paths...>', 'the same paths as for the list')
    .option('--to <file>', 'the new file')
    .option('--json', 'print {"written", "bytes", "sha256"}')
    .action(async (number: string, paths: string[], { to }: { to?: string }, command: Command) => {
      const json = command.optsWithGlobals<{ json?: boolean }>().json === true;
      try {
        const copy = await chosen(Number(number), paths);
        const target = to === undefined ? `${copy.path}.recovered` : resolve(to);
        await writeNew(target, copy.content);
        if (json) printJson({ written: target, bytes: copy.bytes, sha256: copy.sha256 });
        else note(`${copy.bytes} bytes were written to ${printable(target)}.`);
      } catch (error) {
        reportFailure(error, json);
      }
    });
}
