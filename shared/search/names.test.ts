import { expect, test } from 'vitest';
import { chosenName } from './names.ts';

test.each([
  ['/srv/shop', '/srv/other-shop', '/srv/tools'],
  ['C:\\work\\shop', 'C:\\work\\other-shop', 'C:\\work\\tools'],
])('a folder is found by the end of its path: %s', (...folders) => {
  const [shop, , tools] = folders;
  expect(chosenName('shop', folders, true)).toEqual({ name: shop });
  expect(chosenName(shop.slice(-9).replaceAll('\\', '/'), folders, true)).toEqual({ name: shop });
  expect(chosenName('tolls', folders, true)).toEqual({ close: [tools] });
});
