import { type Command, InvalidArgumentError } from 'commander';
import type { Recording } from '../../shared/control.ts';
import { unwrap, withControl } from './command-output.ts';
import { printJson, printTable } from './terminal-text.ts';
import { shownTime } from './terminal-time.ts';

const MAX_MINUTES = 10_080;

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_MINUTES) {
    throw new InvalidArgumentError(`Enter a whole number of minutes from 1 to ${MAX_MINUTES}.`);
  }
  return minutes;
}

function print(recording: Recording, json: boolean): void {
  if (json) printJson({ recording });
  else if (recording.state === 'recording') console.log('Recording.');
  else if (recording.resumesAt === null)
    console.log(`Paused since ${shownTime(recording.pausedAt!)}, until you resume.`);
  else
    console.log(`Paused since ${shownTime(recording.pausedAt!)}, until ${shownTime(recording.resumesAt)}.`);
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
        print(unwrap(await access.call('host.status', {})).recording, options.json === true);
      }),
    );

  recording
    .command('pause')
    .description('answer events without recording them')
    .option(
      '--minutes <number>',
      'minutes until recording resumes (default: until “recording resume”)',
      parseMinutes,
    )
    .option('--json', 'print {"recording"}')
    .action((options: { minutes?: number; json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const result = unwrap(await access.call('recording.pause', { minutes: options.minutes ?? null }));
        print(result.recording, options.json === true);
      }),
    );
  recording
    .command('resume')
    .description('resume recording')
    .option('--json', 'print {"recording"}')
    .action((options: { json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        print(unwrap(await access.call('recording.resume', {})).recording, options.json === true);
      }),
    );
  recording
    .command('gaps')
    .description('list the recording gaps')
    .option('--json', 'print {"gaps": […]}')
    .action((options: { json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const { gaps } = unwrap(await access.call('recording.gaps', {}));
        if (options.json === true) printJson({ gaps });
        else if (gaps.length === 0) console.log('No recording gaps.');
        else {
          printTable(
            ['FROM', 'UNTIL', 'NOT RECORDED'],
            gaps.map((gap) => [
              shownTime(gap.from),
              gap.until === null ? 'now' : shownTime(gap.until),
              String(gap.notRecorded),
            ]),
          );
        }
      }),
    );
}
