import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from './random.ts';

/** Ordinary developer text without a secret: from the checkout, and generated. */
export interface OrdinaryText {
  kind: string;
  name: string;
  text: string;
}

const ROOT = join(import.meta.dirname, '..', '..');
const KINDS: Record<string, string> = {
  js: 'source code',
  mjs: 'source code',
  cjs: 'source code',
  ts: 'source code',
  mts: 'source code',
  tsx: 'source code',
  css: 'style sheets',
  md: 'documentation',
  json: 'JSON',
  map: 'source maps',
  html: 'HTML',
  yml: 'YAML',
};
const LARGEST = 1_500_000;

function filesUnder(folder: string, depth: number, found: string[]): string[] {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // Caches of tools and tests, and packages for another package, come and go.
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    // With slashes on Windows, too, the files have the same order everywhere.
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && depth > 0) filesUnder(path, depth - 1, found);
    else if (entry.isFile() && (entry.name.split('.').pop() ?? '') in KINDS) found.push(path);
  }
  return found;
}

/** Lists the folders of the packages that package.json pins. What else is in `node_modules` differs between machines. */
function pinnedFolders(): string[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.keys({ ...dependencies, ...devDependencies }).map((name) => join(ROOT, 'node_modules', name));
}

/** Returns every n-th file of the installed packages, ordered by path, so that their sizes add up to about `bytes`. */
export function installedFiles(bytes: number): OrdinaryText[] {
  const sizes = pinnedFolders()
    .flatMap((folder) => filesUnder(folder, 8, []))
    .sort()
    .map((path) => ({ path, size: statSync(path).size }))
    .filter(({ size }) => size <= LARGEST);
  const files = sizes.map(({ path }) => path);
  const all = sizes.reduce((sum, { size }) => sum + size, 0);
  const step = Math.max(1, Math.floor(all / Math.max(1, bytes)));
  const texts: OrdinaryText[] = [];
  let total = 0;
  for (let index = 0; index < files.length && total < bytes; index += step) {
    const path = files[index]!;
    const text = readFileSync(path, 'utf8');
    const minified = /\.min\.|\.(?:js|css)$/.test(path) && text.length / (text.split('\n').length + 1) > 500;
    texts.push({
      kind: minified ? 'minified scripts' : KINDS[path.split('.').pop()!]!,
      name: path.slice(ROOT.length + 1),
      text,
    });
    total += text.length;
  }
  texts.push({
    kind: 'lockfiles',
    name: 'package-lock.json',
    text: readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  });
  return texts;
}

const PROSE: Record<string, string> = {
  English:
    'The release went out on Tuesday, and nobody noticed until the token counter on the dashboard stopped. We reset the password policy page, moved the key binding for search, and wrote down who may sign off a change. ',
  German:
    'Das Passwort wird beim ersten Start abgefragt; danach merkt sich das Programm nur den Schlüsselbund. Wer den Zugang verliert, wendet sich an die Verwaltung, die Öffnungszeiten stehen im Anhang. ',
  French:
    "Le mot de passe doit comporter douze caractères au moins ; la clé d'accès est conservée dans le trousseau. Veuillez signaler toute erreur à l'équipe, qui répondra dans les meilleurs délais. ",
  Spanish:
    'La contraseña se pide una sola vez y el testigo caduca a los treinta días. Si la clave no funciona, consulte la página de ayuda o escriba al equipo de soporte. ',
  Polish:
    'Hasło jest wymagane przy pierwszym uruchomieniu, a klucz trafia do pęku kluczy. Wszystkie zmiany opisano w dzienniku, razem z datą i numerem wersji. ',
  Russian:
    'Пароль запрашивается при первом запуске, затем ключ хранится в связке. Изменения описаны в журнале вместе с датой и номером версии. ',
  Japanese:
    '初回起動時にパスワードを入力します。その後、鍵はキーチェーンに保存されます。変更点は日付とバージョン番号とともに記録されます。',
  Chinese: '首次启动时需要输入密码，之后密钥保存在钥匙串中。所有变更均按日期和版本号记录在日志里。',
  Arabic: 'تُطلب كلمة المرور عند التشغيل الأول ثم يُحفظ المفتاح في سلسلة المفاتيح. ',
  Hindi: 'पहली बार शुरू करने पर पासवर्ड माँगा जाता है और कुंजी की-चेन में रखी जाती है। ',
};

