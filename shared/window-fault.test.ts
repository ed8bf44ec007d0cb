import { Compile } from 'typebox/compile';
import { expect, it } from 'vitest';
import { WindowFault, windowFault } from './window-fault.ts';

it('describes an error of the window without its message', () => {
  const error = new TypeError('ghp_secret is not a function\n    at x (http://h/ghp_secret.js:1:1)');
  error.stack = `TypeError: ${error.message}
    at read (http://127.0.0.1:1/assets/main-B_3x.js:12:3456)
    at app://plinth/assets/today-x1.js:1:2`;
  const fault = windowFault('today', error);
  expect(fault).toEqual({
    screen: 'today',
    name: 'TypeError',
    frames: ['main-B_3x.js:12:3456', 'today-x1.js:1:2'],
  });
  expect(windowFault('frame', 'ghp_secret')).toEqual({ screen: 'frame', name: 'unknown', frames: [] });
  const check = Compile(WindowFault);
  expect(check.Check(fault)).toBe(true);
  expect(check.Check({ ...fault, name: 'ghp_secret' })).toBe(false);
  expect(check.Check({ ...fault, frames: ['a prompt'] })).toBe(false);
});
