import type { ReceiptType } from './event.ts';

/** Text members of a tool input that name a file or a command. */
const FILE_MEMBERS = ['file_path', 'filePath', 'path', 'notebook_path', 'target_file'];

/** Returns the file that an event names, if any. */
export function fileOf(event: ReceiptType, data: Record<string, unknown>): string | undefined {
  if (event === 'file.changed') return typeof data.path === 'string' ? data.path : undefined;
  const input = data.toolInput;
  if (event !== 'tool.before_use' || typeof input !== 'object' || input === null) return undefined;
  for (const member of FILE_MEMBERS) {
    const value = (input as Record<string, unknown>)[member];
    if (typeof value === 'string') return value;
  }
  return undefined;
}
