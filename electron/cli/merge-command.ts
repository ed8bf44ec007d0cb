import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { mergeSentences } from '../../shared/words/repair.ts';
import { resolveDataDir } from '../platform/data-dir.ts';
import { storesSetAside } from '../record/merge.ts';
import { CommandFailure, EXIT, type GlobalOptions, unwrap, withControl } from './command-output.ts';
import { confirm } from './confirmation.ts';
import { printable, printJson } from './terminal-text.ts';

interface MergeOptions {
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

/** Returns the file to merge: the one that was named, or the store that was set aside last. */
function sourceOf(name: string | undefined, dataDir: string): string {
  if (name !== undefined) {
    const inDataDir = join(dataDir, name);
    return existsSync(inDataDir) ? inDataDir : resolve(name);
  }
  const last = storesSetAside(dataDir).at(-1);
  if (last === undefined) {
    throw new CommandFailure('not_found', 'No store was set aside in the data directory.', EXIT.refused);
  }
  return join(dataDir, last);
}

/** Adds `plinth merge`. */
export function addMergeCommand(program: Command): void {
  program
    .command('merge')
    .argument(
      '[file]',
      'a store that was set aside, or a backup (default: the store that was set aside last)',
    )
    .description('add the receipts of a store that was set aside to the record, with a mark')
    .option('--dry-run', 'only say what would be added')
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print {"added", "proven", "present", …}')
    .action((name: string | undefined, options: MergeOptions, command: Command) =>
      withControl(command, async (access) => {
        const isJson = options.json === true;
        unwrap(await access.call('record.progress', {}));
        const source = sourceOf(name, resolveDataDir(command.optsWithGlobals<GlobalOptions>().dataDir));
        const print = (sentences: string[]) => {
          for (const sentence of isJson ? [] : sentences) console.log(printable(sentence));
        };
        let merge = unwrap(await access.call('record.merge', { source, dryRun: true }));
        if (options.dryRun === true || merge.added === 0) print(mergeSentences(merge, false));
        else {
          if (options.yes !== true) {
            print(mergeSentences(merge, false));
            await confirm('Add these receipts to the record?');
          }
          merge = unwrap(await access.call('record.merge', { source, dryRun: false }));
          print([...mergeSentences(merge, true), 'The file stays until you delete it.']);
        }
        if (isJson) printJson(merge);
      }),
    );
}
