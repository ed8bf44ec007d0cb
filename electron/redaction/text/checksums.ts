const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc = CRC_TABLE[(crc ^ text.charCodeAt(index)) & 0xff]! ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

export function base62(value: number, width: number): string {
  let digits = '';
  for (let rest = value; digits.length < width; rest = Math.floor(rest / 62))
    digits = BASE62[rest % 62] + digits;
  return digits;
}

/** GitHub's and npm's scheme: the last six characters are the CRC-32, in base62, of the characters after the prefix. */
export function bodyCrc62(token: string): boolean {
  const body = token.slice(token.indexOf('_') + 1);
  return base62(crc32(body.slice(0, -6)), 6) === body.slice(-6);
}

/** Plinth's own scheme: the last six characters are the CRC-32, in base62, of everything before them. */
export function wholeCrc62(token: string): boolean {
  return base62(crc32(token.slice(0, -6)), 6) === token.slice(-6);
}

export function luhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    if (index % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}

/** ISO 7064 mod 97 as IBAN uses it: letters count 10 to 35. */
export function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** The weighted sum of the leading digits, which most national numbers check against. */
export function weigh(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) {
    sum += (digits.charCodeAt(index) - 48) * weights[index]!;
  }
  return sum;
}

const VERHOEFF_D = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const VERHOEFF_P = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

export function verhoeff(digits: string): boolean {
  let check = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    check = Number(VERHOEFF_D[check]![Number(VERHOEFF_P[index % 8]![digit])]);
  }
  return check === 0;
}
