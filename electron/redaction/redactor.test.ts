// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of other languages are what is tested.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, type Finding, type JsonValue, TRUNCATION_MARK } from './redactor.ts';

const redactor = createRedactor({
  fingerprintKey: new Uint8Array(32).fill(7),
  homeDirectories: ['/home/mirabel', 'C:\\Users\\mirabel'],
  userNames: ['mirabel', 'Mirabel Quint', 'root', 'mq'],
});
const stored = (text: string) => redactor.redactText(text).text;
const rules = (text: string) => redactor.redactText(text).findings.map(({ rule, tier }) => `${tier} ${rule}`);

// Built from parts, so that no scanner takes this file for a leak.
const GITHUB = `ghp${'_'}${'a1B2c3D4e5'.repeat(3)}f6G7h8`;
const AWS = `AKI${'A'}QYLPMN5HFIQR7XYA`;

describe('credentials with a known shape', () => {
  it('become typed masks', () => {
    expect(stored(`token ${GITHUB} here`)).toBe('token [github-token] here');
    expect(stored(`id ${AWS}.`)).toBe('id [aws-access-key-id].');
  });

  it('are definite only when their checksum is right, and masked when it is wrong', () => {
    expect(rules(GITHUB)).toEqual(['candidate github-token']);
  });

  it.each<[JsonValue]>([
    [`GITHUB_TOKEN=${GITHUB}`],
    [{ GITHUB_TOKEN: GITHUB }],
    [{ name: 'GITHUB_TOKEN', value: GITHUB }],
    [['tool', '--token', GITHUB]],
    [['curl', '-u', `x:${GITHUB}`]],
    [{ Authorization: `Bearer ${GITHUB}` }],
    [`Authorization: Bearer ${GITHUB}`],
    [`https://x:${GITHUB}@git.acme.example/a`],
  ])('keep their name where another rule finds them too, in %j', (value) => {
    const { findings } = redactor.redactValue(value);
    expect(findings.map(({ rule }) => rule)).toEqual(['github-token']);
  });

  it('tell the password of a database from one of a web address', () => {
    expect(rules('postgres://app:k3Hq9zLm2p@db.acme.dev/x')).toEqual(['definite database-credentials']);
    expect(rules('https://app:k3Hq9zLm2p@acme.dev/x')).toEqual(['definite url-credentials']);
  });

  it('are found where an escape clings to them', () => {
    expect(stored(`"one\\n${AWS}\\ntwo"`)).toBe('"one\\n[aws-access-key-id]\\ntwo"');
    expect(stored(`a%3D${AWS}`)).toBe('a%3D[aws-access-key-id]');
  });

  it('are found inside base64, also twice', () => {
    const once = Buffer.from(`value ${GITHUB}`).toString('base64');
    expect(stored(`data: ${once}`)).toBe('data: [github-token]');
    expect(stored(Buffer.from(`again ${once}`).toString('base64'))).toBe('[github-token]');
  });

  it('are not looked for in a picture or an archive that begins like text', () => {
    let state = 20_261_123;
    const bytes = Uint8Array.from({ length: 600 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    });
    const encoded = Buffer.concat([
      Buffer.from('RIFF Chunk one'),
      bytes,
      Buffer.from(' my password is kW7vT2qLx9 '),
    ]).toString('base64');
    expect(stored(encoded)).toBe(encoded);
  });

  it('are found when nobody sees the character in their middle', () => {
    expect(stored(`${GITHUB.slice(0, 12)}\u200b${GITHUB.slice(12)}`)).toBe('[github-token]');
    expect(stored(`run ${GITHUB.slice(0, 12)}\\\n${GITHUB.slice(12)} now`)).toBe('run [github-token] now');
  });

  it('take the documentation of a vendor for what it is', () => {
    expect(stored('AKIAIOSFODNN7EXAMPLE')).toBe('AKIAIOSFODNN7EXAMPLE');
  });
});

describe('private keys', () => {
  const lines = [
    'MIIEowIBAAKCAQEAv0pGxjV3Y1hqk2mCkQ7vZ1',
    'o3bS8w0aT5e9XcVbNmKjHgFdSaPoIuYtReWqLk',
    'Jh8Gf7Ds6Ap5Zo4Xi3Cu2Vy1Bt0Nr9Me8Wq7Ql6=',
  ];
  const begin = `-----${'BEGIN'} RSA PRIVATE KEY-----`;
  const end = `-----${'END'} RSA PRIVATE KEY-----`;

  it.each([
    ['whole', `${begin}\n${lines.join('\n')}\n${end}`],
    ['on one line', `${begin}\\n${lines.join('\\n')}\\n${end}`],
    ['without its end', `${begin}\n${lines.join('\n')}`],
    ['in a diff', `${begin}\n+${lines.join('\n+')}\n+${end}`],
  ])('%s', (_name, key) => {
    expect(stored(`before\n${key}\nafter`)).toBe('before\n[private-key]\nafter');
  });

  it('are not seen in code that speaks of them', () => {
    const code = `if (text.startsWith('${begin}')) return parse(text);`;
    expect(stored(code)).toBe(code);
  });
});

