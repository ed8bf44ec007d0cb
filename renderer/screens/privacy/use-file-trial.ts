import { useCallback, useEffect, useRef, useState } from 'react';
import { useConnection } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import type { ChosenFile } from './chosen-files.ts';
import { type FileResult, PreviewRefused, redactFile } from './file-redaction.ts';

export interface FileTrial {
  /** The file that is being read, and the progress in it, if any. */
  current: { path: string; share: number } | undefined;
  /** Files in which something would be masked, or that could not be checked. */
  results: FileResult[];
  looked: number;
  places: number;
  isDone: boolean;
  problem?: string;
}

const NOTHING: FileTrial = { current: undefined, results: [], looked: 0, places: 0, isDone: false };

/** Redacts the chosen files one after the other. New files end the previous run. */
export function useFileTrial() {
  const connection = useConnection();
  const [trial, setTrial] = useState<FileTrial | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);

  const stop = useCallback(() => {
    running.current?.abort();
    setTrial((before) => before && { ...before, current: undefined, isDone: true });
  }, []);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    async (files: Iterable<ChosenFile> | AsyncIterable<ChosenFile>) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      const update = (change: (before: FileTrial) => FileTrial) => {
        if (!signal.aborted) setTrial((before) => change(before ?? NOTHING));
      };
      update(() => NOTHING);
      try {
        for await (const file of files) {
          update((before) => ({ ...before, current: { path: file.path, share: 0 } }));
          const onProgress = (share: number) =>
            update((before) => ({ ...before, current: { path: file.path, share } }));
          const result = await redactFile(connection, file, onProgress, signal);
          update((before) => ({
            ...before,
            looked: before.looked + (result.problem === undefined ? 1 : 0),
            places: before.places + result.places,
            results:
              result.places > 0 || result.problem !== undefined
                ? [...before.results, result]
                : before.results,
          }));
        }
        update((before) => ({ ...before, current: undefined, isDone: true }));
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof PreviewRefused)) throw error;
        update((before) => ({
          ...before,
          current: undefined,
          isDone: true,
          problem: messages.failure(error.failure),
        }));
      }
    },
    [connection],
  );
  return { trial, start, stop };
}
