import { createHash } from 'node:crypto';
import type { FindingTier } from '../../electron/redaction/engine/finding.ts';
import { PERSONAL_LITERALS } from '../../electron/redaction/rules/national-ids.ts';
import { WITHOUT_LITERAL } from '../../electron/redaction/rules/unmarked.ts';
import { RULES } from '../../electron/redaction/rules/vendors.ts';
import { base62, crc32, mod97 } from '../../electron/redaction/text/checksums.ts';
import type { Random } from './random.ts';

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const ALPHABETS: Record<string, string> = {
  b62: DIGITS + UPPER + LOWER,
  b64: `${UPPER}${LOWER}${DIGITS}+/`,
  b64u: `${UPPER}${LOWER}${DIGITS}-_`,
  b32: `${UPPER}234567`,
  b58: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  bech32: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
  crypt: `./${DIGITS}${UPPER}${LOWER}`,
  hex: `${DIGITS}abcdef`,
  HEX: `${DIGITS}ABCDEF`,
  lower: LOWER + DIGITS,
  up: UPPER + DIGITS,
  alpha: UPPER + LOWER,
  digit: DIGITS,
};

export interface Sample {
  rule: string;
  tier: FindingTier;
  /** The text, including the label that announces the secret. */
  text: string;
  /** The values that the stored text must not contain. */
  secrets: string[];
}

function uuid(random: Random): string {
  const hex = ALPHABETS.hex!;
  return [8, 4, 4, 4, 12].map((length) => random.text(hex, length)).join('-');
}

/** Generates a private key in the export format of Bitcoin wallets: base58 with a checksum. */
function walletImportFormat(random: Random): string {
  const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
  const payload = Buffer.concat([Buffer.of(0x80), random.bytes(32), Buffer.of(1)]);
  const whole = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]);
  let text = '';
  for (let rest = BigInt(`0x${whole.toString('hex')}`); rest > 0n; rest /= 58n)
    text = ALPHABETS.b58!.charAt(Number(rest % 58n)) + text;
  return text;
}

/** Fills a template. Returns the text and its random parts, which are the secret. */
export function fill(template: string, random: Random): { text: string; secrets: string[] } {
  const secrets: string[] = [];
  let text = '';
  let from = 0;
  for (const found of template.matchAll(/\{([a-z0-9-]+|HEX)(?::(\d+))?\}/g)) {
    text += template.slice(from, found.index);
    from = found.index + found[0].length;
    const [, kind = '', length = '0'] = found;
    let part: string;
    if (kind === 'uuid') part = uuid(random);
    else if (kind === 'crc') part = base62(crc32(text.slice(text.lastIndexOf('_') + 1)), 6);
    else if (kind === 'whole-crc') part = base62(crc32(text), 6);
    else if (kind === 'discord')
      part = Buffer.from(`${random.of(['3', '4', '5'])}${random.text(DIGITS, 17)}`)
        .toString('base64')
        .slice(1);
    else if (kind === 'wif') part = walletImportFormat(random);
    else if (ALPHABETS[kind]) part = random.text(ALPHABETS[kind], Number(length));
    else throw new Error(`Unknown alphabet in ${template}`);
    text += part;
    if (part.length >= 8) secrets.push(part);
  }
  text += template.slice(from);
  return { text, secrets: secrets.length > 0 ? secrets : [text] };
}

/** Returns several samples of every credential format that has a mark. */
export function shapeSamples(random: Random, perTemplate: number): Sample[] {
  const samples: Sample[] = [];
  for (const rule of [...RULES, ...WITHOUT_LITERAL.map((line) => ({ ...line, tier: 'definite' as const }))]) {
    for (const template of rule.masks) {
      for (let count = 0; count < perTemplate; count += 1)
        samples.push({ rule: rule.id, tier: rule.tier, ...fill(template, random) });
    }
  }
  return samples;
}

function luhnDigit(body: string): string {
  for (const digit of DIGITS) {
    let sum = 0;
    for (const [index, character] of [...(body + digit)].reverse().entries()) {
      const value = Number(character) * (index % 2 === 1 ? 2 : 1);
      sum += value > 9 ? value - 9 : value;
    }
    if (sum % 10 === 0) return digit;
  }
  throw new Error('No Luhn digit');
}

function card(random: Random): string {
  const [prefix, length] = random.of([
    ['4', 16],
    ['51', 16],
    ['55', 16],
    ['2221', 16],
    ['34', 15],
    ['37', 15],
    ['6011', 16],
    ['3528', 16],
    ['36', 14],
  ] as const);
  const body = prefix + random.text(DIGITS, length - prefix.length - 1);
  return body + luhnDigit(body);
}

