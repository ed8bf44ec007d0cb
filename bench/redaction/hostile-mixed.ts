import { LABELS } from '../../electron/redaction/rules/labels.ts';
import { createRandom, type Random } from './random.ts';

const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const ALPHANUMERIC = `${SMALL}${SMALL.toUpperCase()}0123456789`;
const SEED = 7;
const COLUMNS = 3000;

const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Makes a text of parts that differ. */
function parts(length: number, part: (random: Random, index: number) => string): string {
  const random = createRandom(SEED);
  const made: string[] = [];
  for (let size = 0; size < length; size += made.at(-1)!.length) made.push(part(random, made.length));
  return made.join('').slice(0, length);
}

const token = (random: Random, length: number) => random.text(ALPHANUMERIC, length);
const word = (random: Random, length = 7) => random.text(SMALL, length);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const passwords = LABELS.flatMap(({ password }) => password ?? []);
const labels = LABELS.flatMap(({ password, pin, key, slang }) =>
  [password, pin, key, slang].flatMap((of) => of ?? []),
);
const copulas = LABELS.flatMap((entry) => entry.copulas);
const request = (random: Random) => ({
  url: `https://a.io/?access_token=${token(random, 20)}`,
  headers: [{ name: 'Authorization', value: `Bearer ${token(random, 40)}` }],
  postData: { text: JSON.stringify({ password: token(random, 9) }) },
});

