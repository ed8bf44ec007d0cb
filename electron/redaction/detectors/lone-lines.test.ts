import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
const masked = (text: string) => redactor.redactText(text).text;
const SECRET = 'kT4wq9Zr2mXc';

describe('a password on a line of its own kind', () => {
  it.each([
    `mara:${SECRET}`,
    `mara@example.org | ${SECRET}`,
    `db.example.org:5432:shop:app:${SECRET}`,
    `mara * ${SECRET} *`,
    `DEPLOY_TOKEN,${SECRET},true,false`,
    `the login of the camera is\n\n${SECRET}\n`,
    `220 ready\nUSER mara\n331 go on\nPASS ${SECRET}\n230 ok`,
    `a1 LOGIN mara ${SECRET}`,
    `/msg NickServ IDENTIFY ${SECRET}`,
    `1712 [0 10.0.0.4] "AUTH" "${SECRET}"`,
    'what is tK7!vbQ2x@Lp for?',
  ])('%s', (text) => {
    expect(masked(text)).not.toContain(text.includes(SECRET) ? SECRET : 'tK7!vbQ2x@Lp');
  });

  it.each([
    'org.gradle.jvmargs=-Xmx1024m\nandroid.enableD8=false',
    'version: 0.1-SNAPSHOT\nuser: mara',
    'mara:x:1000:1000:Mara:/home/zz:/bin/bash',
    'PASS all 12 tests\nLOGIN page works',
    'name,email,city\nmara,m,Berlin',
    'The token bucket is full.\n\nhttps://example.org/a/kT4wq9Zr2mXc',
  ])('is none in %j', (text) => {
    expect(masked(text)).toBe(text);
  });
});

describe('a plain word in a short message', () => {
  it.each([
    'ssh into 10.0.0.7 as pi, password is raspberry',
    'das WLAN-Passwort lautet blumenwiese',
    'la contraseña es perrito',
    'set the postgres password to banana for now',
    'my master password is between-erosion-strong-genuine',
    'GPG passphrase: drop gravity deputy panel',
    'I keep typing hunter2 and it does not let me in',
  ])('%s', (text) => {
    expect(masked(text)).toMatch(/\[password\]/);
  });

  it.each([
    'the password is required',
    'How do I reset a forgotten password in Django?',
    'Bug: the "Show password" eye icon is broken. Steps: Open /login',
    'the password to decrypt the file is in the vault',
    'das Passwort ist falsch',
    'la contraseña es incorrecta',
  ])('is none in %s', (text) => {
    expect(masked(text)).toBe(text);
  });
});
