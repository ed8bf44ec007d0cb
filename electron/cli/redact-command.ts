import { type Command, InvalidArgumentError } from 'commander';
import { BinaryContent } from '../../shared/text-decoding.ts';
import type { FindingTier } from '../redaction/redactor.ts';
import { CommandFailure, reportFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';
import { isOneText, listInputs } from './redact-inputs.ts';
import type { RedactOptions } from './redact-options.ts';

/**
 * Exit code of `--check` when something would be masked. Elsewhere 3 means that a store is unavailable, but
 * this command opens no store.
 */
const WOULD_MASK = 3;

const TIERS = ['definite', 'candidate', 'personal'] as const satisfies FindingTier[];

function parseTiers(text: string): FindingTier[] {
  return text.split(',').map((word) => {
    const tier = TIERS.find((name) => name === word.trim());
    if (tier === undefined) throw new InvalidArgumentError(`The tiers are ${TIERS.join(', ')}.`);
    return tier;
  });
}

function failureOf(error: unknown): unknown {
  if (error instanceof BinaryContent)
    return new CommandFailure('invalid_params', 'The file is binary, not text.', EXIT.refused);
  if (error instanceof Error && 'syscall' in error)
    return new CommandFailure('not_found', 'The file cannot be read.');
  return error;
}

async function redact(paths: readonly string[], options: RedactOptions): Promise<void> {
  // The host loads this file too, but not the redactor's tables: only its worker redacts.
  if (options.explain === true && (options.check === true || options.data === true))
    throw new CommandFailure(
      'invalid_params',
      '--explain reads text: it cannot stand beside --check or --data.',
    );
  if (options.explain !== true && (options.check === true || !(await isOneText(paths)))) {
    const { listFindings } = await import('./redact-many.ts');
    const places = await listFindings(paths, options);
    if (options.check === true && places > 0) process.exitCode = WOULD_MASK;
    return;
  }
  const { showData, showText } = await import('./redact-one.ts');
  for await (const input of listInputs(paths)) {
    if ('problem' in input) throw new CommandFailure('not_found', 'The file cannot be read.');
    if (options.explain === true) {
      const { showExplanations } = await import('./redact-explained.ts');
      await showExplanations(input, options);
    } else await (options.data === true ? showData(input, options) : showText(input, options));
  }
}

export function addRedactCommand(program: Command): void {
  program
    .command('redact')
    .description('show what Plinth would store for text, files, folders or an event; stores nothing')
    .argument('[paths...]', 'files and folders to read (default: -, standard input)')
    .option('--check', 'only list findings, and exit with 3 if there are any')
    .option('--tier <tiers>', 'list only findings of these tiers: definite,candidate,personal', parseTiers)
    .option(
      '--explain',
      'say why each mask is made, and why others nearly were: the rule or the strongest reasons',
    )
    .option('--dry-run', 'no effect: this command never stores anything')
    .option('--data', 'each input is JSON, such as the data of an event: redact its keys and values')
    .option(
      '--json',
      'print {"text" or "data", "findings": [{rule, tier, member, start, end, removed, line, column}]}',
    )
    .addHelpText(
      'after',
      `
One file is printed as Plinth would store it. Its findings follow on standard error. For several files or a folder, each
finding is one line: path:line:column: rule (tier). With --json, each file is one object. Lines and columns refer to the
original. In folders, links, .git and node_modules are skipped. Files can have any size. UTF-16 needs a byte order mark.
A file with NUL bytes counts as binary. Binary files are skipped and counted at the end.`,
    )
    .action(async (paths: string[], options: RedactOptions) => {
      try {
        await redact(paths.length === 0 ? ['-'] : paths, options);
      } catch (error) {
        reportFailure(failureOf(error), options.json === true);
      }
    });
}