describe('credentials by their context', () => {
  it.each([
    ['password=hunter2', 'password=[password]'],
    ['PGPASSWORD=letmein psql -h db', 'PGPASSWORD=[password] psql -h db'],
    ['{"password": "p4ss phrase"}', '{"password": "[password]"}'],
    ['my password is Tr0ub4dor&3', 'my password is [password]'],
    ['postgres://app:s3cretpw@db/app', 'postgres://app:[password]@db/app'],
    ['curl -u ada:hunter22 https://x.dev', 'curl -u ada:[password] https://x.dev'],
    ['mysql -uroot -pS3cret shop', 'mysql -uroot -p[password] shop'],
    ['Authorization: Bearer abcdef0123456789', 'Authorization: Bearer [bearer-token]'],
    [`Authorization: Basic ${btoa('ada:open sesame')}`, 'Authorization: Basic [basic-auth]'],
    ['Cookie: sid=abc123def456; theme=dark', 'Cookie: [cookie]'],
    ['<password>Tr0ub4dor99!</password>', '<password>[password]</password>'],
    ['- name: DB_PASSWORD\n  value: hunter22', '- name: DB_PASSWORD\n  value: [password]'],
    ['machine git.dev login ada password hunter22', 'machine git.dev login ada password [password]'],
  ])('%s', (text, masked) => {
    expect(stored(text)).toBe(masked);
  });

  it.each([
    'password: string;',
    'const token = getToken();',
    'apiKey: process.env.API_KEY,',
    'password = os.environ["DB_PASSWORD"]',
    'GITHUB_TOKEN=${{ secrets.GITHUB_TOKEN }}',
    'password=changeme',
    'api_key = "<your-api-key>"',
    'token: "xxxxxxxxxxxx"',
    'this.password = password;',
    'if (!password) throw new Error("Password required");',
    'max_tokens: 4096',
    'function setPassword(password: string, token?: Token): void',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    '"integrity": "sha512-bRISgCIjP20/tbWSPWMEi54QVPRZExkuD9lJL+UIxUKtwVJA8wW1Trb1jMs1RFXo1CBTNZ/5hpC9QvmKWdopKw=="',
    'id 550e8400-e29b-41d4-a716-446655440000',
    'src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="',
  ])('leaves %s alone', (text) => {
    expect(stored(text)).toBe(text);
  });
});

describe('quoted passwords of letters alone', () => {
  it.each([
    ['{"password":"Summer"}', '{"password":"[password]"}'],
    ['{"db":{"user":"admin","password":"Winter"}}', '{"db":{"user":"admin","password":"[password]"}}'],
    ['password: "Winter"', 'password: "[password]"'],
    ['password = "Qwerty"', 'password = "[password]"'],
    ['db.connect(password="Summer")', 'db.connect(password="[password]")'],
    ['DB_PASSWORD="Summer"', 'DB_PASSWORD="[password]"'],
    [
      '{"username":"bob","password":"pwCDXsXyGH","host":"db"}',
      '{"username":"bob","password":"[password]","host":"db"}',
    ],
    ["ALTER ROLE x WITH PASSWORD 'pwzaqIhDxR'", "ALTER ROLE x WITH PASSWORD '[password]'"],
    ['{"old_password":"Winter"}', '{"old_password":"[password]"}'],
  ])('%s', (text, masked) => {
    expect(stored(text)).toBe(masked);
  });

  it.each([
    '"password": "Passwort"',
    '"password": "Kennwort",',
    '"password": "Wachtwoord"',
    '"password": "Contraseña"',
    '"password": "Senha"',
    '"password": "Hasło"',
    '"password": "Heslo"',
    '"password": "Şifre"',
    '"password": "Lösenord"',
    '"password": "Пароль"',
    '"password": "パスワード"',
    '"password": "Required"',
    '"password": "Enter"',
    "password: 'Confirm',",
    'password: "Forgot"',
    '"forgot_password": "Vergeten"',
    "resetPassword: 'Reinitialiser'",
    'password: "userName"',
    'password: "formData",',
    "passwordControl.password = 'currentValue'",
    'fields = { password: "loginSecretField" }',
    "self.password = boto.config.get('Boto', 'proxy_pass')",
  ])('%s stays', (text) => {
    expect(stored(text)).toBe(text);
  });
});

describe('passwords of letters alone after an option', () => {
  it.each([
    ['mysqldump --password Summer db', 'mysqldump --password [password] db'],
    ['--password hunter', '--password [password]'],
    ['--password letmein', '--password [password]'],
    ['foo --password=Summer', 'foo --password=[password]'],
    ['$ tool --username bob --password Summer -v', '$ tool --username bob --password [password] -v'],
    ['{"command":"tool --db-password Summer"}', '{"command":"tool --db-password [password]"}'],
    ['Run `tool --password Summer` there.', 'Run `tool --password [password]` there.'],
  ])('%s', (text, masked) => {
    expect(stored(text)).toBe(masked);
  });

  it.each([
    'use the --password option',
    '--password is required',
    '--password flag',
    '--password to log in',
    'Either --password or --token must be given.',
    'mytool: --password requires a value',
    'Fix --password parsing',
    'fix(cli): make --password mandatory in scripts',
    '  --password string   The password',
    '  --password value  what to log in with',
    '  --password      Password to log in with',
    '  -p, --password Set the password',
    'tool --password PASSPHRASE',
    'tool --ask-password before',
    'Run `tool --password` first.',
    'Options: --password given',
  ])('%s stays', (text) => {
    expect(stored(text)).toBe(text);
  });
});

