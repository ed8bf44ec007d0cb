import { text as readText } from 'node:stream/consumers';
import { Argument, type Command } from 'commander';
import { EVENT_TYPES, type EventType } from '../../shared/event.ts';
import { COMMAND_LINE_NAME } from '../../shared/integration.ts';
import { EVENT_SCHEMA, MAX_EVENT_BYTES } from '../../shared/limits.ts';
import { CommandFailure } from './command-output.ts';
import { withRunningHost } from './running-host.ts';
import { acknowledge } from './terminal-notes.ts';
import { printJson } from './terminal-text.ts';

/** The events whose text is an argument: the short word of each, and the member that the text becomes. */
const TEXTS: Readonly<Record<string, { event: EventType; member: string }>> = {
  prompt: { event: 'prompt.submitted', member: 'content' },
  command: { event: 'command.before_run', member: 'command' },
};

interface SendOptions {
  data?: string;
  to?: string;
  session?: string;
  json?: boolean;
}

const wrongUsage = (message: string) => new CommandFailure('invalid_params', message);
const argumentOrInput = async (given: string) => (given === '-' ? await readText(process.stdin) : given);

/**
 * Returns the JSON text of the data. That of `--data` keeps its numbers and its members as they are written, and gets the
 * folder of this command.
 */
async function dataText(what: string, text: string | undefined, { data, to }: SendOptions): Promise<string> {
  const cwd = process.cwd();
  const member = TEXTS[what]?.member;
  if (member !== undefined) {
    if (text === undefined) throw wrongUsage('Add the text, or - to read it from standard input.');
    return JSON.stringify({ [member]: await argumentOrInput(text), destination: to, cwd });
  }
  if (text !== undefined) throw wrongUsage('Only a prompt and a command take a text. Use --data.');
  const given = (await argumentOrInput(data ?? '{}')).trim();
  const [first] = membersOf(given);
  const folder = membersOf(given).includes('cwd') ? '' : `"cwd":${JSON.stringify(cwd)}`;
  const comma = folder !== '' && first !== undefined ? ',' : '';
  return `{${folder}${comma}${given.slice(1)}`;
}

function membersOf(json: string): string[] {
  try {
    if (json.startsWith('{')) return Object.keys(JSON.parse(json));
  } catch {
    // The message of the parser repeats the text.
  }
  throw wrongUsage('The value of --data must be a JSON object.');
}

async function bodyOf(what: string, text: string | undefined, options: SendOptions): Promise<string> {
  const now = new Date().toISOString();
  const event = {
    schema: EVENT_SCHEMA,
    integration: COMMAND_LINE_NAME,
    event: TEXTS[what]?.event ?? what,
    sessionId: options.session ?? now.slice(0, 'YYYY-MM-DD'.length),
    occurredAt: now,
  };
  const body = `${JSON.stringify(event).slice(0, -1)},"data":${await dataText(what, text, options)}}`;
  if (Buffer.byteLength(body) > MAX_EVENT_BYTES) {
    throw new CommandFailure('refused', 'An event has at most 1 MiB. Nothing was sent.');
  }
  return body;
}

export function addSendCommand(program: Command): void {
  program
    .command('send')
    .description('report a prompt, a command or any event to the running Plinth; needs no token')
    .addArgument(new Argument('<what>', 'what happened').choices([...Object.keys(TEXTS), ...EVENT_TYPES]))
    .argument('[text]', 'the prompt or the command; - reads it from standard input')
    .option('--data <json>', 'data of an event, as JSON; - reads it from standard input')
    .option('--to <provider>', 'AI provider that the prompt goes to')
    .option('--session <id>', 'session of the event (default: one session a day)')
    .option('--json', 'print {"accepted", "recorded", "reportOnly", "receiptId"}')
    .action((what: string, text: string | undefined, options: SendOptions, command: Command) =>
      withRunningHost(command, async (host) => {
        const answer = await host.call('events.send', { body: await bodyOf(what, text, options) });
        if (options.json === true) printJson(answer);
        else if (answer.recorded) acknowledge(`Recorded as ${answer.receiptId}.`);
        else
          acknowledge('Plinth took the event and kept no receipt of it: recording is paused or off for it.');
      }),
    );
}
