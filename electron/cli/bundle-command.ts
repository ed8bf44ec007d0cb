import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { ControlResult } from '../../shared/control.ts';
import { formatCount } from '../../shared/quantity.ts';
import { receipts } from '../../shared/words/plural.ts';
import { isDiskFull } from '../platform/host-error.ts';
import { CommandFailure, EXIT, unwrap, withControl } from './command-output.ts';
import { confirm } from './confirmation.ts';
import { addFilterOptions, type FilterOptions, filterOf } from './receipt-filter.ts';
import { acknowledge } from './terminal-notes.ts';
import { jsonText, printable, printJson, write } from './terminal-text.ts';

interface BundleOptions extends FilterOptions {
  preview?: boolean;
  yes?: boolean;
  json?: boolean;
}

type Bundle = ControlResult<'bundle.make'>;

/** What the page contains, for a program. The names behind the pseudonyms stay on this computer. */
const contentsOf = ({ shown, pseudonyms, leftOutReceipts, leftOutMembers }: Bundle) => ({
  receipts: shown.length,
  pseudonyms: pseudonyms.length,
  leftOutReceipts,
  leftOutMembers,
});

function printContents(bundle: Bundle): void {
  acknowledge(`${receipts(bundle.shown.length)} with ${formatCount(bundle.pseudonyms.length)} pseudonyms.`);
  if (bundle.leftOutReceipts > 0) {
    acknowledge(`${receipts(bundle.leftOutReceipts)} left out: no signed entry proves them.`);
  }
  if (bundle.leftOutMembers > 0) {
    acknowledge(`${formatCount(bundle.leftOutMembers)} members left out: they may hold names.`);
  }
}

/** Writes a new file. An existing file stays. */
function writeNew(file: string, html: string): void {
  try {
    writeFileSync(file, html, { mode: 0o600, flag: 'wx' });
    chmodSync(file, 0o600);
  } catch (error) {
    if (isDiskFull(error)) {
      rmSync(file, { force: true });
      throw error;
    }
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const message = exists ? 'This file exists. Choose another name.' : 'Plinth cannot write this file.';
    throw new CommandFailure('refused', message, EXIT.refused);
  }
}

export function addBundleCommand(program: Command): void {
  const command = program
    .command('bundle')
    .argument('<file>', 'the HTML file to write')
    .description(
      'write chosen receipts with proofs into one page to hand over, with pseudonyms for paths, names and hosts',
    );
  addFilterOptions(command)
    .option('--preview', 'print everything that would go in, and write nothing')
    .option('-y, --yes', 'skip the confirmation')
    .option(
      '--json',
      'print {"file", "receipts", "pseudonyms", "leftOutReceipts", "leftOutMembers"}, with --preview also "shown"',
    )
    .action((file: string, options: BundleOptions, self: Command) =>
      withControl(self, async (access) => {
        const bundle = unwrap(await access.call('bundle.make', { filter: await filterOf(access, options) }));
        if (options.preview === true) {
          if (options.json !== true) for (const shown of bundle.shown) await write(`${jsonText(shown, 2)}\n`);
        }
        if (options.json !== true) printContents(bundle);
        if (options.preview === true) {
          if (options.json === true) printJson({ file: null, ...contentsOf(bundle), shown: bundle.shown });
          else
            for (const { name, pseudonym } of bundle.pseudonyms)
              console.log(printable(`  ${pseudonym}  ${name}`));
          return;
        }
        if (bundle.shown.length === 0) {
          const message = 'Nothing was written: no receipt matches, or no signed entry proves those that do.';
          throw new CommandFailure('not_found', message, EXIT.refused);
        }
        if (options.yes !== true) {
          await confirm('Names in sentences may be in it: look at it with --preview. Write the file?');
        }
        writeNew(file, bundle.html);
        if (options.json === true) printJson({ file, ...contentsOf(bundle) });
        else acknowledge(`Wrote ${file}. Anybody can check it with: plinth verify ${file}`);
      }),
    );
}