describe('passwords of letters alone in connection strings', () => {
  it.each([
    [
      'psql "host=db user=admin password=Summer dbname=x"',
      'psql "host=db user=admin password=[password] dbname=x"',
    ],
    ['password=Summer host=db', 'password=[password] host=db'],
    ['Server=db;User Id=sa;Password=Summer;', 'Server=db;User Id=sa;Password=[password];'],
    [
      'Server=db; User Id=sa; Password=Summer; Encrypt=true',
      'Server=db; User Id=sa; Password=[password]; Encrypt=true',
    ],
    ['"Data Source=db;Trusted=no;Pwd=Summer"', '"Data Source=db;Trusted=no;Pwd=[password]"'],
    ['https://x.dev/login?user=bob&password=letmein', 'https://x.dev/login?user=bob&password=[password]'],
    ["curl -d 'password=Summer&username=bob' x.dev", "curl -d 'password=[password]&username=bob' x.dev"],
  ])('%s', (text, masked) => {
    expect(stored(text)).toBe(masked);
  });

  it.each([
    'connect(host=h, password=pw)',
    'connect(host=host, user=user, password=given)',
    'connect(user=baduser, password=badpw, netrc=False)',
    'SELECT 1 FROM t WHERE user=name AND password=given',
    '<Login host={h} user={u} password={given} />',
    'this.host=host;this.user=user;this.password=given;',
    'host=localhost user=postgres password=secret',
    '?user=bob&password=password',
    'size=10 password=given colour=red',
  ])('%s stays', (text) => {
    expect(stored(text)).toBe(text);
  });
});

describe('passwords that commands and statements take', () => {
  const word = `Se${'Krit'}ty`;
  it.each([
    ['7z x -p# a.7z'],
    ['7za a -p"#" a.7z b'],
    ['7zz x -p# a.7z'],
    ['twine upload -u bob -p # dist/*'],
    ['gh secret set FOO --body #'],
    ['gh secret set FOO -b "#"'],
    ['ConvertTo-SecureString "#" -AsPlainText -Force'],
    ['ConvertTo-SecureString -String "#" -AsPlainText'],
    ["ConvertTo-SecureString -AsPlainText -Force '#'"],
    ['security add-generic-password -a x -s y -w #'],
    ['security unlock-keychain -p "#" login.keychain'],
    ['net use z: \\\\srv\\share # /user:bob'],
    ['net use \\\\srv\\share /user:bob #'],
    ['net user bob # /add'],
    ['rabbitmqctl add_user bob #'],
    ['rabbitmqctl change_password bob "#"'],
    ['nmcli dev wifi connect X password #'],
    ["CREATE USER x IDENTIFIED BY '#'"],
    ["create user 'x'@'%'\n  identified with caching_sha2_password by '#';"],
    ["ALTER USER x IDENTIFIED BY '#';"],
    ['CREATE USER scott IDENTIFIED BY # QUOTA 1M ON users'],
    ["CREATE ROLE x LOGIN PASSWORD '#' VALID UNTIL '2030-01-01'"],
    ["SET PASSWORD = '#'"],
    ["SET PASSWORD FOR 'bob'@'h' = PASSWORD('#')"],
  ])('%s', (text) => {
    expect(stored(text.replace('#', word))).toBe(text.replace('#', '[password]'));
  });

  it.each([
    '7z x -p$PW a.7z',
    '7z l archive.7z',
    'twine check -p dist',
    'gh secret set FOO --body "$TOKEN"',
    'gh secret set FOO < file',
    'ConvertTo-SecureString $plain -AsPlainText -Force',
    'ConvertTo-SecureString (Read-Host) -AsPlainText',
    'security find-generic-password -a x -w | pbcopy',
    'for security -p means port',
    'net use z: \\\\srv\\share * /user:bob',
    'net user bob * /add',
    'net user bob /delete',
    'The net user growth was flat.',
    'rabbitmqctl list_users',
    'nmcli asks for a password then',
    "Each row is identified by 'id' alone.",
    'The user is identified by "email".',
    'CREATE USER x IDENTIFIED BY ?',
    "SET PASSWORD FOR bob = '$1'",
  ])('%s stays', (text) => {
    expect(stored(text)).toBe(text);
  });
});

describe('passwords in prose and codes in JSON', () => {
  it.each([
    [`password：Se${'Kr1t'}ty`, 'password：[password]'],
    ['the password for the db: Pwd6MVF155!', 'the password for the db: [password]'],
    [
      'Password of ada on db.acme.dev: pw6MVF155, thanks',
      'Password of ada on db.acme.dev: [password], thanks',
    ],
    ['{"PIN":"pw1Bf86o0C"}', '{"PIN":"[secret]"}'],
    ['{"otp":"pw4w7bAdzG"}', '{"otp":"[secret]"}'],
    ['{\\"otp\\": \\"482913\\"}', '{\\"otp\\": \\"[secret]\\"}'],
  ])('%s', (text, masked) => {
    expect(stored(text)).toBe(masked);
  });

  it.each([
    'password：请输入密码',
    'the password for the db: none yet',
    'the password for the db: see chapter 12',
    'a password for the user: https://acme.dev/help1',
    'Password for step 3: getPassword1(user)',
    'the password for release: 1.2.3-beta1',
    '{"pin":"1234"}',
    '{"pin":"GPIO17"}',
    '{"pin":"PIN_HEADER_12"}',
    '{"otp":"required"}',
    '{"otp":"123456"}',
    '"pinned": "8f3Ab2c91Z"',
  ])('%s stays', (text) => {
    expect(stored(text)).toBe(text);
  });
});

