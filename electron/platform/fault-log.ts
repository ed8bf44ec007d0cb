import type { Logger } from 'pino';

const MAX_FRAMES = 12;
const FRAME = /^ {4}at (.+):(\d+):\d+\)?$/;

/** Returns the last folder and the file name. The full path is private to the user. */
const shortPath = (path: string) => path.split(/[\\/]/).slice(-2).join('/');

/**
 * Returns the stack of an error as function, file and line. It omits the message, which can contain a client's
 * data.
 */
export function stackFrames(error: unknown): string[] {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return [];
  const { stack, message } = error;
  // A message can contain lines that look like frames.
  const at = stack.indexOf(message);
  const frames = at === -1 ? '' : stack.slice(at + message.length);
  return frames
    .split('\n')
    .flatMap((line) => {
      const match = FRAME.exec(line);
      if (match === null) return [];
      const [, call = '', row] = match;
      const at = call.lastIndexOf(' (');
      return [`${at < 0 ? '' : `${call.slice(0, at)} `}${shortPath(call.slice(at < 0 ? 0 : at + 2))}:${row}`];
    })
    .slice(0, MAX_FRAMES);
}

/** Logged part of an error. Unlike the error itself, it can cross threads. */
export interface Fault {
  name: string;
  frames: string[];
}

/** Describes an error without its message. */
export const faultOf = (error: unknown): Fault => ({
  name: error instanceof Error ? error.name : 'unknown',
  frames: stackFrames(error),
});

/** Describes an unexpected error to a person in one sentence, without its message and its stack. */
export function unexpectedSentence(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const { name, frames } = faultOf(error);
  const place = frames[0] === undefined ? '' : ` at ${frames[0]}`;
  return `An unexpected error ended Plinth (${code ?? name}${place}). Please report it with the command that you ran.`;
}

/** Logs and counts the unexpected errors of this run. */
export class FaultLog {
  readonly #logger: Logger;
  #count = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get count(): number {
    return this.#count;
  }

  /** `operation` names the failed part, such as a route or a control channel. */
  note(operation: string, error: unknown): void {
    this.noteFault(operation, faultOf(error));
  }

  /** Logs and counts an error of another thread. */
  noteFault(operation: string, { name, frames }: Fault): void {
    this.#count += 1;
    this.#logger.error({ operation, name, frames }, 'unexpected error');
  }
}
