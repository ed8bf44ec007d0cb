import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { Command } from 'commander';
import type { ControlResult, ReceiptFilter } from '../../shared/control.ts';
import { formatCount } from '../../shared/quantity.ts';
import { receipts } from '../../shared/words/plural.ts';
import { isDiskFull } from '../platform/host-error.ts';
import { type ChangeOptions, CommandFailure, withControl } from './command-output.ts';
import { confirm } from './confirmation.ts';
import type { ControlAccess } from './control-access.ts';
import { outputFile } from './output-file.ts';
import { addFilterOptions, type FilterOptions, filterOf } from './receipt-filter.ts';
import { acknowledge } from './terminal-notes.ts';
import { jsonText, printable, printJson, write } from './terminal-text.ts';

interface BundleOptions extends FilterOptions, ChangeOptions {
  preview?: boolean;
}

type Bundle = ControlResult<'bundle.make'>;

/** Makes all pages of the chosen receipts, the newest first. */
async function allPages(access: ControlAccess, filter: ReceiptFilter): Promise<Bundle[]> {
  const pages: Bundle[] = [];
  let after: Bundle['next'] | undefined;
  do {
    const page = await access.call('bundle.make', { filter, ...(after ? { after } : {}) });
    pages.push(page);
    after = page.next;
  } while (after !== null);
  return pages;
}

const sum = (pages: readonly Bundle[], of: (page: Bundle) => number) =>
  pages.reduce((total, page) => total + of(page), 0);

/** What the pages contain, for a program. The names behind the pseudonyms stay on this computer. */
const contentsOf = (pages: readonly Bundle[]) => ({
  receipts: sum(pages, ({ shown }) => shown.length),
  pseudonyms: new Set(pages.flatMap(({ pseudonyms }) => pseudonyms.map(({ pseudonym }) => pseudonym))).size,
  leftOutReceipts: sum(pages, ({ leftOutReceipts }) => leftOutReceipts),
  leftOutMembers: sum(pages, ({ leftOutMembers }) => leftOutMembers),
});

/** The file of a page: that of the user for the first one, and `name-2.html` for the second. */
function fileOfPage(file: string, page: number): string {
  const { dir, name, ext } = parse(file);
  return page === 0 ? file : join(dir, `${name}-${page + 1}${ext}`);
}

function printContents(pages: readonly Bundle[]): void {
  const contents = contentsOf(pages);
  const onPages = pages.length > 1 ? ` on ${formatCount(pages.length)} pages` : '';
  acknowledge(
    `${receipts(contents.receipts)}${onPages} with ${formatCount(contents.pseudonyms)} pseudonyms.`,
  );
  if (contents.leftOutReceipts > 0) {
    acknowledge(`${receipts(contents.leftOutReceipts)} left out: no signed entry proves them.`);
  }
  if (contents.leftOutMembers > 0) {
    acknowledge(`${formatCount(contents.leftOutMembers)} members left out: they may hold names.`);
  }
}

const namesOf = (pages: readonly Bundle[]) =>
  new Map(pages.flatMap((page) => page.pseudonyms.map(({ name, pseudonym }) => [pseudonym, name] as const)));

/** Writes a new file. An existing file stays. */
function writeNew(file: string, html: string): void {
  try {
    writeFileSync(outputFile(file), html, { mode: 0o600, flag: 'wx' });
    chmodSync(file, 0o600);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    if (isDiskFull(error)) {
      rmSync(file, { force: true });
      throw error;
    }
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const message = exists ? 'This file exists. Choose another name.' : 'Plinth cannot write this file.';
    throw new CommandFailure('refused', message);
  }
}

export function addBundleCommand(program: Command): void {
  const command = program
    .command('bundle')
    .argument('<file>', 'the HTML file to write; older receipts past 500 go to file-2.html and so on')
    .description(
      'write chosen receipts with proofs into one page to hand over, with pseudonyms for paths, names and hosts',
    );
  addFilterOptions(command)
    .option('--preview', 'print everything that would go in, and write nothing')
    .option('-y, --yes', 'skip the confirmation')
    .option(
      '--json',
      'print {"files", "receipts", "pseudonyms", "leftOutReceipts", "leftOutMembers"}, with --preview also "shown"',
    )
    .action((file: string, options: BundleOptions, self: Command) =>
      withControl(self, async (access) => {
        const pages = await allPages(access, {
          // What is recorded meanwhile would move the pages.
          until: new Date().toISOString(),
          ...(await filterOf(access, options)),
        });
        const shown = pages.flatMap((page) => page.shown);
        if (options.preview === true && options.json !== true)
          for (const each of shown) await write(`${jsonText(each, 2)}\n`);
        if (options.json !== true) printContents(pages);
        if (options.preview === true) {
          if (options.json === true) printJson({ files: [], ...contentsOf(pages), shown });
          else
            for (const [pseudonym, name] of namesOf(pages)) console.log(printable(`  ${pseudonym}  ${name}`));
          return;
        }
        if (shown.length === 0) {
          const message = 'Nothing was written: no receipt matches, or no signed entry proves those that do.';
          throw new CommandFailure('not_found', message);
        }
        const files = pages.map((_, page) => fileOfPage(file, page));
        if (options.yes !== true) {
          const write = files.length === 1 ? 'the file' : `${formatCount(files.length)} files`;
          await confirm(`Names in sentences may be in it: look at it with --preview. Write ${write}?`);
        }
        for (const [page, { html }] of pages.entries()) writeNew(files[page]!, html);
        if (options.json === true) printJson({ files, ...contentsOf(pages) });
        else
          for (const each of files)
            acknowledge(`Wrote ${each}. Anybody can check it with: plinth verify ${each}`);
      }),
    );
}
