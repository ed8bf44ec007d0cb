import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

export interface PageFile {
  type: string;
  body: Buffer;
}

/**
 * Reads the built window once and maps URL paths to files. A request is looked up in this map and never becomes a file
 * system path, so path traversal is impossible. Returns undefined if the window is not built.
 */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> | undefined {
  let entries: import('node:fs').Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch {
    return undefined;
  }
  const files = new Map<string, PageFile>();
  for (const entry of entries) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    files.set(url, { type, body: readFileSync(path) });
  }
  const index = files.get('/index.html');
  if (index === undefined) return undefined;
  files.set('/', index);
  return files;
}
