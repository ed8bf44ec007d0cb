import { watch } from 'node:fs';

/**
 * A build writes its files one after the other, and an editor saves in steps. Changes within this time count as
 * one.
 */
const QUIET_MS = 250;

/**
 * Calls back after each change below any of the folders, once no further change follows. Returns a function
 * that stops it.
 */
export function onChange(folders: readonly string[], changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const note = (_event: string, file: string | null) => {
    if (file?.includes('.test.')) return;
    clearTimeout(timer);
    timer = setTimeout(changed, QUIET_MS);
  };
  const watchers = folders.map((folder) => watch(folder, { recursive: true }, note));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
