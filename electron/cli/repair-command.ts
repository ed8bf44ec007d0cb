import { join } from 'node:path';
import type { Command } from 'commander';
import type { StoreRepair } from '../../shared/repair.ts';
import { lostLines, repairSentences } from '../../shared/words/repair.ts';
import { resolveDataDir } from '../platform/data-dir.ts';
import { filesSetAside } from '../platform/private-file.ts';
import { readOwnText } from '../platform/regular-file.ts';
import type { KnownIntegration } from '../receipts/store/store-parts.ts';
import { EXIT, type GlobalOptions, reporting, withControl } from './command-output.ts';
import { statusOfHost } from './running-host.ts';
import { printable, printJson } from './terminal-text.ts';

const STORE = 'receipts.db';

/** Reads the agents of the settings file. Opening the settings could change them, so this does not. */
function knownIntegrations(dataDir: string): KnownIntegration[] {
  try {
    const { integrations } = JSON.parse(readOwnText(join(dataDir, 'settings.json')));
    return (integrations as KnownIntegration[]).map(({ id, name }) => ({ id, name }));
  } catch {
    // Receipts whose agent only the settings name then count as incomplete.
    return [];
  }
}

/**
 * Examines the store without opening it, because opening repairs what it meets. Returns undefined while a host runs, which
 * examines its own store.
 */
async function examineStopped(dataDir: string): Promise<StoreRepair | undefined> {
  if ((await statusOfHost(dataDir)) !== undefined) return undefined;
  const { missingRecord } = await import('../host/start-steps.ts');
  const { examineStore } = await import('../receipts/repair/examine-store.ts');
  const missing = missingRecord(dataDir);
  if (missing !== undefined) throw missing;
  return examineStore(join(dataDir, STORE), knownIntegrations(dataDir));
}

function print(report: StoreRepair, isDone: boolean, isJson: boolean): void {
  if (isJson) {
    printJson(report);
    return;
  }
  for (const sentence of repairSentences(report, isDone)) console.log(printable(sentence));
  for (const line of lostLines(report)) console.log(printable(`  ${line}`));
}

async function repair(options: GlobalOptions & { dryRun?: boolean }, command: Command): Promise<void> {
  const isJson = options.json === true;
  const dataDir = resolveDataDir(command.optsWithGlobals<GlobalOptions>().dataDir);
  const found = await examineStopped(dataDir);
  if (found !== undefined && options.dryRun === true) {
    print(found, false, isJson);
    if (found.parts.length > 0) process.exitCode = EXIT.refused;
    return;
  }
  const asideBefore = filesSetAside(dataDir);
  await withControl(command, async (access) => {
    const dryRun = options.dryRun === true;
    const report = await access.call('record.repair', { dryRun });
    if (dryRun && report.parts.length > 0) process.exitCode = EXIT.refused;
    if (report.state !== 'intact' || found === undefined || found.state === 'intact') {
      print(report, !dryRun, isJson);
      return;
    }
    // The process repaired the store when it opened it.
    const aside = filesSetAside(dataDir).find(
      (name) => name.startsWith(STORE) && !asideBefore.includes(name),
    );
    print({ ...found, receipts: report.receipts, aside: aside ?? null }, true, isJson);
  });
}

/** Adds `plinth repair`. */
export function addRepairCommand(program: Command): void {
  program
    .command('repair')
    .description('look at every page of the receipt store, say what is damaged, and repair it')
    .option('--dry-run', 'only say what is damaged and what a repair would do; exits with 1 if anything is')
    .option('--json', 'print {"state", "parts", "receipts", "lost", …}')
    .action((options: GlobalOptions & { dryRun?: boolean }, command: Command) =>
      reporting(options.json, () => repair(options, command)),
    );
}
