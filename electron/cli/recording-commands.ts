import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { HostStatus, Recording } from '../../shared/control.ts';
import type { PauseScope } from '../../shared/pause.ts';
import { gapCells } from '../../shared/words/recording-gaps.ts';
import { withControl } from './command-output.ts';
import type { ControlAccess } from './control-access.ts';
import { findIntegration } from './find-integration.ts';
import { acknowledge } from './terminal-notes.ts';
import { printTable } from './terminal-table.ts';
import { printable, printJson } from './terminal-text.ts';
import { shownTime } from './terminal-time.ts';

const MAX_MINUTES = 10_080;

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_MINUTES) {
    throw new InvalidArgumentError(`Enter a whole number of minutes from 1 to ${MAX_MINUTES}.`);
  }
  return minutes;
}

/** Options that name one part of what is recorded. */
interface ScopeOptions {
  integration?: string;
  project?: string;
}

const addScope = (command: Command): Command =>
  command
    .addOption(new Option('--integration <name or id>', 'only this integration').conflicts('project'))
    .option('--project <folder>', 'only this folder and those below it');

/** Finds the part that the options name. Without them, it is everything. */
async function scopeOf(access: ControlAccess, options: ScopeOptions): Promise<{ scope?: PauseScope }> {
  if (options.project !== undefined) return { scope: { project: resolve(options.project) } };
  if (options.integration === undefined) return {};
  return { scope: { integrationId: (await findIntegration(access, options.integration)).id } };
}

const until = (resumesAt: string | null) =>
  resumesAt === null ? 'until you resume' : `until ${shownTime(resumesAt)}`;

const partName = (scope: PauseScope) =>
  'project' in scope ? `the project ${scope.project}` : `the integration ${scope.integrationId}`;

function sentencesOf(recording: Recording, host?: HostStatus['host']): string[] {
  const whole =
    recording.state === 'recording'
      ? host === 'stores-only'
        ? 'Plinth is not running, so nothing is recorded.'
        : 'Recording.'
      : `Paused since ${shownTime(recording.pausedAt!)}, ${until(recording.resumesAt)}.`;
  const parts = recording.pauses.map(
    ({ scope, pausedAt, resumesAt }) =>
      `Paused for ${partName(scope)} since ${shownTime(pausedAt)}, ${until(resumesAt)}.`,
  );
  return [whole, ...parts];
}

function printChange(recording: Recording, json: boolean): void {
  if (json) printJson({ recording });
  else for (const sentence of sentencesOf(recording)) acknowledge(sentence);
}

export function addRecordingCommands(program: Command): void {
  const recording = program
    .command('recording')
    .description('show, pause and resume recording, and list recording gaps');

  recording
    .command('status')
    .description('show whether Plinth records events')
    .option('--json', 'print {"recording"}')
    .action((options: { json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const { recording: state, host } = await access.call('host.status', {});
        if (options.json === true) printJson({ recording: state });
        else for (const sentence of sentencesOf(state, host)) console.log(printable(sentence));
      }),
    );

  addScope(recording.command('pause').description('answer events without recording them'))
    .option(
      '--minutes <number>',
      'minutes until recording resumes (default: until “recording resume”)',
      parseMinutes,
    )
    .option('--json', 'print {"recording"}')
    .action((options: ScopeOptions & { minutes?: number; json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const scope = await scopeOf(access, options);
        const minutes = options.minutes ?? null;
        const result = await access.call('recording.pause', { minutes, ...scope });
        printChange(result.recording, options.json === true);
      }),
    );
  addScope(
    recording.command('resume').description('end the pause of everything, or of one integration or project'),
  )
    .option('--json', 'print {"recording"}')
    .action((options: ScopeOptions & { json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const scope = await scopeOf(access, options);
        printChange((await access.call('recording.resume', scope)).recording, options.json === true);
      }),
    );
  recording
    .command('gaps')
    .description('list the recording gaps')
    .option('--json', 'print {"gaps": […]}')
    .action((options: { json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const { gaps } = await access.call('recording.gaps', {});
        if (options.json === true) printJson({ gaps });
        else if (gaps.length === 0) acknowledge('No recording gaps.');
        else {
          await printTable(
            ['FROM', 'UNTIL', 'CAUSE', 'NOT RECORDED', 'OF'],
            gaps.map((gap) => [
              ...gapCells(gap, shownTime),
              gap.scope === null ? 'everything' : partName(gap.scope),
            ]),
          );
        }
      }),
    );
}
