import { PlinthConfigurationError } from './errors.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^plint_[0-9A-Za-z]{49}$/;
const CHECKSUM_LENGTH = 6;

// zlib.crc32 is younger than Node 18; a token is 49 bytes, so the plain loop costs microseconds.
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** The token as given, or a {@link PlinthConfigurationError} whose sentence says what is wrong with it (never the token). */
export function checkToken(token: string | undefined): string {
  const fault = faultOf(token ?? '');
  if (fault !== undefined) throw new PlinthConfigurationError(fault);
  return token!;
}

function faultOf(token: string): string | undefined {
  if (token === '') return 'No Plinth token: pass `token` or set PLINTH_TOKEN.';
  if (/^plhook_/.test(token)) {
    return 'A plhook_ token works only in the bridge that Plinth made it for: generate a plint_ token.';
  }
  if (!SHAPE.test(token)) {
    return 'This is not a Plinth token (plint_ and 49 letters or digits): copy it again.';
  }
  if (checksum(token.slice(0, -CHECKSUM_LENGTH)) !== token.slice(-CHECKSUM_LENGTH)) {
    return 'The checksum of this Plinth token is wrong, it has a typo: copy it again.';
  }
  return undefined;
}