describe('personal data', () => {
  it('is masked', () => {
    expect(stored('write to ada.lovelace@acme.dev')).toBe('write to [email]');
    expect(stored('card 4111 1111 1111 1111, please')).toBe('card [payment-card], please');
    expect(stored('to DE89 3704 0044 0532 0130 00 today')).toBe('to [iban] today');
    expect(stored('call +44 20 7946 0958 now')).toBe('call [phone] now');
    expect(stored('PESEL: 44051401359')).toBe('PESEL: [pl-pesel]');
  });

  it.each([
    'git@github.com:acme/app.git',
    'npm i react@18.2.0 @types/node@24.1.0',
    'logo@2x.png',
    '4111 1111 1111 1112',
    'DE89 3704 0044 0532 0130 01',
    '1730000000000',
  ])('is not seen in %s', (text) => {
    expect(stored(text)).toBe(text);
  });

  it.each([
    ['/home/mirabel/src/app.ts', '~/src/app.ts'],
    ['cd C:\\Users\\mirabel\\src', 'cd ~\\src'],
    ['{"cwd":"C:\\\\Users\\\\mirabel\\\\src"}', '{"cwd":"~\\\\src"}'],
    ['file:///home/mirabel/x', 'file://~/x'],
    ['.claude/projects/-home-mirabel-app', '.claude/projects/-home-[user-name]-app'],
    ['Signed-off-by Mirabel Quint', 'Signed-off-by [user-name]'],
    ['ls /home/mq/x', 'ls /home/[user-name]/x'],
  ])('hides the owner of the machine in %s', (text, masked) => {
    expect(stored(text)).toBe(masked);
  });

  it('leaves names that every machine has, and words that contain one', () => {
    expect(stored('the root user of mirabella owns mq')).toBe('the root user of mirabella owns mq');
  });
});

describe('what people type', () => {
  it.each([
    ['it is PASSWORD=x7Qm2Lp9 there', 'it is PASSWORD=[password] there'],
    ['**Password:** R*Q5MGAg*#1F', '**Password:** [password]'],
    ['| password | L*Wq#m9s!bp |', '| password | [password] |'],
    [
      '| user | password |\n|---|---|\n| bob | Tulip2024 |',
      '| user | password |\n|---|---|\n| bob | [password] |',
    ],
    ['use the password hunter22 there', 'use the password [password] there'],
    ['the password for the staging db is hunter22.', 'the password for the staging db is [password].'],
    ['log in as admin / Welcome794!', 'log in as admin / [password]'],
    ['Das Passwort lautet Blume42.', 'Das Passwort lautet [password].'],
    ['ПАРОЛЬ: Ромашка55', 'ПАРОЛЬ: [password]'],
    ['Şifre: kedi4821', 'Şifre: [password]'],
    ['密码是Sommer99。', '密码是[password]。'],
    ['パスワードはhana2024です', 'パスワードは[password]です'],
    ['La contraseña es Girasol77, gracias', 'La contraseña es [password], gracias'],
    ['DB_PASSWORD=密码2025', 'DB_PASSWORD=[password]'],
    ['ADMIN_PASSWORD=Example2024!', 'ADMIN_PASSWORD=[password]'],
    ['{"name":"DB_PASSWORD","value":"x7Qm2Lp9"}', '{"name":"DB_PASSWORD","value":"[password]"}'],
    ['{"value":"x7Qm2Lp9","name":"DB_PASSWORD"}', '{"value":"[password]","name":"DB_PASSWORD"}'],
    ['<string name="api_secret">x7Qm2Lp9aa</string>', '<string name="api_secret">[secret]</string>'],
    [
      "INSERT INTO u (name, password) VALUES ('a', 'Tulip24')",
      "INSERT INTO u (name, password) VALUES ('a', '[password]')",
    ],
    ['xfreerdp /u:bob /p:Tulip2024 /v:host', 'xfreerdp /u:bob /p:[password] /v:host'],
    ['tool sync -u bob -p Tulip2024', 'tool sync -u bob -p [password]'],
    ["open '/Users/somebodyelse/x.json'", "open '/Users/[user-name]/x.json'"],
    // Windows cuts a name of more than eight characters in the paths of temporary folders.
    ['dir C:\\Users\\MIRABE~1\\AppData\\Local\\Temp', 'dir C:\\Users\\[user-name]\\AppData\\Local\\Temp'],
  ])('%s', (text, masked) => {
    expect(stored(text)).toBe(masked);
  });

  it.each([
    'o.thisIsAMemberOfAnObjectWithLetters',
    'const GLC_CONTEXT_PROFILE_COMPATIBILITY_BIT = 2;',
    'Authorization: Digest username="user", realm="x"',
    'the password is stored in sha256',
    'password hashing with argon2id',
    'ssh -p 2222 bob@host',
    'mysql -u root -p shop < dump.sql',
    'the primary key is 550e8400-e29b-41d4-a716-446655440000',
    "kubectl get secret db -o jsonpath='{.data.password}' | base64 -d",
  ])('leaves %s alone', (text) => {
    expect(stored(text)).toBe(text);
  });

  it('keeps the address of a link beside a mask', () => {
    expect(stored('token: [a1B2c3D4e5F6g7H8](https://x.dev/a)')).toContain('(https://x.dev/a)');
  });

  it('knows the values that a tool types into a described field', () => {
    const value = (input: JsonValue) => redactor.redactValue(input).value;
    expect(value({ element: 'Password field', text: 'tulip' })).toEqual({
      element: 'Password field',
      text: '[password]',
    });
    expect(value({ selector: '#password', value: 'tulip' })).toEqual({
      selector: '#password',
      value: '[password]',
    });
    expect(value({ question: 'What is the wifi password?', answer: 'tulip' })).toEqual({
      question: 'What is the wifi password?',
      answer: '[password]',
    });
    expect(value({ headers: [{ name: 'X-Api-Key', value: 'tulip' }] })).toEqual({
      headers: [{ name: 'X-Api-Key', value: '[api-key]' }],
    });
  });
});