/** Texts like files, logs and dumps whose parts all differ, full of credentials or of what begins like one. */
export const HOSTILE_MIXED: Record<string, (length: number) => string> = {
  'distinct secrets': (length) => parts(length, (random, at) => `API_KEY_${at}=${token(random, 24)}\n`),
  'one secret everywhere': (length) => `password=Xk29fjqLm1\n${fill('Xk29fjqLm1 ', length)}`.slice(0, length),
  'one secret, labelled': (length) => fill('password=Xk29fjqLm1\n', length),
  'labels and words that differ': (length) =>
    parts(length, (random, at) => `${labels[at % labels.length]} ${word(random)} ${word(random, 4)} `),
  'labels and values that differ': (length) =>
    parts(length, (random, at) => `${labels[at % labels.length]}: ${token(random, 10)}\n`),
  'labels and lines': (length) =>
    parts(length, (random, at) => `${labels[at % labels.length]}: ${word(random)}\n`),
  'labels and verbs of other languages': (length) =>
    parts(length, (random, at) => `${passwords[at % passwords.length]} ${random.of(copulas)} `),
  'labels and commas': (length) =>
    parts(
      length,
      (random, at) => `${passwords[at % passwords.length]}, ${word(random)}, ${word(random, 3)} 1, `,
    ),
  'labels of many scripts': (length) => fill('пароль 密码 passwort كلمة hasło 비밀번호 ', length),
  'labels in quotes': (length) => fill('\'password\' "token" `secret` ', length),
  'labels and quotes of all kinds': (length) => fill('password “a” „b“ «c» ‹d› 「e」 ', length),
  'labels and dots': (length) => fill('password.token.secret.key=', length),
  'labels with a zero-width character': (length) => fill('pass\u200bword: a1 ', length),
  'labels between emoji': (length) => fill('🔑 password 👉 🔒 ', length),
  'labels from right to left': (length) => fill('\u200fסיסמה\u200e: abc1 ', length),
  'letters of mathematics': (length) => fill('𝓹𝓪𝓼𝓼𝔀𝓸𝓻𝓭 ＰＡＳＳＷＯＲＤ： ', length),
  'lines of one letter': (length) => fill('a\n', length),
  'lines of a log': (length) =>
    parts(
      length,
      (random, at) => `12:00:${at % 60} INFO user=${word(random)} token=${token(random, 16)} status=200\n`,
    ),
  'long lines of pairs': (length) =>
    parts(length, (random, at) => `${word(random)}_key=${word(random)}${at % 5000 ? ' ' : '\n'}`),
  'JSON in JSON': (length) => {
    const random = createRandom(SEED);
    let text = '{"password":"a1b2c3d4"}';
    while (text.length < length) text = JSON.stringify({ data: text, token: token(random, 12) });
    return text.slice(0, length);
  },
  'JSON of members': (length) =>
    parts(
      length,
      (random) =>
        `${JSON.stringify({ password: word(random), token: token(random, 10), key: 'a' }, null, 2)},\n`,
    ),
  'JSON escaped three times': (length) => fill('\\\\\\"password\\\\\\":\\\\\\"abc1\\\\\\",', length),
  'base64 in base64, four times': (length) => {
    let text = fill('password=a1B2c3D4e5F6\n', length >> 2);
    for (let times = 0; times < 4; times += 1) text = base64(text);
    return text.slice(0, length);
  },
  'base64 of pairs': (length) =>
    parts(length, (random, at) => `${base64(`user${at}:password${token(random, 4)}`)} `),
  'base64 of noise, in lines': (length) =>
    parts(length, (random) => `${random.bytes(57).toString('base64')}\n`),
  'a table of thousands of columns': (length) =>
    fill(
      `| ${'password | c1 | c2 | '.repeat(COLUMNS / 3)}\n|${'---|'.repeat(COLUMNS)}\n| ${'abcdef | '.repeat(COLUMNS)}\n`,
      length,
    ),
  'a list of thousands of columns': (length) =>
    fill(`${'token,c1,'.repeat(COLUMNS / 2)}\n${'abcdef,'.repeat(COLUMNS)}\n`, length),
  'rows with passwords': (length) =>
    parts(length, (random, at) =>
      at === 0 ? 'user,password,email\n' : `u${at},${token(random, 10)},u${at}@x.io\n`,
    ),
  'SQL tuples that differ': (length) =>
    parts(length, (random, at) =>
      at === 0
        ? 'INSERT INTO users (name, password, token) VALUES '
        : `('${word(random)}', '${token(random, 10)}', '${token(random, 20)}'),\n`,
    ),
  'SQL updates': (length) =>
    parts(length, (random, at) => `UPDATE users SET password = '${token(random, 9)}' WHERE id = ${at};\n`),
  'cookies that differ': (length) =>
    parts(length, (random) => `Cookie: sid=${token(random, 20)}; csrf=${token(random, 12)}; theme=dark\r\n`),
  'one cookie of thousands of pairs': (length) =>
    parts(length, (random, at) => (at === 0 ? 'Cookie: ' : `k${at}=${token(random, 8)}; `)),
  'addresses with credentials': (length) =>
    parts(length, (random, at) => `postgres://user${at}:${token(random, 10)}@db${at}.example.io:5432/x `),
  'a HAR file': (length) => parts(length, (random) => `${JSON.stringify({ request: request(random) })},\n`),
  'pairs with semicolons': (length) => parts(length, (random, at) => `x${at}=b;password=${word(random)};`),
  'pairs with ampersands': (length) => parts(length, (random, at) => `user=a${at}&password=${word(random)}&`),
  'percent and pairs': (length) =>
    parts(length, (random) => `user%3Dbob%26password%3D${token(random, 8)}%0A`),
  'commands of a history': (length) =>
    parts(
      length,
      (random, at) => `mysql -u root -p${token(random, 8)} -h db${at}\nexport TOKEN=${token(random, 16)}\n`,
    ),
  'XML that differs': (length) =>
    parts(
      length,
      (random) => `<user><password>${word(random)}</password><token value="${token(random, 9)}"/></user>\n`,
    ),
  'recovery codes that differ': (length) =>
    parts(length, (random) => `recovery code ${token(random, 4)}-${token(random, 4)} `),
  'base64 of base64 of sentences': (length) =>
    parts(length, (random) => `${base64(base64(`the ${word(random)} password is ${word(random)}`))}\n`),
  'PINs and codes': (length) =>
    parts(length, (random) => `PIN ${random.below(10_000)} code ${random.below(1_000_000)} `),
  'labels of letters apart': (length) =>
    parts(length, (random) => `${[...`password: ${word(random)}`].join('\u200b')} `),
  'passwords that are words': (length) => parts(length, (random) => `password ${word(random, 8)} `),
  'Chinese sentences with a password each': (length) =>
    parts(length, (random) => `密码是${word(random, 6)}，然后登录。`),
  'sections of settings with words': (length) =>
    parts(
      length,
      (random) => `[${word(random)}]\n${word(random)}_password = ${word(random)} ${word(random)}\n`,
    ),
  'masks and values': (length) => fill('password=[password] secret=[secret] Xk29fjqLm1 ', length),
};
