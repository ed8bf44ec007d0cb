import { closeSync, existsSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { MessagePort } from 'node:worker_threads';
import type { RecordCheck } from '../../../shared/record-check.ts';
import { removeDatabase, removeFile } from '../../platform/held-file.ts';
import { NoteSigner } from '../../proof/signed-note.ts';
import { type CopyFault, CopyUnusable } from '../repair/record-rows.ts';
import { checkDatabase } from '../store/check-database.ts';
import { CheckpointLog } from '../store/checkpoint-log.ts';
import type { RetentionLimits } from '../store/receipt-eraser.ts';
import type { CopySlice } from '../store/record-slice.ts';
import { RecordTree } from '../store/record-tree.ts';
import { type StoreFailure, storeFailure } from '../store/store-failure.ts';
import { makeMirrorFolder, mirrorFile, placeOf } from './mirror-place.ts';
import { type CopyFacts, RecordCopy } from './record-copy.ts';
import { prepareRecord } from './restore-copy.ts';

export type CopyFailure = CopyFault | StoreFailure;
export type CopyCalls = ReturnType<typeof copyCalls>;
export type CopyCall = keyof CopyCalls;
export interface ToCopyThread {
  id: number;
  method: CopyCall;
  args: unknown[];
}
export type FromCopyThread = { id: number } & (
  | { kind: 'answer'; result: unknown }
  | { kind: 'failed'; failure: CopyFailure }
);

/** Creates the file of a copy, and leaves none if that fails. */
function createCopy(file: string, instanceId: string): RecordCopy {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CopyUnusable('exists');
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new CopyUnusable('missing');
    throw error;
  }
  try {
    return RecordCopy.create(file, instanceId);
  } catch (error) {
    removeFile(file);
    throw error;
  }
}

/** Origin of the record's checkpoints and the seed of their key. Undefined without a key. */
type Signing = { origin: string; seed: Uint8Array } | undefined;

function checkWith(signing: Signing) {
  return (db: DatabaseSync): Promise<RecordCheck> => {
    const signer = signing && new NoteSigner(signing.origin, signing.seed);
    const checkpoints = signer && new CheckpointLog(db, new RecordTree(db), signer);
    return checkDatabase(db, checkpoints);
  };
}

/** The calls to the thread that writes copies. It holds at most one copy open. */
function copyCalls(check: (db: DatabaseSync) => Promise<RecordCheck>) {
  let copy: RecordCopy | undefined;
  const close = () => {
    copy?.close();
    copy = undefined;
  };
  /** Throws if the open file is no longer at its path. */
  const opened = (): RecordCopy => {
    if (copy?.isInPlace() !== true) {
      close();
      throw new CopyUnusable('missing');
    }
    return copy;
  };
  return {
    /** Creates a copy in a new file. */
    create: (file: string, instanceId: string): CopyFacts => {
      close();
      copy = createCopy(file, instanceId);
      return copy.facts();
    },
    /** Opens the mirror in a folder. Creates it if that is wanted; otherwise it must exist. */
    openMirror: (folder: string, instanceId: string, mayCreate: boolean) => {
      close();
      const file = mirrorFile(folder);
      if (mayCreate) makeMirrorFolder(folder);
      copy = mayCreate && !existsSync(file) ? createCopy(file, instanceId) : RecordCopy.open(file);
      return { ...copy.facts(), ...placeOf(file) };
    },
    probe: () => void opened(),
    apply: (slice: CopySlice) => opened().apply(slice),
    /** Deletes what is over the limits of the copy. Returns the facts about what is left. */
    trim: (limits: RetentionLimits) => {
      opened().trim(limits);
      return opened().facts();
    },
    /** Checks the open copy against its tree and its checkpoints. */
    check: () => check(opened().db),
    close,
    /** Closes and removes the file of the open copy. */
    remove: (file: string) => {
      close();
      removeDatabase(file);
    },
    prepare: (source: string, target: string) => prepareRecord(source, target, check),
  };
}

/** Serves the calls of the main thread on `port`. A volume that hangs holds up this thread only. */
export function serveCopies(port: MessagePort, signing: Signing): void {
  const calls = copyCalls(checkWith(signing));
  port.on('message', async ({ id, method, args }: ToCopyThread) => {
    const send = (message: FromCopyThread) => port.postMessage(message);
    try {
      const call = calls[method] as (...values: unknown[]) => unknown;
      send({ id, kind: 'answer', result: await call(...args) });
    } catch (error) {
      const failure = error instanceof CopyUnusable ? error.fault : storeFailure(error);
      send({ id, kind: 'failed', failure });
    }
  });
}
