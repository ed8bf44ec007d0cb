import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

const root = join(import.meta.dirname, '..');
const source = join(root, 'build/icons');

function png(svg: string, size: number): Buffer {
  return Buffer.from(new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng());
}

/** Builds a Windows icon: a directory of PNG images. */
export function ico(images: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach((image, index) => {
    const at = 6 + 16 * index;
    // The format stores 256 as 0.
    head.writeUInt8(image.size % 256, at);
    head.writeUInt8(image.size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(image.png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += image.png.length;
  });
  return Buffer.concat([head, ...images.map((image) => image.png)]);
}

const ICNS_TYPES = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 };

/** Builds a macOS icon: PNG images under their four-letter types. */
export function icns(draw: (size: number) => Buffer): Buffer {
  const chunks = Object.entries(ICNS_TYPES).map(([type, size]) => {
    const image = draw(size);
    const head = Buffer.alloc(8);
    head.write(type, 'ascii');
    head.writeUInt32BE(image.length + 8, 4);
    return Buffer.concat([head, image]);
  });
  const body = Buffer.concat(chunks);
  const head = Buffer.alloc(8);
  head.write('icns', 'ascii');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}

function makeAppIcons(): void {
  const svg = readFileSync(join(source, 'plinth.svg'), 'utf8');
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
    writeFileSync(join(source, `${size}x${size}.png`), png(svg, size));
  }
  const sizes = [16, 24, 32, 48, 64, 128, 256];
  writeFileSync(join(source, 'icon.ico'), ico(sizes.map((size) => ({ size, png: png(svg, size) }))));
  writeFileSync(
    join(source, 'icon.icns'),
    icns((size) => png(svg, size)),
  );
  writeFileSync(join(root, 'renderer/public/icon.svg'), svg);
}

const TILE = '<rect width="16" height="16" rx="3.5" fill="#1e1c1a"/>';

/**
 * Draws the tray images in two scales: black for light bars (and as macOS templates), white for dark bars, and
 * white on a dark tile for bars of unknown colour.
 */
function makeTrayIcons(): void {
  const folder = join(root, 'electron/desktop/icons');
  mkdirSync(folder, { recursive: true });
  for (const name of ['tray', 'tray-paused']) {
    const svg = readFileSync(join(source, `${name}.svg`), 'utf8');
    for (const [tone, colour] of [
      ['black', '#000000'],
      ['white', '#ffffff'],
    ] as const) {
      const coloured = svg.replace('<path ', `<path fill="${colour}" `);
      writeFileSync(join(folder, `${name}-${tone}.png`), png(coloured, 16));
      writeFileSync(join(folder, `${name}-${tone}@2x.png`), png(coloured, 32));
    }
    const tile = svg.replace(
      '<path ',
      `${TILE}<path transform="translate(2.4 2.4) scale(0.7)" fill="#ffffff" `,
    );
    writeFileSync(join(folder, `${name}-tile.png`), png(tile, 16));
    writeFileSync(join(folder, `${name}-tile@2x.png`), png(tile, 32));
  }
}

if (import.meta.main) {
  makeAppIcons();
  makeTrayIcons();
}
