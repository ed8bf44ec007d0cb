import { type Detector, lineEnd, pushMatch, type Scan } from '../engine/scan.ts';
import { entropy } from '../text/entropy.ts';
import { isPlaceholder } from '../text/placeholder.ts';

const AUTHORIZATION =
  /authorization(?:\\{0,2}["'`\]])?[ \t]{0,8}(?:=>|[:=,])[ \t]{0,8}(?:\\{0,2}["'`])?[ \t]{0,4}(?:(basic|bearer|token|apikey|api-key|api-token|apitoken|key|digest|negotiate|ntlm|hmac|jwt|oauth|splunk|zoho-oauthtoken|genie-?key|ssws|aws4-hmac-sha256|sso-key|client-id|bot)(?:[ \t]{1,4}|%20))?([^\s"'`\\<>{}]{4,8192})/iy;
const SCHEME_ALONE = /(?:bearer|basic)[ \t]{1,3}([A-Za-z0-9+/_.~=-]{8,8192})/iy;
const COOKIE_LINE =
  /(set-)?cookie\\{0,2}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,2}["']?([!#$%&'*+.^_|~\w-]{1,100}=[^\s;"'\\]{1,4096})/iy;
const QUERY_SECRET =
  /[?&;](?:access_token|auth_token|api_key|apikey|api-key|key|token|id_token|refresh_token|client_secret|secret|password|passwd|pwd|sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature|x-amz-credential|code|auth|jwt|session|sessionid|sid|hmac|subscription-key|private_token|personal_access_token|awsaccesskeyid)=([^&#\s"'`<>\\;,)}\]]{6,2048})/iy;

const RFC_EXAMPLE = Buffer.from('Aladdin:open sesame').toString('base64');

/** The user and password that a Basic credential carries; undefined when it carries none. */
export function decodedBasic(value: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]{4,4096}={0,2}$/.test(value)) return undefined;
  // The example of RFC 7617.
  if (value === RFC_EXAMPLE) return undefined;
  const plain = Buffer.from(value, 'base64').toString('utf8');
  return /^[\P{Cc}\t]{0,256}$/u.test(plain.split(':', 1)[0]!) &&
    /^[\P{Cc}\t\r\n]{0,1280}$/u.test(plain) &&
    plain.includes(':') &&
    !plain.includes('\ufffd')
    ? plain
    : undefined;
}

/** `user:password` by the password alone, so that both forms of one credential have one fingerprint. */
function passwordOf(pair: string): string {
  return pair.slice(pair.indexOf(':') + 1) || pair.slice(0, -1);
}

function pushValue(
  scan: Scan,
  rule: string,
  mask: string,
  value: string,
  start: number,
  definite: boolean,
  secret = value,
): void {
  const tier = definite ? 'definite' : 'candidate';
  pushMatch(scan, { rule, mask, tier }, start, start + value.length, secret);
}

