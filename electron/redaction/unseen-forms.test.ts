import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor.ts';

/* Forms in which people write secrets and which the rules had missed; the value of each stands in guillemets. */
const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
const masked = (text: string) => redactor.redactText(text).text;

describe('a secret', () => {
  it.each([
    // Phrases in quotes right behind the label, and plain ones with a number.
    'open it with the pass phrase "⟦seven tired paper boats⟧" first',
    'Přihlas se s heslem „⟦Zelený kocour na střeše⟧“ a spusť testy',
    'it asked for the passphrase so I gave it "⟦purple paper dishwasher⟧"',
    'password wifi: ⟦kopi hangat 77⟧',
    'psk="⟦mango pizza is great⟧"',
    'password = "⟦the cat sleeps over there⟧"',
    // Marks all over, as the tests of other scanners have them.
    'apikey := "⟦{{k}o)p${e]nob(ody[q>-_$#two}}⟧"',
    'my_password = ⟦{{k}o)p${e]nob(ody[q>-_$#two}}⟧',
    "password = '⟦`417QWEsdfg⟧'",
    'PGPASSWORD=⟦sternp@nk⟧ psql -hdb -Udoadmin',
    '<password type="plain" value="⟦kolibri⟧"/>',
    'new DirectoryEntry("LDAP://corp.test", "joe", "⟦Rrhh5178⟧");',
    'pac key 0 ⟦MyPacKeyS3cret⟧',
    // Lists behind a plural.
    'db_passwords:\n  - "⟦Kestrel82x⟧"\n  - ⟦moorHen71⟧\nport: 1',
    '"api_keys": ["⟦k8ZmWq3nTx7Lp2vRb5⟧", "⟦Qr9tKx4mVb7nZp2sWd⟧"]',
    'apiKeys := []string{"⟦k8ZmWq3nTx7Lp2vRb5⟧", "main", "⟦Qr9tKx4mVb7nZp2sWd⟧"}',
    'const authTokens: string[] = [\n  "⟦k8ZmWq3nTx7Lp2vRb5⟧",\n];',
    'db_secrets: [⟦k8ZmWq3nTx7Lp2vRb5⟧, ⟦Qr9tKx4mVb7nZp2sWd⟧]',
    'password=⟦Qz_482⟧',
    // Numbers and words behind a name in a program or a file of settings.
    "module.exports = {\n  host: 'dispatch.local',\n  pin: '⟦20481⟧',\n}",
    'PIN = "⟦7412⟧"  # Schließfach 31',
    'passphrase = ⟦soup before noon⟧',
    'password: "⟦correct, horse battery staple 42⟧"',
    'passphrase: "⟦sunny, river walks home⟧"',
    'api_keys = ["dev", "", "⟦k8ZmWq3nTx7Lp2vRb5⟧"]',
    '{\\"api_keys\\": [\\"⟦k8ZmWq3nTx7Lp2vRb5⟧\\"]}',
    '"db_passwords": {"prod-db1": "⟦Kestrel82x⟧"}',
    'export ADMIN_PASSWORDS="⟦Kestrel82x⟧,⟦moorHen71⟧"',
    // Words with a dot.
    'đăng nhập với mật khẩu ⟦hoasen.mua9⟧ rồi chạy test',
    'la clave que me dieron es ⟦tormenta.azul22⟧ pero falla',
    // Codes somewhere in the sentence.
    'sudo asks for the OTP, i typed ⟦996714⟧ and nothing happens',
    "Mon code secret pour la carte est le ⟦5829⟧, l'appli refuse",
    'el pin del cajón es ⟦8812⟧ y el de la alarma ⟦1379⟧, apúntalo',
    // Forms and tables.
    'Host: ftp.shop.example\nLogin: ute\nPass: ⟦Briefpapier⟧!',
    ' id | name  | password_plain\n----+-------+----------------\n  1 | otto  | ⟦Lokomotive4⟧',
    '+----+----------+\n| id | password |\n+----+----------+\n|  1 | ⟦Kirsche88⟧ |\n+----+----------+',
    'USER    PASSWORD     ROLE\nanna    ⟦Sommer2023⟧   admin',
    // Settings and connections.
    'db.host = db1\ndb.user = app\ndb.password = ⟦kolibri⟧',
    "define('DB_PASSWORD', '⟦kolibri⟧');",
    'Driver={ODBC Driver 18};Server=db;Uid=ro;Pwd={⟦p4B0uyt;ZnSG⟧};',
    'jdbc:oracle:thin:billing/⟦Bprhk8tR9XxK⟧@//ora:1521/ORCL',
    'AZURE_PAT: ⟦ymnfzndojvyqwpujjqyryajkujlqeunfpsdwffcx⟧  # 90 days',
    'password=⟦lVCLuVnYXVSCYY⟧',
    "mysql -u root -p'⟦$ecret98⟧' -e 'show processlist'",
    'smtp://apikey:⟦Kx92mfQ0zzLp⟧@smtp.example.net:587',
    'Authorization: SSWS ⟦00bJhcXCMRnSfH8e4EhKmkCnkK2VDSNDtGm_ZXq7A9⟧',
    'export TF_VAR_db_password=⟦kolibri⟧',
    'the vpn pw = ⟦hummelnest⟧',
    'password: ⟦dummyHm42kd!⟧',
    // Names of settings in other languages, and words that mean a password together.
    'DB_MOT_DE_PASSE=⟦Xk9mQ2vTz8⟧',
    'clave_bd = "⟦Xk9mQ2vTz8⟧"',
    'pass_word: ⟦Kaffee9Kanne⟧',
    'DB_PASSWORD=⟦$ecure4ever⟧',
    'password: ⟦todo-fix-9Kd2!⟧',
    // Directive lines, lists of options and what routers read.
    'rootdn "cn=admin,dc=acme"\nrootpw ⟦kaffeekanne⟧',
    'account work\nhost smtp.x.org\nuser ute\npassword ⟦kaffeekanne⟧',
    'enable password ⟦kaffeekanne⟧',
    'auth=("ute", "⟦kaffeekanne⟧")',
    '//nas/media /mnt cifs username=ute,password=⟦kaffeekanne⟧,uid=1000 0 0',
    'agents = ["10.0.0.1"]\ncommunity = "⟦k3in-public⟧"',
    'WIFI:T:WPA;S:home;P:⟦linden blatt⟧;;',
    '[1002]\ntype=peer\nsecret=⟦Telefon1002⟧\nhost=dynamic',
    // Logs: lists of one value, arguments one by one, parameters of statements.
    '"headers":{"x-api-key":["⟦8f2d7a1c9b4e6053f7a8d2c1⟧"],"host":["x.io"]}',
    'parameters={username=[ida], password=[⟦Wollmaus_4⟧]}',
    'execve("/usr/bin/mysql", ["mysql", "-uroot", "-p⟦ObMVi15hCre9⟧", "shop"], 0x7ffd)',
    'a0="smbclient" a1="//nas/share" a2="-U" a3="kai%⟦Lavendel44⟧"',
    '    [user] => bruno\n    [password] => ⟦Holzofen22⟧',
    '"AUTH_TOKEN": "⟦kdPEpdwJHDsd⟧",',
    'the API key that support sent begins with pk and in full it is ⟦pk7f0Q2vTzR9aLmX4uYcN8eW⟧, store it',
    // Files whose names say secret.
    "echo 'db:5432:app:ute:⟦kaffeekanne⟧' > ~/.pgpass && chmod 600 ~/.pgpass",
    'cat > /etc/rsyncd.secrets <<EOT\nute:⟦kaffeekanne⟧\nEOT',
    // Further on in the clause behind the label.
    'das Admin-Passwort habe ich mal auf ⟦Wolkenbruch_3⟧ zurückgesetzt',
    'heslo som zmenil na ⟦halusky_5⟧ a nejde ssh',
    'הסיסמה של הראוטר היא עדיין ⟦shakshuka9⟧',
    'my gmail password (⟦marmalade-7⟧) stopped working on imap',
    'teamviewer ID 123 456 789 pass ⟦q7mk3z⟧',
    'new deploy key for billing, use it till friday: ⟦VXlWUlO4m4imfvighVJZuOphKQo3uZ9HkASC⟧',
    'Passwords:\n- nas: ⟦Lindenblatt4⟧\n- router: ⟦Ahornblatt5⟧',
    // What opens something, codes that are read aloud, years as codes, and marks inside a password.
    'Hei Ingrid, du åpner mappen med ⟦Lom44;fjære⟧ ok?',
    '打开文件的时候输入⟦Nj2031-meihua⟧就行',
    'o cofre abre com ⟦8 0 3 6 1⟧, deixa no balcão',
    'dørkoden er ⟦1962⟧ og nøglen ligger hos naboen',
    'from Monday you get in with ⟦Kt7-pebble-Row⟧, please change it',
    'melde dich an mit dem passwort ⟦neun stille Igel⟧ mit leerzeichen',
    // Lists of codes and phrases in other languages.
    'Herstelcodes van de bank:\n⟦4f1a90be22⟧\n⟦88ab3c71d0⟧\nbewaar ze',
    'kurtarma kodları: ⟦a91b-22cd⟧, ⟦e03f-77aa⟧',
    'opa hat seine 24 wörter notiert: ⟦velvet ozone cabin drastic humble tiger pelican ankle frozen rotate unfair ozone⟧, was nun',
    // Words that have the name of a field in them, and a session of a mailbox.
    'db.connect(user="ute", password="⟦turkey⟧")',
    // The sentence goes on behind the value.
    'Clave: ⟦Gorrion31⟧ el correo no abre',
    '数据库密码改成⟦Mao_77xiao⟧了,脚本里的ip是10.9.3.17,连不上',
    'WiFiのパスを⟦きつね大盛7⟧に変えたら繋がらない',
    'das passwort ist ⟦sonnenblume⟧ für das wlan',
    // Settings beside a password keep their names and values.
    'RESTIC_REPOSITORY=sftp:bk@vault:/srv RESTIC_PASSWORD=⟦plover-Gable-0316⟧ restic snapshots',
    'url=jdbc:postgresql://pg-b:5432/kiosk?user=kiosk&password=⟦1uGHXwLpYbfoA8P92btg⟧&ssl=true',
    'FTP 账号:shopdata 密码:⟦Tq88#longjing⟧ 端口:2121',
    'χρήστης: kpap1974\nκωδικός πρόσβασης: ⟦BQ0xrgxUgFEf⟧',
    // Settings whose names say nothing, and words where a secret belongs.
    'variables:\n  UNITY_VERSION: 2022.3\n  UNITY_SERIAL: ⟦QZ7K-88PX-LM2D-TR5V-WW9C-4KD2⟧',
    'licence file\nSerienNr: ⟦K7QX-22PL-M9ZT-44RW-BV8N⟧\nKunde: Meier',
    "define( 'AUTH_KEY',  '⟦Vt9 |x2{Q}z~m]L:8k&hW+p0R=d;c>J4y<fB@s1#G(n5*T⟧' );",
    'MATCH_URL　git@example.org:a/b\nAPP_PASSWORD　⟦ryhy-ohbp-webz-bugy⟧\nTZ　Asia/Tokyo',
    'JWT_SECRET=⟦tobemodified⟧\nPORT=1337',
    'chart values:\nrootPassword: ⟦supersecret⟧\nreplicas: 2',
    // Codes behind a blank, on stickers and on cards.
    'Código de verificación: ⟦QWZKTM⟧\nmodelo DS-7608',
    "résumé : numéro d'accès en ligne ⟦2918374⟧ pour créer mon espace",
    'ゆうちょ 暗証番号 ⟦2971⟧／楽天銀行 取引暗証番号 ⟦8360⟧／印鑑',
    'mifare sector 5 key A: ⟦7171AAC3C7E0⟧ fails',
    // Pairs.
    'here are the creds\nmira\n⟦Hummelnest!9⟧',
    'Please log in with student/⟦learning2024⟧',
    'the admin panel is at x.example (admin, ⟦kittens42⟧)',
    // Behind a label with an operator: words with marks, in any script, and what only looks like code.
    'password: ⟦maple-rocket⟧',
    '{"user": "mira", "password": "⟦copper-lantern⟧"}',
    "export DB_PASSWORD='⟦silverHarbor⟧'",
    'const db = connect({ user: "mira", password: "⟦amber_falcon⟧" });',
    'DB_PASSWORD=⟦walnut.parade.kettle⟧',
    'spring.datasource.password=⟦harbour-mist⟧',
    '{"user": "mira", "password": "⟦черника⟧"}',
    'db:\n  user: mira\n  password: ⟦$ilver3403Moon⟧',
    'clientSecret: ⟦/IsoLVgMhYIj/DO58Hq7z4AIYTh⟧',
    'password: ⟦blue(42)berry⟧',
    'passwd => ⟦Nettle%44⟧',
    'confirm password: ⟦Rowan.tree!⟧',
    'user: ada, pwd: ⟦kestrelWing⟧, db: shop',
    'client ap7 { ipaddr = 10.0.0.7  secret = ⟦phone6469⟧ }',
    'KIOSK_PIN=⟦928156⟧\nGARAGE_CODE=⟦60583⟧',
    'SetEnv DB_PASSWORD ⟦&BeyondRecord456⟧\nfastcgi_param SMTP_PASS ⟦MGVpnmQmUSjCaFsF⟧;',
    'proxy_set_header X-Partner-Api-Key ⟦82288f2eae2956b20c719863c5de931855c29a52⟧;',
    'conn.setPassword("⟦amber ridge⟧");',
    'WiFi.begin("studio", "⟦lemon bicycle⟧");',
    "ftp_login($ftp, 'shop12', '⟦click331⟧');",
    'http basic is viewer:⟦Embody-Drive-80⟧',
    'network_key: [⟦22, 52, 125, 98, 63, 85, 161, 34, 30, 28, 151, 97, 21, 61, 68, 17⟧]',
    'nywila ya mtandao ni ⟦_AnnualService472⟧ lakini haifungui',
    // The whole of a value.
    'wifi password: ⟦purple raincoat⟧',
    'the wifi password is ⟦purple rain coat⟧, guest network only',
    'WLAN-Netzwerkschlüssel: ⟦9991 7427 6067 8657 8263⟧',
    'I changed the password from ⟦frown74x⟧ to ⟦hazelnut⟧ and the old one still works',
    'htpasswd -b -c .htpasswd ada ⟦woodlark⟧',
    // Through markup: the mask covers all that stands for the value.
    '&lt;add uid=&quot;mira&quot; pwd=&quot;⟦pEa6CPX8tVjW⟧&quot; /&gt;',
    '{&quot;password&quot;:&quot;⟦task-weird17⟧&quot;}',
    'Password&#58; ⟦Tundra&#33;45⟧',
    '<b>Password:</b> <code>⟦Reveal!4847enough⟧</code></p>',
    '<credentials><password><![CDATA[⟦po3tWindow_⟧]]></password></credentials>',
    '\u001b[36mPassword\u001b[39m: \u001b[33m⟦78Unableessence_⟧\u001b[39m',
    "{\n  user: \u001b[32m'mira'\u001b[39m,\n  password: \u001b[32m'⟦hammer-arrow28⟧'\u001b[39m\n}",
    '{"\\u043f\\u0430\\u0440\\u043e\\u043b\\u044c": "⟦634Apartobtain*⟧", "id": 4}',
    'ｐａｓｓｗｏｒｄ：⟦Clover#71⟧',
    'p\u0430ssword: ⟦Thimble#88⟧',
    'Content-Transfer-Encoding: quoted-printable\n\nyour password=3A ⟦Elder=21flower_99⟧=20\n',
    'powershell -EncodedCommand ⟦bgBlAHQAIAB1AHMAZQByACAAbQBpAHIAYQAgAE0AZQBkAGkAYQA/ADYAOABjAGgAYQBuAGcAZQAgAC8AYQBkAGQA⟧',
    // Connection strings of settings, in pairs, and of .npmrc files.
    'Server=db1;Uid=shop;Pwd=⟦Copper9Wheel⟧;Database=x',
    '//registry.acme.test/:_auth=⟦dXNlcjpnYXJk3m7xQ==⟧',
    'error in C:\\Users\\⟦tomas.novak⟧\\AppData\\Local\\Temp\\build.log',
    'rappeler M. Petit au ⟦06 48 21 93 57⟧ demain',
  ])('is masked, and nothing around it, in %s', (written) => {
    const pieces = written.split(/⟦.*?⟧/);
    const text = written.replaceAll(/[⟦⟧]/g, '');
    const result = masked(text);
    for (const [, value] of written.matchAll(/⟦(.*?)⟧/g)) expect(result).not.toContain(value);
    for (const piece of pieces) expect(result).toContain(piece);
  });
});