describe('findings', () => {
  it('follow one secret by its fingerprint, plain, in base64 and percent-encoded', () => {
    const print = (text: string) => redactor.redactText(text).findings[0]?.fingerprint;
    expect(print(`a ${GITHUB}`)).toMatch(/^[0-9a-f]{16}$/);
    expect(print(Buffer.from(`value ${GITHUB}`).toString('base64'))).toBe(print(`a ${GITHUB}`));
    expect(print('https://a:p%40ss%2Fw0rd@h.dev')).toBe(print('password="p@ss/w0rd"'));
    expect(print(`a ${GITHUB}`)).not.toBe(print(`a ${GITHUB}x`));
  });

  it('have no fingerprint for people', () => {
    expect(redactor.redactText('ada@acme.dev').findings[0]).not.toHaveProperty('fingerprint');
  });

  it('depend on the key', () => {
    const other = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
    expect(other.redactText(GITHUB).findings[0]?.fingerprint).not.toBe(
      redactor.redactText(GITHUB).findings[0]?.fingerprint,
    );
  });

  it('count what was removed', () => {
    expect(redactor.redactText(`x ${AWS} y`).findings).toMatchObject([
      { start: 2, end: 21, removed: 20, member: '' },
    ]);
  });
});

const TEXTS = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      GITHUB,
      AWS,
      'password=',
      '"password": "',
      'hunter2',
      ' ',
      '"',
      '\\n',
      '\n',
      ':',
      '@',
      'https://a:b1c2d3e4@host.dev/',
      'ada@acme.dev',
      '4111111111111111',
      '+44 20 7946 0958',
      '/home/mirabel',
      'mirabel',
      '[password]',
      '[email]',
      'Bearer ',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc123',
      'Cookie: a=b1c2d3e4; ',
      'curl -u ada:',
      '\u200b',
      '\\\n',
      '%3D',
      'key: ',
      'token ',
      'auth=(',
      'Authorization: Basic ',
      'kind: Secret\ndata:\n  a: ',
      'PESEL: 44051401359',
      'DE89370400440532013000',
      '%40',
      '--password ',
      '<password>',
      ' is ',
      'Zm9vYmFyIHBhc3N3b3JkPWh1bnRlcjIy',
      '`',
      '=',
      '(',
      '+',
      'mysql -p',
      'a1B2c3D4e5F6g7H8',
      "'",
      ',',
      ';',
    ),
  ),
  { maxLength: 14 },
);

function expectMasksInPlace(text: string, findings: readonly Finding[]): void {
  let before = 0;
  for (const { start, end } of findings) {
    expect(start).toBeGreaterThanOrEqual(before);
    expect(text.slice(start, end)).toMatch(/^(?:\[[a-z0-9-]+\]|~)$/);
    before = end;
  }
}

