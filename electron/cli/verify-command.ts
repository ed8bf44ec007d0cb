import { readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { formatCount } from '../../shared/quantity.ts';
import { checkWords, faultWords } from '../../shared/words/record-check.ts';
import { type BundleContent, checkBundle, readBundle } from '../bundle/bundle-content.ts';
import { findCheckpoints } from '../proof/checkpoint.ts';
import { CommandFailure, EXIT, reportFailure, unwrap, withControl } from './command-output.ts';
import type { ControlAccess } from './control-access.ts';
import { quiet } from './terminal-notes.ts';
import { printable, printJson } from './terminal-text.ts';

/** Larger than a year of checkpoints in a system log. */
const MAX_CHECKPOINT_BYTES = 8_388_608;
const MAX_BUNDLE_BYTES = 67_108_864;
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
  if (!process.stderr.isTTY || quiet()) return () => {};
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

/** Checks a bundle's file. Needs no record and no host. */
function verifyBundle(file: string, json: boolean): void {
  let content: BundleContent | undefined;
  try {
    if (statSync(file).size <= MAX_BUNDLE_BYTES) content = readBundle(readFileSync(file, 'utf8'));
  } catch {
    // The next lines report a file that cannot be read like one that is no bundle.
  }
  if (content === undefined) {
    const message = 'Plinth cannot read this file, or plinth bundle did not write it.';
    reportFailure(new CommandFailure('invalid_params', message, EXIT.usage), json);
    return;
  }
  const check = checkBundle(content);
  const ok = check.isSigned && check.unproven.length === 0;
  if (json) printJson({ ok, ...check, verifierKey: content.verifierKey });
  else if (check.isSigned) {
    const { origin, entries, receipts, unproven } = check;
    console.log(
      ok
        ? `All ${receipts} receipts are in the record ${origin} at its checkpoint of ${entries} entries.`
        : `${unproven.length} of ${receipts} receipts are not in the record ${origin}.`,
    );
    for (const id of unproven) console.log(printable(`  ${id}`));
    console.log(
      'Their texts have pseudonyms, so the proof covers their ids and times of receipt, not their words.',
    );
    console.log(`The signature is by ${content.verifierKey}`);
    console.log('Compare this key with the one that the owner shows: plinth checkpoint --json');
  } else console.log('This file was changed: its content is not signed with the key in it.');
  if (!ok) process.exitCode = EXIT.refused;
}

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('check that no receipt was altered, removed or reordered')
    .argument('[file]', 'a file of plinth bundle to check instead of the record')
    .option('--checkpoint <file>', 'compare with checkpoints that you kept (-: standard input)')
    .option('--json', 'print {"ok", "answer", "check"}')
    .action((file: string | undefined, options: VerifyOptions, command: Command) => {
      if (file !== undefined) return verifyBundle(file, options.json === true);
      return withControl(command, async (access) => {
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
      });
    });

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
