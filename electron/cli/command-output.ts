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
  else console.error(failure.message);
  process.exitCode = failure.exitCode;
}

/** Prints rows in aligned columns under their titles. */
export function printTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  print: (line: string) => void = console.log,
): void {
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
