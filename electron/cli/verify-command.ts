import type { Command } from 'commander';
import { formatBytes, formatCount } from '../../shared/quantity.ts';
import { checkWords, faultWords, SIGNS_NEXT } from '../../shared/words/record-check.ts';
import { type BundleContent, checkBundle, readBundle } from '../bundle/bundle-content.ts';
import { bundlePage } from '../bundle/bundle-page.ts';
import { readRegularFile, readToLimit } from '../platform/regular-file.ts';
import { findCheckpoints } from '../proof/checkpoint.ts';
import { CommandFailure, EXIT, reporting, withControl } from './command-output.ts';
import type { ControlAccess } from './control-access.ts';
import { quiet } from './terminal-notes.ts';
import { printable, printJson } from './terminal-text.ts';

/** Larger than a year of checkpoints in a system log. */
const MAX_CHECKPOINT_BYTES = 8_388_608;
const MAX_BUNDLE_BYTES = 67_108_864;
/** More ids than a person compares by hand. */
const MAX_PRINTED_IDS = 20;
const PROGRESS_INTERVAL_MS = 500;
/** The control contract takes so many characters of checkpoints. */
const MAX_CHECKPOINT_CHARACTERS = 1_000_000;

interface VerifyOptions {
  checkpoint?: string;
  json?: boolean;
}

const STANDARD_INPUT = 0;

/**
 * Reads a file that the user names, or the standard input for `-`. Fails with one sentence for anything but a regular
 * file within the limit.
 */
function readText(file: string, maxBytes: number): string {
  const failWith = (message: string) => new CommandFailure('invalid_params', message);
  const tooLarge = `This file is larger than ${formatBytes(maxBytes)}, more than Plinth writes.`;
  let read: ReturnType<typeof readRegularFile> | Buffer | undefined;
  try {
    read = file === '-' ? readToLimit(STANDARD_INPUT, maxBytes) : readRegularFile(file, maxBytes);
  } catch {
    throw failWith('Plinth cannot read this file. Check its name and its permissions.');
  }
  if (read === 'not_a_file') throw failWith('This is no regular file. Copy its content to a file first.');
  if (read === undefined || read === 'too_large') throw failWith(tooLarge);
  return (Buffer.isBuffer(read) ? read : read.bytes).toString('utf8');
}

/** Reads the checkpoints in a file, or in the standard input for `-`. */
function readCheckpoints(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const text = readText(file, MAX_CHECKPOINT_BYTES);
  const found = [...new Set(findCheckpoints(text))];
  if (found.length === 0) {
    throw new CommandFailure('invalid_params', 'This file holds no checkpoint of Plinth.');
  }
  const kept = found.join('\n');
  if (kept.length <= MAX_CHECKPOINT_CHARACTERS) return kept;
  throw new CommandFailure('invalid_params', 'This file holds too many checkpoints.');
}

/** Shows on a terminal how much of the check is done. Returns a function that ends it. */
function showProgress(access: ControlAccess): () => void {
  if (!process.stderr.isTTY || quiet()) return () => {};
  const timer = setInterval(async () => {
    const { progress = null } = await access.call('record.progress', {}).catch(() => ({ progress: null }));
    if (progress === null) return;
    const { done, of } = progress;
    process.stderr.write(`\r${Math.floor((100 * done) / Math.max(1, of))} % of ${formatCount(of)} entries `);
  }, PROGRESS_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    process.stderr.write('\r\u001b[K');
  };
}

/** Returns whether the whole file is the page that Plinth writes around this content. */
function isOwnPage(html: string, content: BundleContent): boolean {
  try {
    return bundlePage(content) === html;
  } catch {
    // Content that nests too deeply to be written as JSON is not from Plinth.
    return false;
  }
}

/** Says in one sentence what the check of a bundle found. */
function bundleAnswer(check: ReturnType<typeof checkBundle>, isWholePage: boolean): string {
  const { isSigned, origin, entries, receipts, repeated, unproven } = check;
  if (!isSigned) return 'This file was changed: its content is not signed with the key in it.';
  if (!isWholePage) {
    return 'The receipts are signed, but the page around them was changed: what it shows may differ from them.';
  }
  if (unproven.length > 0)
    return `${unproven.length} of ${receipts} receipts are not in the record ${origin}.`;
  if (repeated > 0) return `This file shows ${repeated} of its receipts more than once.`;
  return `All ${receipts} receipts are in the record ${origin} at its checkpoint of ${entries} entries.`;
}

const checkpointWithFile = () =>
  new CommandFailure(
    'invalid_params',
    'Checkpoints are compared with the record, not with a file. Leave out --checkpoint or the file.',
  );

/** Checks a bundle's file. Needs no record and no host. */
function verifyBundle(file: string, json: boolean): void {
  const html = readText(file, MAX_BUNDLE_BYTES);
  const content = readBundle(html);
  if (content === undefined) {
    const message = 'This file is no bundle: plinth bundle did not write it.';
    throw new CommandFailure('invalid_params', message);
  }
  const isWholePage = isOwnPage(html, content);
  const check = checkBundle(content);
  const ok = check.isSigned && isWholePage && check.unproven.length === 0 && check.repeated === 0;
  if (json) printJson({ ok, ...check, isWholePage, verifierKey: content.verifierKey });
  else {
    console.log(printable(bundleAnswer(check, isWholePage)));
    for (const id of check.unproven.slice(0, MAX_PRINTED_IDS)) console.log(printable(`  ${id}`));
    const unlisted = check.unproven.length - MAX_PRINTED_IDS;
    if (unlisted > 0) console.log(`  … and ${formatCount(unlisted)} more.`);
    if (check.isSigned) {
      console.log(
        'Their texts have pseudonyms, so the proof covers their ids and times of receipt, not their words.',
      );
      console.log(printable(`The signature is by ${content.verifierKey}`));
      console.log('Compare this key with the one that the owner shows: plinth checkpoint --json');
    }
  }
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
      if (file !== undefined) {
        return reporting(options.json, () => {
          if (options.checkpoint !== undefined) throw checkpointWithFile();
          verifyBundle(file, options.json === true);
        });
      }
      return withControl(command, async (access) => {
        const checkpoints = readCheckpoints(options.checkpoint);
        const stop = showProgress(access);
        const { check } = await access
          .call('record.check', checkpoints === undefined ? {} : { checkpoints })
          .finally(stop);
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
        const { checkpoint } = await access.call('record.checkpoint', {});
        if (options.json === true) printJson({ checkpoint });
        else if (checkpoint === null) console.error(`The record has no checkpoint yet. ${SIGNS_NEXT}`);
        else if (options.line === true) console.log(checkpoint.line);
        else process.stdout.write(checkpoint.note);
        if (checkpoint === null) process.exitCode = EXIT.refused;
      }),
    );
}
