import { expect, test } from 'vitest';
import { kindOfFinding, namedMask, secretName, secretTitle, withNamedMasks } from './secret-names.ts';

test('a brand is written as its service writes it', () => {
  expect(
    ['github-token', 'aws-access-key-id', 'url-credentials', 'password', '1password-secret-key', 'iban'].map(
      secretName,
    ),
  ).toEqual([
    'GitHub token',
    'AWS access key ID',
    'Password in an address',
    'Password',
    '1Password secret key',
    'IBAN',
  ]);
});

test('only the masks of a text are named', () => {
  expect(namedMask('[github-token 2]')).toBe('[GitHub token 2]');
  expect(withNamedMasks('[password] and [password]', [{ start: 15, end: 25 }])).toBe(
    '[password] and [Password]',
  );
});

test.each([
  ['GITHUB_TOKEN=[github-token]', 'GitHub token · in GITHUB_TOKEN'],
  ['export GITHUB_TOKEN="[github-token]"', 'GitHub token · in GITHUB_TOKEN'],
  ["curl -H 'X-Api-Key: [api-key]'", 'API key · in X-Api-Key'],
  ['the password: [password]', 'Password'],
  ['https://ada:[password]@acme.example', 'Password'],
])('%s holds a %s', (command, title) => {
  const start = command.indexOf('[');
  const finding = { rule: 'token-assignment', member: '/command', start, end: command.indexOf(']') + 1 };
  expect(secretTitle(kindOfFinding({ command }, finding))).toBe(title);
});

test('a member of a tool’s input is the setting that held a secret', () => {
  const data = { toolInput: { settings: { DB_PASSWORD: '[password]' } } };
  const finding = { rule: 'sensitive-key', member: '/toolInput/settings/DB_PASSWORD', start: 0, end: 10 };
  expect(secretTitle(kindOfFinding(data, finding))).toBe('Password · in DB_PASSWORD');
});
