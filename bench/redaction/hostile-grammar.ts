import { LABELS } from '../../electron/redaction/rules/labels.ts';
import { NEAR_PERSONAL } from '../../electron/redaction/rules/near-personal.ts';
import { NEAR_WALLETS } from '../../electron/redaction/rules/near-wallets.ts';
import { WORDS } from '../../electron/redaction/talk/vocabulary.ts';
import { NAME_LITERALS } from '../../electron/redaction/text/sensitive-name.ts';

const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const SORTS = ['password', 'pin', 'key', 'phrase', 'slang'] as const;
/** All labels of the languages, in the order of the table. */
const labels = LABELS.flatMap((entry) => SORTS.flatMap((sort) => entry[sort] ?? []));
/** The first label of each language with its first verb. */
const sentences = LABELS.map(({ password, copulas }) => `${password?.[0] ?? ''} ${copulas[0]} `);
const nearWords = [...NEAR_WALLETS, ...NEAR_PERSONAL].flatMap(({ words }) => words);
const TALK: ReadonlySet<string> = new Set(['login', 'password', 'type']);
const talk = WORDS.filter(([topic]) => TALK.has(topic)).flatMap(([, lists]) => lists.flat());
const WALLET_WORDS =
  'abandon ability able about above absent absorb abstract absurd abuse access accident account accuse achieve acid ';
const ROW = '| password | X |\n';
const HAR = '{"name":"Authorization","value":"Bearer"},{"name":"Cookie","value":"a=b"},';

