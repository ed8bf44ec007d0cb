import { beforeEach, expect, it } from 'vitest';
import { createRedactor, type Redactor, SessionSecrets } from '../redactor.ts';

const FOLDER = '/home/otto/work/7Kestrel!moor';
const SECRET = '7Kestrel!moor';

let redactor: Redactor;
beforeEach(() => {
  redactor = createRedactor({
    fingerprintKey: new Uint8Array(32),
    homeDirectories: ['/home/otto'],
    userNames: ['otto'],
  });
});

it('a folder has the same masks and findings each time', () => {
  const first = redactor.redactValue({ cwd: FOLDER });
  expect(first.value).toEqual({ cwd: `~/work/${SECRET}` });
  expect(redactor.redactValue({ cwd: FOLDER })).toEqual(first);
  expect(redactor.redactText(FOLDER)).toEqual(redactor.redactText(FOLDER));
});

it('a folder that is known is masked where another text of the event makes a part of it a secret', () => {
  redactor.redactValue({ cwd: FOLDER });
  for (const data of [
    { cwd: FOLDER, content: `password: ${SECRET}` },
    { content: `password: ${SECRET}`, cwd: FOLDER },
  ])
    expect(JSON.stringify(redactor.redactValue(data).value)).not.toContain(SECRET);
});

it('a folder that is known is masked where its session has the secret', () => {
  redactor.redactValue({ cwd: FOLDER });
  const secrets = new SessionSecrets();
  secrets.remember('one', redactor.redactValue({ content: `password: ${SECRET}` }).secrets);
  const { value } = redactor.redactValue({ cwd: FOLDER }, { extra: secrets.matcher('one') });
  expect(JSON.stringify(value)).not.toContain(SECRET);
  // What was masked for one session says nothing to another one.
  expect(redactor.redactValue({ cwd: FOLDER }).value).toEqual({ cwd: `~/work/${SECRET}` });
});

it('a folder that is known has other masks where details are masked, too', () => {
  const text = '/home/otto/logs/192.0.2.17';
  const plain = redactor.redactText(text);
  const detailed = redactor.redactText(text, { details: true });
  expect(detailed.text).not.toContain('192.0.2.17');
  expect(redactor.redactText(text)).toEqual(plain);
  expect(redactor.redactText(text, { details: true })).toEqual(detailed);
});
