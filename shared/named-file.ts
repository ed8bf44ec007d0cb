import type { ReceiptType } from './event.ts';

/** Text members of a tool input that name the file it works on. */
export const FILE_MEMBERS = ['file_path', 'filePath', 'path', 'notebook_path', 'target_file'];

/** Returns the file that an event names, if any. */
export function fileOf(event: ReceiptType, data: Record<string, unknown>): string | undefined {
  if (event === 'file.changed') return typeof data.path === 'string' ? data.path : undefined;
  return event === 'tool.before_use' ? fileOfInput(data.toolInput) : undefined;
}

/** Returns the file that a tool input names, if any. */
export function fileOfInput(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const values = FILE_MEMBERS.map((member) => (input as Record<string, unknown>)[member]);
  return values.find((value) => typeof value === 'string');
}
