import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import type { Command } from 'commander';
import { CommandFailure, EXIT, printTable, unwrap, withControl } from './command-output.ts';

const MAX_INPUT = 1_048_576;

async function readInput(file: string | undefined): Promise<string> {
  try {
    return file === undefined || file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8');
  } catch {
    throw new CommandFailure('not_found', 'The file cannot be read.', EXIT.refused);
  }
}

export function addRedactCommand(program: Command): void {
  program
    .command('redact')
    .description('show what would be stored of a text or an event; stores nothing')
    .argument('[file]', 'file to read; standard input without one')
    .option('--dry-run', 'store nothing, which is all this command ever does')
    .option('--data', 'the input is JSON, such as the data of an event: redact its keys and values')
    .option('--json', 'print {"text" or "data", "findings": [{rule, tier, member, start, end, removed}]}')
    .action((file: string | undefined, options: { data?: boolean; json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const input = await readInput(file);
        if (input.length > MAX_INPUT) {
          throw new CommandFailure(
            'invalid_params',
            'The input is longer than an event may be (1 MiB).',
            EXIT.refused,
          );
        }
        let params: { text: string } | { data: unknown };
        try {
          params = options.data === true ? { data: JSON.parse(input) } : { text: input };
        } catch {
          throw new CommandFailure('invalid_params', 'The input is not valid JSON.', EXIT.refused);
        }
        const preview = unwrap(await access.call('redaction.preview', params));
        const stored = options.data === true ? JSON.stringify(preview.data, null, 2) : (preview.text ?? '');
        if (options.json === true) {
          const shown = options.data === true ? { data: preview.data } : { text: stored };
          const { engine, ruleSet, findings } = preview;
          console.log(JSON.stringify({ ...shown, findings, engine, ruleSet }));
          return;
        }
        process.stdout.write(stored.endsWith('\n') ? stored : `${stored}\n`);
        if (preview.findings.length === 0) {
          console.error('Nothing would be removed.');
          return;
        }
        console.error('');
        printTable(
          ['RULE', 'TIER', 'MEMBER', 'START', 'END', 'REMOVED'],
          preview.findings.map(({ rule, tier, member, start, end, removed }) => [
            rule,
            tier,
            member,
            String(start),
            String(end),
            String(removed),
          ]),
          console.error,
        );
      }),
    );
}
