import type { Repository } from '../git/repository.ts';
import { MAX_COPY_BYTES } from './own-file.ts';

const LINE_FEED = 0x0a;
/** Contents that are read by one start of git, unless one alone is larger. */
const MAX_GROUP_BYTES = 4 * 1_048_576;

/**
 * Reads contents of a repository, many by one start of git. They are read in the order in which they were announced, and each
 * group is forgotten with the next one, so that a list of large versions does not fill the memory.
 */
export class GitContents {
  readonly #git: Pick<Repository, 'git' | 'bytes'>;
  readonly #announced: string[] = [];
  #sizes: Map<string, number> | undefined;
  #group = new Map<string, Buffer>();
  /** A repository can make git wait, so the first failure is the last try. */
  #failure: unknown;

  constructor(git: Pick<Repository, 'git' | 'bytes'>) {
    this.#git = git;
  }

  announce(id: string): void {
    this.#announced.push(id);
    this.#sizes = undefined;
  }

  async read(id: string): Promise<Buffer> {
    if (this.#failure !== undefined) throw this.#failure;
    const known = this.#group.get(id);
    if (known !== undefined) return known;
    this.#group.clear();
    try {
      this.#sizes ??= await this.#readSizes();
      await this.#load(id, this.#sizes);
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    const content = this.#group.get(id);
    if (content === undefined) throw new Error('missing or too large');
    return content;
  }

  async #readSizes(): Promise<Map<string, number>> {
    const ids = [...new Set(this.#announced)].map((id) => `${id}\n`).join('');
    const answer = await this.#git.git(['cat-file', '--batch-check'], ids);
    const lines = answer.split('\n').map((line) => /^([0-9a-f]+) blob (\d+)$/.exec(line));
    return new Map(lines.flatMap((line) => (line === null ? [] : [[line[1]!, Number(line[2])]])));
  }

  async #load(first: string, sizes: ReadonlyMap<string, number>): Promise<void> {
    const ids = new Set<string>();
    let bytes = 0;
    for (const id of this.#announced.slice(this.#announced.indexOf(first))) {
      const size = sizes.get(id) ?? Number.POSITIVE_INFINITY;
      if ((ids.size === 0 ? size <= MAX_COPY_BYTES : bytes + size <= MAX_GROUP_BYTES) && !ids.has(id)) {
        ids.add(id);
        bytes += size;
      } else if (ids.size > 0 && size <= MAX_COPY_BYTES && !ids.has(id)) break;
    }
    this.#group = ids.has(first)
      ? contentsIn(await this.#git.bytes(['cat-file', '--batch'], [...ids, ''].join('\n')))
      : new Map();
  }
}

/** Reads the output of `git cat-file --batch`: a line with the id and the size before each content. */
function contentsIn(output: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(LINE_FEED, at);
    const [, id, size] = /^([0-9a-f]+) blob (\d+)$/.exec(output.toString('latin1', at, end)) ?? [];
    at = end + 1;
    if (id === undefined) continue;
    found.set(id, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return found;
}
