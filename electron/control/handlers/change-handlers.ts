import { isAbsolute } from 'node:path';
import { controlFailure } from '../../../shared/failure.ts';
import { compareWithRecord } from '../../changes/unreported-changes.ts';
import { GitRefused } from '../../git/run-git.ts';
import { expanded } from '../../recover/lost-paths.ts';
import { ControlError } from '../dispatch.ts';
import type { ControlledHost, HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

/** Handles the channel that compares a working tree with the record. */
export function changeHandlers({ receipts }: ControlledHost): HandlersOf<'changes'> {
  return {
    'changes.list': async ({ folder }) => {
      const path = expanded(folder);
      // A relative path would mean a folder of this process.
      if (!isAbsolute(path)) throw new ControlError(controlFailure('copy_missing'));
      try {
        return await fromStore(compareWithRecord(receipts, path));
      } catch (error) {
        if (error instanceof GitRefused) throw new ControlError(controlFailure(error.fault));
        throw error;
      }
    },
  };
}
