import type { FilePages, PageImage } from '../pages/file-pages.ts';
import {
  type Cell,
  childrenOf,
  hasKind,
  indexCells,
  isTableLeaf,
  tableCells,
  type Value,
} from '../pages/page-cells.ts';
import {
  isIntegrationEntry,
  isSchemaRow,
  isSessionEntry,
  isSubtree,
  isTreeLeaf,
  rowKinds,
  type ScannedTable,
} from './scanned-rows.ts';
import { TreeLeaves } from './tree-leaves.ts';

/** No page holds more leaves of the tree. */
const MOST_LEAVES_PER_PAGE = 128;

type Rows = Map<number, Value[]>;

const SMALL_TABLES = [
  'sessions',
  'integrations',
  'redactions',
  'tree_marks',
  'tree_checkpoints',
  'recording_gaps',
  'incidents',
] as const satisfies readonly ScannedTable[];
type SmallTable = (typeof SMALL_TABLES)[number];

/** Everything in the pages of a store but the receipts themselves. */
export class ScannedRecord {
  readonly rows: Record<SmallTable, Rows>;
  readonly leaves: TreeLeaves;
  /** Roots of stored subtrees by height and position. */
  readonly subtrees = new Map<string, Buffer>();
  /** Agent and digest of a session, by the key of the session. */
  readonly sessionDigests = new Map<number, { integration: number; digest: Buffer }>();
  /** Id of an agent, by its key. */
  readonly integrationIds = new Map<number, string>();
  readonly #pages: FilePages;
  readonly #roots = new Map<string, number>();

  constructor(pages: FilePages) {
    this.#pages = pages;
    this.leaves = new TreeLeaves(pages.count * MOST_LEAVES_PER_PAGE);
    this.rows = Object.fromEntries(SMALL_TABLES.map((table) => [table, new Map()])) as typeof this.rows;
    for (const image of pages.newest()) this.#scan(image, (page) => pages.get(page));
    for (const image of pages.others()) {
      this.#scan(image, (page) => pages.get(page));
      this.#scan(image, (page) => pages.getOlder(page));
    }
  }

  /** Returns the rows of another table, by its place in the schema. Rows below a damaged page are missing. */
  rowsOf(table: string): Cell[] {
    const found: Cell[] = [];
    const visited = new Set<number>();
    const read = (page: number) => this.#pages.get(page);
    for (const waiting = [this.#roots.get(table)]; waiting.length > 0; ) {
      const page = waiting.pop();
      if (page === undefined || visited.has(page)) continue;
      visited.add(page);
      const bytes = read(page);
      if (bytes === undefined || !hasKind({ page, bytes })) continue;
      if (isTableLeaf({ page, bytes })) found.push(...tableCells({ page, bytes }, read));
      found.push(...indexCells({ page, bytes }, read));
      waiting.push(...childrenOf({ page, bytes }));
    }
    return found;
  }

  #scan(image: PageImage, read: (page: number) => Buffer | undefined): void {
    if (!isTableLeaf(image)) {
      for (const cell of indexCells(image, read)) this.#takeEntry(cell);
      return;
    }
    const cells = [...tableCells(image, read)];
    if (cells.length > 0 && cells.every(isTreeLeaf)) {
      for (const { rowId, values } of cells) this.leaves.add(rowId, values[1] as Buffer);
      return;
    }
    for (const cell of cells) this.#takeRow(cell);
  }

  #takeRow(cell: Cell): void {
    const table = SMALL_TABLES.find((name) => rowKinds[name](cell));
    if (table !== undefined) {
      const rows = this.rows[table];
      if (!rows.has(cell.rowId)) rows.set(cell.rowId, [cell.rowId, ...cell.values.slice(1)]);
    } else if (isSchemaRow(cell)) {
      const [, name, , root] = cell.values as [string, string, string, number];
      if (!this.#roots.has(name)) this.#roots.set(name, root);
    }
  }

  #takeEntry(cell: Cell): void {
    const { values } = cell;
    if (isSubtree(cell)) {
      const key = `${values[0]} ${values[1]}`;
      if (!this.subtrees.has(key)) this.subtrees.set(key, values[2] as Buffer);
    } else if (isSessionEntry(cell)) {
      // The index of receipts by their identity has entries of the same kinds. Its last value is never a small number.
      const [integration, digest, key] = values as [number, Buffer, number];
      if (key < 2 ** 32) this.sessionDigests.set(key, { integration, digest });
    } else if (isIntegrationEntry(cell)) {
      this.integrationIds.set(values[1] as number, values[0] as string);
    }
  }
}