describe('the input of a tool', () => {
  it.each([
    [{ file_path: '/root/.pgpass', content: 'db:5432:app:ute:⟦kaffeekanne⟧' }],
    [{ path: 'k8s/secrets.yaml', content: 'db:\n  user: app\n  admin: ⟦kaffeekanne⟧\n' }],
    [{ path: '/run/secrets/db_password', content: '⟦kaffeekanne⟧' }],
    [{ expect: 'assword:', send: '⟦kaffeekanne⟧' }],
    [{ last_output: '[sudo] password for ute: ', data: '⟦kaffeekanne⟧' }],
    [{ command: 'docker login -u ute --password-stdin', stdin: '⟦kaffeekanne⟧' }],
    [{ sql: 'UPDATE users SET password=? WHERE id=?', params: ['⟦kaffeekanne⟧', 7] }],
    [{ command: 'mysqldump', args: ['-uroot', '-p⟦kaffeekanne⟧', 'shop'] }],
    [{ args: ['--api-token', '⟦vgKgW7xZqCcLUxwI3GCGinNF⟧'] }],
    [{ name: 'SMTP', value: '⟦kaffeekanne⟧', masked: true }],
    [{ apiKeys: ['⟦k8ZmWq3nTx7Lp2vRb5⟧', 'second', '⟦Qr9tKx4mVb7nZp2sWd⟧'] }],
    [{ path: 'secret/app', data: { admin: '⟦kaffeekanne⟧' } }],
    // Confirmations, maps, tables with a head, siblings with other names, Secrets, stores, and JSON in a string.
    [{ password_confirmation: '⟦41Crispsurround%⟧' }],
    [{ passwords: { root: '⟦Gossip821!⟧', guest: '⟦siren44⟧' } }],
    [
      {
        rows: [
          ['id', 'login', 'password'],
          [7, 'mira', '⟦&GlimpsePeople2572⟧'],
        ],
      },
    ],
    [{ table: 'users', columns: ['login', 'password'], values: [['mira', '⟦catalog.spice06⟧']] }],
    [{ fields: [{ name: 'login' }, { name: 'passwd' }], rows: [['ada', '⟦rushlight⟧']] }],
    [{ auth: { method: 'password', value: '⟦ConcertMarket!2024⟧' } }],
    [{ auth: { type: 'bearer', value: '⟦R8u5WvAnjnGYfInhZEaVgvL7oWc1⟧' } }],
    [{ kind: 'Secret', metadata: { name: 'x' }, stringData: { url: '⟦rKdgXigxVLmmntiSYi⟧' } }],
    [{ mount: 'secret', path: 'mail', data: { user: 'relay', value: '⟦Party33_⟧' } }],
    [{ command: ['AUTH', 'default', '⟦dunnock-nest⟧'] }],
    [{ url: 'https://x.test', user: 'ada:⟦millrace⟧' }],
    [{ body: '{"kind":"Secret","stringData":{"dsn":"⟦wick-lantern⟧"}}' }],
    [
      [
        { action: 'click', target: 'password field' },
        { action: 'type', text: '⟦kaffeekanne⟧' },
      ],
    ],
  ])('loses its secret, and nothing else: %j', (input) => {
    const written = JSON.stringify(input);
    const stored = JSON.stringify(redactor.redactValue(JSON.parse(written.replaceAll(/[⟦⟧]/g, ''))).value);
    expect(stored).toMatch(/\[(?:password|secret|token|api-key)\]/);
    expect(stored.replaceAll(/\[(?:password|secret|token|api-key)\]/g, '')).toBe(
      written.replaceAll(/⟦.*?⟧/g, ''),
    );
  });

  it.each([
    [{ path: '.env', content: 'APP_ENV=production\nLOG_CHANNEL=stack\nPORT=8080\n' }],
    [{ path: 'secrets.example.yaml', content: 'db: changed\n' }],
    [{ args: ['--max-tokens', '4096', '--tokenizer-path', 'x'] }],
    [{ cmd: ['docker', 'run', '-p', '8080:80', 'nginx'] }],
    [{ sql: 'SELECT * FROM users WHERE id = $1', params: ['ida'] }],
    [{ properties: { password: { type: 'string', minLength: 8 }, token: { $ref: '#/$defs/token' } } }],
    [{ env: { DB_PASSWORD: '${DB_PASSWORD}', API_KEY: '${{ secrets.API_KEY }}' } }],
    [{ headers: { Authorization: 'Bearer {{token}}' } }],
    [{ columns: ['id', 'password_changed_at'], values: [[1, '2026-01-04']] }],
    [
      {
        values: [
          ['System', 'Password last rotated'],
          ['ERP', '2026-01-14'],
        ],
      },
    ],
    [
      {
        rows: [
          ['field', 'type'],
          ['password', 'varchar(72)'],
        ],
      },
    ],
    [{ NextToken: 'AbCd3fGhIjKlMn0pQrStUvWx', auth: { type: 'none', value: 'x' } }],
    [
      {
        envVars: [
          { key: 'TOKEN_TTL_SECONDS', value: '3600' },
          { key: 'feature/password_reset', value: 'on' },
        ],
      },
    ],
    [{ weakPasswords: ['hunter2abc'], apiKeys: ['main', 'second_2'] }],
    [{ last_output: 'Continue? [y/N] ', input: 'yes' }],
    [
      [
        { action: 'click', target: 'search box' },
        { action: 'type', text: 'Kaffee7' },
      ],
    ],
  ])('without a secret stays: %j', (input) => {
    expect(redactor.redactValue(input).value).toEqual(input);
  });
});

