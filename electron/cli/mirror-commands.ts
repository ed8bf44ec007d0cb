import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { MirrorStatus } from '../../shared/mirror.ts';
import { mirrorSentences } from '../../shared/words/mirror.ts';
import { CommandFailure, withControl } from './command-output.ts';
import { confirm } from './confirmation.ts';
import { printable, printJson } from './terminal-text.ts';

const MIB = 1_048_576;

interface OnOptions {
  keepDays?: string;
  maxMib?: string;
  json?: boolean;
}

function show(status: MirrorStatus, json: boolean | undefined): void {
  if (json === true) {
    printJson(status);
    return;
  }
  const { state, notes } = mirrorSentences(status);
  console.log(state);
  if (status.settings !== null) {
    const { folder, maxAgeDays, maxBytes } = status.settings;
    console.log(printable(`  folder: ${folder}`));
    console.log(`  keeps: ${maxAgeDays === null ? 'without a limit of age' : `${maxAgeDays} days`}`);
    if (maxBytes !== null) console.log(`  keeps: at most ${Math.floor(maxBytes / MIB)} MiB`);
  }
  for (const note of notes) console.log(`  ${note}`);
}

/** Reads a positive whole number. Undefined stays undefined. */
function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandFailure('invalid_params', `${name} takes a whole number above 0.`);
}

/** Adds `plinth mirror`. */
export function addMirrorCommands(program: Command): void {
  const mirror = program
    .command('mirror')
    .description('keep a second copy of the record in a folder of another volume');

  mirror
    .command('on')
    .argument('<folder>', 'an existing folder; the mirror has a private folder of its own in it')
    .description('begin the mirror, or continue the one in this folder')
    .option('--keep-days <days>', 'days that the mirror keeps receipts (default: no limit)')
    .option(
      '--max-mib <mebibytes>',
      'size at which the mirror deletes its oldest receipts (default: no limit)',
    )
    .option('--json', 'print the state')
    .action((folder: string, options: OnOptions, command: Command) =>
      withControl(command, async (access) => {
        const maxAgeDays = wholeNumber('--keep-days', options.keepDays);
        const maxMib = wholeNumber('--max-mib', options.maxMib);
        const wanted = {
          folder: resolve(folder),
          maxAgeDays,
          maxBytes: maxMib === null ? null : maxMib * MIB,
        };
        show(await access.call('mirror.on', wanted), options.json);
      }),
    );

  mirror
    .command('off')
    .description('end the mirror; its file stays')
    .option('--delete', 'delete its file, too')
    .option('-y, --yes', 'skip the confirmation of --delete')
    .option('--json', 'print the state')
    .action((options: { delete?: boolean; yes?: boolean; json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const deletes = options.delete === true;
        if (deletes && options.yes !== true) await confirm('Delete the second copy of the record?');
        show(await access.call('mirror.off', { deletes }), options.json);
      }),
    );

  mirror
    .command('status')
    .description('show where the mirror is and whether it is complete')
    .option('--json', 'print the state')
    .action((options: { json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        show(await access.call('mirror.status', {}), options.json);
      }),
    );
}