describe('any text', () => {
  it('has its masks where the findings say', () => {
    fc.assert(
      fc.property(TEXTS, (parts) => {
        const { text, findings } = redactor.redactText(parts.join(''));
        expectMasksInPlace(text, findings);
      }),
      { numRuns: 1500 },
    );
  });

  it('is stable once it is masked', () => {
    fc.assert(
      fc.property(TEXTS, (parts) => {
        const { text } = redactor.redactText(parts.join(''));
        const again = redactor.redactText(text);
        expect(again.text).toBe(text);
        expect(again.findings).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });

  it('is cut after masking, never through a mask or a pair of surrogates, and cut only once', () => {
    const short = createRedactor({
      fingerprintKey: new Uint8Array(1),
      homeDirectories: [],
      userNames: [],
      maxTextLength: 80,
    });
    fc.assert(
      fc.property(TEXTS, fc.nat(100), (parts, padding) => {
        const { text, findings, truncatedFrom } = short.redactText(
          '😀'.repeat(padding >> 1) + 'x'.repeat(padding & 1) + parts.join(' '),
        );
        expect(text.length).toBeLessThanOrEqual(80);
        expectMasksInPlace(text, findings);
        expect(text.endsWith(TRUNCATION_MARK)).toBe(truncatedFrom !== undefined);
        if (truncatedFrom !== undefined)
          expect(text.slice(0, -TRUNCATION_MARK.length)).not.toMatch(/[\ud800-\udbff]$|\[[a-z-]*$/);
        expect(short.redactText(text)).toMatchObject({ text });
      }),
      { numRuns: 800 },
    );
  });

  it('may be empty', () => {
    expect(redactor.redactText('')).toEqual({ text: '', findings: [] });
  });

  it('is stored without half a pair of surrogates', () => {
    expect(stored('\ud800')).toBe('\ufffd');
    expect(stored(`\udc00${AWS}\ud83d`)).toBe('\ufffd[aws-access-key-id]\ufffd');
  });
});

describe('values', () => {
  const redact = (value: JsonValue) => redactor.redactValue(value);

  it('lose what stands under a sensitive key, of any type', () => {
    expect(
      redact({
        password: 'hunter2',
        nested: { api_key: ['a', { b: 1 }], client_secret: { deep: true }, passphrase: 12345, secret: true },
      }).value,
    ).toEqual({
      password: '[password]',
      nested: {
        api_key: '[api-key]',
        client_secret: '[secret]',
        passphrase: '[password]',
        secret: '[secret]',
      },
    });
  });

  it('keep what a sensitive word only describes', () => {
    const value = {
      token_count: 7,
      tokens: 12,
      inputTokens: [12, 40],
      passwordField: 'login',
      secret_name: 'db',
      keyboard: 'dvorak',
      password: null,
      token: '',
    };
    expect(redact(value)).toMatchObject({ value, findings: [], truncated: [] });
    const words = { tokens: ['the', 'cat', '2019'] };
    expect(redact(words).value).toEqual(words);
    expect(redact({ tokens: ['the', 'kT93xQ0pLw72'] }).value).toEqual({ tokens: '[token]' });
  });

  it('are walked in keys and values, arrays and numbers', () => {
    const { value, findings } = redact({
      'ada@acme.dev': [1, 'x', { note: GITHUB }],
      card: 4111111111111111,
    });
    expect(value).toEqual({ '[email]': [1, 'x', { note: '[github-token]' }], card: '[payment-card]' });
    expect(findings.map(({ member, rule, inKey }) => [member, rule, inKey ?? false])).toEqual([
      ['/[email]', 'email', true],
      ['/[email]/2/note', 'github-token', false],
      ['/card', 'payment-card', false],
    ]);
  });

  it('lose no member when two keys become one mask', () => {
    expect(redact({ 'ada@acme.dev': 1, 'bob@acme.dev': 2 }).value).toEqual({ '[email]': 1, '[email] 2': 2 });
  });

  it('are safe from hostile keys', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"password":"hunter2"},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":1}',
    ) as JsonValue;
    const { value } = redact(hostile);
    expect(JSON.stringify(value)).toBe(
      '{"__proto__":{"password":"[password]"},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":1}',
    );
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('know the value that stands beside its name', () => {
    expect(
      redact({
        env: [
          { name: 'DB_PASSWORD', value: 'x' },
          { name: 'MODE', value: 'x' },
        ],
      }).value,
    ).toEqual({
      env: [
        { name: 'DB_PASSWORD', value: '[password]' },
        { name: 'MODE', value: 'x' },
      ],
    });
    expect(redact(['login', '--password', 'letmein', '--port', '80']).value).toEqual([
      'login',
      '--password',
      '[password]',
      '--port',
      '80',
    ]);
    expect(redact(['curl', '-u', 'ada:letmein', 'https://x.dev']).value).toEqual([
      'curl',
      '-u',
      'ada:[password]',
      'https://x.dev',
    ]);
    expect(
      redact([
        ['X-Api-Key', 'letmein'],
        ['Accept', 'text/html'],
      ]).value,
    ).toEqual([
      ['X-Api-Key', '[api-key]'],
      ['Accept', 'text/html'],
    ]);
  });

  it('point at the mask in the redacted value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small', stringUnit: 'binary' }), TEXTS, (value, parts) => {
        const input = {
          [parts.join('')]: value,
          inside: [parts.join(' '), { password: value }],
        } as JsonValue;
        const result = redact(input);
        for (const { member, start, end, inKey } of result.findings) {
          const path = member
            .split('/')
            .slice(1)
            .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
          const key = path.at(-1) ?? '';
          const owner = path
            .slice(0, -1)
            .reduce((at: JsonValue, step) => (at as { [key: string]: JsonValue })[step]!, result.value);
          const text = inKey
            ? key
            : path.length === 0
              ? result.value
              : (owner as { [key: string]: JsonValue })[key];
          expect(String(text).slice(start, end)).toMatch(/^(?:\[[a-z0-9-]+\]|~)$/);
        }
        expect(redact(result.value).value).toEqual(result.value);
      }),
      { numRuns: 500 },
    );
  });

  it('tell where a string was cut', () => {
    const short = createRedactor({
      fingerprintKey: new Uint8Array(1),
      homeDirectories: [],
      userNames: [],
      maxTextLength: 64,
    });
    expect(short.redactValue({ a: ['x'.repeat(100)] })).toMatchObject({
      value: { a: [`${'x'.repeat(51)}${TRUNCATION_MARK}`] },
      findings: [],
      truncated: [{ member: '/a/0', from: 100 }],
    });
  });
});

