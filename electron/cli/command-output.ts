import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { controlFailure } from '../../shared/failure.ts';
import { REMOVED_WHOLE } from '../platform/held-file.ts';
import type { CopyFault } from '../receipts/repair/record-rows.ts';
import { CommandFailure, reportFailure, reporting } from './command-failure.ts';
import { ControlAccess, unwrap } from './control-access.ts';
import { EXIT } from './exit-codes.ts';

export { CommandFailure, EXIT, reportFailure, reporting };

export interface GlobalOptions {
  json?: boolean;
  dataDir?: string;
  quiet?: boolean;
}

/** The options of a command that changes something. */
export interface ChangeOptions extends GlobalOptions {
  dryRun?: boolean;
  yes?: boolean;
}

/** The file of another record, which some commands read in place of the one in use. */
export interface FileOption {
  file?: string;
}

/** Runs a command that only reads on the record in use, or with `--file` on the receipts of another file. */
export function withRecord(
  command: Command,
  run: (access: ControlAccess, options: GlobalOptions) => Promise<void>,
): Promise<void> {
  const { file } = command.opts<FileOption>();
  if (file === undefined) return withControl(command, run);
  return withControl(command, async (_, options) => {
    const folder = await receiptsOfFile(file);
    try {
      await throughControl(folder, (access) => run(access, options));
    } finally {
      rmSync(folder, REMOVED_WHOLE);
    }
  });
}

const fileFailures: Record<CopyFault, 'copy_missing' | 'copy_unreadable' | 'copy_other_version'> = {
  missing: 'copy_missing',
  exists: 'copy_unreadable',
  not_a_record: 'copy_unreadable',
  other_version: 'copy_other_version',
};

/** Makes a data directory of the receipts of a file. */
async function receiptsOfFile(file: string): Promise<string> {
  // The stores are half of the program.
  const { readRecordFile } = await import('../receipts/copy/restore-copy.ts');
  const { initialContent } = await import('../state-file/settings-content.ts');
  try {
    const folder = await readRecordFile(resolve(file));
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(initialContent(false)), { mode: 0o600 });
    return folder;
  } catch (error) {
    const fault = (error as { fault?: CopyFault }).fault;
    if (fault === undefined) throw error;
    return unwrap({ ok: false, error: controlFailure(fileFailures[fault]) });
  }
}

/** Runs a command with access to control, prints a failure as text or JSON, and sets the exit code. */
export async function withControl(
  command: Command,
  run: (access: ControlAccess, options: GlobalOptions) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  await reporting(options.json, () => throughControl(options.dataDir, (access) => run(access, options)));
}

/** Gives access to control, and closes what it opened. */
export async function throughControl<T>(
  dataDir: string | undefined,
  use: (access: ControlAccess) => Promise<T>,
): Promise<T> {
  const access = new ControlAccess({ dataDir });
  try {
    return await use(access);
  } finally {
    await access.close();
  }
}
