import { openForReading } from '../store/database.ts';
import type { AssembleParts, OnParts } from '../store/store-parts.ts';
import type { RecoveringStore } from './recovering-store.ts';

type Use = 'use' | 'attempt' | 'attemptAsync' | 'read' | 'empty' | 'adopt' | 'repair' | 'close';
/** An open store as its calls use it. */
export type OpenStore = Pick<RecoveringStore, Use> & { isRead?: true };

/** Opens a store that is only read. A damaged file stays as it is, and every change fails. */
export function openReadStore(file: string, assemble: AssembleParts): OpenStore {
  const parts = openForReading(file, (db) => assemble(db));
  const use = <T>(action: OnParts<T>): T => action(parts);
  const refuse = () => {
    throw new Error('only_read');
  };
  return {
    isRead: true,
    use,
    attempt: use,
    attemptAsync: use,
    read: use,
    empty: refuse,
    adopt: refuse,
    repair: refuse,
    close: () => parts.db.close(),
  };
}
