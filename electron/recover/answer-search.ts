import { isUtf8 } from 'node:buffer';
import { createInterface } from 'node:readline';
import type { PlainReason } from '../../shared/failure.ts';
import { type CopyPreview, MAX_PREVIEW_BYTES, type SearchPart } from '../../shared/recover.ts';
import { collectGarbage } from '../platform/idle-memory.ts';
import type { OpenCopy } from './file-copy.ts';
import { isForeign, isThere, withCopies } from './find-copies.ts';
import { bringBack, NotWritten } from './write-copy.ts';

/** A copy that was listed. `asked` is the path whose list has it. */
interface Chosen {
  asked: string;
  path: string;
  sha256: string;
  part: SearchPart;
}

/** What a host asks its search process. All paths are absolute. */
export type SearchRequest =
  | { ask: 'states'; paths: readonly string[] }
  | { ask: 'copies'; path: string; part: SearchPart; lostAt: number | undefined }
  | ({ ask: 'preview' } & Chosen)
  | ({ ask: 'get' } & Chosen);

export type SearchAnswer = { result: unknown } | { reason: PlainReason };

/** In all, 200 MB: the program itself takes about 80 MB. Git has limits of its own. */
const MAX_MORE_MEMORY_BYTES = 120 * 1_048_576;
/** V8 lets contents that nothing holds any more add up to 64 MB. */
const COLLECTED_BYTES = 50 * 1_048_576;
const MEMORY_PAUSE_MS = 50;

/** Ends this process where it takes more memory than a search needs, and where its host has gone or has stopped it. */
function limitProcess(): void {
  const atStart = process.memoryUsage.rss();
  const more = () => process.memoryUsage.rss() - atStart;
  let afterLast = 0;
  setInterval(() => {
    afterLast = Math.min(afterLast, more());
    if (more() - afterLast > COLLECTED_BYTES) {
      collectGarbage();
      afterLast = more();
    }
    if (more() > MAX_MORE_MEMORY_BYTES) process.exit(1);
  }, MEMORY_PAUSE_MS).unref();
  process.stdin.once('close', () => process.exit(1));
}

/** Answers the one request that the host sends, and ends. */
export async function answerSearch(): Promise<void> {
  limitProcess();
  for await (const line of createInterface({ input: process.stdin })) {
    const answer = await answerTo(JSON.parse(line)).catch((error: unknown): SearchAnswer => {
      if (error instanceof NotWritten) return { reason: error.reason };
      throw error;
    });
    process.stdin.removeAllListeners('close');
    process.stdout.write(JSON.stringify(answer));
    break;
  }
  process.stdin.destroy();
}

async function answerTo(request: SearchRequest): Promise<SearchAnswer> {
  if (request.ask === 'states') {
    const there: boolean[] = [];
    for (const path of request.paths) there.push(await isThere(path));
    return { result: { there } };
  }
  if (await isForeign(request.path)) return { reason: 'foreign_files' };
  if (request.ask === 'copies') {
    const { path, part, lostAt } = request;
    return withCopies(path, lostAt, async (search) => ({ result: await search.look(part) }));
  }
  return withCopies(request.path, undefined, async ({ look }) => {
    const { copies } = await look(request.part);
    const copy = copies.find(({ path, sha256 }) => path === request.path && sha256 === request.sha256);
    if (copy === undefined) return { reason: 'copy_gone' };
    if (request.ask === 'preview') return { result: await previewOf(copy) };
    return { result: { written: await bringBack(copy, request.asked), bytes: copy.bytes } };
  });
}

/** Returns the first bytes of a copy as a text, to the last whole character. */
async function previewOf(copy: OpenCopy): Promise<CopyPreview> {
  const content = await copy.read();
  const first = content.subarray(0, MAX_PREVIEW_BYTES);
  const isText = isUtf8(content) && !content.includes(0);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    text: isText ? decoder.decode(first, { stream: true }) : null,
    bytes: content.length,
    isCut: first.length < content.length,
  };
}