export const authorizationDetector: Detector = {
  literals: ['authorization'],
  caseless: true,
  attempt(scan, at) {
    const { text } = scan;
    scan.work += 1;
    AUTHORIZATION.lastIndex = at;
    const found = AUTHORIZATION.exec(text);
    if (!found) return;
    const scheme = (found[1] ?? '').toLowerCase();
    const raw = found[2]!;
    const value = raw.replace(/[),;\]]+$/, '');
    const start = at + found[0].length - raw.length;
    if (isPlaceholder(value)) return;
    if (scheme === 'basic') {
      const pair = decodedBasic(value);
      if (pair !== undefined && pair.length > 1)
        pushValue(scan, 'basic-authorization', 'basic-auth', value, start, true, passwordOf(pair));
      else if (value !== RFC_EXAMPLE && value.length >= 8 && /\d/.test(value) && entropy(value) >= 3)
        pushValue(scan, 'basic-authorization', 'basic-auth', value, start, false);
      return;
    }
    if (scheme === 'digest') {
      // The user's name, the realm and the nonce of a Digest header are no secrets; the answer is.
      const answer = /response=\\?"?([0-9a-f]{32,128})/i.exec(text.slice(start, lineEnd(text, start, 2048)));
      if (answer)
        pushValue(
          scan,
          'authorization-header',
          'authorization',
          answer[1]!,
          start + answer.index + answer[0].length - answer[1]!.length,
          true,
        );
      return;
    }
    if (scheme === 'aws4-hmac-sha256') {
      const end = lineEnd(text, start, 2048);
      const quote = text.slice(start, end).search(/"(?=\s|$|\))|['`\\]/);
      const whole = text.slice(start, quote === -1 ? end : start + quote);
      pushValue(scan, 'authorization-header', 'authorization', whole, start, true);
      return;
    }
    if (scheme === '') {
      if (
        value.length >= 8 &&
        /\d/.test(value) &&
        !/[(){}$]/.test(value) &&
        !/^[a-z]+\.[a-z]/i.test(value) &&
        entropy(value) >= 2.75
      ) {
        pushValue(scan, 'authorization-header', 'authorization', value, start, false);
      }
      return;
    }
    if (value.length >= 6 && !/[(){}$`]/.test(value)) {
      const random = value.length >= 8 && /\d/.test(value) && !value.includes('..') && entropy(value) >= 2.75;
      if (random) pushValue(scan, 'bearer-token', 'bearer-token', value, start, true);
      else if (value.length >= 8 && !/^[a-z]+(?:[._-][a-z]+)*$/i.test(value))
        pushValue(scan, 'bearer-token', 'bearer-token', value, start, false);
    }
  },
};

/** `Bearer <token>` where no header's name stands before it. */
export const schemeDetector: Detector = {
  literals: ['bearer ', 'basic '],
  caseless: true,
  attempt(scan, at) {
    const { text } = scan;
    scan.work += 1;
    SCHEME_ALONE.lastIndex = at;
    const found = SCHEME_ALONE.exec(text);
    if (!found) return;
    const value = found[1]!.replace(/[.,]+$/, '');
    const start = at + found[0].length - found[1]!.length;
    if (isPlaceholder(value)) return;
    if (text.charAt(at) === 'b' || text.charAt(at) === 'B') {
      if (/^basic/i.test(found[0])) {
        const pair = value.length >= 8 && /[A-Z0-9=]/.test(value.slice(1)) ? decodedBasic(value) : undefined;
        if (pair !== undefined && /^[\x20-\x7e]+$/.test(pair) && pair.length > 4)
          pushValue(scan, 'basic-authorization', 'basic-auth', value, start, true, passwordOf(pair));
        return;
      }
      if (value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value) && entropy(value) >= 3)
        pushValue(scan, 'bearer-token', 'bearer-token', value, start, value.length >= 20);
    }
  },
};

/** What comes back elsewhere of a list of cookies is the value of one: the longest. */
const secretOfCookies = (list: string) =>
  list
    .split(/;[ \t]{0,3}/)
    .map((pair) => pair.slice(pair.indexOf('=') + 1))
    .reduce((longest, value) => (value.length > longest.length ? value : longest), '');

/** Every cookie of a `Cookie` header, and the value of a `Set-Cookie`. */
export const cookieDetector: Detector = {
  literals: ['cookie'],
  caseless: true,
  attempt(scan, at) {
    const { text } = scan;
    if (at < scan.done.cookie) return;
    const from = text.slice(Math.max(0, at - 4), at).toLowerCase() === 'set-' ? at - 4 : at;
    scan.work += 1;
    COOKIE_LINE.lastIndex = from;
    const found = COOKIE_LINE.exec(text);
    if (!found) return;
    let start = from + found[0].length - found[2]!.length;
    let end = start + found[2]!.length;
    const first = found[2]!;
    const value = first.slice(first.indexOf('=') + 1);
    if (isPlaceholder(value) || /[(){}]|=>|^=/.test(value)) return;
    const isHeader = /cookie\\{0,2}["']?[ \t]{0,4}:/i.test(found[0]);
    if (found[1]) start += first.indexOf('=') + 1;
    else {
      const more = /(?:;[ \t]{0,3}[!#$%&'*+.^_|~\w-]{1,100}=[^\s;"'\\]{0,4096}){1,64}/y;
      more.lastIndex = end;
      end += more.exec(text)?.[0].length ?? 0;
    }
    scan.work += end - start;
    scan.done.cookie = end;
    const whole = text.slice(start, end);
    pushValue(
      scan,
      'cookie-header',
      'cookie',
      whole,
      start,
      isHeader && value.length >= 8 && /\d/.test(value),
      secretOfCookies(whole),
    );
  },
};

/** Secrets in a query string, where the parameter's name says so. */
export const queryDetector: Detector = {
  literals: [
    'token=',
    'key=',
    'secret=',
    'password=',
    'passwd=',
    'pwd=',
    'sig=',
    'signature=',
    'code=',
    'auth=',
    'jwt=',
    'session=',
    'sessionid=',
    'sid=',
    'hmac=',
    'credential=',
    'accesskeyid=',
  ],
  caseless: true,
  attempt(scan, at) {
    const { text } = scan;
    if (at < scan.done.query) return;
    let from = at;
    const stop = Math.max(0, at - 24);
    while (from > stop && !/[?&;\s"']/.test(text.charAt(from))) from -= 1;
    scan.work += at - from + 1;
    QUERY_SECRET.lastIndex = from;
    const found = QUERY_SECRET.exec(text);
    if (!found) return;
    const value = found[1]!;
    const start = from + found[0].length - value.length;
    scan.done.query = start;
    if (
      isPlaceholder(value) ||
      /^[a-z_-]+$/i.test(value) ||
      /^\d{1,8}$/.test(value) ||
      /[({[]|^\W/.test(value)
    )
      return;
    if (!/\d/.test(value) || value.length < 8 || entropy(value) < 2.8) {
      if (!/[?&;](?:password|passwd|pwd|client_secret|secret)=/i.test(found[0])) return;
    }
    if (/[?&;](?:code|key|sid|session)=/i.test(found[0]) && (value.length < 16 || entropy(value) < 3.3))
      return;
    pushValue(scan, 'url-query-secret', 'secret', value, start, false);
  },
};
