import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { controlFailure } from '../../shared/failure.ts';
import { formatBytes } from '../../shared/quantity.ts';
import { receipts } from '../../shared/words/plural.ts';
import { checkWords } from '../../shared/words/record-check.ts';
import { type ChangeOptions, CommandFailure, withControl } from './command-output.ts';
import { confirm } from './confirmation.ts';
import { unwrap } from './control-access.ts';
import { outputFile } from './output-file.ts';
import { acknowledge } from './terminal-notes.ts';
import { printJson } from './terminal-text.ts';

/** Adds `plinth backup` and `plinth restore`. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .argument('<file>', 'the file to write')
    .description('write a complete copy of the record to a file, also while Plinth runs, and check it')
    .option('--json', 'print {"receipts", "bytes", "check"}')
    .action((file: string, options: { json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const backup = await access.call('record.backup', { file: outputFile(file) });
        if (options.json === true) return printJson(backup);
        acknowledge(`Wrote ${receipts(backup.receipts)} (${formatBytes(backup.bytes)}) to ${file}.`);
        acknowledge(checkWords(backup.check).answer);
        acknowledge('It contains no tokens, settings or keys.');
      }),
    );

  program
    .command('restore')
    .argument(
      '[source]',
      'a backup, a store that was set aside, or the folder of a mirror (default: the mirror)',
    )
    .description('put a copy in the place of the record, which is renamed and stays')
    .option('--dry-run', 'check the copy and say what it contains, without restoring it')
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print {"receipts", "oldestAt", "newestAt", "check", "aside"}')
    .action((source: string | undefined, options: ChangeOptions, command: Command) =>
      withControl(command, async (access) => {
        const from = source === undefined ? null : resolve(source);
        if (from !== null && !existsSync(from)) {
          unwrap({ ok: false, error: controlFailure('copy_missing') });
        }
        // A restoration can begin a record, but not its dry run.
        if (options.dryRun === true) await access.call('record.progress', {});
        let restored = await access.call('record.restore', { source: from, dryRun: true });
        const { ok, answer } = checkWords(restored.check);
        const isQuiet = options.json === true;
        if (!isQuiet) {
          const span = restored.newestAt === null ? '' : `, ${restored.oldestAt} to ${restored.newestAt}`;
          console.log(`The copy contains ${receipts(restored.receipts)}${span}.`);
          console.log(answer);
        }
        if (options.dryRun !== true) {
          if (options.yes !== true) {
            await confirm('Put this copy in the place of the record? The record is renamed and stays.');
          } else if (!ok) {
            throw new CommandFailure(
              'refused',
              `${restored.check.faultCount > 0 ? 'The copy was changed.' : 'Another key signed this copy, as on another computer, so nothing proves that nobody changed it.'} Run this without --yes to restore it nevertheless.`,
            );
          }
          restored = await access.call('record.restore', { source: from, dryRun: false });
        }
        if (isQuiet) printJson(restored);
        else if (options.dryRun !== true) {
          acknowledge(`Restored ${receipts(restored.receipts)}.`);
          if (restored.aside !== null) acknowledge(`The earlier record is in ${restored.aside}.`);
        }
      }),
    );
}
