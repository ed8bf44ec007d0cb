import type { DatabaseSync } from 'node:sqlite';
import type { FileHarm } from '../../../shared/incident.ts';
import type { EventDigests } from '../event/event-digests.ts';
import type { KeptFile } from '../survival/kept-file.ts';
import type { BackgroundIndex } from './background-index.ts';
import type { CheckpointLog } from './checkpoint-log.ts';
import type { ReceiptEraser } from './receipt-eraser.ts';
import type { ReceiptReader } from './receipt-reader.ts';
import type { ReceiptWriter } from './receipt-writer.ts';
import type { RecordTree } from './record-tree.ts';

/** Receives reports about the store's file. */
export interface StoreObserver {
  /** A damaged file is read as far as SQLite can, which takes as long as it is large. */
  salvaging(): void;
  /** A damaged file was renamed to `file`, and a new file with all that was readable took its place. */
  setAside(file: string): void;
  /** Another program harmed the file, and its content is being copied to a new file. */
  restoring(): void;
  /** The copy has the place of the harmed file. */
  restored(): void;
  /** The copy was not possible. So many receipts are only in the deleted file. */
  waiting(receipts: number): void;
  /** Only the indexes were damaged. They have been rebuilt. */
  indexRebuilt(): void;
  /** The last writes took the store over its size limit, and the oldest receipts are being deleted, or were. */
  trimming(isTrimming: boolean): void;
}

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

/** Harm to the file that is not repaired yet. */
export interface OpenHarm {
  at: number;
  harm: FileHarm;
  lastSeq: number;
  waited: number;
  unrecorded: number;
  triedAt: number;
}
