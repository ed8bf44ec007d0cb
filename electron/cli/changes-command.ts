import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CHANGE_VERDICTS, changeSentences } from '../../shared/words/changes.ts';
import { EXIT, withControl } from './command-output.ts';
import { note } from './terminal-notes.ts';
import { printTable } from './terminal-table.ts';
import { printable, printJson } from './terminal-text.ts';
import { shownTime } from './terminal-time.ts';

/** Adds `plinth changes`. */
export function addChangesCommand(program: Command): void {
  program
    .command('changes')
    .description('compare the changed files of a git repository with the reports of agents; it only reads')
    .argument('[path]', 'a folder of the repository', '.')
    .option('--check', 'exit with 1 if a change was not reported')
    .option('--json', 'print the comparison as {"root": …, "files": […]}')
    .action((path: string, options: { check?: boolean; json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const report = await access.call('changes.list', { folder: resolve(path) });
        if (options.json === true) printJson(report);
        else {
          for (const sentence of changeSentences(report)) note(sentence);
          if (report.files.length > 0) {
            await printTable(
              ['CHANGED', 'KIND', 'RECORD', 'BY', 'FILE'],
              report.files.map(({ changedAt, kind, verdict, by, path: file }) => [
                changedAt === null ? '' : shownTime(changedAt),
                kind,
                CHANGE_VERDICTS[verdict],
                by?.integration ?? '',
                printable(file),
              ]),
            );
          }
        }
        const isSilent = report.files.some(({ verdict }) => verdict === 'not_reported');
        if (options.check === true && isSilent) process.exitCode = EXIT.refused;
      }),
    );
}