const HEX = '0123456789abcdef';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const uuid = (random: Random) => [8, 4, 4, 4, 12].map((length) => random.text(HEX, length)).join('-');
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Returns text with random values of many kinds that are not secrets. */
export function madeUp(random: Random, size: number): OrdinaryText[] {
  const many = Math.max(20, size / 60);
  const made: [string, string][] = [
    ['UUIDs', lines(many, (index) => `${index},${uuid(random)},created,"${uuid(random)}"`)],
    [
      'git log',
      lines(
        many,
        () =>
          `${random.text(HEX, 40)} Fix the ${random.of(['token bucket', 'key map', 'session table', 'password field', 'login page'])} (#${random.below(9000)})`,
      ),
    ],
    [
      'git diff index',
      lines(
        many,
        () =>
          `index ${random.text(HEX, 7)}..${random.text(HEX, 7)} 100644\n@@ -${random.below(900)},${random.below(30)} +${random.below(900)},${random.below(30)} @@\n+${random.below(1e9)}\n-${random.below(1e9)}`,
      ),
    ],
    [
      'checksums',
      lines(
        many,
        () =>
          `${random.text(HEX, 64)}  dist/app-${random.below(9)}.${random.below(20)}.tar.gz\nsha512-${random.text(BASE64, 86)}==`,
      ),
    ],
    [
      'server log',
      lines(
        many,
        () =>
          `2026-11-${10 + random.below(20)}T10:${10 + random.below(50)}:12.${100 + random.below(900)}Z INFO [${uuid(random)}] GET /api/items/${random.below(1e6)}?page=${random.below(40)}&size=20 200 ${random.below(900)}ms bytes=${random.below(1e7)} trace=${random.text(HEX, 32)} span=${random.text(HEX, 16)}`,
      ),
    ],
    [
      'numbers',
      lines(
        many,
        () =>
          `${1.73e12 + random.below(1e9)} ${random.below(1e9)}${random.below(1e7)} ${random.below(1e6) / 1e6} 0x${random.text(HEX, 8)} ${random.below(255)}.${random.below(255)}.${random.below(255)}.${random.below(255)}`,
      ),
    ],
    [
      'pictures',
      lines(
        Math.max(2, many / 40),
        () => `<img src="data:image/png;base64,${random.bytes(1800).toString('base64')}">`,
      ),
    ],
    [
      'fonts, wrapped',
      lines(Math.max(2, many / 40), () =>
        random
          .bytes(2000)
          .toString('base64')
          .replaceAll(/(.{76})/g, '$1\n'),
      ),
    ],
    [
      'object keys',
      lines(
        many,
        () =>
          `  "${random.text('abcdefghijklmnopqrstuvwxyz', 8)}Key": { "type": "string", "keyId": "${uuid(random)}", "etag": "W/\\"${random.text(HEX, 20)}\\"" },`,
      ),
    ],
    [
      'docker images',
      lines(
        many,
        () =>
          `registry.acme.dev/team/app@sha256:${random.text(HEX, 64)} ${random.text(HEX, 12)} ${random.below(30)} hours ago`,
      ),
    ],
    [
      'Go sums',
      lines(
        many,
        () =>
          `golang.org/x/oauth2 v0.${random.below(40)}.0 h1:${random.text(BASE64, 43)}=\ngolang.org/x/crypto v0.${random.below(40)}.0/go.mod h1:${random.text(BASE64, 43)}=`,
      ),
    ],
    ...Object.entries(PROSE).map(([language, text]): [string, string] => [
      `prose, ${language}`,
      text.repeat(Math.max(2, size / 600)),
    ]),
  ];
  return made.map(([kind, text]) => ({ kind, name: kind, text }));
}
