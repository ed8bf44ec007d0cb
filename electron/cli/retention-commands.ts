import type { Command } from 'commander';
import { receipts } from '../../shared/words/plural.ts';
import { type ChangeOptions, withControl } from './command-output.ts';
import { confirm } from './confirmation.ts';
import { acknowledge } from './terminal-notes.ts';
import { printJson } from './terminal-text.ts';

export function addRetentionCommands(program: Command): void {
  const retention = program.command('retention').description('show and run the deletion of old receipts');

  retention
    .command('status')
    .description('show the receipts over the limits, and whether a run is held')
    .option('--json', 'print {"due", "held"}')
    .action((options: { json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const due = await access.call('retention.run', { dryRun: true });
        const { held } = await access.call('retention.status', {});
        if (options.json === true) return printJson({ due, held });
        console.log(
          due.receipts === 0
            ? 'No receipt is over the limits.'
            : `${due.receipts} receipts are over the limits.`,
        );
        if (held === null) return;
        console.log(
          `A run that would delete ${held.receipts} of ${held.of} receipts has been held since ${held.since}, because the computer’s clock may be wrong.`,
        );
        console.log('If the date and time are right, run: plinth retention run');
      }),
    );

  retention
    .command('run')
    .description('delete the receipts over the limits now')
    .option('--dry-run', 'show the number of receipts without deleting them')
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print {"receipts", "bytes"}')
    .action((options: ChangeOptions, command: Command) =>
      withControl(command, async (access) => {
        let done = await access.call('retention.run', { dryRun: true });
        if (options.dryRun !== true && done.receipts > 0) {
          if (options.yes !== true) {
            await confirm(
              `This computer’s clock shows ${new Date().toISOString()}. Delete ${done.receipts} receipts permanently?`,
            );
          }
          done = await access.call('retention.run', { dryRun: false });
        }
        if (options.json === true) printJson(done);
        else if (options.dryRun === true) console.log(`Would delete ${receipts(done.receipts)}.`);
        else acknowledge(`Deleted ${receipts(done.receipts)}.`);
      }),
    );
}
