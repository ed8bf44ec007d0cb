import { readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { formatCount } from '../../shared/quantity.ts';
import { checkWords, faultWords } from '../../shared/words/record-check.ts';
import { findCheckpoints } from '../proof/checkpoint.ts';
import { CommandFailure, EXIT, unwrap, withControl } from './command-output.ts';
import type { ControlAccess } from './control-access.ts';
import { printable, printJson } from './terminal-text.ts';

/** Larger than a year of checkpoints in a system log. */
const MAX_CHECKPOINT_BYTES = 8_388_608;
const PROGRESS_INTERVAL_MS = 500;
/** The control contract takes so many characters of checkpoints. */
const MAX_CHECKPOINT_CHARACTERS = 1_000_000;

interface VerifyOptions {
  checkpoint?: string;
  json?: boolean;
}

/** Reads the checkpoints in a file, or in the standard input for `-`. */
function readCheckpoints(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  let text: string;
  try {
    if (file !== '-' && statSync(file).size > MAX_CHECKPOINT_BYTES) throw new Error('too large');
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch {
    throw new CommandFailure('invalid_params', 'Plinth cannot read the file of checkpoints.', EXIT.usage);
  }
  const found = [...new Set(findCheckpoints(text))];
  if (found.length === 0) {
    throw new CommandFailure('invalid_params', 'This file holds no checkpoint of Plinth.', EXIT.usage);
  }
  const kept = found.join('\n');
  if (kept.length <= MAX_CHECKPOINT_CHARACTERS) return kept;
  throw new CommandFailure('invalid_params', 'This file holds too many checkpoints.', EXIT.usage);
}

/** Shows on a terminal how much of the check is done. Returns a function that ends it. */
function showProgress(access: ControlAccess): () => void {
  if (!process.stderr.isTTY) return () => {};
  const timer = setInterval(async () => {
    const envelope = await access.call('record.progress', {}).catch(() => undefined);
    if (envelope?.ok !== true || envelope.result.progress === null) return;
    const { done, of } = envelope.result.progress;
    process.stderr.write(`\r${Math.floor((100 * done) / Math.max(1, of))} % of ${formatCount(of)} entries `);
  }, PROGRESS_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    process.stderr.write('\r\u001b[K');
  };
}

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('check that no receipt was altered, removed or reordered')
    .option('--checkpoint <file>', 'compare with checkpoints that you kept (-: standard input)')
    .option('--json', 'print {"ok", "answer", "check"}')
    .action((options: VerifyOptions, command: Command) =>
      withControl(command, async (access) => {
        const checkpoints = readCheckpoints(options.checkpoint);
        const stop = showProgress(access);
        const { check } = unwrap(
          await access.call('record.check', checkpoints === undefined ? {} : { checkpoints }).finally(stop),
        );
        const { ok, answer, notes } = checkWords(check);
        if (options.json === true) printJson({ ok, answer, check });
        else {
          console.log(printable(answer));
          for (const fault of check.faults) console.log(printable(`  ${faultWords(fault)}`));
          const unlisted = check.faultCount - check.faults.length;
          if (unlisted > 0) console.log(`  … and ${formatCount(unlisted)} more.`);
          for (const note of notes) console.log(printable(note));
        }
        if (!ok) process.exitCode = EXIT.refused;
      }),
    );

  program
    .command('checkpoint')
    .description('print the newest signed checkpoint, to keep elsewhere')
    .option('--line', 'print it on one line')
    .option('--json', 'print {"checkpoint"}')
    .action((options: { line?: boolean; json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const { checkpoint } = unwrap(await access.call('record.checkpoint', {}));
        if (options.json === true) printJson({ checkpoint });
        else if (checkpoint === null) console.error('The record has no checkpoint yet.');
        else if (options.line === true) console.log(checkpoint.line);
        else process.stdout.write(checkpoint.note);
        if (checkpoint === null) process.exitCode = EXIT.refused;
      }),
    );
}