describe('values under a name that an earlier event had', () => {
  const WALLET = '4rT7pQm2xKcVn9bZ1sWdGh6JyLfA3eUoXk8RtMvNqPzCi5BwHdSjEgYaFuT2oKmVxLnQpR7sW9cZbJhD4fGyA6Tk';
  const STATEMENT = 'insert into users (name, password) values (?, ?)';
  const BOUND = 'params parameters values args arguments binding bindings bind binds replacements vars data';
  const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  const inBothCases = (names: string) => names.split(' ').flatMap((name) => [name, capital(name)]);

  const cases: JsonValue[] = [
    ...['passwords', 'dbPasswords', 'passphrases'].map((name) => ({ [name]: ['kW7vT2qLx9', 'mN4xR8sTy2'] })),
    ...['tokens', 'apiKeys', 'client_secrets'].map((name) => ({ [name]: ['q8Xv2LmR7tKz4NpW9sYb'] })),
    ...['signer', 'feePayer', 'wallet', 'keypair'].map((name) => ({ [name]: WALLET })),
    ...inBothCases('value val default secret_value secretValue string_value').map((name) => ({
      [name]: 'kW7vT2qLx9',
      masked: true,
    })),
    ...inBothCases(BOUND).map((name) => ({ sql: STATEMENT, [name]: ['ann', 'kW7vT2qLx9'] })),
    ...['args', 'argv', 'arguments', 'parameters'].map((name) => ({
      command: 'mysql',
      [name]: ['-u', 'ann', '-pkW7vT2qLx9'],
    })),
    ...['stdin', 'input', 'stdin_data'].map((name) => ({ command: 'sudo -S ls', [name]: 'kW7vT2qLx9' })),
    ...['text', 'send', 'reply', 'keys'].map((name) => ({ output: 'Password: ', [name]: 'kW7vT2qLx9' })),
    ...['data', 'values', 'fields', 'payload'].map((name) => ({
      path: 'secret/data/app',
      [name]: { note: 'kW7vT2qLx9' },
    })),
    { login: ['ann', 'kW7vT2qLx9'] },
  ];
  const harmless = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return 'alice';
    if (value === null || typeof value !== 'object') return false;
    if (Array.isArray(value)) return value.map(harmless);
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, harmless(child)]));
  };
  const fresh = () =>
    createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });

  it.each(cases.map((value) => [JSON.stringify(value), value] as const))('are masked: %s', (_, value) => {
    const other = fresh();
    other.redactValue(harmless(value));
    const { value: masked } = other.redactValue(value);
    expect(masked).toEqual(fresh().redactValue(value).value);
    expect(JSON.stringify(masked)).not.toMatch(/kW7vT2qLx9|mN4xR8sTy2|q8Xv2LmR7tKz4NpW9sYb|4rT7pQm2/);
  });
});

describe('names of people and their folders', () => {
  it.each([
    'mary-ann',
    'j.doe',
    'a+b',
    'o(o',
    'x[y]',
    '$cash',
    'who?',
    'a|b',
    'a/b',
    'back\\slash',
    '^up*',
    '{n}',
  ])('a name with punctuation (%s) is masked as any other', (name: string) => {
    const other = createRedactor({
      fingerprintKey: new Uint8Array(32),
      homeDirectories: [`/srv/people/${name}`],
      userNames: [name],
    });
    const { text } = other.redactText(`ask ${name} about /srv/people/${name}/notes and /home/${name}/x`);
    expect(text).not.toContain(name);
  });
});

describe('a home directory whose name is not of plain letters', () => {
  const createFor = (home: string, name: string) =>
    createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [home], userNames: [name] });
  const windows = createFor('C:\\Users\\Jörg Müller', 'Jörg Müller');

  it.each([
    ['file:///c%3A/Users/J%C3%B6rg%20M%C3%BCller/proj/a.ts', 'file:///~/proj/a.ts'],
    ['file:///C:/Users/J%C3%B6rg%20M%C3%BCller/a.ts', 'file:///~/a.ts'],
    ['vscode://file/C:/Users/J%C3%B6rg%20M%C3%BCller/a.ts:3', 'vscode://file/~/a.ts:3'],
    ['x=c%3A%5CUsers%5CJ%C3%B6rg%20M%C3%BCller%5Ca', 'x=~%5Ca'],
    ['x=C%3a%2fUsers%2fj%c3%b6rg+m%c3%bcller%2fa', 'x=~%2fa'],
    ['x=file%3A%2F%2F%2Fc%3A%2FUsers%2FJ%C3%B6rg%20M%C3%BCller', 'x=file%3A%2F%2F%2F~'],
    ['{"cwd":"C:\\\\Users\\\\J\\u00f6rg M\\u00fcller\\\\x"}', '{"cwd":"~\\\\x"}'],
    ['/cygdrive/c/Users/Jörg Müller/x', '~/x'],
    ['q=hello%20J%C3%B6rg%20M%C3%BCller%21', 'q=hello%20[user-name]%21'],
    ['D%3A%5CUsers%5CJ%C3%B6rg%20M%C3%BCller%5Ca', 'D%3A%5CUsers%5C[user-name]%5Ca'],
  ])('is masked on Windows in %s', (text, masked) => {
    expect(windows.redactText(text).text).toBe(masked);
  });

  it.each([
    ['/home/jörg', 'jörg', 'x=%2Fhome%2Fj%C3%B6rg%2Fa', 'x=~%2Fa'],
    ['/home/jörg', 'jörg', 'file:///home/j%C3%B6rg/a', 'file://~/a'],
    ['/home/jörg', 'jörg', 'x=file%3A%2F%2F%2Fhome%2Fj%c3%b6rg%2Fa', 'x=file%3A%2F%2F~%2Fa'],
    ["/home/o'neill", "o'neill", 'file:///home/o%27neill/a of O%27Neill', 'file://~/a of [user-name]'],
    ['\\\\srv\\people\\jörg', 'jörg', 'file://srv/people/j%C3%B6rg/a', 'file:~/a'],
    ['/Users/özil', 'özil', 'file:///Users/o%CC%88zil/a by %C3%96ZIL', 'file://~/a by [user-name]'],
    ['/Users/o\u0308zil', 'o\u0308zil', '/Users/özil/a by O\u0308zil', '~/a by [user-name]'],
  ])('is masked elsewhere: %s, %s, %s', (home, name, text, masked) => {
    expect(createFor(home, name).redactText(text).text).toBe(masked);
  });
});

