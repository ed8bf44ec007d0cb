import { expect, test } from 'vitest';
import { Shortcuts } from './shortcuts.ts';

const press = (
  keys: Shortcuts,
  key: string,
  more: { withModifier?: boolean; isTyping?: boolean; at?: number } = {},
) => keys.press({ key, withModifier: false, isTyping: false, at: 0, ...more });

test('g and a letter open a screen, unless it takes too long or text is typed', () => {
  const keys = new Shortcuts(['today', 'activity']);
  expect(press(keys, 'g')).toBeUndefined();
  expect(press(keys, 's', { at: 900 })).toEqual({ kind: 'screen', screen: 'sessions' });
  expect(press(keys, 's', { at: 1000 })).toBeUndefined();
  press(keys, 'g', { at: 2000 });
  expect(press(keys, 's', { at: 4000 })).toBeUndefined();
  press(keys, 'g', { at: 5000, isTyping: true });
  expect(press(keys, 's', { at: 5100 })).toBeUndefined();
  expect(press(keys, '?', { isTyping: true })).toBeUndefined();
});

test('the palette, the search and numbered screens have keys with the platform’s modifier', () => {
  const keys = new Shortcuts(['today', 'activity']);
  const modified = (key: string) => press(keys, key, { withModifier: true, isTyping: true });
  expect(['k', 'K', 'f', '2', '9', 'x'].map(modified)).toEqual([
    { kind: 'palette' },
    { kind: 'palette' },
    { kind: 'search' },
    { kind: 'screen', screen: 'activity' },
    undefined,
    undefined,
  ]);
  expect(press(keys, '/')).toEqual({ kind: 'search' });
  expect(press(keys, '?')).toEqual({ kind: 'keys' });
});
