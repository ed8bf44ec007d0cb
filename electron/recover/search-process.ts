import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { PlainReason } from '../../shared/failure.ts';
import type { SearchAnswer, SearchRequest } from './answer-search.ts';

/** The hidden command that answers one request. */
export const SEARCH_COMMAND = 'recover-answer';
/** Longer than all limits of the git that it starts, one after the other. */
const TIME_LIMIT_MS = 120_000;
/** After that, a process that was asked to end is killed. */
const END_LIMIT_MS = 3000;
/** More than the longest list. */
const MAX_ANSWER_BYTES = 16 * 1_048_576;
/** Searches at the same time. */
const MAX_RUNNING = 3;

const failed = (reason: PlainReason): SearchAnswer => ({ reason });

/**
 * Reads copies in processes of their own, with limits of time and memory. The host opens no file that an agent named: one can be
 * on a volume that never answers.
 */
export class SearchProcesses {
  readonly #command: readonly string[];
  readonly #running = new Map<string, AbortController>();
  #count = 0;

  /** `command` starts the command line. */
  constructor(command: readonly string[]) {
    this.#command = command;
  }

  /** Stops a search by the name that its asker gave it. */
  stop(name: string): void {
    this.#running.get(name)?.abort();
  }

  async ask(request: SearchRequest, name?: string): Promise<SearchAnswer> {
    if (this.#running.size >= MAX_RUNNING) return failed('search_busy');
    const id = name ?? String(this.#count++);
    if (this.#running.has(id)) return failed('search_busy');
    const stop = new AbortController();
    this.#running.set(id, stop);
    try {
      return await run(this.#command, request, stop.signal);
    } finally {
      this.#running.delete(id);
    }
  }
}

function run([program = '', ...words]: readonly string[], request: SearchRequest, stop: AbortSignal) {
  return new Promise<SearchAnswer>((resolve) => {
    const child = spawn(program, [...words, SEARCH_COMMAND], {
      // A removed working tree is looked for in the repository around this folder, too.
      cwd: tmpdir(),
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let killing: NodeJS.Timeout | undefined;
    // It kills its git, and removes its temporary folder, when its input ends.
    const end = () => {
      child.stdin.end();
      killing ??= setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
    };
    const limit = setTimeout(end, TIME_LIMIT_MS);
    stop.addEventListener('abort', end);
    const settle = (answer: SearchAnswer) => {
      clearTimeout(limit);
      clearTimeout(killing);
      resolve(answer);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) end();
      else chunks.push(chunk);
    });
    child.on('error', () => settle(failed('search_failed')));
    child.on('close', (status) => {
      if (stop.aborted) settle(failed('search_stopped'));
      else if (status !== 0 || bytes > MAX_ANSWER_BYTES) settle(failed('search_failed'));
      else settle(answerIn(Buffer.concat(chunks).toString('utf8')));
    });
    child.stdin.on('error', () => {});
    child.stdin.write(`${JSON.stringify(request)}\n`);
  });
}

function answerIn(text: string): SearchAnswer {
  try {
    return JSON.parse(text) as SearchAnswer;
  } catch {
    return failed('search_failed');
  }
}
