import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A well-formed token, made here so that no file holds one. */
export function makeToken(prefix = 'plint_', filling = 'a1B2'): string {
  const body = prefix + filling.repeat(43).slice(0, 43);
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return body + digits;
}
