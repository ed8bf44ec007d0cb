import { expect, test } from 'vitest';
import { Pseudonyms } from './pseudonyms.ts';

const key = Buffer.alloc(32, 7);
const make = (...paths: string[]) => {
  const pseudonyms = new Pseudonyms(key, ['anna-laptop', 'anna']);
  for (const path of paths) pseudonyms.learnPath(path);
  return pseudonyms;
};
const PRIVATE = /anna|secret|merger|acme|kunde|10\.1\.2\.3|project x/i;

test.each([
  'cd /home/anna/secret-merger && cat plan.md',
  'type C:\\Users\\Anna\\secret-merger\\plan.docx',
  'scp plan.txt anna@build.acme.internal:/srv/kunde/x',
  'curl https://api.acme.example:8443/kunde/7?who=anna',
  'ping 10.1.2.3; ssh anna-laptop',
  'Tell ANNA about the Secret-Merger, and about Project X.',
  'open "/Users/anna/Project X/budget.xlsx"',
  'src/kunde/Vertrag.ts and ./acme.config.js',
  '\\\\fileserver.acme.example\\anna\\notes',
])('makes %j safe', (text) => {
  const safe = make('/home/anna/secret-merger', '/Users/anna/Project X').text(text);
  expect(safe).toBeDefined();
  expect(safe).not.toMatch(PRIVATE);
});

test.each(['/home/%61nna%2Fdone? anna%2Dlaptop', 'ａｎｎａ writes', 'an\u200bna writes'])(
  'fails closed for %j: either it is safe, or it is left out',
  (text) => {
    const safe = make().text(text);
    expect(safe === undefined || !/anna/i.test(decodeURIComponent(safe).normalize('NFKC'))).toBe(true);
    expect(safe?.replaceAll('\u200b', '').normalize('NFKC') ?? '').not.toMatch(/anna/i);
  },
);

test('the same name has the same pseudonym, on one computer only', () => {
  const first = make().path('/srv/kunde/plan.md');
  expect(make().path('/srv/kunde/plan.md')).toBe(first);
  expect(first).toMatch(/^\/srv\/name-[0-9a-f]{8}\/name-[0-9a-f]{8}\.md$/);
  expect(make().text('see /srv/kunde/plan.md now')).toBe(`see ${first} now`);
  expect(new Pseudonyms(Buffer.alloc(32, 8), []).path('/srv/kunde/plan.md')).not.toBe(first);
});

test('ordinary words, numbers and versions stay', () => {
  const text = 'Please run the 12 tests with version 1.2.3, then explain the result.';
  expect(make().text(text)).toBe(text);
});

test('a short word is found alone, a long one everywhere, and the longest of those that begin at a place', () => {
  const short = make('/acme/ünï/name', '/acme-shop/.git', '/𐐀𐐀𐐀𐐀');
  const name = (word: string) => short.of('name', word);
  expect(short.text('ACME acmes (Acme) ÜNÏ xÜNÏ a.git .GIT.')).toBe(
    `${name('acme')} acmes (${name('acme')}) ${name('ünï')} xÜNÏ a.git ${name('.git')}.`.replace(
      'a.git',
      short.of('host', 'a.git'),
    ),
  );
  expect(short.text('acme-shops, name, 𐐨𐐀𐐨𐐀')).toBe(
    `${name('acme-shop')}s, ${name('name')}, ${name('𐐨𐐨𐐨𐐨')}`,
  );
});

test('a text is left out if there are more names than are looked for', () => {
  const many = make();
  const names = Array.from({ length: 40_000 }, (_, index) => `z${index.toString(36).padStart(4, '0')}`);
  many.learnPath(names.join('/'));
  expect(many.text(`see ${names.at(-1)}`)).toBeUndefined();
  expect(many.path('/srv/kunde')).toBe(make().path('/srv/kunde'));
});
