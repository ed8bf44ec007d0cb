import { fileOf } from '../../../shared/named-file.ts';
import { pathBelow } from '../../../shared/path-below.ts';
import type { Receipt } from '../../../shared/receipt.ts';

/** What two sessions share, and what only one of them has. Each list is in the order of the reports. */
export interface Comparison {
  both: string[];
  only: readonly [first: string[], second: string[]];
}

type Two<T> = readonly [first: T, second: T];

function compare(first: Set<string>, second: Set<string>): Comparison {
  return {
    both: [...first].filter((entry) => second.has(entry)),
    only: [
      [...first].filter((entry) => !second.has(entry)),
      [...second].filter((entry) => !first.has(entry)),
    ],
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Names a file from the folder of its session, so that two copies of a project can be compared. */
function fileName({ event, data }: Receipt): string | undefined {
  const file = fileOf(event, data);
  return file === undefined ? undefined : (pathBelow(file, textOf(data.cwd) ?? '') ?? file);
}

const setOf = (receipts: readonly Receipt[], read: (receipt: Receipt) => string | undefined) =>
  new Set(receipts.map(read).filter((entry) => entry !== undefined && entry !== '') as string[]);

/** Compares the files that two sessions named. */
export const compareFiles = ([first, second]: Two<readonly Receipt[]>): Comparison =>
  compare(setOf(first, fileName), setOf(second, fileName));

const commandOf = ({ event, data }: Receipt) =>
  event === 'command.before_run' ? textOf(data.command)?.trim() : undefined;

/** Compares the commands of two sessions. */
export const compareCommands = ([first, second]: Two<readonly Receipt[]>): Comparison =>
  compare(setOf(first, commandOf), setOf(second, commandOf));

/** Places of the receipts on the axis of a session, from 0 to 1 of `length`. */
export function placesOf(receipts: readonly Receipt[], length: number): number[] {
  const start = Date.parse(receipts[0]?.receivedAt ?? '');
  return receipts.map(({ receivedAt }) => (length === 0 ? 0 : (Date.parse(receivedAt) - start) / length));
}
