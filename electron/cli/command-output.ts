import type { Command } from 'commander';
import type { ControlEnvelope, ControlErrorCode } from '../../shared/control.ts';
import { HostError } from '../host-error.ts';
import { type ControlAccess, openControlAccess } from './control-access.ts';

/** Exit codes of `plinth`; documented in `plinth --help`. */
export const EXIT = { done: 0, refused: 1, usage: 2, unavailable: 3 } as const;

/** A command cannot be carried out; its message is the whole of what is printed. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  readonly code: string;

  constructor(
    code: ControlErrorCode | HostError['code'] | 'confirmation_needed',
    message: string,
    exitCode: number,
  ) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** The result, or the failure as the command's own. */
export function unwrap<R>(envelope: ControlEnvelope<R>): R {
  if (envelope.ok) return envelope.result;
  const { code, message } = envelope.error;
  throw new CommandFailure(code, message, code === 'unavailable' ? EXIT.unavailable : EXIT.refused);
}

export interface GlobalOptions {
  json?: boolean;
  dataDir?: string;
}

/** Runs a command with control at hand, prints a failure as text or JSON, and sets the exit code. */
export async function withControl(
  command: Command,
  run: (access: ControlAccess, options: GlobalOptions) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  let access: ControlAccess | undefined;
  try {
    access = await openControlAccess({ dataDir: options.dataDir });
    await run(access, options);
  } catch (error) {
    reportFailure(error, options.json === true);
  } finally {
    await access?.close();
  }
}

/** Prints a foreseen failure and sets the exit code; rethrows any other. */
export function reportFailure(error: unknown, json: boolean): void {
  const failure =
    error instanceof HostError ? new CommandFailure(error.code, error.message, EXIT.unavailable) : error;
  if (!(failure instanceof CommandFailure)) throw error;
  if (json) console.log(JSON.stringify({ error: { code: failure.code, message: failure.message } }));
  else console.error(printable(failure.message));
  process.exitCode = failure.exitCode;
}

// C0 without tab and line feed, DEL, C1, and the characters that turn the direction of writing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be found
const COMMANDING = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text that others wrote, for a terminal: what would command it is shown as an escape instead. */
export function printable(text: string): string {
  return text.replaceAll(COMMANDING, (character) => {
    const code = character.charCodeAt(0);
    return code < 256
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** Prints rows in aligned columns under their titles. */
export function printTable(
  titles: readonly string[],
  written: readonly (readonly string[])[],
  print: (line: string) => void = console.log,
): void {
  const rows = written.map((row) => row.map((cell) => printable(cell.replaceAll(/[\t\n]/g, ' '))));
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd();
  print(line(titles));
  for (const row of rows) print(line(row));
}
