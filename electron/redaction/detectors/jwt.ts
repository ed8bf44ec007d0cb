import { type Detector, pushMatch } from '../engine/scan.ts';
import { BASE64URL, runEnd, startsToken } from '../text/characters.ts';

const LONGEST_SEGMENT = 16_384;

function decodedHeader(segment: string): string {
  return Buffer.from(segment, 'base64url').toString('latin1');
}

/** A JSON Web Token, signed, unsigned or encrypted: segments of base64url, the first of which is a JOSE header. */
export const jwtDetector: Detector = {
  literals: ['eyJ', 'ewog', 'ewoJ', 'eyAi'],
  caseless: false,
  attempt(scan, at) {
    const { text } = scan;
    if (at < scan.done.jwt || !startsToken(text, at)) return;
    const ends: number[] = [];
    let end = at;
    for (let segment = 0; segment < 5; segment += 1) {
      const from = segment === 0 ? at : end + 1;
      const to = runEnd(text, from, BASE64URL, LONGEST_SEGMENT);
      scan.work += to - from;
      if (to === from && segment < 2) break;
      end = to;
      ends.push(to);
      if (text.charCodeAt(to) !== 46) break;
    }
    scan.done.jwt = Math.max(end, at + 1);
    if (ends.length < 2 || ends[0]! - at < 12) return;
    const header = decodedHeader(text.slice(at, ends[0]));
    if (!/"(?:alg|typ|enc|kid|cty)"\s{0,4}:/.test(header)) {
      const claims = text.slice(ends[0]! + 1, ends[1]);
      if (!/^(?:eyJ|ewo|eyA)[\w-]{14,}/.test(claims) || ends[0]! - at < 17) return;
      pushMatch(scan, { rule: 'jwt' }, at, end);
      return;
    }
    if (ends[1]! - ends[0]! < 3) return;
    pushMatch(scan, { rule: 'jwt', tier: 'definite' }, at, end);
  },
};
