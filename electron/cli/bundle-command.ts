import { chmodSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { formatCount } from '../../shared/quantity.ts';
import { receipts } from '../../shared/words/plural.ts';
import { CommandFailure, EXIT, unwrap, withControl } from './command-output.ts';
import { confirm } from './confirmation.ts';
import { addFilterOptions, type FilterOptions, filterOf } from './receipt-filter.ts';
import { jsonText, printable, write } from './terminal-text.ts';

interface BundleOptions extends FilterOptions {
  preview?: boolean;
  yes?: boolean;
}

/** Writes a new file. An existing file stays. */
function writeNew(file: string, html: string): void {
  try {
    writeFileSync(file, html, { mode: 0o600, flag: 'wx' });
    chmodSync(file, 0o600);
  } catch (error) {
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
    .action((file: string, options: BundleOptions, self: Command) =>
      withControl(self, async (access) => {
        const bundle = unwrap(await access.call('bundle.make', { filter: await filterOf(access, options) }));
        if (options.preview === true) {
          for (const shown of bundle.shown) await write(`${jsonText(shown, 2)}\n`);
        }
        console.log(
          `${receipts(bundle.shown.length)} with ${formatCount(bundle.pseudonyms.length)} pseudonyms.`,
        );
        if (bundle.leftOutReceipts > 0) {
          console.log(`${receipts(bundle.leftOutReceipts)} left out: no signed entry proves them.`);
        }
        if (bundle.leftOutMembers > 0) {
          console.log(`${formatCount(bundle.leftOutMembers)} members left out: they may hold names.`);
        }
        if (options.preview === true) {
          for (const { name, pseudonym } of bundle.pseudonyms)
            console.log(printable(`  ${pseudonym}  ${name}`));
          return;
        }
        if (options.yes !== true) {
          await confirm('Names in sentences may be in it: look at it with --preview. Write the file?');
        }
        writeNew(file, bundle.html);
        console.log(printable(`Wrote ${file}. Anybody can check it with: plinth verify ${file}`));
      }),
    );
}
