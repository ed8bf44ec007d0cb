import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HELD_NAME } from '../../electron/bridges/connect/launcher-scripts.ts';

/** Returns every entry below a folder. */
export function entriesBelow(folder: string): { path: string; entry: Dirent }[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).map((entry) => ({
    path: join(entry.parentPath, entry.name),
    entry,
  }));
}

/** Returns the encodings in which a file could contain a value. */
function encodingsOf(value: string): [string, Buffer][] {
  const bytes = Buffer.from(value);
  const encodings: [string, Buffer][] = [
    ['UTF-8', bytes],
    ['UTF-8 in lower case', Buffer.from(value.toLowerCase())],
    ['UTF-16', Buffer.from(value, 'utf16le')],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ['HEX', Buffer.from(bytes.toString('hex').toUpperCase())],
    ['reversed', Buffer.from([...value].reverse().join(''))],
  ];
  // Base64 of a text that contains the value. Its digits depend on the offset of the value. The digits at both
  // ends depend on adjacent bytes and are omitted.
  for (const offset of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const text = padded.toString('base64').replace(/=+$/, '');
    const digits = text.slice(offset === 0 ? 0 : offset + 1, Math.floor((padded.length * 4) / 3) - 1);
    encodings.push([`base64 at ${offset}`, Buffer.from(digits)]);
    encodings.push([`base64url at ${offset}`, Buffer.from(digits.replaceAll('+', '-').replaceAll('/', '_'))]);
  }
  return encodings;
}

/** Returns the places in the files below a folder that contain any of the values, in any usual encoding. */
export function plantedIn(folder: string, values: readonly string[]): string[] {
  const needles = values.flatMap((value) =>
    encodingsOf(value).map(([encoding, bytes]) => ({ value, encoding, text: bytes.toString('latin1') })),
  );
  // A few thousand needles in a few megabytes: each position of a file is looked up once by the first bytes of
  // a needle.
  const length = Math.min(...needles.map(({ text }) => text.length));
  const byBeginning = Map.groupBy(needles, ({ text }) => text.slice(0, length));
  const found = new Set<string>();
  for (const { path, entry } of entriesBelow(folder)) {
    // The host on Windows lets nobody open this file, which is empty.
    if (!entry.isFile() || entry.name === HELD_NAME || !existsSync(path)) continue;
    const content = readFileSync(path).toString('latin1');
    for (let at = 0; at + length <= content.length; at += 1) {
      for (const { value, encoding, text } of byBeginning.get(content.slice(at, at + length)) ?? []) {
        if (content.startsWith(text, at)) found.add(`${value} as ${encoding} in ${path}`);
      }
    }
  }
  return [...found];
}

/** Returns the entries of a folder, including itself, that users other than the owner can access. */
export function openToOthers(folder: string): string[] {
  // Windows has no modes. The access rules of the user's folders are no part of them.
  if (process.platform === 'win32') return [];
  return [folder, ...entriesBelow(folder).map(({ path }) => path)]
    .map((path) => ({ path, mode: statSync(path).mode & 0o777 }))
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ path, mode }) => `${path} ${mode.toString(8)}`);
}
