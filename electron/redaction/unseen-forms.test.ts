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
    // Words with a dot.
    'đăng nhập với mật khẩu ⟦hoasen.mua9⟧ rồi chạy test',
    'la clave que me dieron es ⟦tormenta.azul22⟧ pero falla',
    // Codes somewhere in the sentence.
    'sudo asks for the OTP, i typed ⟦996714⟧ and nothing happens',
    "Mon code secret pour la carte est le ⟦5829⟧, l'appli refuse",
    'el pin del cajón es ⟦8812⟧ y el de la alarma ⟦1379⟧, apúntalo',
    'passcode for the zoom ⟦492 113⟧',
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
    'FATAL: password authentication failed (tried "⟦Hummel4217⟧")',
    'the vpn pw = ⟦hummelnest⟧',
    'password: ⟦dummyHm42kd!⟧',
    // Pairs.
    'DEBUG requests.auth: Basic auth with mira / ⟦Hummel42⟧',
    'here are the creds\nmira\n⟦Hummelnest!9⟧',
    'Please log in with student/⟦learning2024⟧',
    'the admin panel is at x.example (admin, ⟦kittens42⟧)',
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

describe('text without a secret', () => {
  it.each([
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
    '// legal winner thank year wave sausage worth useful legal winner thank yellow',
  ])('stays: %s', (text) => {
    expect(masked(text)).toBe(text);
  });
});
