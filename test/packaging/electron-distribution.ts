import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { FuseVersion } from '@electron/fuses';

/**
 * The marker that @electron/fuses looks for in Electron's binary. The fuse wire follows it: its version, its
 * length, and one byte for each fuse.
 */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/**
 * The default fuses of Electron 45: RunAsNode, NODE_OPTIONS, inspection, file privileges and Wasm trap
 * handlers.
 */
const SHIPPED_FUSES = '101100011';

/** Builds the smallest file that has the header of an ELF executable and Electron's fuses. */
function tinyElf(): Buffer {
  const header = Buffer.alloc(64);
  // 64-bit, little-endian, ELF version 1. An executable for x86-64. 64 bytes of header.
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(header);
  header.writeUInt16LE(2, 16);
  header.writeUInt16LE(62, 18);
  header.writeUInt32LE(1, 20);
  header.writeUInt16LE(64, 52);
  const wire = Buffer.from([Number(FuseVersion.V1), SHIPPED_FUSES.length, ...Buffer.from(SHIPPED_FUSES)]);
  return Buffer.concat([header, Buffer.from(SENTINEL), wire]);
}

const FILES: readonly { name: string; content: Buffer; mode: number }[] = [
  { name: 'electron', content: tinyElf(), mode: 0o755 },
  { name: 'chrome-sandbox', content: tinyElf(), mode: 0o755 },
  { name: 'version', content: Buffer.from('45.4.1'), mode: 0o644 },
  { name: 'LICENSE', content: Buffer.from('Electron’s licence'), mode: 0o644 },
  { name: 'LICENSES.chromium.html', content: Buffer.from('Chromium’s licences'), mode: 0o644 },
  { name: 'resources/icudtl.dat', content: Buffer.from('data'), mode: 0o644 },
];

/** Builds an archive of stored files, with their modes, in the ZIP format (APPNOTE 6.3.10, 4.3). */
function zip(): Buffer {
  const UNIX_FILE = 0o100_000;
  const MADE_ON_UNIX = (3 << 8) | 20;
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode } of FILES) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), content]);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE(((UNIX_FILE | mode) << 16) >>> 0, 6);
    attributes.writeUInt32LE(offset, 10);
    const madeBy = Buffer.alloc(2);
    madeBy.writeUInt16LE(MADE_ON_UNIX);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, common, attributes, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(FILES.length, 4);
  end.writeUInt16LE(FILES.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}

/**
 * Creates Electron for Linux in the form that each tool needs: a folder of archives for Forge, the unpacked
 * files for electron-builder.
 */
export function makeElectronDistribution(
  folder: string,
  version: string,
): { zips: string; unpacked: string } {
  const zips = join(folder, 'zips');
  const unpacked = join(folder, 'unpacked');
  mkdirSync(zips, { recursive: true });
  writeFileSync(join(zips, `electron-v${version}-linux-x64.zip`), zip());
  for (const { name, content, mode } of FILES) {
    mkdirSync(join(unpacked, name, '..'), { recursive: true });
    writeFileSync(join(unpacked, name), content, { mode });
  }
  return { zips, unpacked };
}

/** Reads the fuses of a packaged executable, one character each, in file order. */
export function fuseWire(executable: string): string {
  const bytes = readFileSync(executable);
  const at = bytes.indexOf(SENTINEL) + SENTINEL.length;
  return bytes.subarray(at + 2, at + 2 + bytes[at + 1]!).toString();
}