function iban(random: Random): string {
  const [country, length] = random.of([
    ['DE', 22],
    ['FR', 27],
    ['ES', 24],
    ['NL', 18],
    ['GB', 22],
    ['IT', 27],
    ['PL', 28],
    ['CH', 21],
    ['SE', 24],
  ] as const);
  const bban =
    country === 'NL' || country === 'GB'
      ? random.text(UPPER, 4) + random.text(DIGITS, length - 8)
      : random.text(DIGITS, length - 4);
  const check = 98 - mod97(`${bban}${country}00`);
  return `${country}${String(check).padStart(2, '0')}${bban}`;
}

const grouped = (text: string, size: number, mark: string) =>
  text.match(new RegExp(`.{1,${size}}`, 'g'))!.join(mark);

/** Generates numbers that pass their country's checksum, by trying random ones. */
function nationalIds(random: Random): Sample[] {
  return PERSONAL_LITERALS.map(({ id, words, pattern, check }) => {
    for (let attempt = 0; attempt < 200_000; attempt += 1) {
      const number = fromPattern(pattern.source, random);
      if (check(number.replaceAll(/[^A-Z0-9]/g, '')))
        return { rule: id, tier: 'personal', text: `${words[0]}: ${number}`, secrets: [number] };
    }
    throw new Error(`No number for ${id}`);
  });
}

/** The patterns of national numbers are simple enough to generate matching text. */
function fromPattern(source: string, random: Random): string {
  const branch = source.split('|')[0]!;
  let text = '';
  for (const [, set, digitClass, plain, , least, optional] of branch.matchAll(
    /(?:\[([^\]]+)\]|(\\d)|\\?([^\\[\]{}?()])|(\(\?:\\d\{2\}\)\?))(?:\{(\d+)(?:,\d+)?\})?(\?)?/g,
  )) {
    if (optional && !digitClass) continue;
    const alphabet = digitClass ? DIGITS : set ? expand(set) : plain;
    if (alphabet === undefined) continue;
    text += random.text(alphabet, Number(least ?? 1));
  }
  return text;
}

function expand(set: string): string {
  return set.replaceAll('\\d', DIGITS).replaceAll(/([A-Z0-9])-([A-Z0-9])/g, (_, from: string, to: string) => {
    let text = '';
    for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code += 1)
      text += String.fromCharCode(code);
    return text;
  });
}

const FIRST = [
  'ada.lovelace',
  'grace_hopper',
  'li.wei',
  'o.connor',
  'josé',
  'anne-marie',
  'dev+alerts',
  'k.müller',
];

export function personalSamples(random: Random, count: number): Sample[] {
  const samples: Sample[] = [];
  const add = (rule: string, text: string) => samples.push({ rule, tier: 'personal', text, secrets: [text] });
  for (let index = 0; index < count; index += 1) {
    const address = `${random.of(FIRST)}${random.below(100)}@${random.of(['acme', 'mail', 'uni-wien'])}.${random.of(['com', 'co.uk', 'dev', 'ac.at', 'io'])}`;
    add('email', address);
    const number = card(random);
    add(
      'payment-card',
      number.length === 16 ? random.of([number, grouped(number, 4, ' '), grouped(number, 4, '-')]) : number,
    );
    const account = iban(random);
    add('iban', random.of([account, grouped(account, 4, ' ')]));
    const phone = random.of([
      `+1 (${random.text('23456789', 1)}${random.text(DIGITS, 2)}) 555-${random.text(DIGITS, 4)}`,
      `+44 20 7946 0${random.text(DIGITS, 3)}`,
      `+49 30 ${random.text(DIGITS, 4)} ${random.text(DIGITS, 3)}`,
      `+33 1 ${random.text(DIGITS, 2)} ${random.text(DIGITS, 2)} ${random.text(DIGITS, 2)} ${random.text(DIGITS, 2)}`,
      `+91-98${random.text(DIGITS, 8)}`,
      `+8613${random.text(DIGITS, 9)}`,
    ]);
    add('phone', phone);
  }
  for (let index = 0; index < Math.max(1, count / 8); index += 1) samples.push(...nationalIds(random));
  return samples;
}

