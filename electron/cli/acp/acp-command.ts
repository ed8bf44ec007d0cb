import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import { resolveDataDir } from '../../platform/data-dir.ts';
import { endLike, endOf } from '../child-command.ts';
import type { GlobalOptions } from '../command-output.ts';
import { outliveReader, restoreUserUmask } from '../program.ts';
import { note } from '../terminal-notes.ts';
import { programName, userProgram } from '../user-program.ts';
import { AcpObserver, type AcpSide } from './acp-observer.ts';
import { MessageLines } from './message-lines.ts';
import { ReportSender } from './report-sender.ts';

/** Programs that run another program, which is the agent. */
const RUNNERS = new Set(['npx', 'bunx', 'uvx', 'node', 'bun', 'deno', 'python', 'python3', 'env']);

/** Names an agent by its command, for agents that do not name themselves. */
function agentNameOf([file, ...args]: readonly string[]): string {
  const program = programName(file!);
  const run = RUNNERS.has(program) ? args.find((word) => !word.startsWith('-')) : undefined;
  return run === undefined ? program : basename(run);
}

/**
 * Passes every byte on unchanged, and gives a copy to an observer afterwards. A slow reader slows the writer, as
 * without this process.
 */
function tee(from: Readable, to: Writable, observe: (chunk: Buffer) => void): void {
  // The reader has gone. The writer then gets the error that it would have got from the reader.
  to.on('error', () => from.destroy());
  from.on('error', () => to.end());
  from.pipe(to);
  from.on('data', (chunk: Buffer) => setImmediate(observe, chunk));
}

/** The observer may use this part of a window of time. The bytes of the agent wait meanwhile. */
const WINDOW_MS = 10_000;
const MAX_OBSERVED_MS = 2000;

/**
 * Reads copies of the bytes until they take too much of this process's time. Nothing of it can end the process, which
 * carries the agent.
 */
class Watch {
  readonly #say: (sentence: string) => void;
  #windowStart = performance.now();
  #spent = 0;
  #unread = 0;
  #isOver = false;

  constructor(say: (sentence: string) => void) {
    this.#say = say;
  }

  observe(read: () => void): void {
    if (this.#isOver) return;
    const startedAt = performance.now();
    try {
      read();
    } catch {
      this.#unread += 1;
    }
    const now = performance.now();
    if (now - this.#windowStart > WINDOW_MS) {
      this.#windowStart = startedAt;
      this.#spent = 0;
    }
    this.#spent += now - startedAt;
    if (this.#spent <= MAX_OBSERVED_MS) return;
    this.#isOver = true;
    this.#say('Plinth records nothing more from this agent: its messages take too long to read.');
  }

  end({ dropped }: ReportSender): void {
    if (this.#unread > 0) this.#say(`Plinth could not read ${this.#unread} messages of this agent.`);
    if (dropped > 0) this.#say(`${dropped} reports of this agent were lost: Plinth did not keep up.`);
  }
}

async function runAgent(dataDir: string, command: readonly string[]): Promise<void> {
  restoreUserUmask();
  outliveReader();
  const sender = new ReportSender(dataDir);
  const { file, args, ...options } = userProgram(command);
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'], ...options });
  const ended = endOf(child, command[0]!, 'close');
  if (!sender.isOpen()) note('Plinth records nothing from this agent: run “plinth bridge connect acp”.');
  const observer = new AcpObserver(agentNameOf(command), (report) => sender.send(report));
  const watch = new Watch(note);
  const lines = (side: AcpSide) => {
    const split = new MessageLines(
      (line) => observer.message(side, line),
      () => sender.send({ hook: 'overlong' }),
    );
    return (chunk: Buffer) => watch.observe(() => split.push(chunk));
  };
  tee(process.stdin, child.stdin, lines('editor'));
  tee(child.stdout, process.stdout, lines('agent'));
  const ending = await ended;
  process.stdin.destroy();
  // Copies of the last chunks are still on their way to the observer.
  await new Promise((resolve) => setImmediate(resolve));
  watch.observe(() => observer.end());
  await sender.close();
  watch.end(sender);
  // A signal would end this process before its last bytes are written.
  await new Promise((resolve) => process.stdout.write('', resolve));
  endLike(ending);
}

export function addAcpCommand(program: Command): void {
  program
    .command('acp')
    .description(
      'run an agent for an editor (Agent Client Protocol) and report what it does: plinth acp -- AGENT …',
    )
    .argument('<command...>', 'the agent’s command and its arguments')
    .passThroughOptions()
    .action(async (command: string[], _options: object, self: Command) => {
      await runAgent(resolveDataDir(self.optsWithGlobals<GlobalOptions>().dataDir), command);
    });
}
