import type { Command } from 'commander';
import type { BridgeStatus } from '../../shared/bridge.ts';
import type { Diagnostics, HostStatus } from '../../shared/control.ts';
import { markedName } from '../../shared/integration-name.ts';
import { startOfDay } from '../../shared/local-instant.ts';
import { formatCount } from '../../shared/quantity.ts';
import { folderSentences } from '../../shared/words/bridges.ts';
import { doctorSentence } from '../../shared/words/doctor.ts';
import { telemetrySentence } from '../../shared/words/telemetry.ts';
import { harnessVariables } from '../bridges/connect/harness-environment.ts';
import { type RunningHost, withRunningHost } from './running-host.ts';
import { printable, printJson } from './terminal-text.ts';
import { shownTime } from './terminal-time.ts';

interface Overview {
  status: HostStatus;
  receiptsToday: number;
  /** The agents that are connected, with their last events. */
  agents: BridgeStatus[];
  /** Whether agents in the caller's folder are recorded, and what keeps them from it. */
  folder: string[];
  problems: string[];
  /** What OpenTelemetry of each integration brought since the start. */
  telemetry: Diagnostics['telemetry'];
  /** What the newest check of the record found. */
  recordCheck: Diagnostics['recordCheck'];
}

async function overviewOf(host: RunningHost): Promise<Overview> {
  const today = { since: startOfDay(Date.now()).toISOString() };
  const { count: receiptsToday } = await host.call('receipts.count', { filter: today });
  const diagnostics = await host.call('diagnostics.get', {});
  const here = process.cwd();
  const environment = harnessVariables(process.env);
  const { bridges } = await host.call('bridges.status', { environment, folder: here });
  const agents = bridges.filter(({ state }) => state !== 'not_installed' && state !== 'available');
  const { findings } = await host.call('problems.list', {});
  const problems = findings.map((finding) => doctorSentence(finding, shownTime).summary);
  const { status, telemetry, recordCheck } = diagnostics;
  const folder = folderSentences(here, agents);
  return { status, receiptsToday, agents, folder, problems, telemetry, recordCheck };
}

function recordingLine({ recording: { pausedAt, resumesAt } }: HostStatus): string {
  if (pausedAt === null) return 'on';
  const until = resumesAt === null ? 'until “plinth recording resume”' : `until ${shownTime(resumesAt)}`;
  return `paused since ${shownTime(pausedAt)}, ${until}`;
}

const programs: Record<HostStatus['host'], string> = {
  electron: 'desktop app',
  headless: 'headless host',
  'stores-only': 'command line',
};

function print({ status, receiptsToday, agents, folder, problems, telemetry, recordCheck }: Overview): void {
  const [agent, ...otherAgents] = agents.map(
    ({ name, lastEventAt }) =>
      `${name}, ${lastEventAt === null ? 'no event yet' : `last event ${shownTime(lastEventAt)}`}`,
  );
  const [problem, ...otherProblems] = problems;
  const rows: [string, string][] = [
    ['Plinth', `${status.version}, ${programs[status.host]}, process ${status.pid}`],
    ['Running', `since ${shownTime(status.startedAt)}`],
    ['Address', status.baseUrl ?? 'none'],
    ['Data', status.dataDir],
    ['Recording', recordingLine(status)],
    ['Receipts', `${formatCount(receiptsToday)} today, ${formatCount(status.receipts)} in total`],
    ['Record', doctorSentence(recordCheck, shownTime).summary],
    ['Agents', agent ?? 'none connected. Connect one with: plinth bridge connect HARNESS'],
    ...otherAgents.map((line): [string, string] => ['', line]),
    ...(agent === undefined ? [] : folder).map((line, at): [string, string] => [
      at === 0 ? 'Here' : '',
      line,
    ]),
    ...telemetry.map(({ integration, ...counts }, index): [string, string] => [
      index === 0 ? 'Telemetry' : '',
      `${markedName(integration)}, ${telemetrySentence(counts)}`,
    ]),
    ['Problems', problem ?? 'none found. A complete check: plinth doctor'],
    ...otherProblems.map((line): [string, string] => ['', line]),
    ['Screens', status.host === 'electron' ? 'in the app’s window' : 'open them with: plinth open'],
  ];
  for (const [label, text] of rows) console.log(`${label.padEnd(11)}${printable(text)}`);
}

export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description(
      'show whether Plinth runs, what it records and what needs attention; exits with 3 if it does not run',
    )
    .option(
      '--json',
      'print {"status", "receiptsToday", "agents", "folder", "problems", "telemetry", "recordCheck"}',
    )
    .action((_options: object, command: Command) =>
      withRunningHost(command, async (host, { json }) => {
        const overview = await overviewOf(host);
        if (json === true) printJson(overview);
        else print(overview);
      }),
    );
}
