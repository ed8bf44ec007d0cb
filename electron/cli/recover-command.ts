import { resolve } from 'node:path';
import type { Command } from 'commander';
import { controlFailure, type PlainReason } from '../../shared/failure.ts';
import type { FileCopy, LostPath } from '../../shared/recover.ts';
import { failureSentence } from '../../shared/words/failures.ts';
import {
  beforeLoss,
  copyStays,
  lineDifference,
  lossWords,
  noCopy,
  noteSentence,
  RECOVER_FIRST,
  REPORT_IS_BEFORE,
  SOURCE_NAMES,
  scriptsRan,
  stateOfLoss,
  unreadCopies,
} from '../../shared/words/recover.ts';
import type { OpenCopy } from '../recover/file-copy.ts';
import { SEARCH_COMMAND } from '../recover/search-process.ts';
import {
  CommandFailure,
  type GlobalOptions,
  reporting,
  throughControl,
  withControl,
} from './command-output.ts';
import { sessionFilter } from './find-session.ts';
import { outputFile } from './output-file.ts';
import { parseInstantOption } from './receipt-filter.ts';
import { note } from './terminal-notes.ts';
import { printTable } from './terminal-table.ts';
import { onOneLine, printable, printJson } from './terminal-text.ts';
import { shownTime } from './terminal-time.ts';

/** Digits of a hash that tell two versions of one file apart. */
const SHOWN_DIGITS = 12;

/** 128 and the number of the signal, as shells expect it. */
const EXIT_INTERRUPTED = 130;

// What looks for copies would cost every other command its loading time.
const loadSearch = () => import('../recover/find-copies.ts');
type Search = Parameters<Parameters<Awaited<ReturnType<typeof loadSearch>>['withCopies']>[2]>[0];

const refused = (reason: PlainReason) =>
  new CommandFailure('refused', failureSentence(controlFailure(reason)));

/** Runs a command, and reports its failure. What a copy cannot be written for is one. */
const recovering = (json: boolean | undefined, run: () => Promise<void>): Promise<void> =>
  reporting(json, () =>
    run().catch((error: { reason?: PlainReason }) => {
      throw error.reason === undefined ? error : refused(error.reason);
    }),
  );

/** Returns what agents reported as lost, where a record tells. A person without one wants the file all the same. */
async function knownLosses(command: Command): Promise<LostPath[]> {
  const { dataDir } = command.optsWithGlobals<GlobalOptions>();
  try {
    return (await throughControl(dataDir, (access) => access.call('recover.list', {}))).lost;
  } catch {
    return [];
  }
}

/** Searches for paths, one after the other, and calls `use` while the sources of all of them are open. */
async function withSearches<T>(
  paths: readonly string[],
  lost: readonly LostPath[],
  use: (searches: Search[]) => Promise<T>,
): Promise<T> {
  const [first, ...rest] = paths;
  if (first === undefined) return use([]);
  const { isForeign, withCopies } = await loadSearch();
  const { lossOf } = await import('../recover/lost-paths.ts');
  const path = resolve(first);
  if (await isForeign(path)) throw refused('foreign_files');
  return withCopies(path, lossOf(path, lost), (search) =>
    withSearches(rest, lost, (others) => use([search, ...others])),
  );
}

async function printCopies(copies: readonly FileCopy[], first: number): Promise<void> {
  await printTable(
    ['N', 'COPY', 'SOURCE', 'TIME', 'LOSS', 'BYTES', 'LINES', 'SHA-256', 'STAYS', 'WHERE'],
    copies.map((copy, index) => [
      String(first + index),
      copy.kind === 'version' ? `a version of ${onOneLine(copy.path)}` : 'may be it',
      SOURCE_NAMES[copy.source],
      copy.savedAt === null ? 'time unknown' : shownTime(copy.savedAt),
      beforeLoss(copy),
      String(copy.bytes),
      lineDifference(copy),
      copy.sha256.slice(0, SHOWN_DIGITS),
      copyStays(copy.source),
      printable(copy.where),
    ]),
  );
}

/** Prints the copies of a path, those that take longer to find after the others. Returns the next number. */
async function printSearch({ path, isThere, look }: Search, first: number): Promise<number> {
  note(`${onOneLine(path)}: ${isThere ? 'something is there now' : 'nothing is there now'}.`);
  let [next, places] = [first, 0];
  for (const part of ['named', 'unnamed'] as const) {
    const found = await look(part);
    if (found.copies.length > 0) await printCopies(found.copies, next);
    next += found.copies.length;
    places += found.places;
    if (found.unread > 0) note(unreadCopies(found.unread));
    for (const each of found.notes) note(noteSentence(each));
  }
  if (next === first) note(noCopy(places));
  return next;
}

