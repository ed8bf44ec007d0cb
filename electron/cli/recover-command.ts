import { type FileHandle, lstat, mkdir, open, realpath, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Receipt } from '../../shared/receipt.ts';
import { outcomeWords } from '../../shared/words/coverage.ts';
import { COPY_SOURCES, copyStays, LOSSES, lossNote, RECOVER_FIRST } from '../../shared/words/recover.ts';
import type { FileCopy } from '../recover/file-copy.ts';
import type { FoundCopies } from '../recover/find-copies.ts';
import { CommandFailure, EXIT, reportFailure, unwrap, withControl } from './command-output.ts';
import { sessionFilter } from './find-session.ts';
import { parseInstantOption } from './receipt-filter.ts';
import { note } from './terminal-notes.ts';
import { printTable } from './terminal-table.ts';
import { onOneLine, printable, printJson } from './terminal-text.ts';
import { shownTime } from './terminal-time.ts';

/** More bytes than this are not written by one command. */
const MAX_WRITTEN_BYTES = 1_073_741_824;

/** Characters of a name that each file system takes, with a number before it. */
const LONGEST_NAME = 100;

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
  note(`${onOneLine(path)}: ${isThere ? 'something is there now' : 'nothing is there now'}.`);
  if (copies.length === 0) note(`No copy was found. Plinth looked in ${places} places.`);
  else {
    await printTable(
      ['N', 'COPY', 'SOURCE', 'TIME', 'BYTES', 'SHA-256', 'STAYS', 'WHERE'],
      copies.map((copy, index) => [
        String(first + index),
        copy.kind === 'version' ? `a version of ${onOneLine(copy.path)}` : 'may be it',
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

/**
 * Writes a file that does not exist yet, for this user alone. Follows no link: no folder of its path below `base` may be one,
 * because an agent could have put it there.
 */
async function writeNew(path: string, content: Buffer, base = dirname(path)): Promise<void> {
  const folder = await realpath(dirname(path)).catch(() => undefined);
  if (folder === undefined)
    throw new CommandFailure(
      'not_found',
      'Its folder is gone. Name a place with --to or --write.',
      EXIT.refused,
    );
  const status = await lstat(dirname(path));
  const expected = join(await realpath(base), relative(base, dirname(path)));
  if (!status.isDirectory() || folder !== expected)
    throw new CommandFailure('refused', 'Its folder is a link. Name a place with --to.', EXIT.refused);
  let file: FileHandle;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENAMETOOLONG')
      throw new CommandFailure('refused', 'Its name is too long. Name a place with --to.', EXIT.refused);
    if (code !== 'EEXIST') throw error;
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
  for (const { number, content, ...rest } of kept) {
    if (content === undefined) continue;
    const name = `${number}-${basename(rest.path)
      .replaceAll(/[^\w.-]/g, '_')
      .slice(-LONGEST_NAME)}`;
    await writeNew(join(folder, name), content);
    lines.push(JSON.stringify({ name, ...rest }));
  }
  await writeNew(join(folder, 'list.jsonl'), Buffer.from(`${lines.join('\n')}\n`));
}

interface RecoverOptions {
  json?: boolean;
  write?: string;
  session?: string;
  since?: string;
}

/** Receipts of one kind that are read. An older loss is found with --since and --session. */
const MAX_RECEIPTS = 2000;
const PAGE = 500;

const isThere = (path: string) =>
  lstat(path.replace(/^~(?=$|[\\/])/, homedir)).then(
    () => true,
    () => false,
  );

/** Lists what agents reported as deleted, discarded or written over. Looks whether it is there, and opens nothing. */
const listLost = (command: Command, { session, since }: RecoverOptions): Promise<void> =>
  withControl(command, async (access, { json }) => {
    // The parser of command lines would cost every other command its loading time.
    const { LOSING_KINDS, lostPathsOf } = await import('../recover/lost-paths.ts');
    const chosen = {
      ...(session === undefined ? {} : await sessionFilter(access, session)),
      ...(since === undefined ? {} : { since }),
    };
    const receipts: Receipt[] = [];
    for (const notable of LOSING_KINDS) {
      let cursor: string | undefined;
      let read = 0;
      do {
        const asked = {
          filter: { ...chosen, notable },
          limit: PAGE,
          ...(cursor === undefined ? {} : { cursor }),
        };
        const page = unwrap(await access.call('receipts.export', asked));
        receipts.push(...page.receipts);
        read += page.receipts.length;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined && read < MAX_RECEIPTS);
    }
    const lost = await Promise.all(
      lostPathsOf(receipts.toSorted((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))).map(async (each) => ({
        ...each,
        isThere: each.isResolved && !each.isPattern ? await isThere(each.path) : null,
      })),
    );
    if (json === true) {
      printJson({ lost });
      return;
    }
    for (const sentence of RECOVER_FIRST) note(sentence);
    if (lost.length === 0) note('No report says that a file was deleted, discarded or written over.');
    else {
      await printTable(
        ['REPORTED', 'BY', 'WHAT', 'NOW', 'PATH'],
        lost.map((each) => [
          shownTime(each.at),
          printable(each.integration),
          LOSSES[each.kind] + (each.outcome === null ? '' : ` (${outcomeWords[each.outcome]})`),
          each.isThere === null ? lossNote(each) : each.isThere ? 'is there' : 'is gone',
          printable(each.path) + (each.isContentsUnknown ? ' (contents unknown)' : ''),
        ]),
      );
      note(
        'A report comes before the act: without an outcome, the command may have been refused. To look for copies: plinth recover PATH',
      );
    }
  });

/** Adds `plinth recover`. */
export function addRecoverCommand(program: Command): void {
  const recover = program
    .command('recover')
    .description('find copies of files that are gone; needs no host and no record, and writes nothing')
    .argument(
      '[paths...]',
      'the files or folders, as they were named; without any, what agents reported as lost',
    )
    .option('--session <key-or-id>', 'without a path: only what this session reported')
    .option('--since <time>', 'without a path: only reports since this time', parseInstantOption)
    .option('--json', 'print {"paths": […]}, without contents')
    .option('--write <folder>', 'write all copies to a folder that does not exist yet')
    .action(async (paths: string[], options: RecoverOptions, command: Command) => {
      if (paths.length === 0) return listLost(command, options);
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
        const asked = paths.map((each) => resolve(each)).find((each) => target.startsWith(each));
        await writeNew(
          target,
          copy.content,
          to === undefined && asked !== undefined ? dirname(asked) : undefined,
        );
        if (json) printJson({ written: target, bytes: copy.bytes, sha256: copy.sha256 });
        else note(`${copy.bytes} bytes were written to ${printable(target)}.`);
      } catch (error) {
        reportFailure(error, json);
      }
    });
}