describe('the home directory of another user', () => {
  it.each([
    ['dir C:\\Users\\ANNA~1.SCH\\AppData', 'dir C:\\Users\\[user-name]\\AppData'],
    ['dir C:\\Users\\ANNASC~12\\AppData', 'dir C:\\Users\\[user-name]\\AppData'],
    ['file:///c%3A/Users/ANNA%7E1.SCH/x', 'file:///c%3A/Users/[user-name]/x'],
    ['C:\\Users\\Peter Bauer\\x\\y', 'C:\\Users\\[user-name]\\x\\y'],
    ['C:\\\\Users\\\\Peter von Bauer\\\\x', 'C:\\\\Users\\\\[user-name]\\\\x'],
    ["C:\\Users\\O'Neill\\x", 'C:\\Users\\[user-name]\\x'],
    ['"C:/Users/Peter Bauer/x"', '"C:/Users/[user-name]/x"'],
    ['/c/Users/Peter\\ Bauer/x', '/c/Users/[user-name]/x'],
    ['/mnt/c/Users/Peter Bauer/x', '/mnt/c/Users/[user-name]/x'],
    ['c:\\users\\pbauer\\x', 'c:\\users\\[user-name]\\x'],
    ['file:///c%3A/Users/J%C3%B6rg%20M%C3%BCller/x', 'file:///c%3A/Users/[user-name]/x'],
    ['x=c%3A%5CUsers%5C%C3%96zil%5Cx', 'x=c%3A%5CUsers%5C[user-name]%5Cx'],
    ['x=file%3A%2F%2F%2Fhome%2Fpbauer%2Fx', 'x=file%3A%2F%2F%2Fhome%2F[user-name]%2Fx'],
  ])('is masked in %s', (text, masked) => {
    expect(stored(text)).toBe(masked);
  });

  it.each([
    'C:\\Users\\All Users\\x',
    'C:\\Users\\Default User\\x',
    'C:\\Users\\Default%20User\\x',
    'C:\\Users\\Public Documents\\x',
    'C:\\Users\\Public and C:\\Users\\Default\\x',
    'C:\\Users\\Your Name\\x',
    'C:\\Users\\x\\y',
    'profiles are in C:\\Users\\ and their files in D:\\files\\x',
    "it's in C:\\Users\\admin' or 'C:\\Windows\\x",
    'GET /api/users/pbauer/posts and /users/42/posts',
    'src\\\\home\\\\pages\\\\index.ts',
    'src/home/pages/index.ts',
  ])('is not seen in %s', (text) => {
    expect(stored(text)).toBe(text);
  });
});

describe('the words of a mask', () => {
  it.each([
    'PGPASSWORD=Sommer99! took=12ms',
    'docker login -u ada -p hunter22 registry.acme.dev,2026-11-02',
    'Environment="DB_PASSWORD=Tr0ub4dor" "LOG=info5"',
    'sqlplus scott/tiger99x@//ora1:1521/ORCLPDB1 @report.sql',
  ])('announce nothing to their right: %s', (line: string) => {
    const { text } = redactor.redactText(line);
    expect(text.match(/\[/g)).toHaveLength(1);
    expect(redactor.redactText(text).text).toBe(text);
  });

  it.each(['~ password = "Tr0ub4dor&3" -> "lUhZBdRZFI7PDgnt"', '[password]: lUhZBdRZFI7PDgnt'])(
    'announce what stands behind an operator: %s',
    (line: string) => {
      expect(redactor.redactText(line).text).not.toContain('lUhZ');
    },
  );
});

describe('tables and members that name no secret', () => {
  it('a list with tabs whose rows begin alike has no head', () => {
    const text = 'ATTRIBUTE\tUser-Password\t2\tstring\nATTRIBUTE\tNAS-Port-Type2\t61\tinteger\n';
    expect(redactor.redactText(text).text).toBe(text);
  });

  it('a list with tabs and a head loses its column of passwords', () => {
    const { text } = redactor.redactText('host\tuser\tpassword\nnas\tops\tTr0ub4dor\nweb\tadm\thunter22\n');
    expect(text).toBe('host\tuser\tpassword\nnas\tops\t[password]\nweb\tadm\t[password]\n');
  });

  it('what follows the member login is no password', () => {
    const text = '{"login": "pe200012", "id": 7, "node_id": "MDQ6VXNlcjE3NTI0Ng=="}';
    expect(redactor.redactText(text).text).toBe(text);
  });
});
