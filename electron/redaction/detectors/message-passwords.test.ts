import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({
  fingerprintKey: new Uint8Array(32).fill(1),
  homeDirectories: [],
  userNames: [],
});
const masked = (text: string) => redactor.redactText(text).text;

describe('passwords that a message tells', () => {
  it.each([
    ['the admin password on the old box is still kingfisher i think', 'kingfisher'],
    ['passphrase of the stick: nobody expects the parrot', 'nobody expects the parrot'],
    ['she gave me "copper-kettle-moon" as the vault password', 'copper-kettle-moon'],
    ['same password as last time (Biscuit!2018), log in', 'Biscuit!2018'],
    ['set a start password, something like Autumn2024#', 'Autumn2024#'],
    ['security answer for the registrar: Mister Pickles', 'Mister Pickles'],
    ['log in with password hedgehog and reboot', 'hedgehog'],
    ['the passwords were Plum12, Pear2023 and Fig!77', 'Fig!77'],
    ['log in at the portal\nuser 20418\nKd83hsQw2', 'Kd83hsQw2'],
    ['the relay password is between the arrows >>>x8.Kw%2pQ<<<', 'x8.Kw%2pQ'],
    ['**Gast-WLAN** Hof\n**Passwort** SchubkarreRot', 'SchubkarreRot'],
    ['la clave del wifi es Mesa2020 y la del admin silla2021', 'silla2021'],
    ['das Passwort vom Drucker ist immer noch seestern, bitte ändern', 'seestern'],
  ])('%s', (text, secret) => {
    expect(masked(text)).not.toContain(secret);
  });

  it.each([
    'the password for the zip is coming in a separate mail',
    'password: see the vault, I will not paste it',
    'Passwort ist seit gestern abgelaufen, ich melde mich',
    'the password for the account is wrong, please fix the docs',
    'use password hashing and then test with password authentication disabled',
    '// The user name and password pair of the request, or none.',
  ])('keeps %s', (text) => {
    expect(masked(text)).toBe(text);
  });
});

describe('codes that a message tells', () => {
  it.each([
    ['the combination of the shed is 4471, note it', '4471'],
    ['buzzer 0913#, third floor', '0913#'],
    ['gate 1443#, garage 9137', '9137'],
    ['alarm code, this one I remember: 3391', '3391'],
    ['482913 is your login code for the shop', '482913'],
    ['【確認コード】482913', '482913'],
    ['您的验证码为482913,5分钟内有效', '482913'],
    ['recovery for the bot: K2KA-RYB0-Y9AV', 'K2KA-RYB0-Y9AV'],
    ["j'ai changé le code de l'alarme pour 7204", '7204'],
  ])('%s', (text, code) => {
    expect(masked(text)).not.toContain(code);
  });

  it.each([
    'PR #1443 fixes the gate',
    'the safe default is 4096',
    'combo box value 1024 is lost',
    'gate B12, room 4417',
  ])('keeps %s', (text) => {
    expect(masked(text)).toBe(text);
  });
});

describe('secrets in pasted code and settings', () => {
  it.each([
    ['const TOKEN: &str = "Hs0TnYr9hnL7fpLHbNzJYfh3";', 'Hs0TnYr9hnL7fpLHbNzJYfh3'],
    ['["passwd"]=> string(10) "Hd83kLsQ2w"', 'Hd83kLsQ2w'],
    ['<Password>\n  <Value>2M2AGq3ZNnZx</Value>\n</Password>', '2M2AGq3ZNnZx'],
    [
      "INSERT INTO api_keys VALUES (4, 'till', 'o0HZqNNCQaNmHVq87SXHuEWqRrJAdEqJ');",
      'o0HZqNNCQaNmHVq87SXHuEWqRrJAdEqJ',
    ],
    ['# config/master.key\n5f4b0c2e2a05161cc8b0ce99161b1907', '5f4b0c2e2a05161cc8b0ce99161b1907'],
    ['server.login("a", "qkvd nwyt hlpe zrbs")', 'qkvd nwyt hlpe zrbs'],
    ["BACKUP_PASSWORD='our-dog-ate-the-homework' run", 'our-dog-ate-the-homework'],
    ['htpasswd -nbB admin "moon-river" | cut -d : -f 2', 'moon-river'],
    ['echo "kim:S3mester" > /tmp/a && openconnect vpn.example < /tmp/a', 'S3mester'],
  ])('%s', (text, secret) => {
    expect(masked(text)).not.toContain(secret);
  });

  it('masks what is typed into the field that a pair selects', () => {
    const { value } = redactor.redactValue({
      steps: [{ fill: ['#user', 'kim'] }, { fill: ['#pwd', 'harbour7'] }],
    });
    expect(value).toEqual({ steps: [{ fill: ['#user', 'kim'] }, { fill: ['#pwd', '[password]'] }] });
  });

  it.each([
    ['sqlplus scott/Hd83kLsQ@ora.lan:1521/PDB1 @r.sql', 'sqlplus scott/[password]@ora.lan:1521/PDB1 @r.sql'],
    [
      'index-url = https://__token__:Hd83kLsQ28Hd83@pypi.example/x',
      'index-url = https://__token__:[password]@pypi.example/x',
    ],
    [
      'password="Hd83kLsQ28" url="jdbc:oracle:thin:@ora:1521:XE"',
      'password="[password]" url="jdbc:oracle:thin:@ora:1521:XE"',
    ],
  ])('leaves the host of %s', (text, stored) => {
    expect(masked(text)).toBe(stored);
  });
});
