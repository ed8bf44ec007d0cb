import { shortestTail } from '../../shared/shortest-tail.ts';
import type { Control } from './control-access.ts';
import { type Column, MOST_OF_NAME } from './terminal-table.ts';

/** Makes the column of projects: a terminal gets the name that the window shows, and a program the whole path. */
export async function projectColumn<Row>(
  access: Control,
  pathOf: (row: Row) => string | null | undefined,
): Promise<Column<Row>> {
  const paths = process.stdout.isTTY
    ? (await access.call('projects.list', {})).projects.map(({ path }) => path)
    : undefined;
  const nameOf = (path: string) => (paths === undefined ? path : shortestTail(path, paths));
  return {
    title: 'PROJECT',
    cell: (row) => nameOf(pathOf(row) ?? '-'),
    fromWidth: 100,
    most: MOST_OF_NAME,
  };
}
