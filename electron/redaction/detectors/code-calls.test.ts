import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
const masked = (text: string) => redactor.redactText(text).text;

describe('a literal where a function takes a password', () => {
  it.each([
    `$db = new PDO($dsn, 'shop', '%');`,
    `conn = DriverManager.getConnection(url, "shop", "%");`,
    `server.login("robot", "%")`,
    `ssh.connect("10.0.0.9", 22, "ops", "%")`,
    `WiFi.begin("Cellar", "%");`,
    `const t = jwt.sign({ id: user.id, roles: ['a'] }, '%', { expiresIn: '1h' });`,
    `requests.get(url, auth=("robot", "%"))`,
    `headers: { Authorization: 'Basic ' + btoa('robot:%') }`,
    `ActiveSheet.Unprotect("%")`,
  ])('%s', (code) => {
    expect(masked(code.replace('%', 'kT4wq9Zr2m'))).toBe(code.replace('%', '[password]'));
  });

  it.each([
    `conn = pymysql.connect("db1", "root", "%", "shop")`,
    `mysqli_connect('localhost', 'root', '%', 'shop');`,
    `smtp.login('robot', '%')`,
  ])('a word beside a user in quotes: %s', (code) => {
    expect(masked(code.replace('%', 'gardenia'))).toBe(code.replace('%', '[password]'));
  });

  it.each([
    `$db = new PDO($dsn, $user, $password);`,
    `server.login("robot", password)`,
    `api.login('/users/login', 'username')`,
    `jwt.sign(payload, secret, { algorithm: 'RS256' })`,
    `stream.connect("a", "b", "c", "d")`,
    `Buffer.from('12:30', 'utf8')`,
    `auth=("user", "password")`,
  ])('stays where it is none: %s', (code) => {
    expect(masked(code)).toBe(code);
  });
});
