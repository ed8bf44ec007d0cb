import { RULES } from '../../electron/redaction/rules/index.ts';

const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Inputs that bring careless patterns to their knees; each makes a text of the asked length. */
export const HOSTILE: Record<string, (length: number) => string> = {
  'one letter': (length) => fill('a', length),
  'open brackets': (length) => fill('(', length),
  'open braces': (length) => fill('{', length),
  'equals signs': (length) => fill('=', length),
  'at signs': (length) => fill('a@', length),
  'at signs and dots': (length) => fill('a@a.', length),
  dots: (length) => fill('.', length),
  spaces: (length) => fill(' ', length),
  'line feeds': (length) => fill('\n', length),
  'tabs and names': (length) => fill('key\t\t\t\t\t\t\t\t', length),
  backslashes: (length) => fill('\\', length),
  quotes: (length) => fill('"', length),
  'escaped quotes': (length) => fill('\\"', length),
  'key headers': (length) => fill(`-----${'BEGIN'} RSA PRIVATE KEY-----`, length),
  'key headers and lines': (length) => fill(`-----${'BEGIN'} PRIVATE KEY-----\nabc\n`, length),
  'half key headers': (length) => fill('-----BEGIN ', length),
  'key footers': (length) => fill('-----END PRIVATE KEY-----', length),
  'PuTTY headers': (length) => fill('PuTTY-User-Key-File-2\n', length),
  assignments: (length) => fill('password=', length),
  'assignments with quotes': (length) => fill('password="', length),
  'assignments with spaces': (length) => fill('password = ', length),
  'assignments with types': (length) => fill('token: string | ', length),
  names: (length) => fill('keytokensecret', length),
  'compared literals': (length) => fill('"x" == password ', length),
  URLs: (length) => fill('http://', length),
  'URLs with users': (length) => fill('http://a:b', length),
  'URLs with users, long': (length) => `http://a:${fill('b', length - 9)}`,
  'nested URLs': (length) => fill('http://a:b@http://c:d@', length),
  'encoded URLs': (length) => fill('http%3A%2F%2F', length),
  'percent signs': (length) => fill('%', length),
  'percent encoding': (length) => fill('%41', length),
  'percent encoding, twice': (length) => fill('%2541', length),
  'query parameters': (length) => fill('&token=a', length),
  'JWT beginnings': (length) => fill('eyJ', length),
  'JWT beginnings, apart': (length) => fill('-eyJ', length),
  'JWT segments': (length) => fill('eyJhbGciOiJIUzI1NiJ9.', length),
  digits: (length) => fill('1234567890', length),
  'digits in groups': (length) => fill('4111 ', length),
  'digits with hyphens': (length) => fill('4111-1111-', length),
  'plus signs': (length) => fill('+1', length),
  'phone beginnings': (length) => fill('+49 30 ', length),
  'account beginnings': (length) => fill('DE89 ', length),
  'base64, one line': (length) => fill('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo', length),
  'base64 of base64': (length) =>
    Buffer.from(Buffer.from(fill('token=', length >> 1)).toString('base64'))
      .toString('base64')
      .slice(0, length),
  'base64, short words': (length) => fill('c2VjcmV0IHZhbHVlIGhlcmU= ', length),
  'base64, wrapped': (length) => fill(`${'QUJD'.repeat(19)}\n`, length),
  cookies: (length) => fill('cookie: a=b; ', length),
  'cookie pairs': (length) => `Cookie: ${fill('a=b; ', length - 8)}`,
  authorizations: (length) => fill('authorization: bearer ', length),
  commands: (length) => fill('curl -u ', length),
  'commands, one line': (length) => fill('mysql -p curl -u a:b ', length),
  'Kubernetes kinds': (length) => fill('kind: Secret\n', length),
  'Kubernetes data': (length) => `kind: Secret\ndata:\n${fill('  a: b\n', length - 19)}`,
  machines: (length) => fill('machine a login b ', length),
  'home directories': (length) => fill('/home/alice', length),
  masks: (length) => fill('[password]', length),
  'open masks': (length) => fill('[a-', length),
  'zero-width characters': (length) => fill('a\u200b', length),
  'continued lines': (length) => fill('a\\\n', length),
  'lone surrogates': (length) => fill('\ud800', length),
  'identity words': (length) => fill('ssn dni bsn ', length),
  'crypt hashes': (length) => fill('$2b$12$', length),
  vaults: (length) => fill('$ANSIBLE_VAULT;1.1;AES256\n', length),
  'every literal': (length) => fill(RULES.flatMap((rule) => rule.literals).join(''), length),
  'every literal, spaced': (length) => fill(RULES.flatMap((rule) => rule.literals).join(' '), length),
};

/** For each rule: its literal again and again, followed by what nearly is a credential. */
export function nearMisses(length: number): [string, string][] {
  return RULES.map((rule) => [
    rule.id,
    fill(`${rule.literals[0]}${'a1B2'.repeat(4)} ${rule.literals.at(-1)}-`, length),
  ]);
}
