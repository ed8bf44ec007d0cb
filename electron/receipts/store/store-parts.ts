import type { DatabaseSync } from 'node:sqlite';
import type { EventDigests } from '../event/event-digests.ts';
import type { KeptFile } from '../survival/kept-file.ts';
import type { BackgroundIndex } from './background-index.ts';
import type { CheckpointLog } from './checkpoint-log.ts';
import type { ReceiptEraser } from './receipt-eraser.ts';
import type { ReceiptReader } from './receipt-reader.ts';
import type { ReceiptWriter } from './receipt-writer.ts';
import type { RecordTree } from './record-tree.ts';

/**
 * What the store tells about its file. `busy`: it reads or copies all of it, which takes as long as it is large. `set_aside`: a
 * damaged file was renamed to `file`, and a new one with all that was readable took its place. `restored`: a copy has the place
 * of a harmed file. `waiting`: that was not possible, and so many receipts are only in the deleted file. `index_rebuilt`: only
 * the indexes were damaged, and are made anew. `trimming` and `trimmed`: receipts over the size limit are deleted, or were.
 */
export type StoreNews =
  | { kind: 'busy' | 'restored' | 'index_rebuilt' | 'trimming' | 'trimmed' }
  | { kind: 'set_aside'; file: string }
  | { kind: 'waiting'; receipts: number };
export type TellNews = (news: StoreNews) => void;

/** An open database, with the objects that hold its prepared statements. */
export interface StoreParts {
  db: DatabaseSync;
  digests: EventDigests;
  tree: RecordTree;
  kept: KeptFile;
  /** Undefined if this process has no key to sign with. */
  checkpoints: CheckpointLog | undefined;
  writer: ReceiptWriter;
  reader: ReceiptReader;
  index: BackgroundIndex;
  eraser: ReceiptEraser;
}

/** Name of an agent as the settings know it. */
export interface KnownIntegration {
  id: string;
  name: string;
}

/** What a caller does with the parts of the open database. A recovery replaces them, so nobody keeps them. */
export type OnParts<T> = (parts: StoreParts) => T;

/** What earlier processes know of the store. */
export interface StoreHistory {
  /** An earlier process has opened the store. A file without content is then no new store. */
  holdsRecord: boolean;
  /** Agents of the settings file, for receipts whose agent is in a damaged page. */
  integrations: readonly KnownIntegration[];
}

/** Makes the parts of a database that was just opened. One that is only read has no kept file. */
export type AssembleParts = (db: DatabaseSync, kept?: KeptFile) => StoreParts;
