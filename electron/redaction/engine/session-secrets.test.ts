import { expect, test } from 'vitest';
import { DATA_FIELDS, isNeverAccepted } from '../../../shared/event.ts';
import { createRedactor, type JsonValue, SessionSecrets } from '../redactor.ts';
import { KnownSecrets } from './known-secrets.ts';
import { SecretPrints } from './secret-prints.ts';

const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
const SECRET = 'Kx92mQpl7Zt';

function rememberingSession(): SessionSecrets {
  const secrets = new SessionSecrets();
  secrets.remember('one', redactor.redactValue({ content: `password: ${SECRET}` }).secrets);
  return secrets;
}

test.each(['x-SECRET', 'SECRET.txt', 'a.SECRET.b', '/w/v1-SECRET-2/x', 'x_SECRET', '(SECRET)', 'SECRET'])(
  'a secret of the session is masked in every member as %s',
  (form) => {
    const data = Object.fromEntries(
      DATA_FIELDS.filter((name) => name !== 'changeType').map((name): [string, JsonValue] => [
        name,
        form.replace('SECRET', SECRET),
      ]),
    );
    const known = rememberingSession();
    const options = { extra: known.matcher('one'), withhold: isNeverAccepted };
    const masked = redactor.redactValue(data, options).value as Record<string, string>;
    for (const [name, text] of Object.entries(masked)) expect(text, name).toContain('[password]');
    expect(JSON.stringify(masked)).not.toContain(SECRET);
    expect(JSON.stringify(redactor.redactValue(data, { extra: known.matcher('two') }).value)).toContain(
      SECRET,
    );
  },
);

test('a longer word that only contains the secret stays', () => {
  const { value } = redactor.redactValue(
    { mode: `A${SECRET}` },
    { extra: rememberingSession().matcher('one') },
  );
  expect(value).toEqual({ mode: `A${SECRET}` });
});

test.each([
  ['base64', Buffer.from(SECRET).toString('base64')],
  ['hexadecimal', Buffer.from(SECRET).toString('hex')],
])('a secret of the session is masked in %s', (_, encoded) => {
  const { value } = redactor.redactValue(
    { command: `decode ${encoded} now` },
    { extra: rememberingSession().matcher('one') },
  );
  expect(value).toEqual({ command: 'decode [password] now' });
});

test('a word of a program does not spread over the session', () => {
  const secrets = new SessionSecrets();
  secrets.remember('one', redactor.redactValue({ password: 'libfoo-2.14' }).secrets);
  const command = { command: 'grep -n libfoo-2.14 README' };
  expect(redactor.redactValue(command, { extra: secrets.matcher('one') }).value).toEqual(command);
});

test('of what only the words around it make a secret, a few other copies are masked, or all if it looks random', () => {
  const secrets = new KnownSecrets();
  secrets.add('mossyboots44', 'password', false, true);
  expect(secrets.occursIn('try mossyboots44')).toBe(true);
  secrets.add('darwin,win32', 'password', false, true);
  expect(secrets.occursIn('@platform darwin,win32\n'.repeat(5))).toBe(false);
  secrets.add(SECRET, 'password', false, true);
  expect(secrets.occursIn(`say ${SECRET}\n`.repeat(5))).toBe(true);
});

test('many sessions of one integration displace none of another', () => {
  const prints = new SecretPrints();
  const remember = (session: string) =>
    prints.add({ session, prints: [{ fingerprint: session, sum: 1, mask: 'm' }] });
  remember('quiet\0session');
  for (let at = 0; at < 1000; at += 1) remember(`busy\0${at}`);
  expect(prints.of('quiet\0session')).toBeDefined();
  expect(prints.of(`busy\0${0}`)).toBeUndefined();
  expect(prints.all()).toHaveLength(256);
});
