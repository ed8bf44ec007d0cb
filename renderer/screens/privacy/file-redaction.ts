import type { ControlResult } from '../../../shared/control.ts';
import type { ControlFailure } from '../../../shared/failure.ts';
import { BinaryContent, decodeText } from '../../../shared/text-decoding.ts';
import { redactInWindows } from '../../../shared/windowed-redaction.ts';
import { cut, type TextPiece } from '../../components/masked-text.tsx';
import type { HostConnection } from '../../control/host-connection.ts';
import type { ChosenFile } from './chosen-files.ts';

/** The host stores at most 65,536 characters of a text, so a window must stay below that with its masks. */
const WINDOWS = { window: 24_000, largestWindow: 48_000 };
/** Maximum number of lines shown for one file. The others are only counted. */
const MOST_LINES = 200;
/** Number of characters shown of a line around its mask. */
const LONGEST_LINE = 240;

/** A line of a file in which something would be masked. */
interface MaskedLine {
  line: number;
  column: number;
  pieces: TextPiece[];
}

export interface FileResult {
  path: string;
  /** Masks in the whole file. */
  places: number;
  lines: MaskedLine[];
  problem?: 'binary' | 'not_readable';
}

/** The host gave no answer. */
export class PreviewRefused extends Error {
  readonly failure: ControlFailure;

  constructor(failure: ControlFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

async function* bytesOf(file: File, onProgress: (share: number) => void): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  let read = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
      read += value.length;
      onProgress(read / file.size);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Gives the line around a mask. Shortens a long line at both ends. */
function lineAround(text: string, spans: readonly { start: number; end: number }[], at: number): TextPiece[] {
  const mask = spans[at]!;
  const room = LONGEST_LINE >> 1;
  const lineStart = text.lastIndexOf('\n', mask.start - 1) + 1;
  const lineBreak = text.indexOf('\n', mask.end);
  const lineEnd = lineBreak === -1 ? text.length : lineBreak;
  const start = Math.max(lineStart, mask.start - room);
  const end = Math.min(lineEnd, mask.end + room);
  const shown = cut(
    text.slice(start, end).replace(/\r$/, ''),
    spans
      .filter((span) => span.start >= start && span.end <= end)
      .map((span) => ({ start: span.start - start, end: span.end - start })),
  );
  const more: TextPiece = { kind: 'text', text: '…' };
  return [...(start > lineStart ? [more] : []), ...shown, ...(end < lineEnd ? [more] : [])];
}

/** Redacts a file on the host, window by window, and collects the lines in which something would be masked. */
export async function redactFile(
  connection: HostConnection,
  chosen: ChosenFile,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<FileResult> {
  const result: FileResult = { path: chosen.path, places: 0, lines: [] };
  const preview = async (text: string): Promise<ControlResult<'redaction.preview'>> => {
    signal.throwIfAborted();
    const envelope = await connection.call('redaction.preview', { text });
    if (!envelope.ok) throw new PreviewRefused(envelope.error);
    return envelope.result;
  };
  try {
    const file = await chosen.open();
    for await (const { text, masks } of redactInWindows(
      decodeText(bytesOf(file, onProgress)),
      preview,
      WINDOWS,
    )) {
      for (const [at, mask] of masks.entries()) {
        result.places += 1;
        const isNewLine = result.lines.at(-1)?.line !== mask.line;
        if (!isNewLine || result.lines.length === MOST_LINES) continue;
        result.lines.push({ line: mask.line, column: mask.column, pieces: lineAround(text, masks, at) });
      }
    }
  } catch (error) {
    if (error instanceof PreviewRefused || signal.aborted) throw error;
    result.problem = error instanceof BinaryContent ? 'binary' : 'not_readable';
  }
  return result;
}