/** Inputs that begin what the grammars of labels, tables, commands and encodings read, and seldom complete it. */
export const HOSTILE_GRAMMAR: Record<string, (length: number) => string> = {
  'labels and verbs': (length) => fill('password is ', length),
  'labels and words': (length) => fill('password for the staging database of the team ', length),
  'labels and words, near': (length) => fill('password word word word word word word word word1 ', length),
  'labels with emphasis': (length) => fill('**password** `', length),
  'labels and brackets': (length) => fill('password (', length),
  'labels and digits': (length) => fill('pin 1 ', length),
  'labels and passphrases': (length) => fill('passphrase: one two three four five ', length),
  'key labels': (length) => fill('key 1 ', length),
  'key labels and keys': (length) => fill('the api key a1b2c3d4 ', length),
  'labels, questions': (length) => fill('what is the password?\n', length),
  'values before labels': (length) => fill('use abc123x as the password ', length),
  'words before labels': (length) => fill('the same my your our ', length),
  'every label': (length) => fill(labels.join(' '), length),
  'every label, with a colon': (length) => fill(labels.join(': '), length),
  'every label, with a digit': (length) => fill(labels.join(' 1 '), length),
  'every label and verb': (length) => fill(sentences.join(''), length),
  'every verb': (length) => fill(`password ${LABELS.flatMap(({ copulas }) => copulas).join(' ')} `, length),
  'lists in lists': (length) => fill('tokens=ab12cd34,', length),
  'every name': (length) => fill(NAME_LITERALS.join(' '), length),
  'every name, joined': (length) => fill(NAME_LITERALS.join('_'), length),
  'every name, assigned': (length) => fill(NAME_LITERALS.join('= '), length),
  'every word of logging in': (length) => fill(talk.join(' '), length),
  'every word of logging in, and marks': (length) => fill(talk.join(' a1!b2 '), length),
  'every near word': (length) => fill(nearWords.join(' '), length),
  'every near word and digits': (length) => fill(nearWords.join(' 12 '), length),
  'login pairs': (length) => fill('login: a / ', length),
  'login pairs, near': (length) => fill('log in as admin / abcdef ', length),
  'named pairs': (length) => fill('user bob pass ', length),
  'known users': (length) => fill('root/', length),
  'separated values': (length) => fill('ab / cdefgh1 ', length),
  'table rows': (length) => fill(ROW, length),
  'table rows and rules': (length) => fill(`${ROW}|---|---|\n`, length),
  'table rows of many columns': (length) => fill('| password | pin | token | a | b | c | d | e |\n', length),
  'table cells on one line': (length) => fill('| password ', length),
  'aligned columns': (length) => fill('NAME  PASSWORD  TOKEN\n', length),
  'aligned columns on one line': (length) => fill('name  password  ', length),
  'columns with tabs': (length) => fill('password\ttoken\tpin\n', length),
  'lists with commas': (length) => fill('name,password,code\na,b,c\n', length),
  'options of commands': (length) => fill('-u a -p ', length),
  'options of a command': (length) => fill('tool login -u a -p b --password ', length),
  'commands and here-strings': (length) => fill('sudo -S <<< ', length),
  'commands in pipes': (length) => fill('echo a | ', length),
  'exported variables': (length) => fill('export DB_PASSWORD=', length),
  'JSON pairs': (length) => fill('{"name":"password","value":"', length),
  'JSON pairs, closed': (length) => fill('{"name":"DB_PASSWORD","value":"x"},', length),
  'JSON names alone': (length) => fill('"password",', length),
  'JSON in JSON strings': (length) => fill('{\\"password\\":\\"', length),
  'deep escapes': (length) => fill('\\\\\\\\\\\\\\"password\\\\\\\\\\\\\\":', length),
  'escaped line breaks': (length) => fill('password\\n', length),
  'escapes of Unicode': (length) => fill('\\u0070assword', length),
  'XML elements': (length) => fill('<password>', length),
  'XML elements and attributes': (length) => fill('<a name="password">', length),
  'property lists': (length) => fill('<key>password</key><string>', length),
  'INSERT rows': (length) => fill("insert into users (name, password) values ('a', ", length),
  'INSERT tuples': (length) => `insert into users (name, password) values ${fill("('a','b'),", length - 41)}`,
  'INSERT without columns': (length) => fill("insert into users values ('a', 'b', ", length),
  'HAR headers': (length) => fill(HAR, length),
  'addresses with users': (length) => fill('https://a@', length),
  'addresses with colons': (length) => fill('https://a:', length),
  'addresses and queries': (length) => fill('https://a.b/?token=&', length),
  'e-mail parts': (length) => fill('a.b@c.d-e.f ', length),
  'e-mail and international letters': (length) => fill('ä@ö', length),
  'base64 runs': (length) => fill(`${'cGFzc3dvcmQgaXMg'.repeat(4)} `, length),
  'base64 of labels': (length) =>
    Buffer.from(fill('password is ', length)).toString('base64').slice(0, length),
  'base64 lines, cut': (length) => fill(`${'cGFzc3dvcmQ9'.repeat(5)}\n`, length),
  'percent and labels': (length) => fill('password%20is%20', length),
  'percent and base64': (length) => fill('%63%47%46%7a%63%33', length),
  'wallet words': (length) => fill(WALLET_WORDS, length),
  'wallet words behind labels': (length) => fill(`seed phrase: ${WALLET_WORDS}`, length),
  'one-time addresses': (length) => fill('otpauth://totp/a?secret=', length),
  'recovery codes': (length) => fill('recovery codes: abcd-efgh ', length),
  'unseal keys': (length) => fill('Unseal Key 1: ', length),
  'settings with equals signs': (length) => fill('password = x y z\n', length),
  'settings with colons': (length) => fill('password: x y z\n', length),
  'Terraform variables': (length) => fill('variable "password" { default = ', length),
  'calls of programs': (length) => fill('setPassword(', length),
  'calls of programs, nested': (length) => fill('login("a", password("b", ', length),
  'reversed comparisons': (length) => fill('"abcdefg" == x password ', length),
  'passwords in quotes': (length) => fill('password "', length),
  'open quotes': (length) => `password: "${fill('a ', length - 11)}`,
  'one long value': (length) => `password=${fill('aB3', length - 9)}`,
  'one long line of words': (length) => `password ${fill('word ', length - 9)}`,
  'Digest headers': (length) => fill('Authorization: Digest username="a", ', length),
  'set cookies': (length) => fill('set-cookie: a=b; path=/; ', length),
  'Windows paths': (length) => fill('C:\\\\new\\\\readme\\\\', length),
  'UNC paths': (length) => fill('\\\\\\\\nas\\\\new\\\\', length),
  masks: (length) => fill('[password] is ', length),
  'Chinese labels': (length) => fill('密码', length),
  'Chinese labels and verbs': (length) => fill('密码是', length),
  'Japanese labels': (length) => fill('パスワードは', length),
  'Korean labels': (length) => fill('비밀번호는 ', length),
  'Russian labels': (length) => fill('пароль от базы ', length),
  'Greek labels': (length) => fill('ο κωδικός είναι ', length),
  'Arabic labels': (length) => fill('كلمة المرور هي ', length),
  'Hebrew labels': (length) => fill('הסיסמה היא ', length),
  'Hindi labels': (length) => fill('पासवर्ड है ', length),
  'Thai labels': (length) => fill('รหัสผ่านคือ ', length),
  'Turkish labels': (length) => fill('ŞİFRE şifresi ', length),
  'combining marks': (length) => fill('p\u0301a\u0301', length),
  'letters beyond ASCII': (length) => fill('żółć', length),
};
