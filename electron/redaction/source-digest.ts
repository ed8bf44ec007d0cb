import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const SHOWN_DIGITS = 12;

/** Sources, and data: the words and the weights of the scorer. */
const ENDINGS = ['.ts', '.json'];

/** The first digits of SHA-256 over the path and the text of every file of the redactor that is not a test. */
export function digestOfSources(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        ENDINGS.some((ending) => entry.name.endsWith(ending)) &&
        !entry.name.endsWith('.test.ts'),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: relative(folder, path).replaceAll(sep, '/') }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const hash = createHash('sha256');
  for (const { path, name } of files) {
    // Git may have written the file with line breaks of Windows; the rules are the same ones.
    hash.update(`${name}\0${readFileSync(path, 'utf8').replaceAll('\r\n', '\n')}\0`);
  }
  return hash.digest('hex').slice(0, SHOWN_DIGITS);
}
