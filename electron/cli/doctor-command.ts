import type { Command } from 'commander';
import { type DoctorFinding, type DoctorLevel, doctorFinding } from '../../shared/doctor.ts';
import { type DoctorSentence, doctorSentence } from '../../shared/words/doctor.ts';
import { resolveDataDir } from '../platform/data-dir.ts';
import { HostError } from '../platform/host-error.ts';
import { writePrivateFile } from '../platform/private-file.ts';
import { EXIT, type GlobalOptions, reporting, throughControl } from './command-output.ts';
import { confirm } from './confirmation.ts';
import { diagnosticReport } from './diagnostic-report.ts';
import { outputFile } from './output-file.ts';
import { note } from './terminal-notes.ts';
import { jsonText, printable, printJson } from './terminal-text.ts';

const marks: Record<DoctorLevel, string> = {
  ok: 'ok       ',
  attention: 'attention',
  failure: 'failure  ',
};

/** A finding with its sentences. A host that cannot start has an error code instead of a finding's code. */
interface WordedFinding extends DoctorSentence {
  check: string;
  level: DoctorLevel;
}

const worded = (finding: DoctorFinding): WordedFinding => ({ ...finding, ...doctorSentence(finding) });

/** Shows the report, and writes it to a new file after a confirmation. */
async function writeReport(file: string, flags: GlobalOptions & { yes?: boolean }): Promise<void> {
  const path = outputFile(file);
  const report = await throughControl(flags.dataDir, async (access) => {
    const { findings } = await access.call('doctor.run', {});
    const diagnostics = await access.call('diagnostics.get', {});
    return jsonText(diagnosticReport(resolveDataDir(flags.dataDir), findings, diagnostics), 2);
  });
  console.log(report);
  if (flags.yes !== true) await confirm(`Write this report to ${file}?`);
  writePrivateFile(path, `${report}\n`);
  note(`Wrote ${file}. It has no receipts, names or paths.`);
}

/** Returns the findings. When there is no record, or nobody can open it, that is the finding. */
async function diagnose(dataDir: string | undefined): Promise<WordedFinding[]> {
  try {
    const folder = process.cwd();
    const { findings } = await throughControl(dataDir, (access) => access.call('doctor.run', { folder }));
    return findings.map(worded);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (error.code === 'no_record') return [worded(doctorFinding('no_data_dir', {}))];
    return [{ check: error.code, level: 'failure', summary: error.message, remedy: null }];
  }
}

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check for problems and show how to solve them')
    .option(
      '--report <file>',
      'write a report for a bug report, after showing it: versions, states, counts and log lines',
    )
    .option('-y, --yes', 'write the report without a confirmation')
    .option('--json', 'print {"findings": […]}')
    .action((options: { json?: boolean; report?: string; yes?: boolean }, command: Command) =>
      reporting(options.json, async () => {
        if (options.report !== undefined) return writeReport(options.report, command.optsWithGlobals());
        const findings = await diagnose(command.optsWithGlobals<GlobalOptions>().dataDir);
        if (options.json === true) printJson({ findings });
        for (const { check, level, summary, remedy } of options.json === true ? [] : findings) {
          console.log(printable(`${marks[level]}  ${check}: ${summary}`));
          if (remedy !== null) console.log(printable(`${' '.repeat(11)}${remedy}`));
        }
        if (findings.some(({ level }) => level === 'failure')) process.exitCode = EXIT.refused;
      }),
    );
}
