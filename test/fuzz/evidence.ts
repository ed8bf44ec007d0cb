import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { HostProcess } from '../support/host-process.ts';
import { CANARY, SECRET } from './pieces.ts';

/** What was wrong. Costs depend on the machine, so they are measured again before they count. */
export interface Fault {
  text: string;
  isMeasured: boolean;
}
export const fault = (text: string): Fault => ({ text, isMeasured: false });

/** Reads what a host logs, piece by piece. */
export class LogWatch {
  readonly #path: string;
  #bytes = 0;
  #outputLength = 0;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'logs', 'plinth.log');
  }

  /** Reads what the host has logged and printed since the last call. `output` is all that it has printed. */
  fault(output: string): Fault | undefined {
    const log = openSync(this.#path, 'r');
    const { size } = fstatSync(log);
    // The log has begun a new file.
    if (size < this.#bytes) this.#bytes = 0;
    const added = Buffer.alloc(size - this.#bytes);
    readSync(log, added, 0, added.length, this.#bytes);
    closeSync(log);
    const text = output.slice(this.#outputLength) + added;
    this.#bytes = size;
    this.#outputLength = output.length;
    if (text.includes(CANARY) || text.includes(SECRET)) return fault('the log repeats what was sent');
    const error = /^.*(?:unexpected error|"level":(?:50|60)).*$/m.exec(text)?.[0];
    return error === undefined ? undefined : fault(`the log: ${error.slice(0, 1000)}`);
  }
}

/** More than the pages of a round. */
const EXPORT_MS = 30_000;

/** Looks through the receipts for the secret, because the store packs its texts. */
export async function exportsSecret(host: HostProcess): Promise<boolean> {
  const until = Date.now() + EXPORT_MS;
  let cursor: string | undefined;
  do {
    const page = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
    const { receipts, nextCursor } = await host.control('receipts.export', page);
    if (JSON.stringify(receipts).includes(SECRET)) return true;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined && Date.now() < until);
  return false;
}

/** Returns true if a file of a folder contains the bytes of a text. */
export function isOnDisk(folder: string, text: string): boolean {
  const bytes = Buffer.from(text);
  const forms = [bytes, Buffer.from(text, 'utf16le'), Buffer.from(bytes.toString('hex'))];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)))
    .some((content) => forms.some((form) => content.includes(form)));
}
