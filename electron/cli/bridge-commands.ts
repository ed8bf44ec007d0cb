import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import {
  type BridgeAction,
  type BridgeChange,
  type BridgeStatus,
  type BridgeTest,
  type BridgeTestCause,
  HARNESS_IDS,
  type HarnessId,
} from '../../shared/bridge.ts';
import {
  bridgeNotes,
  bridgeSentence,
  bridgeTestSentences,
  hooksOffSentence,
  lostReportsSentence,
  otherPlinthSentences,
  refusedReportsSentence,
  sharedFolderSentence,
} from '../../shared/words/bridges.ts';
import { harnessVariables } from '../bridges/connect/harness-environment.ts';
import { type ChangeOptions, EXIT, withControl } from './command-output.ts';
import { acknowledge, note, quiet } from './terminal-notes.ts';
import { printTable } from './terminal-table.ts';
import { printable, printJson } from './terminal-text.ts';
import { shownTime } from './terminal-time.ts';

interface ActionOptions extends ChangeOptions {
  home?: string;
  folder?: string;
}

const harnessArgument = (term: string) => new Argument(term, 'name of the harness').choices([...HARNESS_IDS]);

const done: Record<BridgeAction, string> = {
  connect: 'Connected.',
  disconnect: 'Disconnected.',
  reconnect: 'Reconnected with a new credential.',
};

function printChange(change: BridgeChange, dryRun: boolean): void {
  for (const word of change.notes) note(`Note: ${bridgeNotes[word]}`);
  if (change.kind === 'none') acknowledge(`${change.path} needs no change.`);
  else if (dryRun || !quiet()) {
    // A program that applies the diff needs the file's own ends of lines.
    const lines = change.diff.split('\r\n').map(printable);
    process.stdout.write(lines.join(process.stdout.isTTY === true ? '\n' : '\r\n'));
  }
  if (dryRun) note('Nothing was changed (--dry-run).');
}

function addAction(bridge: Command, action: BridgeAction, description: string): void {
  bridge
    .command(action)
    .description(description)
    .addArgument(harnessArgument('<harness>'))
    .option('--home <folder>', 'the harness’s own folder, where it has several')
    .option('--dry-run', 'show the exact change without making it')
    .option('--json', `print {"change"${action === 'connect' ? ', "status"' : ''}, …}`)
    .action((harness: HarnessId, options: ActionOptions, command: Command) =>
      withControl(command, async (access) => {
        // The host may run with other variables than the shell that starts the harness.
        const home = options.home === undefined ? {} : { home: resolve(options.home) };
        const target = { harness, environment: harnessVariables(process.env), ...home };
        if (options.dryRun === true) {
          const { change } = await access.call('bridges.preview', { ...target, action });
          if (options.json === true) printJson({ change });
          else printChange(change, true);
          return;
        }
        const { change, status } = await access.call(`bridges.${action}`, target);
        if (options.json === true) return printJson({ change, status });
        printChange(change, false);
        acknowledge(`${done[action]} ${bridgeSentence(status)}`);
      }),
    );
}

async function printStatus(bridges: readonly BridgeStatus[]): Promise<void> {
  await printTable(
    ['HARNESS', 'STATE', 'VERSION', 'LAST EVENT', 'CONFIGURATION'],
    bridges.map((bridge) => [
      bridge.harness,
      bridge.state,
      `${bridge.version ?? '-'}${bridge.newerThanTested ? ' (newer than tested)' : ''}`,
      bridge.lastEventAt === null ? '-' : shownTime(bridge.lastEventAt),
      bridge.configuration,
    ]),
  );
}

/** Returns true for a folder that is mounted by itself. A container shares its settings with other systems in this way. */
function isMounted(folder: string): boolean {
  const [own, above] = [folder, dirname(folder)].map(
    (each) => statSync(each, { throwIfNoEntry: false })?.dev,
  );
  return own !== undefined && above !== undefined && own !== above;
}

/** Adds the command that runs the installed hooks. It exits with 1 if one of them does not report. */
function addTest(bridge: Command): void {
  bridge
    .command('test')
    .description('run the installed hooks as their harnesses do, and name what keeps reports away')
    .addArgument(harnessArgument('[harness]'))
    .option('--home <folder>', 'the harness’s own folder, where it has several')
    .option('--folder <folder>', 'project whose settings to read (default: the current folder)')
    .option('--json', 'print {"tests": […]}')
    .action((harness: HarnessId | undefined, options: ActionOptions, command: Command) =>
      withControl(command, async (access) => {
        const environment = harnessVariables(process.env);
        const home = options.home === undefined ? {} : { home: resolve(options.home) };
        const targets =
          harness === undefined
            ? (await access.call('bridges.status', { environment })).bridges
                .filter(({ integrationId }) => integrationId !== null)
                .map((each) => ({ harness: each.harness, home: each.home }))
            : [{ harness, ...home }];
        const folder = resolve(options.folder ?? '.');
        const tests: BridgeTest[] = [];
        for (const target of targets) {
          tests.push((await access.call('bridges.test', { ...target, environment, folder })).test);
        }
        if (options.json === true) printJson({ tests });
        else if (tests.length === 0) note('No agent is connected.');
        else
          for (const test of tests) {
            for (const line of bridgeTestSentences(test)) console.log(printable(line));
            if (isMounted(test.home)) note(sharedFolderSentence(test));
          }
        // A test of all bridges does not fail for one that has no hook.
        const fails = (cause: BridgeTestCause) => harness !== undefined || cause !== 'no_hook';
        if (tests.some(({ causes }) => causes.some(fails))) process.exitCode = EXIT.refused;
      }),
    );
}

export function addBridgeCommands(program: Command): void {
  const bridge = program
    .command('bridge')
    .description('connect installed agents, so that they report automatically');
  addAction(bridge, 'connect', 'add Plinth’s hooks to a harness’s configuration');
  addAction(bridge, 'disconnect', 'remove Plinth’s hooks and restore the file');
  addAction(bridge, 'reconnect', 'replace the bridge’s credential and restore missing hooks');
  addTest(bridge);
  bridge
    .command('status')
    .description('show the status of each bridge')
    .addArgument(harnessArgument('[harness]'))
    .option('--json', 'print {"bridges": […]}')
    .action((harness: string | undefined, options: { json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const answer = await access.call('bridges.status', { environment: harnessVariables(process.env) });
        const bridges = answer.bridges.filter((each) => harness === undefined || each.harness === harness);
        if (options.json === true) {
          printJson({ bridges });
        } else {
          await printStatus(bridges);
          for (const status of bridges) {
            for (const sentence of otherPlinthSentences(status)) note(sentence);
            for (const found of status.hooksOff) note(hooksOffSentence(found));
            const refused = refusedReportsSentence(status);
            if (refused !== undefined) note(refused);
            if (status.lost !== null) note(lostReportsSentence(status.name, status.lost, shownTime));
            if (!['not_installed', 'available', 'connected'].includes(status.state)) {
              note(bridgeSentence(status, shownTime));
            }
          }
        }
      }),
    );
}