/** Finds the copy with a number of the list. What the list has after it is not looked for. */
async function chosen(
  number: number,
  searches: readonly Search[],
): Promise<{ copy: OpenCopy; asked: string }> {
  let left = number;
  for (const { path, look } of searches) {
    for (const part of ['named', 'unnamed'] as const) {
      const { copies } = await look(part);
      const copy = copies[left - 1];
      if (copy !== undefined) return { copy, asked: path };
      left -= copies.length;
    }
  }
  throw new CommandFailure(
    'not_found',
    'There is no copy with this number. Run plinth recover with the same paths.',
  );
}

interface RecoverOptions {
  json?: boolean;
  write?: string;
  session?: string;
  since?: string;
}

/** Lists what agents reported as deleted, discarded or written over. Looks whether it is there, and opens nothing. */
const listLost = (command: Command, { session, since }: RecoverOptions): Promise<void> =>
  withControl(command, async (access, { json }) => {
    const { isThere } = await loadSearch();
    const { expanded } = await import('../recover/lost-paths.ts');
    const filter = {
      ...(session === undefined ? {} : await sessionFilter(access, session)),
      ...(since === undefined ? {} : { since }),
    };
    const { lost, isCut, scripts } = await access.call('recover.list', filter);
    const stated = await Promise.all(
      lost.map(async (each) => ({
        ...each,
        isThere: each.isResolved && !each.isPattern ? await isThere(expanded(each.path)) : null,
      })),
    );
    if (json === true) return printJson({ lost: stated, isCut, scripts });
    for (const sentence of RECOVER_FIRST) note(sentence);
    if (lost.length === 0) note('No report says that a file was deleted, discarded or written over.');
    else {
      await printTable(
        ['REPORTED', 'BY', 'WHAT', 'NOW', 'PATH', 'COMMAND'],
        stated.map((each) => [
          shownTime(each.at),
          printable(each.integration),
          lossWords(each),
          stateOfLoss(each, each.isThere),
          printable(each.path) + (each.isContentsUnknown ? ' (contents unknown)' : ''),
          each.command ?? '',
        ]),
      );
      note(`${REPORT_IS_BEFORE} To look for copies: plinth recover PATH`);
    }
    if (scripts > 0) note(scriptsRan(scripts));
    if (isCut) note('Older reports were not read. To read those of a time or a session: --since, --session');
  });

async function lookFor(paths: readonly string[], { json, write }: RecoverOptions, command: Command) {
  for (const sentence of RECOVER_FIRST) note(sentence);
  const lost = await knownLosses(command);
  if (write !== undefined) {
    const { writeAll } = await import('../recover/write-copy.ts');
    const folder = outputFile(write);
    await withSearches(paths, lost, async (searches) => {
      const copies: OpenCopy[] = [];
      for (const { lookInAll } of searches) copies.push(...(await lookInAll()).copies);
      await writeAll(copies, folder, (bytes) =>
        note(`${copies.length} copies, ${bytes} bytes, go to ${printable(folder)}.`),
      );
    });
    return;
  }
  let next = 1;
  const printed: object[] = [];
  for (const each of paths) {
    await withSearches([each], lost, async ([search]) => {
      if (json !== true) {
        next = await printSearch(search!, next);
        return;
      }
      const { path, isThere, lookInAll } = search!;
      // Functions are no JSON, so a copy is printed without the one that reads it.
      printed.push({ path, isThere, ...(await lookInAll()) });
    });
  }
  if (json === true) printJson({ paths: printed });
  else if (next > 1) note('To write one beside its original: plinth recover get N PATH…');
}

/** Adds `plinth recover`, and the hidden command that answers the host. */
export function addRecoverCommand(program: Command): void {
  program.command(SEARCH_COMMAND, { hidden: true }).action(async () => {
    await (await import('../recover/answer-search.ts')).answerSearch();
  });
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
      await recovering(options.json, () => lookFor(paths, options, command));
    });
  // Its git and its temporary folder end with it.
  recover.hook('preAction', () => void process.once('SIGINT', () => process.exit(EXIT_INTERRUPTED)));
  recover
    .command('get')
    .description('write one copy to a new file: beside the original as FILE.recovered, or to --to')
    .argument('<number>', 'its number in the list')
    .argument('<paths...>', 'the same paths as for the list')
    .option('--to <file>', 'the new file')
    .option('--json', 'print {"written", "bytes", "sha256"}')
    .action(async (number: string, paths: string[], { to }: { to?: string }, command: Command) => {
      const { json } = command.optsWithGlobals<GlobalOptions>();
      const { bringBack } = await import('../recover/write-copy.ts');
      const use = async (searches: readonly Search[]) => {
        const { copy, asked } = await chosen(Number(number), searches);
        const written = await bringBack(copy, asked, to === undefined ? undefined : outputFile(to));
        if (json === true) printJson({ written, bytes: copy.bytes, sha256: copy.sha256 });
        else note(`${copy.bytes} bytes were written to ${printable(written)}.`);
      };
      await recovering(json, () => withSearches(paths, [], use));
    });
}