/** Returns credentials that only their context identifies. */
export function contextSamples(random: Random, count: number): Sample[] {
  const samples: Sample[] = [];
  const add = (rule: string, tier: FindingTier, before: string, secret: string, after = '') =>
    samples.push({ rule, tier, text: before + secret + after, secrets: [secret] });
  const strong = () => random.text(ALPHABETS.b62!, 12 + random.below(30));
  const human = () =>
    random.of(['hunter', 'Sommer', 'dragon', 'Tr0ub4dor', 'letmein', 'correct']) +
    random.of(['2', '99!', '&3', '-2024', '#1', '7x']);
  const NAMES = [
    'DB_PASSWORD',
    'password',
    'api_key',
    'apiKey',
    'client_secret',
    'AUTH_TOKEN',
    'secretKey',
    'access_token',
    'JWT_SECRET',
    'encryption_key',
    'X-Api-Key',
    'passphrase',
    'private_token',
  ];
  for (let index = 0; index < count; index += 1) {
    const name = random.of(NAMES);
    add('assignment', 'candidate', `${name}=`, strong());
    add('assignment', 'candidate', `${name}: "`, strong(), '"');
    add('assignment', 'candidate', `"${name}": "`, strong(), '",');
    add('assignment', 'candidate', `const ${name.replaceAll('-', '_')} = '`, strong(), "';");
    add('assignment', 'candidate', `--${name.toLowerCase().replaceAll('_', '-')} `, strong());
    add('assignment', 'candidate', `${name} => '`, strong(), "',");
    add('assignment', 'candidate', 'password=', human());
    add('assignment', 'candidate', 'PGPASSWORD=', human(), ' psql -h db');
    add('assignment', 'candidate', '"password":"', human(), '"');
    add('assignment', 'candidate', 'passwd: ', human());
    add('assignment', 'candidate', '<password>', human(), '</password>');
    add('assignment', 'candidate', 'my password is ', human());
    const password = human();
    add(
      'url-credentials',
      'definite',
      `postgres://app:`,
      encodeURIComponent(password),
      '@db.internal:5432/app',
    );
    add('url-credentials', 'definite', `https://ci:`, strong(), '@git.acme.dev/x.git');
    add(
      'url-credentials',
      'definite',
      `mongodb+srv://root:`,
      strong(),
      '@cluster0.ab1cd.mongodb.net/db?retryWrites=true',
    );
    add('url-credentials', 'definite', `redis://:`, strong(), '@cache:6379/0');
    add('url-credentials', 'definite', 'amqps://svc:', strong(), '@mq.acme.dev//');
    add('bearer-token', 'definite', 'Authorization: Bearer ', `${strong()}7`);
    add('bearer-token', 'definite', "headers: { 'Authorization': 'Bearer ", `${strong()}4`, "' }");
    add('bearer-token', 'definite', '-H "Authorization: token ', `${strong()}4`, '"');
    add(
      'basic-authorization',
      'definite',
      'Authorization: Basic ',
      Buffer.from(`ada:${password}`).toString('base64'),
    );
    add('cookie-header', 'definite', 'Cookie: sid=', `${strong()}1`, '; theme=dark');
    add('cookie-header', 'definite', 'Set-Cookie: session=', `${strong()}1`, '; Path=/; HttpOnly');
    add('command-line-password', 'candidate', 'curl -u ada:', human(), ' https://api.acme.dev/v1');
    add('command-line-password', 'candidate', 'mysql -u root -p', human(), ' shop < dump.sql');
    add('command-line-password', 'candidate', 'sshpass -p ', human(), ' ssh ops@10.0.0.7');
    add('command-line-password', 'candidate', 'docker login -u ada -p ', human(), ' registry.acme.dev');
    add(
      'docker-auth',
      'definite',
      '{"auths":{"ghcr.io":{"auth":"',
      Buffer.from(`ada:${strong()}`).toString('base64'),
      '"}}}',
    );
    add(
      'url-query-secret',
      'candidate',
      'https://api.acme.dev/v1?user=7&access_token=',
      `${strong()}9`,
      '&page=2',
    );
    add(
      'jwt',
      'definite',
      '',
      `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')}.${Buffer.from(`{"sub":"${strong()}"}`).toString('base64url')}.${random.text(ALPHABETS.b64u!, 43)}`,
    );
    const lines = Array.from({ length: 12 }, () => random.text(ALPHABETS.b64!, 64));
    const kind = random.of(['RSA ', '', 'OPENSSH ', 'EC ', 'ENCRYPTED ', 'DSA ']);
    const begin = `-----${'BEGIN'} ${kind}PRIVATE KEY-----`;
    const end = `-----END ${kind}PRIVATE KEY-----`;
    for (const key of [
      `${begin}\n${lines.join('\n')}\n${end}`,
      `${begin}\\n${lines.join('\\n')}\\n${end}\\n`,
      `${begin}\n${lines.join('\n')}`,
      `+${begin}\n+${lines.join('\n+')}\n+${end}`,
      `    ${begin}\n    ${lines.join('\n    ')}\n    ${end}`,
      `${begin} ${lines.join(' ')} ${end}`,
      JSON.stringify({ private_key: `${begin}\n${lines.join('\n')}\n${end}\n` }),
    ]) {
      samples.push({ rule: 'private-key', tier: 'definite', text: key, secrets: lines });
    }
    const encoded = Buffer.from(`${begin}\n${lines.join('\n')}\n${end}\n`).toString('base64');
    samples.push({
      rule: 'private-key',
      tier: 'definite',
      text: encoded,
      secrets: [encoded.slice(100, 140)],
    });
    const wrapped = grouped(encoded, 76, '\n');
    samples.push({
      rule: 'private-key',
      tier: 'definite',
      text: wrapped,
      secrets: [wrapped.slice(100, 140)],
    });
  }
  return samples;
}