describe('text without a secret', () => {
  it.each([
    'password: {{password}}@db',
    'пароль: нет',
    '비밀번호: 선택',
    "password: '{{cfg.pw}}/x'",
    'weak_passwords = ["Summer2024x", "hunter2abc"]',
    'secrets:\n  - db_password_v2\n  - source: DB2\ntokens: ["world123", "foo_bar_2"]',
    'PASS=`openssl rand -hex 16`',
    // Names, rules, users and addresses in lists.
    'let passwords = [adminPassword1, userPassword2]; passwords = (old_password1, new_password2)',
    'passwords = { alice1990: 1, bob2001x: 2 }',
    '"passwords": ["min-length-8", "require-digit-1", "history-24"]',
    'reset_passwords: [user_1001, user_1002]',
    '"contract_tokens": ["0xdAC17F958D2ee523a2206206994597C13D831ec7", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"]',
    '<password value="${db.pw}"/>',
    'new DirectoryEntry(path, user, password);',
    'the password "Passwords do not match" is shown in red',
    'the password "is too short" error',
    '"password": "the name of your first pet"',
    'パスワードは8文字以上、というエラー',
    'see [the password policy](https://docs.example/password#length) and [the docs](./docs.md)',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJx4Yk0Qm5vZ3Rrb2xwZm9yIHRlc3RpbmcgcHVi  <- the public half',
    'postgres://user:password@localhost:5432/mydb is what the tutorial shows',
    'proxy: http://proxyuser:proxypass@proxyhost:port',
    'KENNWORT=[password]\nBENUTZER=wagner\nSERVER=10.4.0.12',
    'docker login -u acme && docker push acme/api:1.9',
    '\t| m6811 | m68hc11 | m6812 | m68hc12 | m68hcs12x \\\n\t| mips64r5900 | mips64r5900el \\',
    '"pbkdf2-password": "1.2.1",',
    "credentials('www.example.com:80', '', 'x')",
    'The PIN must have 4 to 8 digits and the OTP expires after 3600 seconds',
    'NAME      TYPE     TOKEN   AGE\nfoo-abc   Opaque   3       5d',
    'password: ["required", "min:8", "confirmed"]',
    'la password è scaduta: mostra la schermata di recupero',
    'enable password authentication',
    'login with user budi and run php artisan queue:work',
    '["docker", "run", "-p", "8080:80", "nginx"]',
    'auth=("user", "pass")',
    '$password = $row2;',
    'host db1\npassword prompt',
    // What is said of a password in the middle of a sentence.
    'a senha é pedida duas vezes no cadastro',
    'salasana on pakollinen kenttä, mutta lomake hyväksyy tyhjän',
    'passordet er glemt av halve styret',
    'parola este criptata cu bcrypt in proiectul asta',
    '密码是用户自己设置的还是系统生成的?看一下UserService.resetPassword的逻辑',
    '비밀번호는 사용자가 입력한 값입니다 auth.ts 확인',
    'heslo se neukládá, vysvětli mi rozdíl mezi bcrypt a argon2',
    // Patterns, prompts, selectors, names of other values, public ids.
    "PASSWORD_RE = r'^(?=.*[A-Z])(?=.*\\d).{12,64}$'",
    'read -rsp "Password: " DB_PASS; mysql -u app -p"$DB_PASS" -e "select 1"',
    'design tokens: token.primary.500 = #0A84FF',
    "form#login input[name='password'][data-testid='pwd-3f8a']",
    "SELECT length(token) FROM sessions WHERE agent_hash = '8258ce525e14fcd1a266b877b1f3bed5'",
    'the login of ch_3PqLw82eZvKYlo2C1xT0abcd was refunded, deployer addr is 0x8fA2c41B77e09D3351cC0B6a2d9E4f1083b7D5e2',
    // Settings with random values that everybody may see.
    'GIT_SHA=4f9a1c77be02d8e35a6b90c1f4d27e8812345678\nBUILD_ID=7f1c2b90-4c1e-4d0a-93d3-2f6a5e0b8c17\nCACHE_DIGEST=9e107d9d372bb6826bd81d3542a419d6',
    'TEAM_ID=8K3LM9QZ2T\ntrace_id: 4bf92f3577b34da6a3ce929d0e0e4736\nNODE_OPTIONS=--max-old-space-size=4096',
    'a code word processor from 1984, and the code word in the novel',
    // What is said of passwords: rules, questions, advice, names of secrets; numbers of telephones and parcels.
    'Das Passwort ist zu ändern. Passwort: wird niemals per Mail verschickt, Durchwahl 3317',
    'Passwörter: lang, zufällig und nie doppelt verwenden',
    'Adgangskode: glemt? skal være et link',
    'safe password: three random words, never your birthday',
    'arn:aws:secretsmanager:us-west-2:884412907731:secret:prod/orders/db-x7Qk2L is denied',
    '{"password.forgot":"Passwort vergessen?","secret_question":"Geheimfrage"}',
    '4f9a1c77be02d8e3 auth: rotate the refresh token\n07aa9be2 chore: bump keytar',
    'passkeys replace passwords by 2030 and "123456" is still first on the leak list',
    '密码：至少8位，忘记请联系前台 8021',
    'el banco nunca pide la clave, atención al cliente 902114477',
    'env:\n- name: TOKEN_TTL\n  value: "86400"\n- name: DB_PASSWORD\n  valueFrom: {}',
    // Specifications of fields, ids of public keys and of transactions, cookies of name servers, standards.
    "'password1' => 'required|string',\n'tls_psk' => 'db hosts.tls_psk'",
    'gpg: using RSA key 5AF211AC3885FCE8384BCC2213DCA105F0B826EC',
    '{"blocktime": 1658995253, "txid": "049f072900506744358f632e339f9f8f9edb1122947a7ae1b51d429e837f00ea"}',
    ';; OPT PSEUDOSECTION:\n; COOKIE: 091d800039f77be9f78435b9ba88b142cff7506373b2d33c (good)',
    "const c = await this.getCredentials('boxOAuth2Api');",
    'Wenn -L und -P zugleich angegeben sind, gewinnt die letzte',
    'Het wachtwoord is verplicht.\nDas Passwort wird --password-hashed= akzeptiert.',
    'password: user.password, pwd: form.value, pass: get_secret(path)',
    'GPIO_PIN=1017\nERROR_CODE=60583\nZIP_CODE=10115',
    '\u001b[32mPassword:\u001b[0m \u001b[2m(hidden)\u001b[0m',
    '{"password": "Пароль", "confirm": "Подтвердите", "login": "Войти"}',
    // Names of settings, and code that looks like a line of a definite format.
    "LDAP3_PASSWORD_ENV = 'LDAP3_PASSWORD'",
    "S3_SECRET_VAR = 'S3_SECRET_KEY'",
    "chacha20_auth = CHACHA20_WASM_MODULE.cwrap(\n  'chacha20_auth', null, ['number'])",
    'old_auth = kc.get_flow_by_alias(alias=new_auth)',
    'let x = 1; password=form.pass; next()',
    'if (a) b(); pwd=window.location.pathname;',
    'glpat-left-and-right-of-the-container-div',
    // References, ranges, technologies and paths of documents.
    'see GH OpenVPN/openvpn#306 and :class:`~django.http.Http404` for the login',
    'log in over IPv6+UDP or with a POP3-specific client, we are open 9h-18h',
    'the password lookups use scram-sha-256, values from ``1`` to ``32767`` are safe',
    'the login page is saved in /home/images/foo.png',
    '// legal winner thank year wave sausage worth useful legal winner thank yellow',
    "module.exports = {\n  LockKeyhole: LockKeyhole,\n  Grid3x3: Grid3x3,\n  pin: 'GPIO17',\n};",
    '// Prints https://example.org/?query%5B%5D=abc&#x26;query%5B%5D=123, unless the user has to log in',
    "console.log(key.toString('hex'));  // '3745e48...08d59ae' is the key of the password",
    // Lines of programs, each with one name.
    'function processUpdateQueue(\n  workInProgress$jscomp$0,\n  props,\n  instance$jscomp$0,\n  renderLanes\n) {\n  return null;\n}',
    'export interface Login {\n    on(\n        event: "login",\n        listener: (\n            session: ServerHttp2Session<Http1Request, Http2Response>,\n        ) => void,\n    ): this;\n}',
    'switch (code) {\n    // a key that the user typed as a password\n    case 48 /* CharacterCodes._0 */:\n    case 49 /* CharacterCodes._1 */:\n        value += scanNumber();\n}',
  ])('stays: %s', (text) => {
    expect(masked(text)).toBe(text);
  });
});
